// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.cloudconfig;

import static org.assertj.core.api.Assertions.assertThat;

import io.ccmoperator.ControllerScene;
import io.ccmoperator.SourceProviders;
import io.ccmoperator.cluster.Distribution;
import io.ccmoperator.cluster.ImageReferences;
import io.ccmoperator.cluster.InvalidInputException;
import java.util.Map;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Warnings that depend on the image of the cloud controller manager, and on where the configuration is. */
class CloudConfigOnKubernetesTest {
    private static final String WARNING =
            "[Global] token: the cloud controller manager reads it since release v1.35.0, and its image is ";

    private final ControllerScene scene = new ControllerScene();
    private final SourceProviders providers = SourceProviders.open();

    @AfterEach
    void end() {
        providers.close();
    }

    private String reconcile(String controllerManager, Supplier<ImageReferences> images) throws Exception {
        scene.put("""
                {apiVersion: v1, kind: ConfigMap, metadata: {name: source, namespace: operator},
                 data: {cloud.conf: "[Global]\\nusername = u\\npassword = p\\ntoken = t\\n"}}
                """);
        scene.put("""
                apiVersion: ccmoperator.io/v1beta1
                kind: CloudControllerManager
                metadata: {name: cluster, uid: own, generation: 1}
                spec:
                  controllerManager: {%s}
                  cluster:
                    provider: openstack
                    name: sample-1
                    controlPlaneTopology: HighlyAvailable
                    cloudConfig: {configMap: {name: source, key: cloud.conf}}
                """, controllerManager);
        return new CloudConfigReconciler(
                        scene.cluster,
                        scene.status(Distribution.KUBERNETES),
                        ControllerScene.settings(Distribution.KUBERNETES),
                        images,
                        () -> {})
                .reconcile()
                .toString();
    }

    @Test
    void comparesWithImageOfObject() throws Exception {
        assertThat(reconcile("image: 'registry.example.com/openstack:v1.34.1'", () -> new ImageReferences(Map.of())))
                .contains(WARNING + "v1.34.1");
    }

    @Test
    void comparesWithImageOfFile() throws Exception {
        ImageReferences images = new ImageReferences(Map.of("cloudControllerManagerOpenStack", "openstack:v1.33.1"));

        assertThat(reconcile("", () -> images)).contains(WARNING + "v1.33.1");
    }

    /** The controller of the workloads reports a file that is invalid. */
    @Test
    void comparesWithImageForServer() throws Exception {
        Supplier<ImageReferences> invalid = () -> {
            throw new InvalidInputException("images.json is invalid");
        };

        assertThat(reconcile("", invalid)).contains("Converged").doesNotContain("token");
    }

    @Test
    void warnsOfCredentialsInConfigMap() throws Exception {
        assertThat(reconcile("", () -> new ImageReferences(Map.of())))
                .contains(
                        "ConfigMap operator/source, key cloud.conf: the configuration has credentials, and all users with the"
                                + " role view read ConfigMaps; put it into a Secret");
    }
}
