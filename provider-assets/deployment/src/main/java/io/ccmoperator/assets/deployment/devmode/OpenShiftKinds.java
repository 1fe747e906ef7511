// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.assets.deployment.devmode;

import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.assets.tree.FieldReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** The kinds that OpenShift adds to a cluster, as far as the operator reads and writes them. */
final class OpenShiftKinds {
    private static final String RESOURCE = "kinds.yaml";
    private static final Duration SERVED_WITHIN = Duration.ofSeconds(30);

    private OpenShiftKinds() {}

    /**
     * Adds the kinds to an API server and waits until it serves them.
     *
     * @param folder holds CustomResourceDefinitions with their schemas; kinds that are not there take any field
     * @throws IOException if the folder cannot be read, or the server does not serve a kind in time
     */
    static void create(ClusterClient client, Optional<Path> folder) throws IOException {
        List<KubernetesObject> definitions = folder.isPresent() ? published(folder.get()) : new ArrayList<>();
        List<String> names = definitions.stream().map(KubernetesObject::name).toList();
        Resources.manifests(RESOURCE).stream()
                .filter(definition -> !names.contains(definition.name()))
                .forEach(definitions::add);
        for (KubernetesObject definition : definitions) {
            client.create(definition);
        }
        for (KubernetesObject definition : definitions) {
            awaitServed(client, definition);
        }
    }

    private static List<KubernetesObject> published(Path folder) throws IOException {
        List<Path> files;
        try (Stream<Path> all = Files.list(folder)) {
            files = all.filter(file -> file.toString().endsWith(".yaml"))
                    .sorted()
                    .toList();
        }
        List<KubernetesObject> definitions = new ArrayList<>();
        for (Path file : files) {
            Resources.manifests(Files.readAllBytes(file)).stream()
                    .filter(object -> object.kind().equals("CustomResourceDefinition"))
                    .forEach(definitions::add);
        }
        return definitions;
    }

    private static void awaitServed(ClusterClient client, KubernetesObject definition) throws IOException {
        String version = FieldReader.of(
                        definition.fields().maps("spec", "versions").get(0))
                .string("name");
        String path = "/apis/" + definition.fields().string("spec", "group") + "/" + version + "/"
                + definition.fields().string("spec", "names", "plural");
        long end = System.nanoTime() + SERVED_WITHIN.toNanos();
        while (!client.serves(path)) {
            if (System.nanoTime() > end) {
                throw new IOException("the API server does not serve " + definition.name());
            }
            pause();
        }
    }

    private static void pause() throws IOException {
        try {
            TimeUnit.MILLISECONDS.sleep(50);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        }
    }
}
