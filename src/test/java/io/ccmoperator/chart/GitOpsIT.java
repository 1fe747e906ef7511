// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.chart;

import static io.ccmoperator.YamlText.manifest;
import static io.ccmoperator.chart.Chart.NAMESPACE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.ccmoperator.apiserver.ApiServer;
import io.ccmoperator.apiserver.AuditedRequest;
import io.ccmoperator.apiserver.RequiresApiServer;
import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.assets.tree.YamlWriter;
import io.ccmoperator.operator.OperatorUnderTest;
import io.ccmoperator.payload.PayloadFolder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The release as tools apply it that compare it with the cluster repeatedly: what they find, and what deletions leave. */
@RequiresApiServer
@Tag("packaged")
class GitOpsIT extends ReleaseScene {
    private static final String MANAGED = "cloud-controller-manager";
    private static final String[] SHORT = {
        "--leader-elect-lease-duration=15s", "--leader-elect-renew-deadline=10s", "--leader-elect-retry-period=2s"
    };
    private static final String KIND = "customresourcedefinition/cloudcontrollermanagers.ccmoperator.io";

    /** With kinds of objects that the API server fills fields of, and whose Secret it fills alone. */
    private static final String VALUES = """
            ccm: {logLevel: Debug, controllerManager: {replicas: 2}, cluster: {provider: aws, name: sample-1}}
            cloudConfig: "[Global]\\nZone = here\\n"
            metrics: {dashboard: true}
            """;

    private static final Path EXAMPLES = PayloadFolder.project().resolve("helm/ccm-operator/examples/gitops");

    /** The manager of Flux's kustomize-controller. */
    @Test
    void findsNoDifferenceAfterOperatorHasConverged() throws IOException {
        convergeAndCompare("kustomize-controller");
    }

    /** The manager by which Argo CD applies on the server. */
    @Test
    @Tag("long")
    void findsNoDifferenceAfterOperatorHasConvergedForArgoCd() throws IOException {
        convergeAndCompare("argocd-controller");
    }

    private void convergeAndCompare(String manager) throws IOException {
        boolean isKustomized = manager.startsWith("kustomize");
        String[] flags = {"--server-side", "--field-manager=" + manager};
        apply(isKustomized ? kustomized() : release(), flags);
        assertThat(apply(isKustomized ? kustomized() : release(), flags)).contains("serverside-applied");

        try (OperatorUnderTest operator = startOperator(NAMESPACE)) {
            awaitAvailable(operator, MANAGED);

            assertThat(diff(isKustomized ? kustomized() : release(), flags)).isEmpty();
        }
        KubernetesObject live = accepted(server.admin().read(CLUSTER)).object();
        assertThat(live.fields().string("spec", "logLevel")).isEqualTo("Debug");
        assertThat(GitOpsExamplesTest.health(live)).startsWith("Healthy ");
    }

    /** Argo CD without server-side apply. */
    @Test
    void findsNoDifferenceAfterClientSideApply() throws IOException {
        apply(release());

        try (OperatorUnderTest operator = startOperator(NAMESPACE)) {
            awaitAvailable(operator, MANAGED);

            assertThat(diff(release())).isEmpty();
        }
    }

    /** Flux installs with Helm itself; then it compares by server-side apply. */
    @Test
    void findsNoDifferenceAfterInstallationByHelm() throws IOException {
        install(NAMESPACE, VALUES);

        try (OperatorUnderTest operator = startOperator(NAMESPACE)) {
            awaitAvailable(operator, MANAGED);

            assertThat(diff(release(), "--server-side", "--force-conflicts", "--field-manager=helm-controller"))
                    .isEmpty();
        }
    }

    /** The tool finds what another client has changed: the comparisons above can fail. */
    @Test
    void findsWhatOthersHaveChanged() throws IOException {
        String[] flags = {"--server-side", "--force-conflicts", "--field-manager=argocd-controller"};
        apply(release(), flags);
        kubectl("patch", "ccm/cluster", "--type=merge", "--patch={\"spec\":{\"logLevel\":\"Trace\"}}");

        assertThat(diff(release(), flags)).contains("-  logLevel: Trace", "+  logLevel: Debug");
    }

