// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.preview;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ccmoperator.YamlText;
import io.ccmoperator.client.StoredObjects;
import io.ccmoperator.cluster.InvalidInputException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class OperatorDeploymentTest {
    private static final String FILE = "/etc/config/images.json";

    private final StoredObjects server = new StoredObjects();

    private void deploy(String container, String volumes) {
        server.put(YamlText.manifest("""
                apiVersion: apps/v1
                kind: Deployment
                metadata: {name: cluster-cloud-controller-manager-operator, namespace: o}
                spec: {template: {spec: {containers: [{name: other, args: [sleep]}, %s], volumes: %s}}}
                """.formatted(container, volumes)));
    }

    private OperatorDeployment read() {
        return OperatorDeployment.read(server, "o").orElseThrow();
    }

    @Test
    void isAbsentWithoutDeployment() {
        assertThat(OperatorDeployment.read(server, "o")).isEmpty();
    }

    @Test
    void readsFlagsAfterCommandAndVariables() {
        deploy(
                "{name: c, command: [bash], args: [run, --namespace=$(NS), -v, '2'], env: [{name: NS, value: n}, {name: F, valueFrom: {}}]}",
                "[]");

        assertThat(read().flags()).isEqualTo(List.of("--namespace=n", "-v", "2"));
        assertThat(read().environment()).isEqualTo(Map.of("NS", "n", "F", ""));
    }

    @Test
    void rejectsDeploymentThatDoesNotRunOperator() {
        deploy("{name: c, args: [start]}", "[]");

        assertThatThrownBy(this::read)
                .isInstanceOf(InvalidInputException.class)
                .hasMessage(
                        "Deployment o/cluster-cloud-controller-manager-operator: no container has the argument run;"
                                + " name the namespace of this operator with --operator-namespace, or its images with --images-file");
    }

    @Test
    void findsFileInMountedConfigMap() {
        server.put(YamlText.manifest(
                "{apiVersion: v1, kind: ConfigMap, metadata: {name: images, namespace: o}, data: {i: content}}"));
        deploy(
                "{args: [run], volumeMounts: [{name: x, mountPath: /x}, {name: v, mountPath: /etc/config}]}",
                "[{name: v, configMap: {name: images, items: [{key: i, path: images.json}]}}]");

        assertThat(read().file(server, FILE)).isEqualTo(Map.entry("ConfigMap o/images, key i", "content"));
    }

    @Test
    void namesConfigMapThatDoesNotExist() {
        deploy(
                "{args: [run], volumeMounts: [{name: v, mountPath: /etc/config/}]}",
                "[{name: v, configMap: {name: images}}]");

        assertThatThrownBy(() -> read().file(server, FILE))
                .hasMessageContaining("ConfigMap o/images, key images.json, which Deployment o/")
                .hasMessageContaining("does not exist; name a file with --images-file");
    }

    @Test
    void saysThatNoVolumeHasFile() {
        deploy("{args: [run]}", "[]");

        assertThatThrownBy(() -> read().file(server, FILE))
                .hasMessageContaining("no volume of a ConfigMap has /etc/config/images.json");
    }
}
