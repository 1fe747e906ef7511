// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.chart;

import static org.assertj.core.api.Assertions.assertThat;

import io.ccmoperator.YamlText;
import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.assets.tree.FieldReader;
import io.ccmoperator.image.InstallFolder;
import io.ccmoperator.payload.PayloadFolder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The bundle of Operator Lifecycle Manager that a release has: its format, what scorecard asks of it, and that its parts are those of the chart. */
class BundleTest {
    private static final String OPERATOR = "cluster-cloud-controller-manager";
    private static final Set<String> NAMESPACES = Set.of("ccm-operator", "cloud-controller-manager");

    @TempDir
    static Path scratch;

    private static Bundle bundle;

    @BeforeAll
    static void release() throws IOException {
        Chart.assumeHelm();
        bundle = Bundle.of(InstallFolder.write(scratch.resolve("release")));
    }

    /** The image has what catalogs read of the folder, also as labels. */
    @Test
    void labelsImageLikeMetadata() throws IOException {
        Map<String, Object> annotations = FieldReader.of(YamlText.tree(bundle.text("metadata/annotations.yaml")))
                .map("annotations");

        assertThat(bundle.text("bundle.Dockerfile").lines().filter(line -> line.startsWith("LABEL ")))
                .containsExactlyElementsOf(annotations.entrySet().stream()
                        .map(entry -> "LABEL " + entry.getKey() + "=" + entry.getValue())
                        .toList());
        assertThat(annotations)
                .containsEntry("operators.operatorframework.io.bundle.package.v1", "ccm-operator")
                .containsEntry("operators.operatorframework.io.bundle.manifests.v1", "manifests/");
    }

    /** Kinds that a bundle of format registry+v1 may have (operator-framework/operator-registry, pkg/lib/bundle). */
    @Test
    void hasKindsThatAreSupportedWithoutNamespaces() {
        assertThat(bundle.objects())
                .extracting(KubernetesObject::kind)
                .isSubsetOf(
                        "ClusterServiceVersion",
                        "CustomResourceDefinition",
                        "Service",
                        "ConfigMap",
                        "ClusterRole",
                        "ClusterRoleBinding");
        assertThat(bundle.objects()).allMatch(object -> object.namespace().isEmpty());
        assertThat(bundle.objects()).extracting(KubernetesObject::kind).containsOnlyOnce("ClusterServiceVersion");
    }

    @Test
    void namesReleaseAndItsImage() {
        KubernetesObject version = bundle.version();

        assertThat(version.name()).isEqualTo("ccm-operator.v" + InstallFolder.VERSION);
        assertThat(version.fields().string("spec", "version")).isEqualTo(InstallFolder.VERSION);
        assertThat(version.fields().string("metadata", "annotations", "containerImage"))
                .isEqualTo(InstallFolder.IMAGE);
        assertThat(version.fields().string("spec", "minKubeVersion")).isEqualTo("1.33.0");
    }

    /** Descriptors of all fields that the examples have, resources of the kind, validation: those of scorecard's suites basic and olm. */
    @Test
    void passesRulesOfScorecard() {
        Map<String, Object> owned = bundle.version()
                .fields()
                .maps("spec", "customresourcedefinitions", "owned")
                .get(0);
        FieldReader kind = Chart.kinds().get(0).fields();

        assertThat(owned).containsEntry("name", kind.string("metadata", "name"));
        assertThat(FieldReader.of(owned).maps("resources")).isNotEmpty();
        List<Map<String, Object>> examples = FieldReader.of(YamlText.tree("{examples: %s}"
                        .formatted(bundle.version().fields().string("metadata", "annotations", "alm-examples"))))
                .maps("examples");
        assertThat(examples).isNotEmpty().allSatisfy(example -> {
            assertThat(example).containsEntry("kind", "CloudControllerManager");
            assertThat(FieldReader.of(owned).maps("specDescriptors"))
                    .extracting(descriptor -> descriptor.get("path"))
                    .containsAll(FieldReader.of(example).map("spec").keySet())
                    .containsExactlyInAnyOrderElementsOf(schema(kind, "spec"));
        });
        assertThat(FieldReader.of(owned).maps("statusDescriptors"))
                .extracting(descriptor -> descriptor.get("path"))
                .containsExactlyInAnyOrderElementsOf(schema(kind, "status"));
    }