    /** All at once, as a prune without order does it, and the operator's Pod ends before it has removed anything. */
    @Test
    void convergesAgainAfterEverythingWasDeletedAtOnce() throws IOException {
        String[] flags = {"--server-side", "--force-conflicts", "--field-manager=argocd-controller"};
        apply(release(), flags);
        try (OperatorUnderTest operator = startOperator(NAMESPACE, server.uri(), SHORT)) {
            awaitAvailable(operator, MANAGED);
            operator.kill();
        }
        List<String> delete = new ArrayList<>(List.of("delete", "--wait=false", "--ignore-not-found"));
        withoutNamespaces().forEach(object -> delete.add("--filename=" + write(object.name(), List.of(object))));
        kubectl(delete.toArray(String[]::new));

        KubernetesObject kept = accepted(server.admin().read(CLUSTER)).object();
        assertThat(kept.fields().string("metadata", "deletionTimestamp")).isNotEmpty();
        assertThat(server.admin().read(deployment(NAMESPACE)).status()).isEqualTo(404);
        assertThat(aws(MANAGED).name())
                .as("the cloud controller manager runs on")
                .isNotEmpty();

        // The tool applies what is in git again: the object and its kind are those that are being deleted.
        apply(release(), flags);
        try (OperatorUnderTest operator = startOperator(NAMESPACE, server.uri(), SHORT)) {
            await("the object and its kind to go")
                    .atMost(PATIENCE)
                    .untilAsserted(() -> assertThat(kubectl("get", KIND, "--ignore-not-found"))
                            .as(operator.log())
                            .isEmpty());
            assertThat(server.admin()
                            .get("/apis/apps/v1/namespaces/" + MANAGED + "/deployments/aws-cloud-controller-manager")
                            .status())
                    .isEqualTo(404);

            apply(release(), flags);
            awaitAvailable(operator, MANAGED);
            assertThat(diff(release(), flags)).isEmpty();
        }
    }

    /** In the order of Argo CD's waves: nothing is left but namespaces and the two Leases. */
    @Test
    void leavesNothingWhenObjectIsDeletedFirst() throws IOException {
        apply(release(), "--server-side");
        try (OperatorUnderTest operator = startOperator(NAMESPACE)) {
            awaitAvailable(operator, MANAGED);
            kubectl("delete", "ccm/cluster", "--timeout=60s");
            withoutNamespaces()
                    .forEach(object ->
                            kubectl("delete", "--ignore-not-found", "-f", write(object.name(), List.of(object))));
            operator.terminate();
            operator.exitCode();
        }

        assertThat(objects(true)).noneMatch(object -> object.contains("aws-cloud-controller-manager"));
        assertThat(objects(false))
                .filteredOn(object -> object.contains("cloud-controller-manager") || object.contains("ccm-operator"))
                .allMatch(object -> object.startsWith("namespace/"));
    }

    /** What Argo CD cannot look up before it applies, Helm can. */
    @Test
    void isRefusedByHelmWhileObjectIsBeingDeleted() throws IOException {
        apply(release(), "--server-side");
        try (OperatorUnderTest operator = startOperator(NAMESPACE)) {
            awaitAvailable(operator, MANAGED);
            operator.kill();
        }
        accepted(server.admin().delete(CLUSTER));

        assertThatThrownBy(() -> install("other", VALUES))
                .hasMessageContaining("ccm: CloudControllerManager cluster is being deleted")
                .hasMessageContaining("kubectl wait --for=delete cloudcontrollermanager/cluster");
    }

    /** The API server refuses it, but after Helm has made the roles of the other provider. */
    @Test
    void isRefusedByHelmBeforeAnythingChangesWhereProviderOrNameDiffer() throws IOException {
        install(NAMESPACE, VALUES);
        int before = server.audit().of("admin").size();

        assertThatThrownBy(() -> upgrade(NAMESPACE, VALUES.replace("provider: aws", "provider: hetzner")))
                .hasMessageContaining(
                        "ccm.cluster.provider: is aws in CloudControllerManager cluster and cannot be changed");
        assertThatThrownBy(() -> upgrade(NAMESPACE, VALUES.replace("name: sample-1", "name: sample-2")))
                .hasMessageContaining(
                        "ccm.cluster.name: is sample-1 in CloudControllerManager cluster and cannot be changed");

        List<AuditedRequest> requests = server.audit().of("admin");
        assertThat(requests.subList(before, requests.size()))
                .extracting(AuditedRequest::verb)
                .isNotEmpty()
                .containsOnly("get", "list");
    }

