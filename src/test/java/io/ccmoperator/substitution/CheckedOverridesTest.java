// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.substitution;

import static io.ccmoperator.YamlText.manifest;
import static io.ccmoperator.YamlText.tree;
import static io.ccmoperator.substitution.SampleProvider.FACTS;
import static io.ccmoperator.substitution.SampleProvider.PROVIDER;
import static org.assertj.core.api.Assertions.assertThat;

import io.ccmoperator.assets.FlagType;
import io.ccmoperator.assets.ProgramFlags;
import io.ccmoperator.assets.Provider;
import io.ccmoperator.cluster.ClusterFacts;
import io.ccmoperator.cluster.Distribution;
import io.ccmoperator.cluster.Overrides;
import io.ccmoperator.cluster.Topology;
import io.ccmoperator.substitution.CheckedOverrides.Live;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Which settings of an administrator are effective with a provider and a cluster. */
class CheckedOverridesTest {
    private static final String PREFIX = "CloudControllerManager cluster: spec.";

    private static CheckedOverrides check(ClusterFacts facts, String spec, Live live) {
        return CheckedOverrides.of(PROVIDER, facts.with(Overrides.of(tree("{spec: " + spec + "}"))), live);
    }

    private static List<String> refused(ClusterFacts facts, String spec) {
        return check(facts, spec, Live.NONE).refused();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
        controllerManager: {args: [{name: leader-elect, value: 'false'}]}          | controllerManager.args[leader-elect]: the operator sets this flag; remove it
        controllerManager: {args: [{name: leader-elect-lease-duration, value: 1s}]} | controllerManager.args[leader-elect-lease-duration]: the operator sets this flag; remove it
        controllerManager: {args: [{name: cluster-cidr, value: 10.0.0.0/8}]}       | controllerManager.args[cluster-cidr]: the operator sets this flag; remove it: it comes from Network cluster instead
        controllerManager: {args: [{name: v, value: '9'}]}                         | controllerManager.args[v]: the operator sets this flag; remove it: set spec.logLevel instead
        controllerManager: {args: [{name: node-labels, value: a=c}]}               | controllerManager.args[node-labels]: the operator sets this flag; remove it
        controllerManager: {args: [{name: secure-port, value: '0'}]}               | controllerManager.args[secure-port]: the operator sets this flag; remove it
        controllerManager: {args: [{name: tls-cert-file, value: /a}]}              | controllerManager.args[tls-cert-file]: the operator sets this flag; remove it
        controllerManager: {args: [{name: webhook-secure-port, value: '1'}]}       | controllerManager.args[webhook-secure-port]: the program would open a further port of the host; remove it, or set it to 0
        controllerManager: {args: [{name: profiling, value: 'true'}]}              | controllerManager.args[profiling]: the port of the program would serve profiles of its memory; remove it, or set it to false
        controllerManager: {args: [{name: allocate-node-cidrs, value: 'true'}]}    | controllerManager.args[allocate-node-cidrs]: routes and networks of nodes need the networks of Pods; Network cluster has none yet
        controllerManager: {env: [{name: NAME, value: a}]}          | controllerManager.env[NAME]: the operator sets this variable; remove it
        controllerManager: {env: [{name: A%%, value: a}]} | controllerManager.env[A%%]: is not the name of a variable; write it in letters, digits, '-', '_' and '.', without a digit in front
        controllerManager: {env: [{name: LD_PRELOAD, value: a}]}    | controllerManager.env[LD_PRELOAD]: the dynamic linker loads what it names into the program; remove it
        nodeManager: {windows: true}                                               | nodeManager.windows: on OpenShift the Windows Machine Config Operator runs that of nodes with Windows; remove the field
        nodeManager: {args: [{name: wait-routes, value: 'true'}]}                  | nodeManager: provider sample has no container cloud-node-manager; remove the field
        """)
    void refusesWhatOperatorSetsOrProviderLacks(String spec, String reason) {
        assertThat(refused(FACTS, "{" + spec + "}")).containsExactly(PREFIX + reason);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
        image: a:1                                       | image: the release of OpenShift names the image; remove it
        podMetadata: {labels: {app: a}}                  | podMetadata.labels[app]: the provider sets this label; remove it
        podMetadata: {labels: {infrastructure.openshift.io/cloud-controller-manager: AWS}} | podMetadata.labels[infrastructure.openshift.io/cloud-controller-manager]: the provider sets this label; remove it
        podMetadata: {labels: {pod-template-hash: a}}    | podMetadata.labels[pod-template-hash]: the controller of the workload sets this label; remove it
        podMetadata: {labels: {app.kubernetes.io/managed-by: a}} | podMetadata.labels[app.kubernetes.io/managed-by]: the operator sets this label; remove it
        podMetadata: {annotations: {ccmoperator.io/overrides-hash: a}} | podMetadata.annotations[ccmoperator.io/overrides-hash]: the operator sets this annotation; remove it
        podMetadata: {annotations: {operator.openshift.io/config-hash: a}} | podMetadata.annotations[operator.openshift.io/config-hash]: the operator sets this annotation; remove it
        podMetadata: {annotations: {kubectl.kubernetes.io/restartedAt: a}} | podMetadata.annotations[kubectl.kubernetes.io/restartedAt]: kubectl rollout restart sets this annotation; use another key
        """)
    void leavesOutWhatPodsCannotHaveAndTakesTheRest(String given, String reason) {
        CheckedOverrides checked =
                check(FACTS, "{controllerManager: {priorityClassName: high, " + given + "}}", Live.NONE);

        assertThat(checked.refused()).containsExactly(PREFIX + "controllerManager." + reason);
        assertThat(checked.effective().set()).containsExactly("controllerManager.priorityClassName");
    }

