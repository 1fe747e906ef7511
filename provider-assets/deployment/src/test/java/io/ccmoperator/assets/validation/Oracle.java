// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.assets.validation;

import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.assets.deployment.PackDryRun;
import io.fabric8.kubeapitest.KubeAPIServer;
import io.fabric8.kubeapitest.KubeAPIServerConfigBuilder;
import io.fabric8.kubeapitest.Utils;
import io.fabric8.kubeapitest.binary.OSInfo;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * An API server process that judges objects and keeps none. Its programs are those of the folder that the environment variable
 * KUBEBUILDER_ASSETS names, or those that kube-api-test downloads if the system property {@code api-server.fetch} is set, to a
 * version such as {@code 1.34.*} or without a value.
 */
final class Oracle implements AutoCloseable {
    /** Why tests are skipped, and what to do. */
    static final String MISSING = "no API server: set KUBEBUILDER_ASSETS to a folder with etcd and kube-apiserver,"
            + " or give Maven -Dapi-server.fetch to download them";

    private final KubeAPIServer server;
    private final Thread atExit;
    private final PackDryRun dryRun;

    private Oracle(KubeAPIServer server, Thread atExit) {
        this.server = server;
        this.atExit = atExit;
        dryRun = new PackDryRun(server.getKubeConfigYaml());
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
        return dryRun.version();
    }

    /** Whether it is a release of Kubernetes: the version of what others build has a suffix such as {@code +k3s1}. */
    boolean isRelease() {
        return !version().contains("+");
    }

    /** Creates the namespaces of objects. */
    void createNamespaces(List<KubernetesObject> objects) {
        dryRun.createNamespaces(objects);
    }

    /** What the server has against the creation of an object; empty if it would create it. */
    Optional<String> refusal(KubernetesObject object) {
        return dryRun.refusal(object);
    }

    /** The same for the objects of a pack. */
    List<String> refusals(Path resources) {
        return dryRun.refusals(resources);
    }

    @Override
    public void close() {
        dryRun.close();
        Runtime.getRuntime().removeShutdownHook(atExit);
        server.stop();
    }
}
