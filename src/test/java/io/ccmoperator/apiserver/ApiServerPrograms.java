// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.apiserver;

import io.fabric8.kubeapitest.KubeAPIServerConfigBuilder;
import io.fabric8.kubeapitest.binary.BinaryManager;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * The programs etcd and kube-apiserver: of the folder that the environment variable KUBEBUILDER_ASSETS names, or those that
 * Fabric8's kube-api-test downloads if the system property {@code api-server.fetch} is set, to a version such as
 * {@code 1.34.*} or without a value.
 */
final class ApiServerPrograms {
    /** Why tests are skipped, and what to do. */
    static final String MISSING = "no API server: set KUBEBUILDER_ASSETS to a folder with etcd and kube-apiserver,"
            + " or give Maven -Dapi-server.fetch to download them";

    private static final String ASSETS = "KUBEBUILDER_ASSETS";
    private static final String FETCH = "api-server.fetch";
    private static final String ETCD = "etcd";
    private static final String API_SERVER = "kube-apiserver";

    private ApiServerPrograms() {}

    static boolean areAvailable() {
        return folder().isPresent();
    }

    static String etcd() {
        return program(ETCD);
    }

    static String apiServer() {
        return program(API_SERVER);
    }

    static String kubectl() {
        return program("kubectl");
    }

    /** Is not among what kube-api-test downloads. */
    static Optional<Path> controllerManager() {
        return folder().map(folder -> folder.resolve("kube-controller-manager")).filter(Files::isExecutable);
    }

    private static String program(String name) {
        return folder().orElseThrow(() -> new IllegalStateException(MISSING))
                .resolve(name)
                .toString();
    }

    private static Optional<Path> folder() {
        String assets = System.getenv(ASSETS);
        String version = System.getProperty(FETCH);
        if (assets != null && !assets.isEmpty()) {
            return Optional.of(checked(Path.of(assets).toAbsolutePath()));
        }
        return Optional.ofNullable(version)
                .filter(value -> !value.equals("false"))
                .map(ApiServerPrograms::fetched);
    }

    private static Path checked(Path folder) {
        for (String program : List.of(ETCD, API_SERVER)) {
            if (!Files.isExecutable(folder.resolve(program))) {
                throw new IllegalStateException(
                        ASSETS + " names " + folder + ", which has no program " + program + "; name another folder");
            }
        }
        return folder;
    }

    /** Downloads nothing if kube-api-test has the version already, in the folder KUBE_API_TEST_DIR or ~/.kubeapitest. */
    private static Path fetched(String version) {
        KubeAPIServerConfigBuilder config = KubeAPIServerConfigBuilder.anAPIServerConfig();
        if (!version.isEmpty() && !version.equals("true")) {
            config.withApiServerVersion(version);
        }
        BinaryManager manager = new BinaryManager(config.build());
        manager.initAndDownloadIfRequired();
        return checked(
                manager.binaries().getApiServer().getAbsoluteFile().toPath().getParent());
    }
}
