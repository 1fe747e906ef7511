// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.devui;

import static org.assertj.core.api.Assertions.assertThat;

import io.ccmoperator.SourceProviders;
import io.ccmoperator.assets.ManagedNamespace;
import io.ccmoperator.assets.ProviderIndex;
import io.ccmoperator.cluster.ClusterFacts;
import io.ccmoperator.cluster.Distribution;
import io.ccmoperator.cluster.ReleaseVersion;
import io.ccmoperator.cluster.WithWarnings;
import io.ccmoperator.input.ClusterFiles;
import io.ccmoperator.input.DescribingFile;
import io.ccmoperator.input.ManifestKind;
import io.ccmoperator.input.UnknownFields;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The facts are those that the command {@code manifests} reads from the manifests of such a cluster. */
class ChosenFactsTest {
    private static final ProviderIndex PROVIDERS = SourceProviders.index();

    @TempDir
    Path folder;

    @Test
    void areThoseOfManifestsOfSuchCluster() throws IOException {
        ClusterFacts read = read(
                Distribution.KUBERNETES,
                "{type: Azure, azure: {cloudName: AzureStackCloud}}",
                "platformSpec: {type: Azure}",
                "SingleReplica");

        ClusterFacts chosen = new ChosenFacts(Map.of(
                        "platform", "Azure",
                        "variant", "AzureStackCloud",
                        "topology", "SingleReplica",
                        "distribution", "kubernetes",
                        "httpProxy", "http://proxy:3128",
                        "httpsProxy", "http://proxy:3129",
                        "noProxy", ".svc,10.0.0.0/8",
                        "tlsProfile", "Modern"))
                .facts();

        assertThat(chosen).isEqualTo(read);
    }

    @Test
    void nameExternalPlatformByItsVariant() throws IOException {
        ClusterFacts read = read(
                Distribution.OPENSHIFT,
                "{type: External, external: {cloudControllerManager: {state: External}}}",
                "platformSpec: {type: External, external: {platformName: digitalocean}}",
                "HighlyAvailable");

        ClusterFacts chosen = new ChosenFacts(Map.of(
                        "platform", "External",
                        "variant", "digitalocean",
                        "topology", "HighlyAvailable",
                        "httpProxy", "http://proxy:3128",
                        "httpsProxy", "http://proxy:3129",
                        "noProxy", ".svc,10.0.0.0/8",
                        "tlsProfile", "Modern"))
                .facts();

        assertThat(chosen).isEqualTo(read);
    }

    private ClusterFacts read(Distribution distribution, String platformStatus, String spec, String topology)
            throws IOException {
        Path infrastructure = write("infrastructure.yaml", """
                apiVersion: config.openshift.io/v1
                kind: Infrastructure
                metadata: {name: cluster}
                spec: {%s}
                status: {infrastructureName: sample-7xk2p, controlPlaneTopology: %s, platformStatus: %s}
                """.formatted(spec, topology, platformStatus));
        Path proxy = write("proxy.yaml", """
                apiVersion: config.openshift.io/v1
                kind: Proxy
                metadata: {name: cluster}
                status: {httpProxy: 'http://proxy:3128', httpsProxy: 'http://proxy:3129', noProxy: '.svc,10.0.0.0/8'}
                """);
        Path network = write("network.yaml", """
                apiVersion: config.openshift.io/v1
                kind: Network
                metadata: {name: cluster}
                status: {clusterNetwork: [{cidr: 10.128.0.0/14, hostPrefix: 23}], serviceNetwork: [172.30.0.0/16]}
                """);
        Path apiServer = write("apiserver.yaml", """
                apiVersion: config.openshift.io/v1
                kind: APIServer
                metadata: {name: cluster}
                spec: {tlsAdherence: StrictAllComponents, tlsSecurityProfile: {type: Modern, modern: {}}}
                """);
        WithWarnings<ClusterFacts> facts = new ClusterFiles(
                        new DescribingFile(infrastructure, ManifestKind.INFRASTRUCTURE, PROVIDERS),
                        Optional.of(proxy),
                        Optional.of(network),
                        Optional.empty(),
                        Optional.of(apiServer),
                        Optional.empty())
                .read(
                        distribution,
                        ManagedNamespace.DEFAULT,
                        ReleaseVersion.of("0.0.1"),
                        Optional.empty(),
                        UnknownFields.reject());
        assertThat(facts.warnings()).isEmpty();
        return facts.value();
    }

    private Path write(String name, String text) throws IOException {
        return Files.writeString(folder.resolve(name), text);
    }
}