    @Test
    void takesOtherKeysBesideRefusedOnes() {
        assertThat(check(
                                FACTS,
                                "{controllerManager: {podMetadata: {labels: {pod-template-hash: a, team: b},"
                                        + " annotations: {ccmoperator.io/a: b, prometheus.io/scrape: c}}}}",
                                Live.NONE)
                        .effective()
                        .tree())
                .isEqualTo(tree("{spec: {controllerManager: {podMetadata: {labels: {team: b},"
                        + " annotations: {prometheus.io/scrape: c}}}}}"));
    }

    @Test
    void takesImageOfObjectOnKubernetes() {
        CheckedOverrides checked =
                check(SampleProvider.facts(Distribution.KUBERNETES), "{controllerManager: {image: a:1}}", Live.NONE);

        assertThat(checked.refused()).isEmpty();
        assertThat(checked.effective().image("cloud-controller-manager")).contains("a:1");
    }

    @Test
    void refusesNodesWithWindowsOfProviderWithoutNodeManagerForThem() {
        CheckedOverrides checked =
                check(SampleProvider.facts(Distribution.KUBERNETES), "{nodeManager: {windows: true}}", Live.NONE);

        assertThat(checked.refused())
                .containsExactly(
                        PREFIX
                                + "nodeManager.windows: provider sample has no node manager for nodes with Windows; remove the field");
        assertThat(checked.effective().windowsNodes()).isFalse();
    }

