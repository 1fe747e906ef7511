// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.chart;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.ccmoperator.PackagedProgram;
import io.ccmoperator.YamlText;
import io.ccmoperator.apiserver.ApiAnswer;
import io.ccmoperator.apiserver.ApiClient;
import io.ccmoperator.apiserver.CustomResources;
import io.ccmoperator.apiserver.LocalProcess;
import io.ccmoperator.apiserver.RequiresApiServer;
import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.assets.tree.FieldReader;
import io.ccmoperator.assets.tree.YamlWriter;
import io.ccmoperator.certificates.Certificates;
import io.ccmoperator.operator.Images;
import io.ccmoperator.operator.OpenShiftCluster;
import io.ccmoperator.operator.OperatorUnderTest;
import io.ccmoperator.operator.Workloads;
import io.ccmoperator.payload.PayloadFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Each name of a flag or variable in CloudControllerManager {@code cluster}, and what becomes of it on every way there is into a cluster. */
@RequiresApiServer
@Tag("packaged")
class OverrideNamesIT extends ReleaseScene {
    private static final String MANAGED = "cloud-controller-manager";

    private static final KubernetesObject DEPLOYMENT =
            YamlText.manifest("{apiVersion: apps/v1, kind: Deployment, metadata: {namespace: " + MANAGED
                    + ", name: aws-cloud-controller-manager}}");

    /** What the API server, the chart, the command manifests and a running operator do; the operator has objects that are older than the rules of the kind. */
    private static final String EXPECTED = """
        flag allocate-node-cidrs=false: accepted accepted accepted accepted
        flag concurrent-service-syncs=5: accepted accepted accepted accepted
        flag profiling=false: accepted accepted accepted accepted
        flag contention-profiling=false: accepted accepted accepted accepted
        flag a-flag-of-tomorrow=x: accepted accepted warned warned
        flag leader-elect=false: accepted accepted refused refused
        flag leader-elect-renew-deadline=11s: accepted accepted accepted accepted
        flag leader-elect-lease-duration=1: accepted accepted refused refused
        flag leader-elect-resource-name=x: accepted accepted refused refused
        flag secure-port=0: accepted accepted refused refused
        flag bind-address=0.0.0.0: accepted accepted refused refused
        flag cert-dir=/tmp: accepted accepted refused refused
        flag cloud-config=/etc/passwd: accepted accepted refused refused
        flag cloud-provider=x: accepted accepted refused refused
        flag kubeconfig=/x: accepted accepted refused refused
        flag master=x: accepted accepted refused refused
        flag client-ca-file=/x: accepted accepted refused refused
        flag use-service-account-credentials=false: accepted accepted refused refused
        flag authentication-kubeconfig=/x: accepted accepted refused refused
        flag authorization-always-allow-paths=/*: accepted accepted refused refused
        flag requestheader-allowed-names=x: accepted accepted refused refused
        flag tls-cert-file=/x: accepted accepted refused refused
        flag tls-min-version=VersionTLS10: accepted accepted refused refused
        flag v=9: accepted accepted refused refused
        flag feature-gates=x=true: accepted accepted warned warned
        flag cluster-cidr=10.0.0.0/8: accepted accepted refused refused
        flag cluster-name=x: accepted accepted accepted accepted
        flag webhook-bind-address=0.0.0.0: accepted accepted refused refused
        flag webhook-secure-port=1: accepted accepted refused refused
        flag webhook-cert-dir=/x: accepted accepted refused refused
        flag webhooks=*: accepted accepted refused refused
        flag profiling=true: accepted accepted refused refused
        flag contention-profiling=true: accepted accepted refused refused
        flag permit-port-sharing=true: accepted accepted refused refused
        flag external-cloud-volume-plugin=aws: accepted accepted refused refused
        flag enable-leader-migration=true: accepted accepted refused refused
        flag leader-migration-config=/x: accepted accepted refused refused
        flag version=true: accepted accepted refused refused
        flag help=true: accepted accepted refused refused
        flag leader_elect=false: refused refused refused refused
        flag secure_port=0: refused refused refused refused
        flag authorization_always_allow_paths=/*: refused refused refused refused
        flag webhook_secure-port=1: refused refused refused refused
        flag cloud-config=/etc/passwd=: refused refused refused refused
        flag =x: refused refused refused refused
        flag a=b=y: refused refused refused refused
        flag -a=x: refused refused refused refused
        flag --leader-elect=false: refused refused refused refused
        flag a-=x: refused refused refused refused
        flag Leader-Elect=false: refused refused refused refused
        flag a\\E=x: refused refused refused refused
        flag a b=x: refused refused refused refused
        flag a... (129)=x: refused refused refused refused
        flag a... (100000)=x: refused refused refused refused
        variable GOMAXPROCS=2: accepted accepted accepted accepted
        variable AWS_REGION=x: accepted accepted accepted accepted
        variable CLOUD_CONFIG=/x: accepted accepted refused refused
        variable BASH_ENV=$(id > /tmp/x): accepted accepted refused refused
        variable ENV=/x: accepted accepted refused refused
        variable PS4=$(id): accepted accepted refused refused
        variable SHELLOPTS=xtrace: accepted accepted refused refused
        variable BASHOPTS=extdebug: accepted accepted refused refused
        variable LD_PRELOAD=/x: accepted accepted refused refused
        variable LD_LIBRARY_PATH=/x: accepted accepted refused refused
        variable LD_AUDIT=/x: accepted accepted refused refused
        variable PATH=/x: accepted accepted refused refused
        variable KUBERNETES_SERVICE_HOST=x: accepted accepted refused refused
        variable KUBERNETES_SERVICE_PORT=1: accepted accepted refused refused
        variable BASH_FUNC_a%%=x: refused refused refused refused
        """;

