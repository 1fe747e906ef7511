// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ccmoperator.SourceProviders;
import io.ccmoperator.YamlText;
import io.ccmoperator.assets.ProviderIndex;
import io.ccmoperator.assets.ResourceKind;
import io.ccmoperator.cluster.Infrastructure.CloudConfigReference;
import io.ccmoperator.cluster.ProxySettings.TrustedCa;
import java.net.URI;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class DescribedClusterTest {
    private static final ProviderIndex PROVIDERS = SourceProviders.index();

    private static DescribedCluster cluster(String spec) {
        return new DescribedCluster(YamlText.manifest("""
                apiVersion: ccmoperator.io/v1beta1
                kind: CloudControllerManager
                metadata: {name: cluster}
                spec: {cluster: %s}
                """.formatted(spec)), "operator", PROVIDERS);
    }

    private static Infrastructure infrastructure(String spec) {
        return Infrastructure.of(cluster(spec).infrastructure(() -> false).tree());
    }

    @Test
    void readsPlatformAsInfrastructureHasIt() {
        assertThat(infrastructure("""
                {provider: azurestack, name: sample-1, controlPlaneTopology: SingleReplica,
                 apiServer: {host: api.example.com}, cloudConfig: {configMap: {name: cloud, key: azure.json}}}"""))
                .isEqualTo(new Infrastructure(
                        "Azure",
                        "AzureStackCloud",
                        "sample-1",
                        Topology.SINGLE_REPLICA,
                        true,
                        Optional.of(URI.create("https://api.example.com:6443")),
                        Optional.of(
                                new CloudConfigReference(ResourceKind.CONFIG_MAP, "operator", "cloud", "azure.json"))));
    }

    @Test
    void findsProviderOfExternalPlatformByItsName() {
        Infrastructure infrastructure = infrastructure("{provider: digitalocean, name: a}");

        assertThat(infrastructure.variant()).isEqualTo("digitalocean");
        assertThat(infrastructure.externalCloudControllerManager()).isTrue();
    }

    /** Each name that the command providers prints is enough to find that very provider. */
    @Test
    void findsEachProviderByItsName() {
        assertThat(PROVIDERS.entries()).isNotEmpty().allSatisfy(entry -> {
            Infrastructure infrastructure = infrastructure("{provider: " + entry.name() + ", name: a}");

            assertThat(infrastructure.platform()).isEqualTo(entry.platform());
            assertThat(infrastructure.variant()).isEqualTo(entry.variant());
            assertThat(infrastructure.externalCloudControllerManager()).isTrue();
        });
    }

    @Test
    void findsNoProviderByNameOfPlatform() {
        assertThat(infrastructure("{provider: external, name: a}").platform()).isEqualTo("external");
        assertThat(infrastructure("{provider: vmware, name: a}").platform()).isEqualTo("vmware");
    }

    @Test
    void keepsCloudOfAzure() {
        assertThat(infrastructure("{provider: azure, name: a, azure: {cloudName: AzureChinaCloud}}")
                        .variant())
                .isEqualTo("AzureChinaCloud");
    }

    @Test
    void putsAddressOfIpV6IntoBrackets() {
        assertThat(infrastructure("{provider: aws, name: a, apiServer: {host: 'fd00::1', port: 443}}")
                        .apiServer())
                .contains(URI.create("https://[fd00::1]:443"));
    }

    @Test
    void countsNodesOnlyWhereTopologyIsNotGiven() {
        String spec = "{provider: aws, name: a%s}";

        assertThat(Infrastructure.of(cluster(spec.formatted(""))
                                .infrastructure(() -> true)
                                .tree())
                        .topology())
                .isEqualTo(Topology.SINGLE_REPLICA);
        assertThat(infrastructure(spec.formatted("")).topology()).isEqualTo(Topology.HIGHLY_AVAILABLE);
        assertThat(Infrastructure.of(cluster(spec.formatted(", controlPlaneTopology: DualReplica"))
                                .infrastructure(() -> {
                                    throw new AssertionError("no count is needed");
                                })
                                .tree())
                        .topology())
                .isEqualTo(Topology.HIGHLY_AVAILABLE);
    }

    @Test
    void givesVSphereToReadersOfSpecAndOfStatus() {
        var infrastructure = cluster("{provider: vsphere, name: a, vsphere: {ingressIPs: [10.0.0.2]}, azure: {}}")
                .infrastructure(() -> false);

        assertThat(infrastructure.fields().strings("status", "platformStatus", "vsphere", "ingressIPs"))
                .containsExactly("10.0.0.2");
        assertThat(infrastructure.fields().map("spec", "platformSpec")).containsOnlyKeys("type", "vsphere");
    }

    @Test
    void keepsConfigurationOfSecretInSecret() {
        assertThat(infrastructure("{provider: aws, name: a, cloudConfig: {secret: {name: s, key: k}}}")
                        .kindOfCloudConf())
                .isEqualTo(ResourceKind.SECRET);
    }

    @Test
    void readsNetworksProxyAndAuthorities() {
        DescribedCluster cluster = cluster("""
                {provider: aws, name: a, network: {pods: [10.244.0.0/16, "fd01::/48"], services: [10.96.0.0/12]},
                 proxy: {httpsProxy: "http://proxy:3128", noProxy: .svc}, trustedCA: {configMap: {name: ca, key: ca.pem}}}""");

        assertThat(ClusterNetworks.of(cluster.network().tree()))
                .isEqualTo(new ClusterNetworks(List.of("10.244.0.0/16", "fd01::/48"), List.of("10.96.0.0/12")));
        assertThat(cluster.network().fields().list("spec", "serviceNetwork")).isEqualTo(List.of("10.96.0.0/12"));
        assertThat(ProxySettings.of(cluster.proxy().tree()))
                .isEqualTo(new ProxySettings("", "http://proxy:3128", ".svc"));
        assertThat(TrustedCa.of(cluster.proxy()))
                .contains(new TrustedCa(
                        "operator", "ca", "ca.pem", "CloudControllerManager cluster", "spec.cluster.trustedCA"));
    }

    @Test
    void servesTls12WithSuitesOfLibraryUnlessSet() {
        assertThat(cluster("{provider: aws, name: a}").tls()).isEqualTo(TlsSettings.of(TlsVersion.TLS_1_2, List.of()));
        assertThat(cluster(
                                "{provider: aws, name: a, tls: {minVersion: VersionTLS13, cipherSuites: [TLS_AES_128_GCM_SHA256]}}")
                        .tls())
                .isEqualTo(TlsSettings.of(TlsVersion.TLS_1_3, List.of(CipherSuite.TLS_AES_128_GCM_SHA256)));
    }

    @Test
    void servesGroupsThatItNamesInTheirOrder() {
        assertThat(cluster("{provider: aws, name: a, tls: {groups: [X25519MLKEM768, secp256r1]}}")
                        .tls())
                .isEqualTo(new TlsSettings(
                        Optional.of(TlsVersion.TLS_1_2),
                        List.of(),
                        List.of(TlsGroup.X25519_MLKEM768, TlsGroup.SECP256R1)));
        assertThatThrownBy(() -> cluster("{provider: aws, name: a, tls: {groups: [x25519]}}")
                        .tls())
                .isInstanceOf(InvalidInputException.class)
                .hasMessage(
                        "CloudControllerManager cluster: spec.cluster.tls.groups: 'x25519' is not known; it is one of X25519,"
                                + " secp256r1, secp384r1, secp521r1, X25519MLKEM768, SecP256r1MLKEM768, SecP384r1MLKEM1024");
    }

    @Test
    void namesFieldThatIsMissing() {
        assertThatThrownBy(() -> infrastructure("{name: a}"))
                .isInstanceOf(InvalidInputException.class)
                .hasMessage(
                        "CloudControllerManager cluster: spec.cluster.provider is missing; set it to the name of the provider"
                                + " of the cluster's cloud, such as aws");
    }

    @Test
    void namesFieldOfPlatformWhereAdministratorFindsIt() {
        assertThat(Infrastructure.place(cluster("{provider: azure}").infrastructure(() -> false), "azure.cloudName"))
                .isEqualTo("CloudControllerManager cluster: spec.cluster.azure.cloudName");
    }
}