    @Test
    void isAcceptedByKindsOfTools() {
        Path kinds = PayloadFolder.project().resolve("src/test/resources/gitops");
        kubectl("apply", "--server-side", "-f", kinds.toString());
        kubectl("wait", "--for=condition=Established", "customresourcedefinition", "--all");
        Stream.of("argocd", "flux-system", NAMESPACE).forEach(name -> kubectl("create", "namespace", name));

        String printed = kubectl(
                "apply",
                "--dry-run=server",
                "--validate=strict",
                "--server-side",
                "--force-conflicts",
                "-f",
                EXAMPLES.toString());

        assertThat(printed.lines())
                .allMatch(line -> line.endsWith(" serverside-applied (server dry run)"))
                .extracting(line -> line.split(" ")[0])
                .containsExactlyInAnyOrder(
                        "application.argoproj.io/ccm-operator",
                        "configmap/argocd-cm",
                        "kustomization.kustomize.toolkit.fluxcd.io/ccm-operator",
                        "namespace/ccm-operator",
                        "ocirepository.source.toolkit.fluxcd.io/ccm-operator",
                        "helmrelease.helm.toolkit.fluxcd.io/ccm-operator");
    }

    /** Its kind and the namespace of the release among it, without hooks, as the tools make it each time that they compare. */
    private List<KubernetesObject> release() {
        List<KubernetesObject> release = new ArrayList<>(Chart.kinds());
        release.add(manifest("{apiVersion: v1, kind: Namespace, metadata: {name: %s}}".formatted(NAMESPACE)));
        release.addAll(chart.rendered(VALUES));
        return release;
    }

    private List<KubernetesObject> withoutNamespaces() {
        return release().stream()
                .filter(object -> !object.kind().equals("Namespace"))
                .toList();
    }

    /** The same through the kustomization of the examples. */
    private List<KubernetesObject> kustomized() throws IOException {
        Path base = Files.createDirectories(folder.resolve("kustomize"));
        for (String file : List.of("kustomization.yaml", "namespace.yaml")) {
            Files.writeString(
                    base.resolve(file),
                    Files.readString(EXAMPLES.resolve("kustomize").resolve(file)));
        }
        List<KubernetesObject> release = release();
        release.removeIf(
                object -> object.kind().equals("Namespace") && object.name().equals(NAMESPACE));
        Files.writeString(
                base.resolve("release.yaml"),
                YamlWriter.writeAll(release.stream().map(KubernetesObject::tree).toList()));
        List<KubernetesObject> built = Chart.objects(kubectl("kustomize", base.toString()));
        assertThat(built).hasSize(release.size() + 1);
        return built;
    }

    /** Kinds first, which the server has to serve before their objects, and namespaces. */
    private String apply(List<KubernetesObject> objects, String... flags) {
        List<KubernetesObject> first = objects.stream()
                .filter(object ->
                        List.of("CustomResourceDefinition", "Namespace").contains(object.kind()))
                .toList();
        List<KubernetesObject> rest =
                objects.stream().filter(object -> !first.contains(object)).toList();
        String printed = kubectl("apply", first, flags);
        kubectl("wait", "--for=condition=Established", KIND);
        await("the server to serve the kind").until(() -> server.admin().serves(CLUSTER));
        // A server of 1.20, whose libraries that of the tests may have, takes no headless Service that is applied
        // before it exists.
        rest.stream()
                .filter(object -> object.kind().equals("Service"))
                .filter(service -> server.admin().read(service).status() == 404)
                .forEach(service -> accepted(server.admin().create(service)));
        return printed + kubectl("apply", rest, flags);
    }

    /** What the tool would change; a difference is no error. */
    private String diff(List<KubernetesObject> objects, String... flags) {
        List<String> shell = new ArrayList<>(List.of("bash", "-c", "\"$@\" || test $? = 1", "diff"));
        shell.addAll(List.of(ApiServer.kubectl().toString(), "--kubeconfig=" + kubeconfig));
        shell.addAll(List.of("diff", "-f", write("diff", objects)));
        shell.addAll(List.of(flags));
        return run(shell);
    }

    private String kubectl(String verb, List<KubernetesObject> objects, String... flags) {
        List<String> arguments = new ArrayList<>(List.of(verb, "-f", write(verb, objects)));
        arguments.addAll(List.of(flags));
        return kubectl(arguments.toArray(String[]::new));
    }

    private String write(String name, List<KubernetesObject> objects) {
        try {
            Path file = Files.createTempFile(folder, name.replace(':', '-'), ".yaml");
            return Files.writeString(
                            file,
                            YamlWriter.writeAll(
                                    objects.stream().map(KubernetesObject::tree).toList()))
                    .toString();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
