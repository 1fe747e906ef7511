// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.assets.deployment.validation;

import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.assets.tree.JsonWriter;
import io.fabric8.kubeapitest.KubeAPIServer;
import io.fabric8.kubeapitest.KubeAPIServerConfigBuilder;
import io.fabric8.kubeapitest.Utils;
import io.fabric8.kubeapitest.binary.OSInfo;
import io.fabric8.kubernetes.api.Pluralize;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.vertx.VertxHttpClientFactory;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * An API server process that judges objects and keeps none. Its programs are those of the folder that the environment variable
 * KUBEBUILDER_ASSETS names, or those that kube-api-test downloads if the system property {@code api-server.fetch} is set, to a
 * version such as {@code 1.34.*} or without a value.
 */
final class Oracle implements AutoCloseable {
    /** Why tests are skipped, and what to do. */
    static final String MISSING = "no API server: set KUBEBUILDER_ASSETS to a folder with etcd and kube-apiserver,"
            + " or give Maven -Dapi-server.fetch to download them";

    /** The codes of HTTP with which a server refuses an object: it is not of its type, or its content is not valid. */
    private static final Set<Integer> REFUSED = Set.of(400, 422);

    private final KubeAPIServer server;
    private final Thread atExit;
    private final KubernetesClient client;

    private Oracle(KubeAPIServer server, Thread atExit) {
        this.server = server;
        this.atExit = atExit;
        Config config = new ConfigBuilder(Config.fromKubeconfig(server.getKubeConfigYaml()))
                .withRequestRetryBackoffLimit(0)
                .build();
        client = new KubernetesClientBuilder()
                .withConfig(config)
                .withHttpClientFactory(new VertxHttpClientFactory())
                .build();
    }

    /**
     * Starts the server, with RBAC and a client that may do everything, and waits until it serves.
     *
     * @param folder an empty one for its keys
     * @return empty if it is not said where its programs are
     */
    static Optional<Oracle> start(Path folder) {
        return programs(folder).map(programs -> {
            KubeAPIServer server = new KubeAPIServer(programs.withApiServerFlag("--bind-address", "127.0.0.1")
                    .withUpdateKubeConfig(false)
                    .build());
            // A test that is interrupted from outside, or of whose server only etcd starts, closes nothing.
            Thread atExit = new Thread(server::stop);
            Runtime.getRuntime().addShutdownHook(atExit);
            server.start();
            return new Oracle(server, atExit);
        });
    }

    private static Optional<KubeAPIServerConfigBuilder> programs(Path folder) {
        String assets = System.getenv("KUBEBUILDER_ASSETS");
        String version = System.getProperty("api-server.fetch", "false");
        KubeAPIServerConfigBuilder programs = KubeAPIServerConfigBuilder.anAPIServerConfig();
        if (assets != null && !assets.isEmpty()) {
            return Optional.of(
                    programs.withTestDir(folderOf(Path.of(assets), folder)).withOfflineMode(true));
        } else if (version.equals("false")) {
            return Optional.empty();
        }
        return Optional.of(
                version.isEmpty() || version.equals("true") ? programs : programs.withApiServerVersion(version));
    }

    /** Makes the folder one of kube-api-test, which looks for programs in a folder that is named after version and machine. */
    private static String folderOf(Path assets, Path folder) {
        try {
            Path versions = Files.createDirectories(folder.resolve("k8s"));
            Files.createSymbolicLink(
                    versions.resolve("1.0.0" + Utils.platformSuffix(new OSInfo())), assets.toAbsolutePath());
            return folder.toString();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Such as {@code v1.36.4}. */
    String version() {
        return client.getKubernetesVersion().getGitVersion();
    }

    /** Whether it is a release of Kubernetes: the version of what others build has a suffix such as {@code +k3s1}. */
    boolean isRelease() {
        return !version().contains("+");
    }

    /** Creates the namespaces of objects. */
    void createNamespaces(List<KubernetesObject> objects) {
        objects.stream()
                .map(KubernetesObject::namespace)
                .filter(name -> !name.isEmpty() && !name.equals("kube-system"))
                .distinct()
                .forEach(name -> client.raw(
                        "/api/v1/namespaces",
                        "POST",
                        JsonWriter.compact(
                                Map.of("apiVersion", "v1", "kind", "Namespace", "metadata", Map.of("name", name)))));
    }

    /**
     * What the server has against the creation of an object; empty if it would create it.
     *
     * @throws KubernetesClientException if it does not judge the object, for example since it has no such kind
     */
    Optional<String> refusal(KubernetesObject object) {
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
        Runtime.getRuntime().removeShutdownHook(atExit);
        server.stop();
    }
}
