// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.chart;

import static org.assertj.core.api.Assertions.assertThat;

import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.assets.tree.FieldReader;
import io.ccmoperator.payload.PayloadFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** What the values under metrics switch on and off. */
class MetricsValuesTest extends ChartScene {
    private static final String OPERATOR = "openshift-cloud-controller-manager-operator";
    private static final String MONITOR = "ServiceMonitor " + OPERATOR + "/cloud-controller-manager-operator";
    private static final String RULE = "PrometheusRule " + OPERATOR + "/cloud-controller-manager-operator";
    private static final String ROLE = "Role " + OPERATOR + "/prometheus-k8s";
    private static final String BINDING = "RoleBinding " + OPERATOR + "/prometheus-k8s";
    private static final String CONSOLE = "ConfigMap openshift-config-managed/ccm-operator-dashboard";
    private static final String GRAFANA = "ConfigMap " + OPERATOR + "/ccm-operator-dashboard";
    private static final String CREDENTIALS = "Secret " + OPERATOR + "/cloud-controller-manager-operator-metrics";
    private static final Set<String> ALL = Set.of(MONITOR, RULE, ROLE, BINDING, CONSOLE, GRAFANA, CREDENTIALS);

    @Test
    void switchesOnlyObjectsOfItsOwn() {
        assertThat(monitoring("{}")).containsExactlyInAnyOrder(MONITOR, RULE, ROLE, BINDING, CONSOLE);
        assertThat(monitoring("{metrics: {serviceMonitor: false}}")).containsExactlyInAnyOrder(RULE, CONSOLE);
        assertThat(monitoring("{metrics: {prometheusRule: false}}"))
                .containsExactlyInAnyOrder(MONITOR, ROLE, BINDING, CONSOLE);
        assertThat(monitoring("{metrics: {dashboard: false}}")).containsExactlyInAnyOrder(MONITOR, RULE, ROLE, BINDING);
    }

    @Test
    void disablesMetricsOnKubernetesByDefault() {
        assertThat(monitoring(onKubernetes("{}"))).isEmpty();
        assertThat(monitoring(onKubernetes("{serviceMonitor: true, insecureSkipVerify: true}")))
                .containsExactlyInAnyOrder(MONITOR, ROLE, BINDING, CREDENTIALS);
        assertThat(monitoring(onKubernetes("{prometheusRule: true}"))).containsExactly(RULE);
        assertThat(monitoring(onKubernetes("{dashboard: true}"))).containsExactly(GRAFANA);
    }

    @Test
    void verifiesCertificateOnKubernetesWhenSecretHasIt() {
        Map<String, KubernetesObject> own =
                chart.byName(onKubernetes("{serviceMonitor: true, insecureSkipVerify: true}"));
        Map<String, KubernetesObject> issued = chart.byName(
                onKubernetes("{serviceMonitor: true, insecureSkipVerify: true, certificateSecret: issued}"));

        assertThat(tls(own)).isEqualTo(Map.of("insecureSkipVerify", true));
        assertThat(tls(issued))
                .isEqualTo(Map.of(
                        "ca",
                        Map.of("secret", Map.of("name", "issued", "key", "ca.crt")),
                        "serverName",
                        "cloud-controller-manager-operator." + OPERATOR + ".svc"));
        assertThat(mountedSecret(own)).isEqualTo("cloud-controller-manager-operator-tls");
        assertThat(mountedSecret(issued)).isEqualTo("issued");
    }

    /** Their Secrets have names that the operator knows, so that the value says only who signed them. */
    @Test
    void verifiesCertificatesOfControllersByAuthorityOfValue() {
        String name = "cloud-controller-manager";
        String monitor = "ServiceMonitor " + OPERATOR + "/" + name;
        String service = "Service openshift-cloud-controller-manager/" + name;
        String serverName = name + ".openshift-cloud-controller-manager.svc";

        Map<String, KubernetesObject> own =
                chart.byName(onKubernetes("{serviceMonitor: true, insecureSkipVerify: true}"));
        Map<String, KubernetesObject> issued = chart.byName(
                onKubernetes("{serviceMonitor: true, insecureSkipVerify: true, controllerAuthoritySecret: issuer}"));
        Map<String, KubernetesObject> onOpenShift = chart.byName("{metrics: {controllerAuthoritySecret: issuer}}");

        assertThat(tls(own.get(monitor))).isEqualTo(Map.of("insecureSkipVerify", true));
        assertThat(tls(issued.get(monitor)))
                .isEqualTo(Map.of(
                        "ca", Map.of("secret", Map.of("name", "issuer", "key", "ca.crt")), "serverName", serverName));
        assertThat(endpoint(issued.get(monitor))).containsKey("authorization");
        assertThat(tls(onOpenShift.get(monitor))).containsKey("ca").doesNotContainKey("caFile");
        assertThat(onOpenShift.get(service).fields().map("metadata", "annotations"))
                .containsOnlyKeys("helm.sh/resource-policy");
        assertThat(own.get(service).fields().map("metadata")).doesNotContainKey("annotations");
    }

