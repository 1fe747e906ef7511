// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.monitoring;

import static org.assertj.core.api.Assertions.assertThat;

import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.assets.tree.FieldReader;
import io.ccmoperator.payload.PayloadFolder;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What Prometheus of the cluster needs to scrape the operator, cloud controller managers and node managers. */
class MonitoringPayloadTest {
    private static final String OPERATOR = "openshift-cloud-controller-manager-operator";
    private static final String MANAGED = "openshift-cloud-controller-manager";
    private static final Pattern JOB = Pattern.compile("job=~?\"([^\"]*)\"");

    /** In a query, but for those that no cloud controller manager has. */
    private static final Pattern METRIC = Pattern.compile("\\b(?!kube_|up\\b)[a-z_]+(?=[\\[{])");

    private static KubernetesObject one(String kind, String namespace, String name) {
        List<KubernetesObject> found = PayloadFolder.ofKind(kind).stream()
                .filter(object ->
                        object.namespace().equals(namespace) && object.name().equals(name))
                .toList();
        assertThat(found).hasSize(1);
        return found.get(0);
    }

    static List<KubernetesObject> monitors() {
        return PayloadFolder.ofKind("ServiceMonitor");
    }

    @ParameterizedTest
    @MethodSource("monitors")
    void selectsServiceByServiceMonitor(KubernetesObject monitor) {
        KubernetesObject service = service(monitor);
        String port = (String) service.fields().maps("spec", "ports").get(0).get("name");

        assertThat(monitor.namespace()).isEqualTo(OPERATOR);
        assertThat(monitor.fields().at("spec", "namespaceSelector", "matchNames"))
                .isEqualTo(List.of(service.namespace()));
        assertThat(monitor.fields().map("spec", "selector", "matchLabels"))
                .isEqualTo(service.fields().map("metadata", "labels"));
        assertThat(monitor.fields().maps("spec", "endpoints")).singleElement().satisfies(endpoint -> {
            assertThat(endpoint)
                    .containsEntry("port", port)
                    .containsEntry("path", "/metrics")
                    .containsEntry("scheme", "https")
                    .doesNotContainKey("bearerTokenFile");
            // The service CA issues the certificate for this name.
            assertThat(FieldReader.of(endpoint).map("tlsConfig"))
                    .isEqualTo(Map.of(
                            "certFile",
                            "/etc/prometheus/secrets/metrics-client-certs/tls.crt",
                            "keyFile",
                            "/etc/prometheus/secrets/metrics-client-certs/tls.key",
                            "caFile",
                            "/etc/prometheus/configmaps/serving-certs-ca-bundle/service-ca.crt",
                            "serverName",
                            service.name() + "." + service.namespace() + ".svc"));
        });
    }

    private static KubernetesObject service(KubernetesObject monitor) {
        return PayloadFolder.ofKind("Service").stream()
                .filter(service -> service.name().equals(monitor.name()))
                .findFirst()
                .orElseThrow();
    }

    /** The label job of all series is the name of the Service, where no other is asked for. */
    @Test
    void selectsJobOfServiceInAlertsAndPanels() {
        List<String> jobs = monitors().stream().map(KubernetesObject::name).toList();

        assertThat(monitors())
                .allSatisfy(monitor ->
                        assertThat(monitor.fields().string("spec", "jobLabel")).isEmpty());
        assertThat(Alert.all())
                .filteredOn(alert -> alert.expression().contains("job="))
                .isNotEmpty()
                .allSatisfy(alert -> assertThat(jobs).containsAll(jobs(alert.expression())));
        assertThat(Dashboard.ofConsole().panels().stream().flatMap(panel -> panel.queries().stream()))
                .allSatisfy(query -> assertThat(query.expression())
                        .matches(text -> text.contains("ccm_operator_")
                                || !jobs(text).isEmpty() && jobs.containsAll(jobs(text))));
    }

    private static List<String> jobs(String expression) {
        return JOB.matcher(expression)
                .results()
                .flatMap(match -> Stream.of(match.group(1).split("\\|")))
                .toList();
    }

    /** Of the series of cloud controller managers. */
    @Test
    void keepsSeriesOfAlerts() {
        List<String> kept = monitors().stream()
                .flatMap(monitor -> monitor.fields().maps("spec", "endpoints").stream())
                .flatMap(endpoint -> FieldReader.of(endpoint).maps("metricRelabelings").stream())
                .map(relabeling -> (String) relabeling.get("regex"))
                .distinct()
                .toList();

        assertThat(kept).hasSize(1);
        assertThat(Alert.all().stream()
                        .filter(alert -> !alert.name().startsWith("CCMOperator"))
                        .flatMap(alert -> METRIC.matcher(alert.expression()).results())
                        .map(MatchResult::group)
                        .filter(name -> !name.startsWith("ccm_operator_")))
                .contains("workqueue_depth", "cloudprovider_aws_api_request_errors")
                .allSatisfy(name -> assertThat(name).matches(kept.get(0)));
    }

    @ParameterizedTest
    @ValueSource(strings = {OPERATOR, MANAGED})
    void allowsPrometheusToFindOnlyPods(String namespace) {
        KubernetesObject binding = one("RoleBinding", namespace, "prometheus-k8s");

        assertThat(binding.fields().maps("subjects"))
                .containsExactly(Map.of(
                        "kind", "ServiceAccount", "name", "prometheus-k8s", "namespace", "openshift-monitoring"));
        assertThat(binding.fields().string("roleRef", "name")).isEqualTo("prometheus-k8s");
        assertThat(one("Role", namespace, "prometheus-k8s").fields().maps("rules"))
                .extracting(rule -> rule.get("resources"))
                .containsExactly(List.of("services", "endpoints", "pods"), List.of("endpointslices"));
        assertThat(one("Role", namespace, "prometheus-k8s").fields().maps("rules"))
                .extracting(rule -> rule.get("verbs"))
                .containsOnly(List.of("get", "list", "watch"));
    }

    /** Policies do not concern pods on the network of the host, so that default-deny keeps no scrape away. */
    @Test
    void allowsTrafficFromPrometheusToOperator() {
        assertThat(one("NetworkPolicy", OPERATOR, "default-deny").fields().map("spec", "podSelector"))
                .isEmpty();
        assertThat(one("Deployment", OPERATOR, "cluster-cloud-controller-manager-operator")
                        .podSpec())
                .containsEntry("hostNetwork", true);
    }
}
