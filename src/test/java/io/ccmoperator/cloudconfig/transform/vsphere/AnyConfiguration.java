// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.cloudconfig.transform.vsphere;

import static org.assertj.core.api.Assertions.assertThat;

import io.ccmoperator.cloudconfig.transform.TransformedConfig;
import io.ccmoperator.cloudconfig.transform.TransformerFacts;
import io.ccmoperator.cluster.InvalidInputException;

/** Properties of the transformation of any text, in a cluster that adds nothing and in one that adds all. */
final class AnyConfiguration {
    private static final TransformerFacts FULL = Clusters.cluster("""
            spec:
              platformSpec:
                vsphere:
                  vcenters: [{server: vc, port: 443, datacenters: [DC1]}]
                  failureDomains:
                  - {server: vc, topology: {datacenter: DC2}}
                  - {server: vc2, topology: {datacenter: DC3}}
                  nodeNetworking: {external: {network: n}}
            status:
              platformStatus: {type: VSphere, vsphere: {apiServerInternalIPs: [10.0.0.2], ingressIPs: ['fd00::2']}}
            """, "172.30.0.0/16,fd02::/112");

    private AnyConfiguration() {}

    /** Asserts that the text is transformed, always to the same end, or rejected with lines that say where. */
    static void assertTransformedOrRejected(String text) {
        check(text, Clusters.BARE);
        check(text, FULL);
        check(text, Clusters.withCredentials(FULL));
    }

    private static void check(String text, TransformerFacts facts) {
        try {
            TransformedConfig config = Clusters.transform(text, facts);
            assertThat(config.warnings()).noneMatch(warning -> warning.contains("\n"));
            assertThat(Clusters.transform(text, facts)).isEqualTo(config);
            assertThat(Clusters.transform(config.text(), facts).text()).isEqualTo(config.text());
        } catch (InvalidInputException refused) {
            assertThat(refused.lines())
                    .isNotEmpty()
                    .allMatch(line -> line.matches("line \\d+(, column \\d+)?: .+")
                            || line.startsWith("the configuration is empty; ")
                            || line.startsWith("the configuration has no vCenter, ")
                            || line.matches("vcenter\\..* has no server, .*")
                            || line.startsWith("global.secretsDirectory is beside secretName ")
                            || line.startsWith("not well-formed YAML: "));
        }
    }
}
