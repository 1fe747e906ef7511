// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.cloudconfig.transform.vsphere;

import static org.assertj.core.api.Assertions.as;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.STRING;

import io.ccmoperator.cloudconfig.transform.TransformedConfig;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Where the text of the user is kept: on Kubernetes, and in sections without which nodes are initialized. */
class KeptTextTest {
    private static final String VALID = "global: {user: u, password: p}\nvcenter: {a: {server: a}}\n";

    /** The cloud controller manager continues without these sections, and nodes are initialized. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "loadBalancer: {tags: team}     | line 3, column 16: loadBalancer.tags is a string but has to be a map",
                "nsxt: {insecureFlag: perhaps}  | line 3, column 8: nsxt.insecureFlag is a string but has to be a flag",
                "route: {routerPath: [a]}       | line 3, column 9: route.routerPath is a list but has to be a string",
                "loadBalancerClass: [a]         | line 3, column 1: loadBalancerClass is a list but has to be a map",
            })
    void warnsOfSectionsThatCannotBeRead(String section, String warning) {
        String source = VALID + section + "\n";
        TransformedConfig onKubernetes = Clusters.transform(source, Clusters.onKubernetes(Clusters.BARE));

        assertThat(onKubernetes.text()).isEqualTo(source);
        assertThat(onKubernetes.warnings())
                .first(as(STRING))
                .startsWith(warning)
                .endsWith("; until then there are no load balancers and routes");
    }

    @Test
    void keepsValuesThatCannotBeReadInSectionsOfLoadBalancers() {
        String ini =
                "[Global]\nuser = u\npassword = p\n[VirtualCenter \"a\"]\n[LoadBalancer]\nsnat-disabled = maybe\n[LoadBalancerClass]\n";
        TransformedConfig result = Clusters.convert(ini, Clusters.BARE);

        assertThat(result.text())
                .contains("loadBalancer:\n  snatDisabled: maybe\n")
                .doesNotContain("Class");
        assertThat(result.warnings())
                .startsWith(
                        "line 6: [LoadBalancer] snat-disabled is neither true nor false; write one of them; until then"
                                + " there are no load balancers and routes",
                        "line 7: [LoadBalancerClass] names no class; write [LoadBalancerClass \"name\"]; until then there"
                                + " are no load balancers and routes");
    }

    @Test
    void takesBlanksAloneForNoSubnets() {
        assertThat(Clusters.transform(VALID + "nodes: {internalNetworkSubnetCidr: ' '}\n", Clusters.BARE)
                        .text())
                .doesNotContain("nodes");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "global: {user: u, password: p}\nvcenter: {a: {Server: a}}",
                "global: {user: u, password: p}\nvcenter: {a: {server: a}}\nloadBalancerClass: {x: }",
                "global: {user: u, password: p}\nvcenter: {a: {server: a}}\nnodes: {internalNetworkSubnetCidr: '10.0.0.0/8, fd00::/8'}",
                "[Global]\nuser = u\npassword = p\nip-family = ipv4, ipv6\n[VirtualCenter \"a\"]",
                "[Global]\nuser = u\npassword = p\ndatacenters = a\ndatacenters = b\n[VirtualCenter \"a\"]"
            })
    void writesOnKubernetesWhatWouldBeReadOtherwise(String source) {
        assertThat(Clusters.transform(source, Clusters.onKubernetes(Clusters.BARE))
                        .text())
                .isNotEqualTo(source)
                .isEqualTo(Clusters.transform(source, Clusters.BARE).text());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "global: {user: u, password: p}\nvcenter: {a: {server: a}}",
                "[Global]\nuser = u\npassword = p\nip-family = ipv4,ipv6\ndatacenters = a, b\n[VirtualCenter \"a\"]"
            })
    void keepsTextOnKubernetesOtherwise(String source) {
        assertThat(Clusters.transform(source, Clusters.onKubernetes(Clusters.BARE)))
                .isEqualTo(new TransformedConfig(source, List.of()));
    }
}
