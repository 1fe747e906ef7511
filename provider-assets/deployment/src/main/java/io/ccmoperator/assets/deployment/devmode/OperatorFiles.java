// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.assets.deployment.devmode;

import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.assets.ProviderDescriptor;
import io.ccmoperator.assets.deployment.discovery.SourceFile;
import io.ccmoperator.assets.tree.JsonReader;
import io.ccmoperator.assets.tree.JsonWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The files that the operator is given. */
final class OperatorFiles {
    private static final String IMAGES = "images.json";

    private OperatorFiles() {}

    /**
     * Writes the release's images: those of the payload, and a made-up one for each other that a provider asks for.
     *
     * @param payload the manifests of the release payload
     */
    static void writeImages(Path file, List<SourceFile> payload, List<ProviderDescriptor> providers) {
        Map<String, Object> images = new TreeMap<>();
        providers.forEach(provider ->
                provider.images().values().forEach(key -> images.put(key, "registry.example.com/development/" + key)));
        images.putAll(ofRelease(payload));
        try {
            Files.createDirectories(file.getParent());
            Files.writeString(file, JsonWriter.indented(images) + "\n");
        } catch (IOException e) {
            throw new DevModeException("cannot write " + file + ": " + e, e);
        }
    }

    @SuppressWarnings("unchecked")
    private static Map<String, Object> ofRelease(List<SourceFile> payload) {
        return payload.stream()
                .filter(file -> file.path().endsWith(".yaml"))
                .flatMap(file -> Resources.manifests(file.content()).stream())
                .filter(object -> object.kind().equals("ConfigMap")
                        && !object.fields().string("data", IMAGES).isEmpty())
                .findFirst()
                .map(images ->
                        (Map<String, Object>) JsonReader.read(images.fields().string("data", IMAGES)))
                .orElse(Map.of());
    }

    /** Writes a kubeconfig that only its owner may read. */
    static void writeKubeconfig(Path file, EmbeddedServer server, String token) {
        Map<String, Object> cluster = new TreeMap<>();
        cluster.put("server", server.uri().toString());
        server.certificate().ifPresent(pem -> cluster.put("certificate-authority", pem.toString()));
        Map<String, Object> context = Map.of("cluster", "development", "user", "development");
        Map<String, Object> kubeconfig = Map.of(
                "apiVersion",
                "v1",
                "kind",
                "Config",
                "current-context",
                "development",
                "contexts",
                List.of(Map.of("name", "development", "context", context)),
                "clusters",
                List.of(Map.of("name", "development", "cluster", cluster)),
                "users",
                List.of(Map.of("name", "development", "user", Map.of("token", token))));
        try {
            Files.createDirectories(file.getParent());
            // YAML has JSON within it.
            PrivateFile.write(file, JsonWriter.indented(new KubernetesObject(kubeconfig).tree()) + "\n");
        } catch (IOException e) {
            throw new DevModeException("cannot write " + file + ": " + e, e);
        }
    }
}
