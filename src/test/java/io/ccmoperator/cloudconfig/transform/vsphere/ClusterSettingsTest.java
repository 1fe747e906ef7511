// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.cloudconfig.transform.vsphere;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ccmoperator.YamlText;
import io.ccmoperator.cloudconfig.transform.TransformerFacts;
import io.ccmoperator.cluster.Distribution;
import io.ccmoperator.cluster.EnabledFeatures;
import io.ccmoperator.cluster.InvalidInputException;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What feature gates and the platform's type decide, and how all that the cluster says comes together. */
class ClusterSettingsTest {
    private static final String MULTI_VCENTER = "VSphereMultiVCenterDay2";

    @Test
    void requiresGateAndNetwork() {
        assertThat(new VSphereTransformer().featureGates()).containsExactly(MULTI_VCENTER);
        assertThat(new VSphereTransformer().needsNetwork()).isTrue();
    }

    @Test
    void rejectsEmptyConfigurationWithoutGate() {
        assertThatThrownBy(() -> Clusters.transform("", Clusters.BARE))
                .isInstanceOf(InvalidInputException.class)
                .hasMessage(
                        "the configuration is empty; write the sections global and vcenter, the latter with the server"
                                + " of each vCenter");
    }

    @Test
    void startsFromEmptyConfigurationWithGate() {
        TransformerFacts facts = Clusters.with(Clusters.BARE, MULTI_VCENTER);
        for (String source : new String[] {"", " \n\t", "# comment\n; comment\n", "---\n"}) {
            assertThat(Clusters.convert(source, facts).text()).isEqualTo("global: {}\nvcenter: {}\n");
        }
        assertThat(Clusters.convert("global: {}\nvcenter: {}\n", facts).text()).isEqualTo("global: {}\nvcenter: {}\n");
    }

    @Test
    void readsInfrastructureAloneWithGate() {
        TransformerFacts facts =
                Clusters.with(Clusters.of("{vcenters: [{server: vc, port: 443, datacenters: [DC1]}]}"), MULTI_VCENTER);
        assertThat(Clusters.transform("", facts).text()).isEqualTo("""
                        global: {}
                        vcenter:
                          vc:
                            datacenters:
                            - DC1
                            port: 443
                            server: vc
                        """);
    }

    @Test
    void rejectsOtherPlatform() {
        assertThatThrownBy(() -> Clusters.transform(
                        "global: {}", Clusters.cluster("status: {platformStatus: {type: None}}", "")))
                .isInstanceOf(InvalidInputException.class)
                .hasMessage(
                        "Infrastructure cluster: status.platformStatus.type is 'None', but this configuration is made"
                                + " for VSphere only; correct it");
    }

    @Test
    void addsNothingWithoutPlatformSpec() {
        TransformerFacts facts = Clusters.cluster(
                "spec: {platformSpec: {type: VSphere, vsphere: null}}\n"
                        + "status: {platformStatus: {type: VSphere, vsphere: {ingressIPs: [no address]}}}",
                "fd00::/112");
        assertThat(Clusters.convert("global: {user: u}", facts).text()).isEqualTo("global:\n  user: u\n");
    }

    @Test
    void addsNothingWithoutNetwork() {
        TransformerFacts facts = new TransformerFacts(
                Distribution.OPENSHIFT,
                YamlText.manifest("spec: {platformSpec: {vsphere: {}}}\nstatus: {platformStatus: {type: VSphere}}"),
                Optional.empty(),
                EnabledFeatures.NONE,
                "ccm",
                Optional.empty());
        assertThat(Clusters.convert("global: {user: u}", facts).text()).isEqualTo("global:\n  user: u\n");
    }

    @Test
    void combinesAllSettingsOfCluster() {
        TransformerFacts facts = Clusters.cluster("""
                spec:
                  platformSpec:
                    type: VSphere
                    vsphere:
                      vcenters:
                      - {server: vc1, port: 443, datacenters: [DC1]}
                      failureDomains:
                      - {name: a, server: vc1, topology: {datacenter: DC1}}
                      - {name: b, server: vc2, topology: {datacenter: DC2}}
                      nodeNetworking:
                        external: {network: ext, networkSubnetCidr: [10.0.0.0/16, 'fd00::/64']}
                        internal: {network: int, excludeNetworkSubnetCidr: [10.1.0.0/16]}
                status:
                  platformStatus:
                    type: VSphere
                    vsphere: {apiServerInternalIPs: [10.0.0.2, 'fd00::2'], ingressIPs: [10.0.0.3, 'fd00::2']}
                """, "172.30.0.0/16,fd02::/112");
        String once = Clusters.transform("""
                [Global]
                secret-name = "vsphere-creds"
                [VirtualCenter "vc1"]
                thumbprint = AB
                [VirtualCenter "old"]
                [Workspace]
                server = vc1
                """, facts).text();
        assertThat(once).isEqualTo("""
                        global:
                          ipFamily:
                          - ipv4
                          - ipv6
                          secretName: vsphere-creds
                        labels:
                          region: openshift-region
                          zone: openshift-zone
                        nodes:
                          excludeExternalNetworkSubnetCidr: 10.0.0.2/32,fd00::2/128,10.0.0.3/32,fd69::2/128
                          excludeInternalNetworkSubnetCidr: 10.1.0.0/16,10.0.0.2/32,fd00::2/128,10.0.0.3/32,fd69::2/128
                          externalNetworkSubnetCidr: 10.0.0.0/16,fd00::/64
                          externalVmNetworkName: ext
                          internalVmNetworkName: int
                        vcenter:
                          vc1:
                            datacenters:
                            - DC1
                            port: 443
                            server: vc1
                            thumbprint: AB
                          vc2:
                            datacenters:
                            - DC2
                            server: vc2
                        """);
        assertThat(Clusters.transform(once, facts).text()).isEqualTo(once);
    }
}