    /** Names that the kind does not take, but that an object may have which is older than the rule. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "leader_elect",
                "secure_port",
                "cloud-config=/etc/passwd",
                "",
                "a=b",
                "-a",
                "--",
                "A",
                "a-",
                "\\E",
                "a b",
                "ä"
            })
    void refusesWhatIsNotNameOfFlag(String name) {
        CheckedOverrides checked = check(
                FACTS,
                "{controllerManager: {args: [{name: \"" + name.replace("\\", "\\\\") + "\", value: x}]}}",
                Live.NONE);

        assertThat(checked.effective().programs().values())
                .allMatch(program -> program.args().isEmpty());
        assertThat(checked.refused())
                .singleElement()
                .asString()
                .startsWith(PREFIX + "controllerManager.args[" + name + "]: is not the name of a flag; ");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        {requests: {memory: 1Gi}, limits: {memory: 512Mi}} | true
        {requests: {cpu: 2}, limits: {cpu: 1500m}}         | true
        {requests: {cpu: 1}, limits: {cpu: 1000m}}         | false
        {requests: {cpu: 1}, limits: {memory: 1}}          | false
        """)
    void refusesRequestAboveLimit(String resources, boolean isRefused) {
        CheckedOverrides checked =
                check(FACTS, "{controllerManager: {replicas: 2, resources: " + resources + "}}", Live.NONE);

        assertThat(checked.refused()).hasSize(isRefused ? 1 : 0);
        assertThat(checked.refused())
                .allMatch(line -> line.startsWith(PREFIX + "controllerManager.resources.requests[")
                        && line.endsWith("; raise the limit, or lower the request"));
        assertThat(checked.effective()
                        .programs()
                        .get("cloud-controller-manager")
                        .resources())
                .isEqualTo(isRefused ? Map.of() : tree(resources));
    }

    @Test
    void saysWhatIsWrongWithNameOfAnyLength() {
        assertThat(refused(FACTS, "{controllerManager: {args: [{name: " + "a".repeat(1000) + ", value: x}]}}"))
                .singleElement()
                .asString()
                .hasSizeLessThan(1024)
                .contains("aaa...]: is not the name of a flag; ")
                .endsWith("with 128 characters at most");
    }

    @Test
    void warnsOfCredentialInVariable() {
        assertThat(check(FACTS, "{controllerManager: {env: [{name: CLOUD_TOKEN, value: hunter2}]}}", Live.NONE)
                        .warnings())
                .containsExactly(
                        PREFIX + "controllerManager.env[CLOUD_TOKEN]: the value is a credential, and all users with the"
                                + " role view read it; put it into a Secret, and write valueFrom with its secretKeyRef");
        assertThat(check(
                                FACTS,
                                "{controllerManager: {env: [{name: TOKEN_FILE, value: /a}, {name: CLOUD_TOKEN, valueFrom:"
                                        + " {secretKeyRef: {name: a, key: b}}}]}}",
                                Live.NONE)
                        .warnings())
                .isEmpty();
    }

    private static final ClusterFacts ON_KUBERNETES = new ClusterFacts(
            FACTS.infrastructure(),
            Distribution.KUBERNETES,
            FACTS.managedNamespace(),
            FACTS.proxy(),
            FACTS.networks(),
            FACTS.features(),
            FACTS.tls(),
            FACTS.overrides());

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{name: leader-elect-lease-duration, value: 60s}, {name: leader-elect-renew-deadline, value: 40s}, {name: leader-elect-retry-period, value: 5s}",
                "{name: leader-elect-renew-deadline, value: 14s}",
                "{name: leader-elect-retry-period, value: 500ms}",
                "{name: feature-gates, value: 'A=true,B=false'}",
                "{name: cluster-name, value: kubernetes}",
            })
    void takesOnKubernetesWhatOpenShiftDecidesElsewhere(String args) {
        String spec = "{controllerManager: {args: [" + args + "]}}";

        CheckedOverrides checked = check(ON_KUBERNETES, spec, Live.NONE);

        assertThat(checked.refused()).isEmpty();
        assertThat(checked.effective()).isEqualTo(Overrides.of(tree("{spec: " + spec + "}")));
        assertThat(refused(FACTS, spec))
                .isNotEmpty()
                .allMatch(line -> line.contains(": the operator sets this flag; remove it"));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
        {name: leader-elect-lease-duration, value: '20'}  | leader-elect-lease-duration]: is not a time that the program can elect a leader with; write a positive number with a unit, such as 15s
        {name: leader-elect-retry-period, value: -2s}     | leader-elect-retry-period]: is not a time that the program can elect a leader with; write a positive number with a unit, such as 2s
        {name: leader-elect-renew-deadline, value: 0s}    | leader-elect-renew-deadline]: is not a time that the program can elect a leader with; write a positive number with a unit, such as 10s
        {name: leader-elect-lease-duration, value: 25h}   | leader-elect-lease-duration]: is not a time that the program can elect a leader with; write a positive number with a unit, such as 15s
        {name: leader-elect-lease-duration, value: 10s}   | leader-elect-lease-duration]: the program would end: leader-elect-lease-duration (10s) has to be more than leader-elect-renew-deadline (10s), and that more than 1.2 times leader-elect-retry-period (2s); correct them
        {name: leader-elect-retry-period, value: 9s}      | leader-elect-retry-period]: the program would end: leader-elect-lease-duration (15s) has to be more than leader-elect-renew-deadline (10s), and that more than 1.2 times leader-elect-retry-period (9s); correct them
        {name: leader-elect-resource-name, value: mine}   | leader-elect-resource-name]: the operator sets this flag; remove it
        {name: node-labels, value: a=c}                   | node-labels]: the operator sets this flag; remove it
        """)
    void refusesOnKubernetesWhatProgramWouldEndWith(String args, String reason) {
        assertThat(refused(ON_KUBERNETES, "{controllerManager: {args: [" + args + "]}}"))
                .containsExactly(PREFIX + "controllerManager.args[" + reason);
    }

    @Test
    void refusesNameThatProviderPasses() {
        Provider passing =
                new Provider(PROVIDER.descriptor(), List.of(manifest("""
                    apiVersion: apps/v1
                    kind: Deployment
                    metadata: {name: sample}
                    spec: {template: {spec: {containers: [{name: cloud-controller-manager, args: [--cluster-name=$(NAME)]}]}}}
                    """)), List.of(), List.of(), Map.of(), Map.of());
        ClusterFacts facts = ON_KUBERNETES.with(
                Overrides.of(tree("{spec: {controllerManager: {args: [{name: cluster-name, value: a}]}}}")));

        assertThat(CheckedOverrides.of(passing, facts, Live.NONE).refused())
                .containsExactly(PREFIX
                        + "controllerManager.args[cluster-name]: the operator sets this flag; remove it: set spec.cluster.name"
                        + " instead");
    }

    @Test
    void refusesSecondReplicaOnOneNodeOnly() {
        String two = "{controllerManager: {replicas: 2}}";

        assertThat(refused(SampleProvider.facts(Topology.SINGLE_REPLICA), two))
                .singleElement()
                .asString()
                .startsWith(PREFIX + "controllerManager.replicas: ")
                .endsWith("; remove it");
        assertThat(refused(FACTS, two)).isEmpty();
        assertThat(refused(SampleProvider.facts(Topology.SINGLE_REPLICA), "{controllerManager: {replicas: 1}}"))
                .isEmpty();
    }

    private static Overrides settings(String spec) {
        return Overrides.of(tree("{spec: {" + spec + "}}"));
    }

    /** Workloads have been given these; variables with a source lack it. */
    private static Live configured(String spec) {
        return new Live(
                container -> Optional.of(settings(spec)),
                variable -> variable.containsKey("valueFrom") ? Optional.of("valueFrom: missing") : Optional.empty(),
                secret -> true);
    }

