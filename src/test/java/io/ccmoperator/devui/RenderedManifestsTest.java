// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.devui;

import static org.assertj.core.api.Assertions.assertThat;

import io.ccmoperator.SourceProviders;
import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.assets.Provider;
import io.ccmoperator.assets.ProviderIndex;
import io.ccmoperator.assets.tree.YamlWriter;
import io.ccmoperator.cluster.ImageReferences;
import io.ccmoperator.substitution.DesiredResources;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RenderedManifestsTest {
    private static final Map<String, String> AWS = Map.of(
            "platform", "AWS",
            "topology", "HighlyAvailable",
            "distribution", "openshift",
            "tlsProfile", "Intermediate");

    @TempDir
    Path folder;

    private SourceProviders providers;
    private RenderedManifests manifests;

    @BeforeEach
    void open() throws IOException {
        providers = SourceProviders.open();
        Path images = Files.writeString(folder.resolve("images.json"), """
                {"cloudControllerManagerAWS": "registry/aws:1", "cloudControllerManagerOperator": "registry/operator:1"}
                """);
        manifests = new RenderedManifests(Optional.of(images));
    }

    @AfterEach
    void close() {
        providers.close();
    }

    @Test
    void areWhatRunApplies() {
        Provider aws = ProviderIndex.load().find("AWS", "").orElseThrow();
        List<String> applied = DesiredResources.of(
                        aws,
                        new ChosenFacts(AWS).facts(),
                        new ImageReferences(Map.of(
                                "cloudControllerManagerAWS", "registry/aws:1",
                                "cloudControllerManagerOperator", "registry/operator:1")))
                .stream()
                .map(KubernetesObject::tree)
                .map(YamlWriter::write)
                .toList();

        Map<String, Object> rendered = manifests.render(AWS);

        assertThat(assets(rendered)).extracting(object -> object.get("yaml")).isEqualTo(applied);
        assertThat(rendered.get("faults")).isEqualTo(List.of());
        assertThat(deployment(rendered)).contains("image: registry/aws:1", "replicas: 2");
    }

    @Test
    void followTopologyProxyAndTlsProfile() {
        String rendered = deployment(manifests.render(
                with(Map.of("topology", "SingleReplica", "httpsProxy", "http://proxy:3128", "tlsProfile", "Modern"))));

        assertThat(rendered)
                .contains("replicas: 1", "name: HTTPS_PROXY\n", "value: http://proxy:3128\n", "VersionTLS13");
    }

    @Test
    void sayWhyThereAreNone() {
        assertThat(manifests.render(with(Map.of("platform", "Mist"))).get("faults"))
                .isEqualTo(List.of("platform Mist has no provider here"));
        assertThat(manifests.render(with(Map.of("platform", "GCP"))).get("faults"))
                .asString()
                .contains("cloudControllerManagerGCP");
    }

    @Test
    void nameVariableThatDevelopmentModeSets() {
        assertThat(new RenderedManifests(Optional.empty()).render(AWS).get("faults"))
                .asString()
                .contains("CCM_OPERATOR_IMAGES_JSON is not set", "./mvnw quarkus:dev");
    }

    private static Map<String, String> with(Map<String, String> facts) {
        Map<String, String> all = new HashMap<>(AWS);
        all.putAll(facts);
        return all;
    }

    @SuppressWarnings("unchecked")
    private static List<Map<String, String>> assets(Map<String, Object> rendered) {
        return (List<Map<String, String>>) rendered.get("assets");
    }

    private static String deployment(Map<String, Object> rendered) {
        return assets(rendered).stream()
                .filter(object -> object.get("kind").equals("Deployment"))
                .findFirst()
                .orElseThrow()
                .get("yaml");
    }
}