    /**
     * One setting of the controller manager.
     *
     * @param label as the table has it
     */
    private record Setting(boolean flag, String name, String value, String label) {
        /** The name of a flag ends with the last equals sign; three dots and a length mean a long one. */
        static Setting of(String row) {
            String label = row.substring(0, row.lastIndexOf(':'));
            String pair = label.substring(label.indexOf(' ') + 1);
            boolean flag = label.startsWith("flag ");
            int equals = flag && !pair.equals("feature-gates=x=true") && !pair.contains("%%")
                    ? pair.lastIndexOf('=')
                    : pair.indexOf('=');
            String name = pair.substring(0, equals);
            if (name.startsWith("a... (")) {
                name = "a".repeat(Integer.parseInt(name.replaceAll("\\D", "")));
            }
            return new Setting(flag, name, pair.substring(equals + 1), label);
        }

        /** The path in messages, up to where a long name is cut. */
        String field() {
            String shown = name.length() > 128 ? name.substring(0, 128) + "..." : name;
            return "spec.controllerManager." + (flag ? "args[" + shown + "]: " : "env[" + shown + "]: ");
        }
    }

    private static KubernetesObject object(List<Setting> settings) {
        List<Object> args = new ArrayList<>();
        List<Object> env = new ArrayList<>();
        for (Setting setting : settings) {
            if (setting.flag) {
                args.add(Map.of("name", setting.name, "value", setting.value));
            } else {
                env.add(Map.of("name", setting.name, "value", setting.value));
            }
        }
        KubernetesObject object = CLUSTER.copy();
        object.tree()
                .put(
                        "spec",
                        Map.of(
                                "cluster", Map.of("provider", "aws", "name", "sample-1"),
                                "controllerManager", Map.of("args", args, "env", env)));
        return object;
    }

    private String byServer(Setting setting) {
        return server.admin().dryRun().create(object(List.of(setting))).accepted() ? "accepted" : "refused";
    }

    private String byChart(Setting setting) {
        String values =
                YamlWriter.write(Map.of("ccm", object(List.of(setting)).fields().map("spec")));
        return chart.refuses(values) ? "refused" : "accepted";
    }

    private String byManifests(List<Setting> settings) throws IOException {
        Path file = Files.writeString(
                folder.resolve("cluster.yaml"),
                YamlWriter.write(object(settings).tree()));
        List<String> command = new ArrayList<>(PackagedProgram.command());
        command.addAll(List.of(
                "manifests",
                "--cluster-file=" + file,
                "--images-file=" + Images.of(folder, "1").file()));
        try (LocalProcess process = LocalProcess.start(folder, "manifests-" + System.nanoTime() + ".log", command)) {
            int code = process.exitCode(PATIENCE);
            return code + "\n" + process.printed();
        }
    }

    private String byManifests(Setting setting) throws IOException {
        String printed = byManifests(List.of(setting));
        assertThat(printed.length()).as("what is printed of %s", setting.label).isLessThan(300_000);
        if (printed.startsWith("1\n")) {
            return "refused";
        }
        assertThat(printed).startsWith("0\n");
        return printed.contains("warning: ") ? "warned" : "accepted";
    }

    private OperatorUnderTest operator() throws IOException {
        Path system = Files.writeString(folder.resolve("system.pem"), Certificates.pem("ca-5"));
        return OperatorUnderTest.start(
                folder,
                OpenShiftCluster.VERSION,
                List.of("*"),
                "--distribution=kubernetes",
                "--namespace=" + MANAGED,
                "--leader-elect-resource-namespace=ccm-operator",
                "--kubeconfig=" + kubeconfig,
                Images.of(folder, "1").flag(),
                "--system-trust-bundle=" + system);
    }

    private static void put(ApiClient admin, KubernetesObject object) {
        assertThat(admin.apply(object).refusal()).isEmpty();
    }