    @Test
    void createsAccountThatReadsMetricsOnKubernetes() {
        String account = "cloud-controller-manager-operator-metrics";

        Map<String, KubernetesObject> objects =
                chart.byName(onKubernetes("{serviceMonitor: true, insecureSkipVerify: true}"));

        assertThat(endpoint(objects))
                .doesNotContainKey("bearerTokenFile")
                .containsEntry("authorization", bearer(account));
        assertThat(objects.get(CREDENTIALS).fields().string("type")).isEqualTo("kubernetes.io/service-account-token");
        assertThat(objects.get(CREDENTIALS).fields().map("metadata", "annotations"))
                .containsEntry("kubernetes.io/service-account.name", account);
        assertThat(objects).containsKey("ServiceAccount " + OPERATOR + "/" + account);
        assertThat(objects.get("ClusterRole ccm-operator:cloud-controller-manager:metrics")
                        .fields()
                        .maps("rules"))
                .containsExactly(Map.of("nonResourceURLs", List.of("/metrics"), "verbs", List.of("get")));
        assertThat(objects.get("ClusterRoleBinding ccm-operator:cloud-controller-manager:metrics")
                        .fields()
                        .maps("subjects"))
                .containsExactly(Map.of("kind", "ServiceAccount", "namespace", OPERATOR, "name", account));
    }

    @Test
    void requiresCertificatesOnKubernetesUnlessValueAcceptsNone() {
        for (String some : List.of("", ", certificateSecret: issued", ", controllerAuthoritySecret: issuer")) {
            assertThat(chart.refusal(onKubernetes("{serviceMonitor: true" + some + "}")))
                    .contains("set metrics.certificateSecret and metrics.controllerAuthoritySecret");
        }
    }

    @Test
    void showsTokenOfPrometheusToVerifiedServersOnKubernetes() {
        String account = "cloud-controller-manager-operator-metrics";

        Map<String, KubernetesObject> objects = chart.byName(
                onKubernetes("{serviceMonitor: true, certificateSecret: issued, controllerAuthoritySecret: issuer}"));

        assertThat(endpoint(objects))
                .containsEntry("bearerTokenFile", "/var/run/secrets/kubernetes.io/serviceaccount/token")
                .doesNotContainKey("authorization");
        assertThat(objects).doesNotContainKeys(CREDENTIALS, "ServiceAccount " + OPERATOR + "/" + account);
        assertThat(objects.get("ClusterRoleBinding ccm-operator:cloud-controller-manager:metrics")
                        .fields()
                        .maps("subjects"))
                .containsExactly(Map.of("kind", "ServiceAccount", "namespace", "monitoring", "name", "prometheus-k8s"));
    }

    @Test
    void showsTokenOfSecretWhenValueNamesOne() {
        for (String distribution : List.of("Kubernetes", "OpenShift")) {
            String metrics = "{serviceMonitor: true, insecureSkipVerify: true, credentialsSecret: scraper}";
            Map<String, KubernetesObject> objects = chart.byName(
                    distribution.equals("Kubernetes") ? onKubernetes(metrics) : "{metrics: " + metrics + "}");

            assertThat(endpoint(objects))
                    .doesNotContainKey("bearerTokenFile")
                    .containsEntry("authorization", bearer("scraper"));
            assertThat(objects).doesNotContainKey(CREDENTIALS);
        }
    }

    private static Map<String, Object> bearer(String secret) {
        return Map.of("type", "Bearer", "credentials", Map.of("name", secret, "key", "token"));
    }

    @Test
    void usesSecretInsteadOfServiceCaOnOpenShift() {
        Map<String, KubernetesObject> issued = chart.byName("{metrics: {certificateSecret: issued}}");

        assertThat(issued.get("Service " + OPERATOR + "/cloud-controller-manager-operator")
                        .fields()
                        .map("metadata"))
                .doesNotContainKey("annotations");
        assertThat(mountedSecret(issued)).isEqualTo("issued");
        assertThat(tls(issued)).containsKey("ca").doesNotContainKey("caFile");
    }

    /** The file is mounted there alone, and the operator accepts the certificate of that account alone. */
    @Test
    void showsClientCertificateOnlyToMonitoringStack() {
        assertThat(tls(chart.byName("{}"))).containsKeys("certFile", "keyFile");
        assertThat(tls(chart.byName("{metrics: {certificateSecret: issued}}"))).containsKeys("certFile", "keyFile");
        assertThat(tls(chart.byName("{metrics: {prometheus: {namespace: monitoring}}}")))
                .doesNotContainKeys("certFile", "keyFile");
        assertThat(tls(chart.byName("{metrics: {prometheus: {serviceAccount: other}}}")))
                .doesNotContainKeys("certFile", "keyFile");
    }

