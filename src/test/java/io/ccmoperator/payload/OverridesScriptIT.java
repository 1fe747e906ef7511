// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.payload;

import static io.ccmoperator.YamlText.manifest;
import static org.assertj.core.api.Assertions.assertThat;

import io.ccmoperator.apiserver.ApiServer;
import io.ccmoperator.apiserver.CustomResources;
import io.ccmoperator.apiserver.RequiresApiServer;
import io.ccmoperator.assets.KubernetesObject;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfEnvironmentVariable;
import org.junit.jupiter.api.io.TempDir;

/** docs/samples/overrides.sh, with the schema of ClusterVersion, by which the API server merges its list of overrides. */
@RequiresApiServer
@EnabledIfEnvironmentVariable(named = "OPENSHIFT_CRDS", matches = ".+")
class OverridesScriptIT {
    private static final String OPERATOR =
            "Deployment.apps/openshift-cloud-controller-manager-operator/cluster-cloud-controller-manager-operator";

    private static final String FOREIGN = "Deployment.apps/openshift-other/other";

    private static final KubernetesObject VERSION = manifest("""
            apiVersion: config.openshift.io/v1
            kind: ClusterVersion
            metadata: {name: version}
            spec:
              clusterID: 00000000-0000-4000-8000-000000000000
              channel: stable
              overrides:
                - {kind: Deployment, group: apps, namespace: openshift-other, name: other, unmanaged: true}
            """);

    private static ApiServer server;
    private static Path kubeconfig;

    @BeforeAll
    static void start(@TempDir Path folder) {
        server = ApiServer.start(folder);
        kubeconfig = server.kubeconfig(server.uri());
        CustomResources.loadOpenShift(server.admin());
    }

    @AfterAll
    static void stop() {
        if (server != null) {
            server.close();
        }
    }

    @BeforeEach
    void createClusterVersion() {
        recreate(VERSION);
    }

    @Test
    void keepsOverridesOfOthers() throws Exception {
        assertThat(run("on").exitCode()).isZero();

        assertThat(overrides()).containsExactlyInAnyOrder(FOREIGN, OPERATOR);
        assertThat(spec()).containsEntry("channel", "stable");
    }

    @Test
    void changesNothingTheSecondTime() throws Exception {
        run("on");
        Object before = metadata().get("resourceVersion");

        assertThat(run("on").exitCode()).isZero();

        assertThat(metadata()).containsEntry("resourceVersion", before);
    }

    @Test
    void removesItsOwnOverridesOnly() throws Exception {
        run("on");

        assertThat(run("off").exitCode()).isZero();

        assertThat(overrides()).containsExactly(FOREIGN);
    }

    @Test
    void leavesNoListWhereThereWasNone() throws Exception {
        recreate(manifest("""
                apiVersion: config.openshift.io/v1
                kind: ClusterVersion
                metadata: {name: version}
                spec: {clusterID: 00000000-0000-4000-8000-000000000000}
                """));

        run("on");
        assertThat(overrides()).containsExactly(OPERATOR);
        run("off");

        assertThat(spec()).doesNotContainKey("overrides");
    }

    @Test
    void replacesItsObjectsByThoseOfLaterCall() throws Exception {
        run("on");

        assertThat(run("on", "ClusterRole.rbac.authorization.k8s.io//example", "Service/example/example")
                        .exitCode())
                .isZero();

        assertThat(overrides())
                .containsExactlyInAnyOrder(
                        FOREIGN, "ClusterRole.rbac.authorization.k8s.io//example", "Service./example/example");
    }

    @Test
    void failsOnEntryThatAnotherClientManages() throws Exception {
        recreate(manifest("""
                apiVersion: config.openshift.io/v1
                kind: ClusterVersion
                metadata: {name: version}
                spec:
                  clusterID: 00000000-0000-4000-8000-000000000000
                  overrides:
                    - {kind: Deployment, group: apps, namespace: openshift-other, name: other, unmanaged: false}
                """));

        Run run = run("on", FOREIGN);

        assertThat(run.exitCode()).isNotZero();
        assertThat(run.output()).contains("conflict");
    }

    @Test
    void rejectsObjectWithoutNamespaceAndName() throws Exception {
        Run run = run("on", "cluster-cloud-controller-manager-operator");

        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.output())
                .contains("'cluster-cloud-controller-manager-operator' is not KIND[.GROUP]/NAMESPACE/NAME");
    }

    private static void recreate(KubernetesObject version) {
        server.admin().delete(version);
        assertThat(server.admin().create(version).refusal()).isEmpty();
    }

    private record Run(int exitCode, String output) {}

    private static Run run(String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of("bash", "docs/samples/overrides.sh"));
        command.addAll(List.of(arguments));
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(PayloadFolder.project().toFile())
                .redirectErrorStream(true);
        builder.environment().put("KUBECTL", ApiServer.kubectl().toString());
        builder.environment().put("KUBECONFIG", kubeconfig.toString());
        Process process = builder.start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return new Run(process.waitFor(), output);
    }

    private static List<String> overrides() {
        return server.admin().read(VERSION).object().fields().maps("spec", "overrides").stream()
                .filter(override -> Boolean.TRUE.equals(override.get("unmanaged")))
                .map(override -> "%s.%s/%s/%s"
                        .formatted(
                                override.get("kind"),
                                override.get("group"),
                                override.get("namespace"),
                                override.get("name")))
                .toList();
    }

    @SuppressWarnings("unchecked")
    private static Map<String, Object> part(String name) {
        return (Map<String, Object>)
                server.admin().read(VERSION).object().tree().get(name);
    }

    private static Map<String, Object> spec() {
        return part("spec");
    }

    private static Map<String, Object> metadata() {
        return part("metadata");
    }
}