    /** Objects may be older than the rules of their kind, which the API server checks when a value changes. */
    private void forgetRules() {
        KubernetesObject definition = PayloadFolder.objects(".crd.yaml").get(0).copy();
        FieldReader program = FieldReader.of(
                        definition.fields().maps("spec", "versions").get(0))
                .field(
                        "schema",
                        "openAPIV3Schema",
                        "properties",
                        "spec",
                        "properties",
                        "controllerManager",
                        "properties");
        program.map("args", "items", "properties", "name")
                .keySet()
                .removeAll(List.of("pattern", "minLength", "maxLength"));
        program.map("env", "items", "properties", "name").remove("pattern");
        put(server.admin(), definition);
        KubernetesObject any = object(List.of(Setting.of("flag A=x:")));
        await("the other definition")
                .atMost(PATIENCE)
                .until(() -> server.admin().dryRun().create(any).accepted());
    }

    /** What a running operator makes of the settings: its words in the log and the condition, the flags and variables in the Deployment. */
    private Map<String, String> byOperator(List<Setting> settings) throws IOException {
        // Before the start: the log of this operator has nothing to say about the settings of the one before.
        store(object(settings));
        try (OperatorUnderTest operator = operator()) {
            operator.awaitReady();
            Workloads workloads = new Workloads(server.admin(), MANAGED);
            await("the verdicts").atMost(OpenShiftCluster.PATIENCE).untilAsserted(() -> {
                workloads.rollOut();
                assertThat(verdicts(settings, operator.log())).isEqualTo(expectedOfOperator(settings));
            });
            assertThat(operator.log().lines().mapToInt(String::length).max().orElse(0))
                    .as("the longest line of the log")
                    .isLessThan(10_000);
            return verdicts(settings, operator.log());
        }
    }

    private Map<String, String> verdicts(List<Setting> settings, String log) {
        FieldReader container = FieldReader.of(server.admin().read(DEPLOYMENT).object().containers().stream()
                .findFirst()
                .orElse(Map.of()));
        String available = condition("Available");
        Map<String, String> verdicts = new LinkedHashMap<>();
        for (Setting setting : settings) {
            boolean set = setting.flag
                    ? container.strings("args").contains("--" + setting.name + "=" + setting.value)
                    : container.maps("env").stream()
                            .anyMatch(variable -> variable.get("name").equals(setting.name)
                                    && setting.value.equals(variable.get("value")));
            boolean refused = log.contains("CloudControllerManager cluster: " + setting.field());
            String taken = available.contains(setting.field()) ? "warned" : "accepted";
            verdicts.put(setting.label, set == refused ? "unknown" : refused ? "refused" : taken);
        }
        return verdicts;
    }

    private static Map<String, String> expectedOfOperator(List<Setting> settings) {
        Map<String, String> expected = new LinkedHashMap<>();
        for (Setting setting : settings) {
            EXPECTED.lines()
                    .filter(row -> row.startsWith(setting.label + ": "))
                    .forEach(row -> expected.put(setting.label, row.substring(row.lastIndexOf(' ') + 1)));
        }
        return expected;
    }

    /** As JSON: a server-side apply is YAML, whose keys are short. */
    private void store(KubernetesObject object) {
        ApiAnswer live = server.admin().read(CLUSTER);
        if (live.status() == 404) {
            assertThat(server.admin().create(object).refusal()).isEmpty();
        } else {
            KubernetesObject edited = live.object();
            edited.tree().put("spec", object.tree().get("spec"));
            assertThat(server.admin().replace(edited).refusal()).isEmpty();
        }
    }

    private String condition(String type) {
        return server.admin().read(CLUSTER).object().fields().maps("status", "conditions").stream()
                .filter(condition -> type.equals(condition.get("type")))
                .map(condition -> condition.get("status") + " " + condition.get("message"))
                .findFirst()
                .orElse("");
    }

    @Test
    void isJudgedAlikeOnEveryWayIntoCluster() throws IOException {
        CustomResources.loadOwn(server.admin());
        for (String name : List.of(MANAGED, "ccm-operator")) {
            put(server.admin(), YamlText.manifest("{apiVersion: v1, kind: Namespace, metadata: {name: " + name + "}}"));
        }
        List<Setting> settings = EXPECTED.lines().map(Setting::of).toList();
        Map<String, String> server = new LinkedHashMap<>();
        settings.forEach(setting -> server.put(setting.label, byServer(setting)));
        forgetRules();
        Map<String, String> operator = new LinkedHashMap<>();
        // A name is once in an object; nothing is said of warnings while something is refused.
        operator.putAll(byOperator(settings.stream()
                .filter(setting -> EXPECTED.contains(setting.label + ": accepted accepted refused")
                        || EXPECTED.contains(setting.label + ": refused"))
                .toList()));
        operator.putAll(byOperator(settings.stream()
                .filter(setting -> !operator.containsKey(setting.label))
                .toList()));

        StringBuilder table = new StringBuilder();
        for (Setting setting : settings) {
            table.append("%s: %s %s %s %s%n"
                    .formatted(
                            setting.label,
                            server.get(setting.label),
                            byChart(setting),
                            byManifests(setting),
                            operator.get(setting.label)));
        }
        Files.writeString(PayloadFolder.project().resolve("target/override-names.txt"), table);

        assertThat(table.toString()).isEqualTo(EXPECTED);
    }
}
