// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.assets.deployment;

import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.assets.discovery.SourceFile;
import io.ccmoperator.assets.provider.ProviderDocument;
import io.ccmoperator.assets.tree.JsonWriter;
import io.ccmoperator.assets.tree.YamlDocument;
import io.ccmoperator.assets.tree.YamlReader;
import io.fabric8.kubernetes.api.Pluralize;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.vertx.VertxHttpClientFactory;
import java.net.HttpURLConnection;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Has an API server judge objects, for the tests of a pack: what the rules of the build leave to it. The server creates the
 * namespaces of the objects, and keeps nothing else. It should be one that runs for the test.
 */
public final class PackDryRun implements AutoCloseable {
    /** The codes of HTTP with which a server refuses an object: it is not of its type, or its content is not valid. */
    private static final Set<Integer> REFUSED = Set.of(HttpURLConnection.HTTP_BAD_REQUEST, 422);

    private final KubernetesClient client;

    /** @param kubeconfig the YAML of a kubeconfig whose user may do everything */
    public PackDryRun(String kubeconfig) {
        Config config = new ConfigBuilder(Config.fromKubeconfig(kubeconfig))
                .withRequestRetryBackoffLimit(0)
                .build();
        client = new KubernetesClientBuilder()
                .withConfig(config)
                .withHttpClientFactory(new VertxHttpClientFactory())
                .build();
    }

    /** The version of the server, such as {@code v1.36.4}. */
    public String version() {
        return client.getKubernetesVersion().getGitVersion();
    }

    /**
     * What the server has against the objects of a pack: those of assets/, and the static Pods of bootstrap/, which no API server
     * sees before they start. Images, flags and variables are those of the files.
     *
     * @param resources the folder that contains {@code providers/}, such as {@code target/classes}
     * @return a line for each object that it refuses: file, document and object, then its words
     * @throws IllegalArgumentException if the folder has no provider
     * @throws KubernetesClientException if the server does not judge an object, for example since it has no such kind
     */
    public List<String> refusals(Path resources) {
        List<ProviderDocument> documents = PackValidation.folders(resources).stream()
                .flatMap(folder -> Stream.concat(folder.assets().stream(), folder.bootstrap().stream()))
                .flatMap(file -> documents(file).stream())
                .toList();
        createNamespaces(documents.stream().map(ProviderDocument::manifest).toList());
        return documents.stream()
                .flatMap(document ->
                        refusal(document.manifest()).map(words -> document.display() + ": " + words).stream())
                .toList();
    }

    /** The documents that are maps; another one, and an empty file, are faults by the rules of the build. */
    private static List<ProviderDocument> documents(SourceFile file) {
        List<ProviderDocument> documents = new ArrayList<>();
        int number = 0;
        for (YamlDocument document : YamlReader.read(file.content())) {
            int place = ++number;
            document.map()
                    .map(KubernetesObject::new)
                    .ifPresent(object -> documents.add(new ProviderDocument(file.path(), place, document, object)));
        }
        return documents;
    }

    /** Creates the namespaces of objects that are not there. */
    public void createNamespaces(List<KubernetesObject> objects) {
        objects.stream()
                .map(KubernetesObject::namespace)
                .filter(name -> !name.isEmpty())
                .distinct()
                .forEach(this::createNamespace);
    }

    private void createNamespace(String name) {
        try {
            client.raw(
                    "/api/v1/namespaces",
                    "POST",
                    JsonWriter.compact(
                            Map.of("apiVersion", "v1", "kind", "Namespace", "metadata", Map.of("name", name))));
        } catch (KubernetesClientException e) {
            if (e.getCode() != HttpURLConnection.HTTP_CONFLICT) {
                throw e;
            }
        }
    }

    /**
     * What the server has against the creation of an object; empty if it would create it.
     *
     * @throws KubernetesClientException if it does not judge the object, for example since it has no such kind
     */
    public Optional<String> refusal(KubernetesObject object) {
        String group = (object.apiVersion().contains("/") ? "/apis/" : "/api/") + object.apiVersion();
        String namespace = object.namespace().isEmpty() ? "" : "/namespaces/" + object.namespace();
        String resources = "/" + Pluralize.toPlural(object.kind().toLowerCase(Locale.ROOT));
        try {
            client.raw(
                    group + namespace + resources + "?dryRun=All&fieldValidation=Strict",
                    "POST",
                    JsonWriter.compact(object.tree()));
            return Optional.empty();
        } catch (KubernetesClientException e) {
            if (REFUSED.contains(e.getCode())) {
                return Optional.of(e.getStatus().getMessage());
            }
            throw e;
        }
    }

    @Override
    public void close() {
        client.close();
    }
}