    @Test
    void addsAlertsForConditionsWithoutClusterVersionOperator() {
        assertThat(alerts("{}")).doesNotContain("CCMOperatorNotAvailable", "CCMOperatorDegraded");
        assertThat(alerts(onKubernetes("{prometheusRule: true}")))
                .containsAll(alerts("{}"))
                .contains("CCMOperatorNotAvailable", "CCMOperatorDegraded");
    }

    @Test
    void describesAlertsByObjectAndCommandsOfKubernetes() {
        String values = onKubernetes("{prometheusRule: true}");

        assertThat(rules(values))
                .extracting(rule -> rule.fields().string("annotations", "description"))
                .isNotEmpty()
                .allMatch(description -> description.contains("kubectl "))
                .noneMatch(description -> description.contains(" oc ")
                        || description.contains("lusteroperator")
                        || description.contains("ClusterOperator"))
                .anyMatch(description -> description.endsWith("kubectl get ccm cluster -o yaml"));
        assertThat(rules("{}"))
                .extracting(rule -> rule.fields().string("annotations", "description"))
                .noneMatch(description -> description.contains("kubectl "));
    }

    @Test
    void linksRunbooksToAddressOfValue() {
        String values = onKubernetes("{prometheusRule: true, runbookBaseUrl: 'https://a/b'}");

        assertThat(rules(values))
                .isNotEmpty()
                .allSatisfy(rule -> assertThat(rule.fields().string("annotations", "runbook_url"))
                        .startsWith("https://a/b/alerts.md#"));
        assertThat(chart.refusal("{metrics: {runbookBaseUrl: 'docs/'}}")).contains("/metrics/runbookBaseUrl");
    }

    private List<String> alerts(String values) {
        return rules(values).stream().map(rule -> rule.fields().string("alert")).toList();
    }

    private List<KubernetesObject> rules(String values) {
        return chart.byName(values).get(RULE).fields().maps("spec", "groups").stream()
                .flatMap(group -> FieldReader.of(group).maps("rules").stream())
                .map(KubernetesObject::new)
                .toList();
    }

    @Test
    void selectsPrometheusOfValues() {
        Map<String, KubernetesObject> objects = chart.byName(
                "{metrics: {labels: {release: p}, prometheus: {namespace: monitoring, serviceAccount: other}}}");

        assertThat(objects.get(MONITOR).fields().map("metadata", "labels")).containsEntry("release", "p");
        assertThat(objects.get(RULE).fields().map("metadata", "labels")).containsEntry("release", "p");
        assertThat(objects.get(BINDING).fields().maps("subjects"))
                .containsExactly(Map.of("kind", "ServiceAccount", "namespace", "monitoring", "name", "other"));
    }

    @Test
    void addsDashboardForGrafana() throws IOException {
        KubernetesObject dashboard =
                chart.byName(onKubernetes("{dashboard: true}")).get(GRAFANA);

        assertThat(dashboard.fields().map("metadata", "labels")).containsEntry("grafana_dashboard", "1");
        assertThat(dashboard.fields().string("data", "ccm-operator.json").strip())
                .isEqualTo(Files.readString(PayloadFolder.project().resolve("docs/dashboards/ccm-operator.json"))
                        .strip());
    }

    /** Values for Kubernetes with the namespaces of OpenShift, so that objects have the same names on both. */
    private static String onKubernetes(String metrics) {
        return "{distribution: Kubernetes, namespaces: {operator: %s, managed: openshift-cloud-controller-manager}, metrics: %s}"
                .formatted(OPERATOR, metrics);
    }

    private Set<String> monitoring(String values) {
        Set<String> names = new TreeSet<>(chart.byName(values).keySet());
        names.retainAll(ALL);
        return names;
    }

    private static Map<String, Object> endpoint(Map<String, KubernetesObject> objects) {
        return endpoint(objects.get(MONITOR));
    }

    private static Map<String, Object> endpoint(KubernetesObject monitor) {
        return monitor.fields().maps("spec", "endpoints").get(0);
    }

    private static Map<String, Object> tls(Map<String, KubernetesObject> objects) {
        return tls(objects.get(MONITOR));
    }

    private static Map<String, Object> tls(KubernetesObject monitor) {
        return FieldReader.of(endpoint(monitor)).map("tlsConfig");
    }

    private static String mountedSecret(Map<String, KubernetesObject> objects) {
        return objects
                .get("Deployment " + OPERATOR + "/cluster-cloud-controller-manager-operator")
                .fields()
                .maps("spec", "template", "spec", "volumes")
                .stream()
                .map(volume -> FieldReader.of(volume).string("secret", "secretName"))
                .filter(name -> !name.isEmpty())
                .findFirst()
                .orElseThrow();
    }
}