    private static final String KEPT = "; until then the programs keep all settings that they had";

    /** The third column is what is effective: nothing of an edit with a slip, or what it leaves as it is. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
        args: [{name: a, value: b}, {name: leader-elect, value: 'false'}] | args: [{name: a, value: c}]              | args: [{name: a, value: c}]
        args: [{name: a, value: b}, {name: leader-elect, value: 'false'}] | replicas: 2                              | replicas: 2
        env: [{name: A, valueFrom: {}}, {name: B, value: c}]              | env: [{name: A, value: d}]               | env: [{name: A, value: d}]
        env: [{name: A, valueFrom: {}}, {name: B, value: c}]              | env: [{name: A, valueFrom: {}}, {name: B, value: c}] | env: [{name: A, valueFrom: {}}, {name: B, value: c}]
        args: [{name: a, value: b}, {name: profiling, value: 'true'}]     | env: [{name: BASH_ENV, value: /a}, {name: A, value: d}] | env: [{name: A, value: d}]
        """)
    void keepsSettingsOfBeforeWhereOneIsRefused(String given, String before, String effective) {
        CheckedOverrides checked = check(
                FACTS,
                "{logLevel: Trace, controllerManager: {" + given + "}}",
                configured("logLevel: Debug, controllerManager: {" + before + "}"));

        assertThat(checked.refused()).singleElement().asString().endsWith(KEPT);
        assertThat(checked.effective()).isEqualTo(settings("logLevel: Debug, controllerManager: {" + effective + "}"));
    }

    @Test
    void saysNothingOfOtherSettingsWhereThereAreNone() {
        CheckedOverrides checked = check(
                FACTS,
                "{controllerManager: {args: [{name: a, value: b}, {name: profiling, value: 'true'}]}}",
                configured("controllerManager: {args: [{name: a, value: b}]}"));

        assertThat(checked.refused()).hasSize(1);
        assertThat(checked.effective()).isEqualTo(settings("controllerManager: {args: [{name: a, value: b}]}"));
    }

    @Test
    void leavesOutRefusedSettingsAloneBeforeThereIsWorkload() {
        CheckedOverrides checked = check(
                FACTS,
                "{logLevel: Trace, controllerManager: {args: [{name: a, value: b}, {name: profiling, value: 'true'}]}}",
                Live.NONE);

        assertThat(checked.refused()).hasSize(1);
        assertThat(checked.effective())
                .isEqualTo(settings("logLevel: Trace, controllerManager: {args: [{name: a, value: b}]}"));
    }

    /** An image is what an upgrade is about. */
    @Test
    void takesImageBesideRefusedSetting() {
        CheckedOverrides checked = check(
                SampleProvider.facts(Distribution.KUBERNETES),
                "{controllerManager: {image: a:2, args: [{name: profiling, value: 'true'}]}}",
                configured("controllerManager: {args: [{name: a, value: b}]}"));

        assertThat(checked.refused()).hasSize(1);
        assertThat(checked.effective())
                .isEqualTo(settings("controllerManager: {image: 'a:2', args: [{name: a, value: b}]}"));
    }

