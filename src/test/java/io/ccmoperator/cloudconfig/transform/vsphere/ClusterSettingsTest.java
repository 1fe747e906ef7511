// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.cloudconfig.transform.vsphere;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ccmoperator.YamlText;
import io.ccmoperator.cloudconfig.transform.TransformedConfig;
import io.ccmoperator.cloudconfig.transform.TransformerFacts;
import io.ccmoperator.cluster.Distribution;
import io.ccmoperator.cluster.EnabledFeatures;
import io.ccmoperator.cluster.InvalidInputException;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

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

    private static final String ALL = """
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
                """;

    @ParameterizedTest
    @ValueSource(
            strings = {
                "[Global]\nsecret-name = s ; mine\nsecret-namespace=n\n[VirtualCenter \"vc1\"]\n[Workspace]\nserver = vc1\n",
                "# mine\nvcenter: {vc1: {server: vc1, user: u, password: p}}\nglobal:\n    insecureFlag: true\n",
            })
    void keepsConfigurationOnKubernetesWhereNothingIsAdded(String source) {
        TransformerFacts facts = Clusters.onKubernetes(Clusters.withCredentials(Clusters.BARE));

        assertThat(Clusters.transform(source, facts).text()).isEqualTo(source);
    }

    @Test
    void namesSecretOnKubernetesWhereCredentialsAreMissing() {
        TransformerFacts facts = Clusters.onKubernetes(Clusters.withCredentials(Clusters.BARE));

        assertThat(Clusters.transform("vcenter: {vc1: {server: vc1}}\n", facts).text())
                .isEqualTo("""
                        global:
                          secretName: vsphere-cloud-credentials
                          secretNamespace: ccm
                        vcenter:
                          vc1:
                            server: vc1
                        """);
    }

    @Test
    void addsDescriptionAloneOnKubernetes() {
        TransformedConfig config = Clusters.transform(
                "vcenter: {vc1: {server: vc1, user: u, password: p}, vc2: {server: vc2, user: u, password: p}}",
                Clusters.onKubernetes(Clusters.cluster(ALL, "172.30.0.0/16,fd02::/112")));

        assertThat(config.text()).isEqualTo("""
                        nodes:
                          excludeExternalNetworkSubnetCidr: 10.0.0.2/32,fd00::2/128,10.0.0.3/32
                          excludeInternalNetworkSubnetCidr: 10.1.0.0/16,10.0.0.2/32,fd00::2/128,10.0.0.3/32
                          externalNetworkSubnetCidr: 10.0.0.0/16,fd00::/64
                          externalVmNetworkName: ext
                          internalVmNetworkName: int
                        vcenter:
                          vc1:
                            datacenters:
                            - DC1
                            password: p
                            port: 443
                            server: vc1
                            user: u
                          vc2:
                            datacenters:
                            - DC2
                            password: p
                            server: vc2
                            user: u
                        """);
        assertThat(config.warnings()).isEmpty();
    }

    @Test
    void warnsOfEachValueThatClusterReplaces() {
        TransformedConfig config = Clusters.transform("""
                global: {ipFamily: [ipv6], secretName: s, secretNamespace: n, user: secret-user, password: secret-word}
                labels: {zone: k8s-zone, region: openshift-region}
                nodes:
                  externalNetworkSubnetCidr: 10.9.0.0/16
                  internalVmNetworkName: int
                  excludeInternalNetworkSubnetCidr: 10.0.0.2/32, 10.1.0.0/16
                vcenter:
                  east: {server: VC1, port: 8443, datacenters: [DC1, DC0]}
                  vc2: {server: other}
                  old: {server: old.example.com, user: secret-user, password: secret-word}
                """, Clusters.cluster(ALL, "172.30.0.0/16,fd02::/112"));

        assertThat(config.warnings())
                .containsExactly(
                        "global.ipFamily: 'ipv6' has no effect, since the operator sets 'ipv4,ipv6'; write that, or remove it",
                        "vcenter.east.port: '8443' has no effect, since the operator sets '443'; write that, or remove it",
                        "vcenter.east.datacenters: 'DC1,DC0' has no effect, since the operator sets 'DC1'; write that, or"
                                + " remove it",
                        "vcenter.vc2.server: 'other' has no effect, since the operator sets 'vc2'; write that, or remove it",
                        "vcenter: 'old' has no effect, since the operator sets 'vc1,vc2'; write that, or remove it",
                        "labels.zone: 'k8s-zone' has no effect, since the operator sets 'openshift-zone'; write that, or"
                                + " remove it",
                        "nodes.externalNetworkSubnetCidr: '10.9.0.0/16' has no effect, since the operator sets"
                                + " '10.0.0.0/16,fd00::/64'; write that, or remove it",
                        "global: user and password have no effect beside secretName and secretNamespace; remove them");
    }

    @Test
    void combinesAllSettingsOfCluster() {
        TransformerFacts facts = Clusters.cluster(ALL, "172.30.0.0/16,fd02::/112");
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
