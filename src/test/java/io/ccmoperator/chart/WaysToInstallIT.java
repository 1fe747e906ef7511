// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.chart;

import static io.ccmoperator.chart.Chart.NAMESPACE;
import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.ccmoperator.YamlText;
import io.ccmoperator.apiserver.ApiServer;
import io.ccmoperator.apiserver.RequiresApiServer;
import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.assets.tree.FieldReader;
import io.ccmoperator.assets.tree.YamlWriter;
import io.ccmoperator.image.InstallFolder;
import io.ccmoperator.operator.OperatorUnderTest;
import io.ccmoperator.payload.PayloadFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Each way to install a release, until the object is Ready; the output has the time of each. */
@RequiresApiServer
@Tag("packaged")
class WaysToInstallIT extends ReleaseScene {
    private static final String MANAGED = "cloud-controller-manager";
    private static final Path EXAMPLES = PayloadFolder.project().resolve("helm/ccm-operator/examples");
    private static final Path RESOURCES = PayloadFolder.project().resolve("src/test/resources");
    private static final List<String> KINDS = List.of(
            "install/clusterresourceset",
            "install/helmchart",
            "install/helmchartproxy",
            "olm/catalogsource",
            "olm/clusterserviceversion",
            "olm/operatorgroup",
            "olm/subscription");
    private static final String KIND = "customresourcedefinition/cloudcontrollermanagers.ccmoperator.io";

    @TempDir
    static Path scratch;

    private static Path install;

    @BeforeAll
    static void release() throws IOException {
        Chart.assumeHelm();
        install = InstallFolder.write(scratch.resolve("release"));
    }

    /** What applies the release. */
    enum Way {
        KUBECTL,
        KUSTOMIZE,
        MANIFESTS,
        HELM_CONTROLLER,
        CLUSTER_API_HELM,
        ARGO_CD,
        FLUX,
        LIFECYCLE_MANAGER
    }

    @ParameterizedTest
    @EnumSource(names = {"KUBECTL", "HELM_CONTROLLER", "LIFECYCLE_MANAGER"})
    void becomesReady(Way way) throws IOException {
        installBy(way);
    }

    @ParameterizedTest
    @EnumSource(
            mode = EnumSource.Mode.EXCLUDE,
            names = {"KUBECTL", "HELM_CONTROLLER", "LIFECYCLE_MANAGER"})
    @Tag("long")
    void becomesReadyByEveryWay(Way way) throws IOException {
        installBy(way);
    }

    private void installBy(Way way) throws IOException {
        String managed = way == Way.LIFECYCLE_MANAGER ? NAMESPACE : MANAGED;
        long start = System.nanoTime();

        apply(way);
        long applied = System.nanoTime();
        assertThat(NodeFilter.of(accepted(server.admin().read(deployment(NAMESPACE)))
                                .object())
                        .eligible(NodeFilter.SAMPLES))
                .as("nodes of the control plane that are not initialized")
                .containsExactly("k3s-server", "kubeadm");
        try (OperatorUnderTest operator = startOperator(NAMESPACE)) {
            awaitAvailable(operator, managed);
            System.out.printf(
                    "%s: %d ms until Ready, %d ms of them to apply%n",
                    way, millis(start), (applied - start) / 1_000_000);
        }

        assertRequestsOfKubernetesAlone(requests(NAMESPACE));
        assertThat(aws(managed).namespace()).isEqualTo(managed);
    }

