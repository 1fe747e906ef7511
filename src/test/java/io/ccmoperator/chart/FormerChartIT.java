// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.chart;

import static io.ccmoperator.YamlText.manifest;
import static io.ccmoperator.YamlText.tree;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.marcnuri.helm.Helm;
import io.ccmoperator.apiserver.AuditedRequest;
import io.ccmoperator.apiserver.RequiresApiServer;
import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.assets.tree.YamlReader;
import io.ccmoperator.operator.OperatorUnderTest;
import io.ccmoperator.payload.PayloadFolder;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** An upgrade from the chart that had objects of OpenShift on plain Kubernetes. It is in the history of git. */
@RequiresApiServer
@Tag("packaged")
class FormerChartIT extends ReleaseScene {
    private static final String COMMIT = "e5fc2084";
    private static final String OPERATOR = "openshift-cloud-controller-manager-operator";
    private static final String MANAGED = "openshift-cloud-controller-manager";
    private static final String RECORD = "kube-system";

    private static final String FORMER = """
            crds: {install: true}
            platform: AWS
            infrastructureName: sample-1
            image: {repository: registry.example.com/ccm-operator}
            images: {cloudControllerManagerAWS: "registry.example.com/cloudcontrollermanageraws:1"}
            """;

    private static final String NAMESPACES = "namespaces: {operator: %s, managed: %s}%n".formatted(OPERATOR, MANAGED);

    private static final String VALUES = """
            ccm: {cluster: {provider: aws, name: sample-1}}
            images: {cloudControllerManagerAWS: "registry.example.com/cloudcontrollermanageraws:1"}
            """;

    /** Installs the release with what its operator applies. */
    @BeforeEach
    void installFormerChart() throws IOException {
        run(List.of(
                "bash",
                "-c",
                "set -o pipefail; git -C '%s' archive %s helm/ccm-operator | tar -x -C '%s'"
                        .formatted(PayloadFolder.project(), COMMIT, folder)));
        Path values = Files.writeString(folder.resolve("former.yaml"), FORMER);
        new Helm(folder.resolve("helm/ccm-operator"))
                .install()
                .withName(RELEASE)
                .withNamespace(RECORD)
                .withKubeConfig(kubeconfig)
                .withValuesFile(values)
                .call();
        applied().forEach(object -> accepted(server.admin().create(object)));
    }

    /** Of these alone the name has changed: it was that of OpenShift. */
    private static boolean isPolicy(KubernetesObject object) {
        return object.kind().startsWith("ValidatingAdmissionPolicy");
    }

    private static List<KubernetesObject> kept() throws IOException {
        return applied().stream().filter(object -> !isPolicy(object)).toList();
    }

    private static List<KubernetesObject> applied() throws IOException {
        try (var objects = FormerChartIT.class.getResourceAsStream("/chart/former-objects.yaml")) {
            return YamlReader.read(new String(objects.readAllBytes(), StandardCharsets.UTF_8)).stream()
                    .map(document -> new KubernetesObject(document.map().orElseThrow()))
                    .toList();
        }
    }

    @Test
    void refusesUpgradeThatWouldStopCloudControllerManager() {
        assertThatThrownBy(() -> upgrade(RECORD, FORMER + NAMESPACES))
                .hasMessageContaining("these values were removed:")
                .hasMessageContaining("platform: set ccm.cluster.provider instead");
        assertThatThrownBy(() -> upgrade(RECORD, VALUES))
                .hasMessageContaining("namespaces: this upgrade would delete namespaces in which the release runs")
                .hasMessageContaining(
                        "set namespaces.managed to " + MANAGED + " and namespaces.operator to " + OPERATOR);
        assertThatThrownBy(() -> upgrade(RECORD, VALUES + NAMESPACES))
                .hasMessageContaining("kubectl apply --server-side --force-conflicts -f crds");
    }

    @Test
    void keepsCloudControllerManagerRunning() throws IOException {
        List<String> before = kept().stream().map(this::uid).toList();
        String namespace = namespaceUid();

        kubectl(
                "apply",
                "--server-side",
                "--force-conflicts",
                "-f",
                PayloadFolder.project().resolve("helm/ccm-operator/crds").toString());
        kubectl(
                "wait",
                "--for=condition=Established",
                "customresourcedefinition/cloudcontrollermanagers.ccmoperator.io");
        KubernetesObject manager = manifest(
                "{apiVersion: ccmoperator.io/v1beta1, kind: CloudControllerManager, metadata: {name: cluster}}");
        await("the server to serve the kind").until(() -> server.admin().serves(manager));
        assertThat(upgrade(RECORD, VALUES + NAMESPACES).getStatus()).isEqualTo("deployed");

        assertThat(namespaceUid()).isEqualTo(namespace);
        assertThat(isLeftAlone(MANAGED)).isTrue();
        try (OperatorUnderTest operator = startOperator(OPERATOR)) {
            awaitAvailable(operator, MANAGED);
            assertThat(kept()).extracting(this::uid).isEqualTo(before);
            assertThat(objects(false))
                    .filteredOn(object -> object.startsWith("validatingadmissionpolicy"))
                    .containsExactlyInAnyOrder(
                            "validatingadmissionpolicy.admissionregistration.k8s.io/cloud-controller-manager-cloud-provider-aws",
                            "validatingadmissionpolicybinding.admissionregistration.k8s.io/cloud-controller-manager-cloud-provider-aws");
            assertThat(requests(OPERATOR).stream()
                            .filter(AuditedRequest::hasWritten)
                            .filter(request -> request.resource().equals("deployments")))
                    .as("a change of the template replaces the Pods once")
                    .hasSizeLessThanOrEqualTo(1);
            kubectl(
                    "delete",
                    "customresourcedefinitions",
                    "apiservers.config.openshift.io",
                    "clusteroperators.config.openshift.io",
                    "featuregates.config.openshift.io",
                    "infrastructures.config.openshift.io",
                    "networks.config.openshift.io",
                    "proxies.config.openshift.io");
            assertRequestsOfKubernetesAlone(requests(OPERATOR));

            assertThat(uninstallWithJobs(RECORD, OPERATOR)).contains("are removed");
        }
        assertThat(isLeftAlone(MANAGED)).as("credentials are there").isTrue();
        assertThat(objects(false))
                .noneMatch(object -> object.contains("system:openshift:operator")
                        || object.contains("ccm-operator:cloud-controller-manager")
                        || object.startsWith("validatingadmissionpolicy"));
    }

    private String uid(KubernetesObject object) {
        return accepted(server.admin().read(object)).object().fields().string("metadata", "uid");
    }

    private String namespaceUid() {
        return uid(new KubernetesObject(
                tree("{apiVersion: v1, kind: Namespace, metadata: {name: %s}}".formatted(MANAGED))));
    }
}