    /** It is not about the programs that run. */
    @Test
    void takesSettingsOfProgramsBesideRefusedNodesWithWindows() {
        CheckedOverrides checked = check(
                FACTS,
                "{nodeManager: {windows: true}, controllerManager: {args: [{name: a, value: b}]}}",
                configured("logLevel: Debug"));

        assertThat(checked.refused()).hasSize(1);
        assertThat(checked.effective()).isEqualTo(settings("controllerManager: {args: [{name: a, value: b}]}"));
    }

    private static ProgramFlags program(Map<String, FlagType> flags) {
        return new ProgramFlags(flags, Set.of("CloudGate"), Set.of("cloud-node-controller", "service-lb-controller"));
    }

    /** The program would end with each of them, in a crash loop on a new cluster. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            syncs         | abc                                 | the value has to be an integer of 1 or more
            syncs         | 5                                   |
            syncs         | $(A)                                |
            frequency     | 5                                   | the value has to be a duration with a unit, such as 137s
            frequency     | 5m30s                               |
            controllers   | *,-cloud-node-controler             | the program is not known to have the controller cloud-node-controler, and would end with one that it does not have; is cloud-node-controller meant?
            controllers   | -*,cloud-node                       | the program is not known to have the controller *, and would end with one that it does not have; leave it out, or see its --help
            controllers   | -cloud-node,*,service-lb-controller |
            feature-gates | CloudGate=true,AllAlpha=false       |
            feature-gates | CloudGat=true                       | the program is not known to have the feature gate CloudGat, and would end with one that it does not have; is CloudGate meant?
            feature-gates | Other=true                          | the program is not known to have the feature gate Other, and would end with one that it does not have; leave it out, or see its --help
            """)
    void warnsOfValueThatProgramDoesNotTake(String flag, String value, String warning) {
        Provider known = new Provider(
                PROVIDER.descriptor(),
                List.of(PROVIDER.assets().get(0)),
                List.of(),
                List.of(),
                Map.of(
                        "cloud-controller-manager",
                        program(Map.of(
                                "syncs",
                                FlagType.COUNT,
                                "frequency",
                                FlagType.DURATION,
                                "controllers",
                                FlagType.STRING,
                                "feature-gates",
                                FlagType.GATES))),
                Map.of());
        ClusterFacts facts = ON_KUBERNETES.with(Overrides.of(
                tree("{spec: {controllerManager: {args: [{name: " + flag + ", value: '" + value + "'}]}}}")));

        CheckedOverrides checked = CheckedOverrides.of(known, facts, Live.NONE);

        assertThat(checked.effective()).isEqualTo(facts.overrides());
        assertThat(checked.warnings())
                .isEqualTo(
                        warning == null
                                ? List.of()
                                : List.of(PREFIX + "controllerManager.args[" + flag + "]: " + warning));
    }

    /** As guides of several clouds have it. */
    @Test
    void takesPortOfWebhooksThatIsClosed() {
        assertThat(check(FACTS, "{controllerManager: {args: [{name: webhook-secure-port, value: '0'}]}}", Live.NONE)
                        .refused())
                .isEmpty();
    }

