// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.ccm;

import static io.ccmoperator.YamlText.manifest;
import static org.assertj.core.api.Assertions.assertThat;

import io.ccmoperator.YamlText;
import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.assets.ResourceKind;
import io.ccmoperator.ccm.ConfigurationRecord.Configuration;
import io.ccmoperator.client.CacheState;
import io.ccmoperator.client.ObjectKey;
import io.ccmoperator.client.StoredObjects;
import io.ccmoperator.cluster.Overrides;
import io.ccmoperator.plan.Snapshot;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ConfigCopiesTest {
    private static final String OWN = "labels: {app.kubernetes.io/managed-by: ccm-operator}";
    private static final String CONFIG_MAP = "{configMap: {name: %s, items: [{key: cloud.conf, path: cloud.conf}]}}";
    private static final String SECRET = "{secret: {secretName: %s}}";

    private final StoredObjects server = new StoredObjects();
    private List<KubernetesObject> desired =
            List.of(object("Role", "role", ""), deployment("cloud-conf"), daemonSet("cloud-conf"));

    @BeforeEach
    void configure() {
        cloudConf("first");
    }

    private static KubernetesObject object(String kind, String name, String more) {
        String group = kind.equals("Role") ? "rbac.authorization.k8s.io/v1" : "apps/v1";
        return manifest("{apiVersion: %s, kind: %s, metadata: {name: %s, namespace: ns}%s}"
                .formatted(kind.equals("ConfigMap") || kind.equals("Secret") ? "v1" : group, kind, name, more));
    }

    private static KubernetesObject workload(String kind, String volume) {
        return object(kind, "ccm", ", spec: {template: {spec: {volumes: [%s]}}}".formatted(volume));
    }

    private static KubernetesObject deployment(String configMap) {
        return workload("Deployment", CONFIG_MAP.formatted(configMap));
    }

    private static KubernetesObject daemonSet(String configMap) {
        return workload("DaemonSet", CONFIG_MAP.formatted(configMap));
    }

    private void cloudConf(String content) {
        server.put(object("ConfigMap", "cloud-conf", ", data: {cloud.conf: %s}".formatted(content)));
    }

    private void copy(String name, String content) {
        server.put(manifest(
                "{apiVersion: v1, kind: ConfigMap, metadata: {name: %s, namespace: ns, %s}, immutable: true, data: {cloud.conf: %s}}"
                        .formatted(name, OWN, content)));
    }

    /** A workload of the cluster, whose Pods are all of the current template. */
    private KubernetesObject complete(KubernetesObject workload) {
        KubernetesObject live = workload.copy();
        live.tree().put("status", YamlText.tree("""
                {observedGeneration: 1, replicas: 1, updatedReplicas: 1, availableReplicas: 1, currentNumberScheduled: 1,
                 updatedNumberScheduled: 1, numberAvailable: 1, desiredNumberScheduled: 1,
                 conditions: [{type: Progressing, status: 'True', reason: NewReplicaSetAvailable}]}
                """));
        return server.put(live);
    }

    /** A workload whose Pods are being replaced. */
    private void rollingOut(KubernetesObject workload, String lastComplete) {
        server.put(new ConfigurationRecord(
                        Overrides.NONE,
                        Optional.of(new Configuration(Optional.of(lastComplete), Overrides.NONE)),
                        Optional.empty())
                .annotate(workload));
    }

    private ConfigCopies.Result plan() {
        Snapshot snapshot = Snapshot.last(
                key -> server.live(key).<CacheState>map(CacheState.Present::new).orElseGet(CacheState.Absent::new),
                Instant.EPOCH);
        ConfigCopies copies = new ConfigCopies(snapshot, desired, ConfigCopiesTest::trial);
        ConfigurationTrials trials = new ConfigurationTrials(
                snapshot,
                copies,
                ConfigCopiesTest::trial,
                desired,
                new ConfigurationTrials.Settings(Overrides.NONE, settings -> settings),
                key("cloud-conf"));
        ConfigCopies.Result result = copies.mount(desired, trials.copies(), trials.kept());
        return new ConfigCopies.Result(trials.remember(result.objects()), result.unused(), result.awaited());
    }

    /** By a process that has seen the workload as it is, and has not seen who leads. */
    private static ConfigurationTrial trial(KubernetesObject live) {
        return new ConfigurationTrial(false, Rollout.of(live) instanceof Rollout.Complete, Optional.empty());
    }

    private static List<String> copies(ConfigCopies.Result result) {
        return result.objects().stream()
                .filter(object -> !object.isWorkload() && !object.kind().equals("Role"))
                .map(object -> object.name() + " "
                        + object.fields().string("data", "cloud.conf")
                        + (Boolean.TRUE.equals(object.fields().at("immutable")) ? "" : " mutable"))
                .toList();
    }

    private static List<Object> mounted(ConfigCopies.Result result) {
        return result.objects().stream()
                .filter(KubernetesObject::isWorkload)
                .flatMap(workload -> ConfigReferences.mounts(workload.podSpec()).stream())
                .map(ConfigReferences.Mount::name)
                .toList();
    }

    private static List<String> lastComplete(ConfigCopies.Result result) {
        return result.objects().stream()
                .filter(KubernetesObject::isWorkload)
                .map(workload -> ConfigurationRecord.of(workload)
                        .lastProven()
                        .flatMap(Configuration::copy)
                        .orElse(""))
                .toList();
    }

    private static ObjectKey key(String name) {
        return new ObjectKey(ResourceKind.CONFIG_MAP, "ns", name);
    }

    @Test
    void mountsFirstCopyBeforeFirstWorkload() {
        server.put(manifest("""
                apiVersion: v1
                kind: ConfigMap
                metadata: {name: cloud-conf, namespace: ns, labels: {of: others}}
                data: {cloud.conf: conf, ca-bundle.pem: pem, endpoints: '{}'}
                binaryData: {more: AA==}
                """));

        ConfigCopies.Result result = plan();

        assertThat(result.objects().get(1)).isEqualTo(manifest("""
                apiVersion: v1
                kind: ConfigMap
                metadata:
                  name: cloud-conf-a
                  namespace: ns
                  labels: {app.kubernetes.io/managed-by: ccm-operator}
                data: {ca-bundle.pem: pem, cloud.conf: conf, endpoints: '{}'}
                binaryData: {more: AA==}
                immutable: true
                """));
        assertThat(result.objects())
                .containsExactly(
                        desired.get(0), result.objects().get(1), deployment("cloud-conf-a"), daemonSet("cloud-conf-a"));
        assertThat(result.unused()).isEmpty();
        assertThat(result.awaited()).isEmpty();
    }

    @Test
    void mountsSecretsWhereConfigurationIsSecret() {
        server.put(object("Secret", "cloud-conf", ", data: {cloud.conf: Yw==}"));
        desired = List.of(workload("Deployment", SECRET.formatted("cloud-conf")));

        ConfigCopies.Result result = plan();

        assertThat(result.objects().get(0).display()).isEqualTo("Secret ns/cloud-conf-a");
        assertThat(copies(result)).containsExactly("cloud-conf-a Yw==");
        assertThat(mounted(result)).containsExactly("cloud-conf-a");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            {projected: {sources: [{configMap: {name: cloud-conf}}, {secret: {name: cloud-conf}}]}} | [cloud-conf-a, cloud-conf]
            {secret: {secretName: cloud-conf}}, {configMap: {name: ccm-trusted-ca}} | [cloud-conf, ccm-trusted-ca]
            """)
    void replacesNoOtherReference(String volumes, String expected) {
        desired = List.of(workload("Deployment", volumes));

        assertThat(mounted(plan()).toString()).isEqualTo(expected);
    }

    @Test
    void changesNothingWhileContentIsTheSame() {
        copy("cloud-conf-b", "first");
        complete(deployment("cloud-conf-b"));
        complete(daemonSet("cloud-conf-b"));

        ConfigCopies.Result result = plan();

        assertThat(copies(result)).containsExactly("cloud-conf-b first");
        assertThat(mounted(result)).containsExactly("cloud-conf-b", "cloud-conf-b");
        assertThat(lastComplete(result)).containsExactly("", "");
    }

    @ParameterizedTest
    @CsvSource({"cloud-conf-a, cloud-conf-b", "cloud-conf-b, cloud-conf-c", "cloud-conf-c, cloud-conf-a"})
    void mountsNextCopyAndRemembersCompleteOne(String before, String next) {
        copy(before, "first");
        complete(deployment(before));
        complete(daemonSet(before));
        cloudConf("second");

        ConfigCopies.Result result = plan();

        assertThat(copies(result)).containsExactly(before + " first", next + " second");
        assertThat(mounted(result)).containsExactly(next, next);
        assertThat(lastComplete(result)).containsExactly(before, before);
        assertThat(result.unused()).isEmpty();
    }

    @Test
    void remembersCompleteCopyThroughAnUnfinishedRollout() {
        copy("cloud-conf-a", "first");
        copy("cloud-conf-b", "second");
        rollingOut(deployment("cloud-conf-b"), "cloud-conf-a");
        complete(daemonSet("cloud-conf-b"));
        cloudConf("third");

        ConfigCopies.Result result = plan();

        assertThat(copies(result))
                .containsExactlyInAnyOrder("cloud-conf-a first", "cloud-conf-b second", "cloud-conf-c third");
        assertThat(lastComplete(result)).containsExactly("cloud-conf-a", "cloud-conf-b");
    }

    @Test
    void givesUpCopyAfterCompleteRolloutOfNext() {
        copy("cloud-conf-a", "first");
        copy("cloud-conf-b", "second");
        cloudConf("second");
        rollingOut(deployment("cloud-conf-b"), "cloud-conf-a");
        complete(daemonSet("cloud-conf-b"));
        assertThat(plan().unused()).isEmpty();

        complete(deployment("cloud-conf-b"));

        ConfigCopies.Result result = plan();
        assertThat(result.unused()).containsExactly(key("cloud-conf-a"));
        assertThat(copies(result)).containsExactly("cloud-conf-b second");
    }

    @Test
    void keepsMountedCopyButRemembersNothingWhenRecordedOneDoesNotExist() {
        copy("cloud-conf-b", "second");
        rollingOut(deployment("cloud-conf-b"), "cloud-conf-a");
        rollingOut(daemonSet("cloud-conf-b"), "cloud-conf-a");
        cloudConf("third");

        ConfigCopies.Result result = plan();

        assertThat(copies(result)).containsExactly("cloud-conf-b second", "cloud-conf-c third");
        assertThat(lastComplete(result)).containsExactly("", "");
    }

    @Test
    void mountsSameCopyWhenEditIsTakenBack() {
        copy("cloud-conf-a", "first");
        copy("cloud-conf-b", "second");
        complete(deployment("cloud-conf-a"));
        complete(daemonSet("cloud-conf-a"));

        ConfigCopies.Result before = plan();

        assertThat(mounted(before)).containsExactly("cloud-conf-a", "cloud-conf-a");
        assertThat(before.unused()).containsExactly(key("cloud-conf-b"));

        rollingOut(deployment("cloud-conf-b"), "cloud-conf-a");

        ConfigCopies.Result during = plan();
        assertThat(mounted(during)).containsExactly("cloud-conf-a", "cloud-conf-a");
        assertThat(copies(during)).containsExactlyInAnyOrder("cloud-conf-a first", "cloud-conf-b second");
    }

    @Test
    void keepsWhatIsMountedWhileNoNameIsFree() {
        copy("cloud-conf-a", "first");
        copy("cloud-conf-b", "second");
        copy("cloud-conf-c", "third");
        rollingOut(deployment("cloud-conf-b"), "cloud-conf-a");
        complete(daemonSet("cloud-conf-a"));
        cloudConf("fourth");

        ConfigCopies.Result result = plan();

        assertThat(mounted(result)).containsExactly("cloud-conf-b", "cloud-conf-a");
        assertThat(copies(result)).containsExactlyInAnyOrder("cloud-conf-a first", "cloud-conf-b second");
        assertThat(result.unused()).containsExactly(key("cloud-conf-c"));
        assertThat(result.awaited())
                .contains("the end of Pods that mount one of ConfigMap ns/cloud-conf-a, ConfigMap ns/cloud-conf-b,"
                        + " ConfigMap ns/cloud-conf-c: ConfigMap ns/cloud-conf has changed, and none of them is free for a"
                        + " copy of it");
    }

    @Test
    void keepsWhatIsMountedWhileCloudConfIsMissing() {
        copy("cloud-conf-a", "first");
        complete(deployment("cloud-conf-a"));
        server.remove(key("cloud-conf"));

        ConfigCopies.Result result = plan();

        assertThat(mounted(result)).containsExactly("cloud-conf-a", "cloud-conf");
        assertThat(result.awaited()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"first", "second"})
    void restoresDeletedCopyOnlyWithItsContent(String content) {
        ConfigCopies.Result before = plan();
        List<KubernetesObject> annotated = new ConfigHashes(
                        Snapshot.last(key -> new CacheState.Absent(), Instant.EPOCH), Set.of())
                .annotate(before.objects());
        annotated.stream().filter(KubernetesObject::isWorkload).forEach(this::complete);
        cloudConf(content);

        ConfigCopies.Result result = plan();

        assertThat(copies(result))
                .containsExactly(content.equals("first") ? "cloud-conf-a first" : "cloud-conf-b second");
    }

    @Test
    void doesNotTakeCopyOfAnotherClient() {
        server.put(object("ConfigMap", "cloud-conf-a", ", data: {cloud.conf: first}"));

        assertThat(mounted(plan())).containsExactly("cloud-conf-b", "cloud-conf-b");
    }

    /** The label is put back. */
    @Test
    void keepsMountedCopyWithoutItsLabel() {
        server.put(object("ConfigMap", "cloud-conf-b", ", immutable: true, data: {cloud.conf: first}"));
        complete(deployment("cloud-conf-b"));

        ConfigCopies.Result result = plan();

        assertThat(mounted(result)).containsExactly("cloud-conf-b", "cloud-conf-b");
        assertThat(result.objects().get(1).fields().map("metadata", "labels"))
                .containsEntry("app.kubernetes.io/managed-by", "ccm-operator");
    }

    @Test
    void addsNothingForWorkloadsWithoutCloudConf() {
        desired = List.of(deployment("other"));

        assertThat(plan()).isEqualTo(new ConfigCopies.Result(desired, List.of(), Optional.empty()));
        assertThat(ConfigCopies.required(desired)).isEmpty();
    }
}
