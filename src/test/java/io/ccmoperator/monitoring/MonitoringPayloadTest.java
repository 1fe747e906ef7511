// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.monitoring;

import static org.assertj.core.api.Assertions.assertThat;

import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.assets.tree.FieldReader;
import io.ccmoperator.payload.PayloadFolder;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What Prometheus of the cluster needs to scrape the operator. */
class MonitoringPayloadTest {
    private static final String NAMESPACE = "openshift-cloud-controller-manager-operator";

    private static KubernetesObject one(String kind, String name) {
        List<KubernetesObject> found = PayloadFolder.ofKind(kind).stream()
                .filter(object ->
                        object.namespace().equals(NAMESPACE) && object.name().equals(name))
                .toList();
        assertThat(found).hasSize(1);
        return found.get(0);
    }

    @Test
    void selectsMetricsServiceByServiceMonitor() {
        KubernetesObject service = one("Service", "cloud-controller-manager-operator");
        KubernetesObject monitor = one("ServiceMonitor", "cloud-controller-manager-operator");

        assertThat(monitor.fields().at("spec", "namespaceSelector", "matchNames"))
                .isEqualTo(List.of(NAMESPACE));
        assertThat(monitor.fields().map("spec", "selector", "matchLabels"))
                .isEqualTo(service.fields().map("metadata", "labels"));
        assertThat(monitor.fields().maps("spec", "endpoints")).singleElement().satisfies(endpoint -> {
            assertThat(endpoint)
                    .containsEntry(
                            "port",
                            service.fields().maps("spec", "ports").get(0).get("name"))
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
                            service.name() + "." + NAMESPACE + ".svc"));
        });
    }

    /** The label job of all series is the name of the Service, where no other is asked for. */
    @Test
    void selectsJobOfServiceInAlertsAndPanels() {
        KubernetesObject monitor = one("ServiceMonitor", "cloud-controller-manager-operator");
        String job =
                "job=\"" + one("Service", "cloud-controller-manager-operator").name() + "\"";

        assertThat(monitor.fields().string("spec", "jobLabel")).isEmpty();
        assertThat(Alert.all())
                .filteredOn(alert -> alert.expression().contains("job="))
                .isNotEmpty()
                .allSatisfy(alert -> assertThat(alert.expression()).contains(job));
        assertThat(Dashboard.ofConsole().panels().stream().flatMap(panel -> panel.queries().stream()))
                .allSatisfy(query -> assertThat(query.expression())
                        .matches(text -> text.contains("ccm_operator_") || text.contains(job)));
    }

    @Test
    void allowsPrometheusToFindOnlyOperator() {
        KubernetesObject binding = one("RoleBinding", "prometheus-k8s");

        assertThat(binding.fields().maps("subjects"))
                .containsExactly(Map.of(
                        "kind", "ServiceAccount", "name", "prometheus-k8s", "namespace", "openshift-monitoring"));
        assertThat(binding.fields().string("roleRef", "name")).isEqualTo("prometheus-k8s");
        assertThat(one("Role", "prometheus-k8s").fields().maps("rules"))
                .extracting(rule -> rule.get("resources"))
                .containsExactly(List.of("services", "endpoints", "pods"), List.of("endpointslices"));
        assertThat(one("Role", "prometheus-k8s").fields().maps("rules"))
                .extracting(rule -> rule.get("verbs"))
                .containsOnly(List.of("get", "list", "watch"));
    }

    /** Policies do not concern pods on the network of the host, so that default-deny keeps no scrape away. */
    @Test
    void allowsTrafficFromPrometheusToOperator() {
        assertThat(one("NetworkPolicy", "default-deny").fields().map("spec", "podSelector"))
                .isEmpty();
        assertThat(one("Deployment", "cluster-cloud-controller-manager-operator")
                        .podSpec())
                .containsEntry("hostNetwork", true);
    }
}