    @Test
    void passesFlagThatProgramIsNotKnownToHaveWithWarning() {
        Provider known = new Provider(
                PROVIDER.descriptor(),
                PROVIDER.assets(),
                PROVIDER.bootstrap(),
                PROVIDER.featureGates(),
                Map.of("cloud-controller-manager", program(Map.of("known-flag", FlagType.STRING))),
                Map.of());
        ClusterFacts facts = FACTS.with(Overrides.of(tree(
                "{spec: {controllerManager: {args: [{name: known-flag, value: a}, {name: other-flag, value: b}]}}}")));

        CheckedOverrides checked = CheckedOverrides.of(known, facts, Live.NONE);

        assertThat(checked.effective()).isEqualTo(facts.overrides());
        assertThat(checked.refused()).isEmpty();
        assertThat(checked.warnings())
                .containsExactly(
                        PREFIX + "controllerManager.args[other-flag]: the program of provider sample is not known to"
                                + " have this flag, and would end with a flag that it does not have; see its --help");
        assertThat(CheckedOverrides.of(PROVIDER, facts, Live.NONE).warnings()).isEmpty();
    }

    /** The fork of OpenStack, say, with older libraries than the image on Kubernetes. */
    @Test
    void knowsFlagsOfNewerLibrariesOnKubernetes() {
        Provider fork = new Provider(
                PROVIDER.descriptor(),
                PROVIDER.assets(),
                PROVIDER.bootstrap(),
                PROVIDER.featureGates(),
                Map.of("cloud-controller-manager", program(Map.of("known-flag", FlagType.STRING))),
                Map.of());
        Overrides overrides = Overrides.of(
                tree(
                        "{spec: {controllerManager: {args: ["
                                + "{name: tls-curve-preferences, value: '4588'}, {name: concurrent-node-status-updates, value: '2'}]}}}"));

        CheckedOverrides onKubernetes = CheckedOverrides.of(fork, ON_KUBERNETES.with(overrides), Live.NONE);
        CheckedOverrides onOpenShift = CheckedOverrides.of(fork, FACTS.with(overrides), Live.NONE);

        assertThat(onKubernetes.refused()).isEmpty();
        assertThat(onKubernetes.warnings()).isEmpty();
        assertThat(onOpenShift.refused())
                .contains(PREFIX
                        + "controllerManager.args[tls-curve-preferences]: the operator sets this flag; remove it: set the TLS"
                        + " profile of APIServer cluster instead");
        assertThat(onOpenShift.warnings()).singleElement().asString().contains("concurrent-node-status-updates");
    }
}
