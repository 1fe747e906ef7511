// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.chart;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import io.ccmoperator.YamlText;
import io.ccmoperator.assets.ProviderIndex;
import io.ccmoperator.assets.tree.FieldReader;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What Helm prints after an installation. */
class NotesTest extends ChartScene {
    private static final String STAYS = "service accounts and roles of cloud controller managers, stay";

    @Test
    void showsClusterOperatorOnOpenShift() {
        assertThat(chart.notes("{}"))
                .contains(
                        "is installed for OpenShift.",
                        "kubectl get clusteroperator cloud-controller-manager\n",
                        "kubectl -n openshift-cloud-controller-manager-operator logs ",
                        "helm test ccm-operator -n ccm-operator\n",
                        STAYS)
                .doesNotContain("kubectl get ccm", "create secret");
    }

    @Test
    void showsObjectOnKubernetes() {
        assertThat(chart.notes(Chart.KUBERNETES))
                .contains(
                        "is installed for Kubernetes.",
                        "kubectl get ccm\n",
                        "kubectl -n ccm-operator logs ",
                        "kubectl -n cloud-controller-manager get deployments,daemonsets,pods -o wide",
                        "leave the Secret\nout where the instances have an IAM role:")
                .doesNotContain("clusteroperator", STAYS);
    }

    @Test
    void namesRoleThatOperatorNeedsWhereItIsNeeded() {
        String command = "kubectl get nodes -l node-role.kubernetes.io/control-plane\n";

        assertThat(chart.notes(Chart.KUBERNETES))
                .contains(command, "set ccm.cluster.controlPlaneTopology to External:");
        assertThat(List.of(
                        "{}",
                        Chart.KUBERNETES.replaceFirst("cluster: \\{", "cluster: {controlPlaneTopology: External, "),
                        Chart.KUBERNETES.replaceFirst("ccm: ", "nodeSelector: {pool: infra}, ccm: ")))
                .allSatisfy(values -> assertThat(chart.notes(values)).doesNotContain(command));
    }

    @Test
    void showsHowToMakeSecretOfEachProvider() {
        String images = FieldReader.of(YamlText.tree(Chart.text("values.yaml"))).map("images").keySet().stream()
                .map(key -> key + ": 'a/b:1'")
                .collect(joining(", "));

        assertThat(ProviderIndex.load().entries()).isNotEmpty().allSatisfy(entry -> {
            String notes =
                    chart.notes("{ccm: {cluster: {name: a, provider: %s}}, namespaces: {managed: two}, images: {%s}}"
                            .formatted(entry.name(), images));
            Optional<String> secret = ProviderIndex.provider(entry).descriptor().credentialsSecret();
            if (secret.isEmpty()) {
                assertThat(notes).doesNotContain("create secret");
            } else {
                assertThat(notes)
                        .containsPattern("kubectl -n two create secret generic " + secret.orElseThrow()
                                + "( --from-(file|literal)=\\S+)+\n");
            }
        });
    }

    @Test
    void showsSecretThatIsNamedAndNoneWhereThereIsNone() {
        String values = Chart.KUBERNETES.replaceFirst("ccm: \\{", "ccm: {credentials: {%s}, ");

        assertThat(chart.notes(values.formatted("secretName: mine")))
                .contains("create secret generic mine --from-file=aws_access_key_id ");
        assertThat(chart.notes(values.formatted("none: true"))).doesNotContain("create secret");
    }

    @Test
    void isSilentAboutSecretOfUnknownProvider() {
        assertThat(chart.notes("{ccm: {cluster: {name: a, provider: other}}}")).doesNotContain("create secret");
    }
}
