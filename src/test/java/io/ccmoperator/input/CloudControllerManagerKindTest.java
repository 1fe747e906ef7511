// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.input;

import static org.assertj.core.api.Assertions.assertThat;

import io.ccmoperator.SourceProviders;
import io.ccmoperator.YamlText;
import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.assets.tree.FieldReader;
import io.ccmoperator.cluster.DescribedCluster;
import io.ccmoperator.cluster.TlsVersion;
import io.ccmoperator.payload.PayloadFolder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The operator's own kind: one definition for the API server, for files, for the chart and for people. */
class CloudControllerManagerKindTest {
    private static final KubernetesObject DEFINITION =
            PayloadFolder.objects(".crd.yaml").get(0);

    private static final Map<String, Object> SCHEMA =
            DEFINITION.fields().maps("spec", "versions").get(0).entrySet().stream()
                    .filter(member -> member.getKey().equals("schema"))
                    .map(member -> FieldReader.of(member.getValue()).map("openAPIV3Schema"))
                    .findFirst()
                    .orElseThrow();

    /** A file has no defaults of the server, nor has an object that is older than them. */
    @Test
    void hasDefaultsOfProgram() {
        FieldReader cluster = FieldReader.of(SCHEMA).field("properties", "spec", "properties", "cluster", "properties");
        DescribedCluster described = new DescribedCluster(
                YamlText.manifest("{spec: {cluster: {provider: aws, apiServer: {host: a}}}}"),
                "operator",
                SourceProviders.index());

        assertThat(described.infrastructure(() -> false).fields().string("status", "apiServerInternalURI"))
                .isEqualTo("https://a:" + cluster.at("apiServer", "properties", "port", "default"));
        assertThat(described.tls().minVersion()).contains(TlsVersion.TLS_1_2);
        assertThat(cluster.string("tls", "properties", "minVersion", "default")).isEqualTo("VersionTLS12");
    }

    /** Whoever deletes "all" of a namespace would delete the object of the cluster, and with it the cloud controller manager. */
    @Test
    void isInNoCategory() {
        assertThat(DEFINITION.fields().map("spec", "names")).doesNotContainKey("categories");
    }

    @Test
    void explainsEveryField() {
        List<String> silent = new ArrayList<>();
        silent(SCHEMA, "", silent);

        assertThat(silent).isEmpty();
    }

    @Test
    void isTheSameInChart() throws Exception {
        Path chart =
                PayloadFolder.project().resolve("helm/ccm-operator/crds/cloudcontrollermanagers.ccmoperator.io.yaml");
        Path payload = PayloadFolder.project()
                .resolve("manifests/0000_26_cloud-controller-manager-operator_00_cloudcontrollermanager.crd.yaml");

        assertThat(Files.readString(chart))
                .isEqualTo(Files.readString(payload).replaceAll("(?s)  annotations:\n.*?(?=spec:\n)", ""));
    }

    private static Map<String, Object> properties(Map<String, Object> schema) {
        return FieldReader.of(schema).map("properties");
    }

    private static void silent(Map<String, Object> schema, String path, List<String> silent) {
        properties(schema).forEach((name, value) -> {
            FieldReader field = FieldReader.of(value);
            String place = path + "." + name;
            if (field.string("description").isEmpty()
                    && !List.of(".apiVersion", ".kind", ".metadata").contains(place)) {
                silent.add(place);
            }
            silent(field.map(), place, silent);
            silent(field.map("items"), place, silent);
        });
    }
}