    /** Each rule that the chart binds to an account, in its namespaces or beyond; and those of all packs for the operator. */
    @Test
    void hasPermissionsOfChart() {
        Map<String, KubernetesObject> release = new Chart(scratch)
                .byName("{global: {allProviders: true}, ccm: {cluster: {provider: openstack, name: a}}}");
        for (String account : List.of(OPERATOR, "cloud-controller-manager", "cloud-node-manager")) {
            List<Object> inNamespace = new ArrayList<>();
            List<Object> inCluster = new ArrayList<>();
            release.values().stream()
                    .filter(object -> object.kind().endsWith("Binding"))
                    .filter(binding -> isOf(binding, account))
                    .forEach(binding -> {
                        String role = binding.fields().string("roleRef", "kind") + " "
                                + (binding.namespace().isEmpty() ? "" : binding.namespace() + "/")
                                + binding.fields().string("roleRef", "name");
                        (NAMESPACES.contains(binding.namespace()) ? inNamespace : inCluster)
                                .addAll(
                                        role.endsWith("/extension-apiserver-authentication-reader")
                                                ? List.of(authentication())
                                                : release.get(role).fields().items("rules").stream()
                                                        .map(FieldReader::map)
                                                        .toList());
                    });
            if (account.equals(OPERATOR)) {
                packs().forEach(pack -> {
                    inNamespace.addAll(pack.maps("extraRules", "managed"));
                    inCluster.addAll(pack.maps("extraRules", "cluster"));
                    inCluster.addAll(pack.maps("extraRules", "kubeSystem"));
                });
            }

            assertThat(bundle.rules("permissions", account)).as(account).isEqualTo(Set.copyOf(inNamespace));
            assertThat(bundle.rules("clusterPermissions", account)).as(account).isEqualTo(Set.copyOf(inCluster));
        }
    }

    /** The accounts of OpenStack's controller manager are in kube-system, where a bundle has none. */
    @Test
    void bindsRolesOfAccountsElsewhere() {
        assertThat(bundle.objects())
                .filteredOn(object -> object.kind().startsWith("ClusterRole"))
                .extracting(KubernetesObject::display)
                .containsExactlyInAnyOrder(
                        "ClusterRole ccm-operator:shared:openstack-cloud-controller-manager",
                        "ClusterRoleBinding ccm-operator:shared:openstack-cloud-controller-manager");
    }

    @Test
    void runsOperatorOfChartInNamespaceOfPod() {
        KubernetesObject chart = new Chart(scratch)
                .byName("{image: {repository: %s, digest: '%s'}, ccm: {cluster: {provider: aws, name: a}}}"
                        .formatted(
                                InstallFolder.IMAGE.split("@")[0],
                                InstallFolder.IMAGE.split("@")[1]))
                .get("Deployment ccm-operator/cluster-cloud-controller-manager-operator");
        KubernetesObject made = bundle.installed("of-group").stream()
                .filter(object -> object.kind().equals("Deployment"))
                .findFirst()
                .orElseThrow();
        assertThat(made.name()).isEqualTo(chart.name());
        assertThat(made.containers().get(0).get("args"))
                .asInstanceOf(InstanceOfAssertFactories.LIST)
                .contains("--namespace=$(POD_NAMESPACE)", "--leader-elect-resource-namespace=$(POD_NAMESPACE)")
                .noneMatch(argument -> argument.toString().contains("=ccm-operator")
                        || argument.toString().contains("=cloud-controller-manager"));
        assertThat(made.containers().get(0)).containsEntry("image", InstallFolder.IMAGE);
        Map<String, Object> pod = made.podSpec();
        Map<String, Object> podOfChart = chart.podSpec();
        pod.remove("containers");
        podOfChart.remove("containers");
        assertThat(pod).isEqualTo(podOfChart);
    }

    private static boolean isOf(KubernetesObject binding, String account) {
        Map<String, Object> subject = binding.fields().maps("subjects").get(0);
        return account.equals(subject.get("name")) && NAMESPACES.contains(subject.get("namespace"));
    }

    private static Map<String, Object> authentication() {
        return YamlText.tree("""
                {apiGroups: [''], resources: [configmaps], resourceNames: [extension-apiserver-authentication], verbs: [get, list, watch]}
                """);
    }

    private static List<FieldReader> packs() {
        try (Stream<Path> files = Files.list(PayloadFolder.project().resolve("helm/ccm-operator/files/packs"))) {
            return files.map(file -> FieldReader.of(YamlText.tree(Chart.text("files/packs/" + file.getFileName()))))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Set<String> schema(FieldReader kind, String field) {
        return new TreeSet<>(kind.items("spec", "versions")
                .get(0)
                .map("schema", "openAPIV3Schema", "properties", field, "properties")
                .keySet());
    }
}