    private void apply(Way way) throws IOException {
        switch (way) {
            case KUBECTL -> {
                kubectl("apply", "-f", install.resolve("aws.yaml").toString());
                kubectl("wait", "--for=condition=Established", KIND);
                kubectl("apply", "-f", install.resolve("aws-cluster.yaml").toString());
            }
            case KUSTOMIZE ->
                again(
                        "apply",
                        "-k",
                        overlay(List.of("providers/aws", "network-policy")).toString());
            case MANIFESTS ->
                again(
                        "apply",
                        "-f",
                        install.resolve("aws.yaml").toString(),
                        "-f",
                        install.resolve("aws-cluster.yaml").toString());
            case HELM_CONTROLLER ->
                install(NAMESPACE, spec("k3s/helmchart.yaml").string("valuesContent"));
            case CLUSTER_API_HELM ->
                install(
                        NAMESPACE,
                        spec("cluster-api/helmchartproxy.yaml")
                                .string("valuesTemplate")
                                .replace("{{ .Cluster.metadata.name }}", "mycluster"));
            case ARGO_CD -> {
                Path release = Files.createDirectory(folder.resolve("argo-cd"));
                write(release.resolve("kinds.yaml"), Chart.kinds());
                write(
                        release.resolve("release.yaml"),
                        chart.rendered(YamlWriter.write(
                                spec("gitops/argocd-application.yaml").map("source", "helm", "valuesObject"))));
                kubectl("create", "namespace", NAMESPACE);
                again("apply", "-f", release.toString());
            }
            case FLUX ->
                install(
                        NAMESPACE,
                        YamlWriter.write(Chart.objects(Chart.text("examples/gitops/flux.yaml")).stream()
                                .filter(object -> object.kind().equals("HelmRelease"))
                                .findFirst()
                                .orElseThrow()
                                .fields()
                                .map("spec", "values")));
            case LIFECYCLE_MANAGER -> {
                kubectl("create", "namespace", NAMESPACE);
                Path made = write(folder.resolve("olm.yaml"), Bundle.of(install).installed(NAMESPACE));
                kubectl("create", "-f", made.toString());
                kubectl("wait", "--for=condition=Established", KIND);
                kubectl("apply", "-f", install.resolve("aws-cluster.yaml").toString());
            }
        }
    }

    /** Every file of the release, beside what is installed, and the examples: as the server with the kinds of the tools judges them. */
    @Test
    void isAcceptedByServerWithKindsOfTools() throws IOException {
        kubectl("create", "-f", install.resolve("aws.yaml").toString());
        for (String kind : KINDS) {
            kubectl(
                    "apply",
                    "--server-side",
                    "-f",
                    RESOURCES.resolve(kind + ".yaml").toString());
        }
        kubectl("wait", "--for=condition=Established", "customresourcedefinition", "--all");
        List<String> apply = new ArrayList<>(
                List.of("apply", "--dry-run=server", "--validate=strict", "--server-side", "--force-conflicts"));
        Stream.of(
                        EXAMPLES.resolve("cluster-api"),
                        EXAMPLES.resolve("k3s/helmchart.yaml"),
                        EXAMPLES.resolve("rke2/helmchart.yaml"),
                        EXAMPLES.resolve("olm"),
                        install)
                .forEach(path -> apply.add("--filename=" + path));
        Path version = folder.resolve("version.yaml");
        KubernetesObject csv = Bundle.of(install).version();
        csv.fields().map("metadata").put("namespace", NAMESPACE);
        apply.add("--filename=" + Files.writeString(version, YamlWriter.write(csv.tree())));

        String printed = kubectl(apply.toArray(String[]::new));

        assertThat(printed.lines()).allMatch(line -> line.endsWith(" serverside-applied (server dry run)"));
        assertThat(printed)
                .contains(
                        "clusterresourceset.addons.cluster.x-k8s.io/ccm-operator ",
                        "helmchartproxy.addons.cluster.x-k8s.io/ccm-operator ",
                        "helmchart.helm.cattle.io/ccm-operator ",
                        "subscription.operators.coreos.com/ccm-operator ",
                        "operatorgroup.operators.coreos.com/ccm-operator ",
                        "catalogsource.operators.coreos.com/ccm-operator ",
                        "clusterserviceversion.operators.coreos.com/ccm-operator.v" + InstallFolder.VERSION + " ");
        assertThat(printed.lines().filter(line -> line.startsWith("cloudcontrollermanager.ccmoperator.io/cluster ")))
                .hasSizeGreaterThan(20);
    }

