// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.monitoring;

import static org.assertj.core.api.Assertions.assertThat;

import io.ccmoperator.YamlText;
import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.assets.tree.FieldReader;
import io.ccmoperator.assets.tree.JsonWriter;
import io.ccmoperator.payload.PayloadFolder;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The alerts of the payload: judged by promtool, tested on series, and explained to who gets them. */
class AlertRulesTest {
    private static final Path TESTS = PayloadFolder.project().resolve("src/test/resources/monitoring");
    private static final String RUNBOOKS = "docs/alerts.md";

    @TempDir
    Path folder;

    static List<Alert> alerts() {
        return Alert.all();
    }

    @Test
    void parsesInPrometheus() throws IOException {
        write(Alert.file());

        Promtool.Result verdict = Promtool.run(folder, new byte[0], List.of("check", "rules", "rules.json"));

        assertThat(verdict.output()).contains(alerts().size() + " rules found");
        assertThat(verdict.exitCode()).as(verdict.output()).isZero();
    }

    @Test
    void passesTestsOfRules() throws IOException {
        Promtool.Result verdict = testsOf(Alert.file());

        assertThat(verdict.exitCode()).as(verdict.output()).isZero();
    }

    /** So that the above cannot pass because nothing is asserted. */
    @Test
    void failsTestsOfRulesThatNeverFire() throws IOException {
        Promtool.Result verdict = testsOf(changed(rule -> rule.put("expr", "vector(1) < 0")));

        assertThat(alerts())
                .allSatisfy(alert -> assertThat(verdict.output()).contains("alertname: " + alert.name() + ","));
    }

    @Test
    @Tag("long")
    void failsTestsOfRulesThatFireAtOnce() throws IOException {
        Promtool.Result verdict = testsOf(changed(rule -> rule.remove("for")));

        assertThat(alerts())
                .allSatisfy(alert -> assertThat(verdict.output()).contains("alertname: " + alert.name() + ","));
    }

    @ParameterizedTest
    @MethodSource("alerts")
    void testsEachAlertFiringAndSilent(Alert alert) throws IOException {
        List<KubernetesObject> cases = new ArrayList<>();
        for (Path file : testFiles()) {
            YamlText.manifest(Files.readString(file))
                    .fields()
                    .maps("tests")
                    .forEach(test -> cases.addAll(FieldReader.of(test).maps("alert_rule_test").stream()
                            .map(KubernetesObject::new)
                            .filter(judged ->
                                    judged.fields().string("alertname").equals(alert.name()))
                            .toList()));
        }

        assertThat(cases)
                .anySatisfy(judged -> assertThat(judged.fields().maps("exp_alerts"))
                        .isNotEmpty()
                        .allSatisfy(
                                expected -> assertThat(FieldReader.of(expected).map("exp_annotations"))
                                        .containsKeys("summary", "description", "runbook_url")));
        assertThat(cases)
                .anySatisfy(
                        judged -> assertThat(judged.fields().maps("exp_alerts")).isEmpty());
    }

    @ParameterizedTest
    @MethodSource("alerts")
    void describesFaultAndFirstCommandOfEachAlert(Alert alert) {
        assertThat(alert.name()).startsWith("CCM");
        assertThat(alert.severity()).isIn("critical", "warning", "info");
        assertThat(alert.rule().fields().string("for")).isNotEmpty();
        assertThat(alert.annotation("summary")).endsWith(".").doesNotContain("\n");
        assertThat(alert.annotation("description")).containsPattern(": oc [^:]+$");
    }

    /** The manifests are applied as they are, so that the build's property cannot be filled in: the address is compared. */
    @ParameterizedTest
    @MethodSource("alerts")
    void hasRunbookOfEachAlert(Alert alert) {
        String url = alert.annotation("runbook_url");
        String[] pointer = url.split("#");

        assertThat(URI.create(url).getScheme()).isIn("http", "https");
        assertThat(URI.create(url).getHost()).isNotEmpty();
        assertThat(pointer[0])
                .as(
                        "write the property runbook.base.url of pom.xml into manifests/ and helm/, see docs/development/image.md")
                .isEqualTo(Alert.runbookBaseUrl() + "/alerts.md");
        assertThat(Guide.anchors(RUNBOOKS)).contains(pointer[1]);
        String command = withVariables(alert.annotation("description").replaceFirst(".*: (?=oc )", ""));
        assertThat(Guide.section(RUNBOOKS, "## " + alert.name()))
                .contains("Severity " + alert.severity() + ", after "
                        + alert.rule().fields().string("for") + ".")
                .contains("**Meaning.**", "**Impact.**", "**What to do.**")
                .contains("    " + command);
    }

    /** An alert of the payload has the names of OpenShift, where the guides have the variables of docs/operating.md. */
    private static String withVariables(String command) {
        return command.replaceFirst("^oc ", "kubectl ")
                .replace("-n openshift-cloud-controller-manager-operator ", "-n $OPERATOR ")
                .replace("-n openshift-cloud-controller-manager ", "-n $CCM ")
                .replace("get clusteroperator cloud-controller-manager", "get $STATUS");
    }

    /** The Cluster Version Operator has ClusterOperatorDown and ClusterOperatorDegraded for conditions. */
    @Test
    void firesNoPayloadAlertForConditionsOfClusterOperator() {
        assertThat(Alert.of(Alert.ofPayload()))
                .isNotEmpty()
                .allSatisfy(alert -> assertThat(alert.expression().split("\\bunless\\b")[0])
                        .doesNotContain("ccm_operator_condition", "cluster_operator_"));
    }

    @Test
    void alertsOnConditionsWithoutClusterVersionOperator() {
        assertThat(Alert.of(Alert.withoutClusterVersionOperator()))
                .extracting(Alert::name)
                .containsExactly("CCMOperatorNotAvailable", "CCMOperatorDegraded");
    }

    @ParameterizedTest
    @MethodSource("alerts")
    void printsNoSecretInDescription(Alert alert) {
        assertThat(SecretOutput.in(alert.annotation("description"))).isEmpty();
    }

    @Test
    void hasNoRunbookOfRemovedAlert() {
        assertThat(Guide.text(RUNBOOKS)
                        .lines()
                        .filter(line -> line.startsWith("## CCM"))
                        .map(line -> line.substring(3)))
                .containsExactlyInAnyOrderElementsOf(
                        alerts().stream().map(Alert::name).toList());
    }

    private Promtool.Result testsOf(KubernetesObject rules) throws IOException {
        write(rules);
        List<String> arguments = new ArrayList<>(List.of("test", "rules"));
        for (Path file : testFiles()) {
            Files.writeString(
                    folder.resolve(file.getFileName()),
                    Files.readString(file).replace("${runbook.base.url}", Alert.runbookBaseUrl()));
            arguments.add(file.getFileName().toString());
        }
        return Promtool.run(folder, new byte[0], arguments);
    }

    /** What promtool reads is YAML, and JSON is that. */
    private void write(KubernetesObject rules) throws IOException {
        Files.writeString(folder.resolve("rules.json"), JsonWriter.indented(rules.tree()));
    }

    private static KubernetesObject changed(Consumer<Map<String, Object>> change) {
        KubernetesObject rules = Alert.file().copy();
        rules.fields()
                .maps("groups")
                .forEach(group -> FieldReader.of(group).maps("rules").forEach(change));
        return rules;
    }

    private static List<Path> testFiles() throws IOException {
        try (Stream<Path> files = Files.list(TESTS)) {
            return files.sorted().toList();
        }
    }
}