    /** The server refuses a field that none of the kinds has: the test above can fail. */
    @Test
    void isRefusedWithUnknownField() throws IOException {
        kubectl("apply", "-f", RESOURCES.resolve("install/helmchart.yaml").toString());
        kubectl("wait", "--for=condition=Established", "customresourcedefinition", "--all");
        Path file = Files.writeString(
                folder.resolve("helmchart.yaml"),
                Chart.text("examples/k3s/helmchart.yaml").replace("bootstrap:", "bootstraps:"));

        assertThat(refusal("apply", "--dry-run=server", "--validate=strict", "-f", file.toString()))
                .contains("unknown field \"spec.bootstraps\"");
    }

    /** Each component adds its objects to those of the base. */
    @Test
    void composesAllComponents() throws IOException {
        List<String> components = List.of("providers/openstack", "network-policy", "monitoring", "dashboard");
        List<KubernetesObject> parts = new ArrayList<>();
        for (String part : Stream.concat(
                        Stream.of("base"), components.stream().map(component -> "components/" + component))
                .toList()) {
            try (Stream<Path> files = Files.list(install.resolve("kustomize").resolve(part))) {
                for (Path file : files.filter(file -> !file.endsWith("kustomization.yaml"))
                        .toList()) {
                    parts.addAll(Chart.objects(Files.readString(file)));
                }
            }
        }

        List<KubernetesObject> composed =
                Chart.objects(kubectl("kustomize", overlay(components).toString()));

        assertThat(composed)
                .extracting(KubernetesObject::display)
                .containsExactlyInAnyOrderElementsOf(
                        parts.stream().map(KubernetesObject::display).toList());
    }

    /** An overlay as the guide shows it. */
    private Path overlay(List<String> components) throws IOException {
        Path kustomize = Files.createDirectory(folder.resolve("overlay"));
        copy(install.resolve("kustomize"), kustomize.resolve("ccm-operator"));
        Files.writeString(
                kustomize.resolve("kustomization.yaml"),
                overlayOfGuide()
                        .replace(
                                "  - ccm-operator/components/providers/aws\n  - ccm-operator/components/network-policy\n",
                                components.stream()
                                        .map(component -> "  - ccm-operator/components/" + component + "\n")
                                        .collect(joining())));
        return kustomize;
    }

    private static String overlayOfGuide() throws IOException {
        String guide = Files.readString(PayloadFolder.project().resolve("docs/kubernetes/ways-to-install.md"));
        String overlay = guide.substring(guide.indexOf("```yaml\n") + "```yaml\n".length());
        return overlay.substring(0, overlay.indexOf("```"));
    }

    private static FieldReader spec(String example) {
        return FieldReader.of(YamlText.tree(Chart.text("examples/" + example))).field("spec");
    }

    /** As those do that apply until they succeed: the server has to serve a kind before it takes an object of it. */
    private void again(String... arguments) {
        await("kubectl " + String.join(" ", arguments))
                .atMost(PATIENCE)
                .until(() -> refusal(arguments).isEmpty());
    }

    /** What kubectl prints when it fails; nothing when it does not. */
    private String refusal(String... arguments) {
        List<String> shell =
                new ArrayList<>(List.of("bash", "-c", "printed=$(\"$@\" 2>&1) || printf %s \"$printed\"", "kubectl"));
        shell.addAll(List.of(ApiServer.kubectl().toString(), "--kubeconfig=" + kubeconfig));
        shell.addAll(List.of(arguments));
        return run(shell);
    }

    private static Path write(Path file, List<KubernetesObject> objects) throws IOException {
        return Files.writeString(
                file,
                YamlWriter.writeAll(objects.stream().map(KubernetesObject::tree).toList()));
    }

    private static void copy(Path from, Path to) throws IOException {
        try (Stream<Path> files = Files.walk(from)) {
            for (Path file : files.toList()) {
                Files.copy(file, to.resolve(from.relativize(file).toString()));
            }
        }
    }

    private static long millis(long start) {
        return (System.nanoTime() - start) / 1_000_000;
    }
}
