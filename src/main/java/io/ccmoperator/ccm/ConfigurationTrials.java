// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.ccm;

import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.assets.text.Sha256;
import io.ccmoperator.assets.tree.FieldWriter;
import io.ccmoperator.assets.tree.JsonWriter;
import io.ccmoperator.ccm.ConfigurationRecord.Configuration;
import io.ccmoperator.ccm.ConfigurationRecord.TakenBack;
import io.ccmoperator.client.ClusterObjects;
import io.ccmoperator.client.ObjectKey;
import io.ccmoperator.cluster.CredentialSettings;
import io.ccmoperator.cluster.Overrides;
import io.ccmoperator.plan.Snapshot;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/**
 * Which configuration each workload gets: the present one, or, after the Pods of that ended, the last one that works. The present one is
 * tried again after a pause, and when it, a Secret or the image changes. For one plan.
 */
final class ConfigurationTrials {
    /** Of a pod template: what is set of its programs, by which its Pods differ from those of another template. */
    static final String OVERRIDES_HASH = "ccmoperator.io/overrides-hash";

    private final Snapshot snapshot;
    private final ConfigCopies copies;
    private final Function<KubernetesObject, ConfigurationTrial> trials;
    private final Settings settings;
    private final ObjectKey source;
    private final Map<ObjectKey, Decision> decisions = new LinkedHashMap<>();

    /**
     * @param live it, or as it was before another client deleted it: that may be why, and what worked is not to be forgotten
     * @param present what an administrator gives it
     * @param current what it has by what it remembers
     * @param last the last one that works, if it can have that again
     * @param identity of the present one, if that is another configuration and all of it is there
     * @param known that Pods with the present one have ended
     * @param isTakenBack whether it gets the last one
     */
    private record Decision(
            Optional<KubernetesObject> live,
            ConfigurationRecord record,
            Configuration present,
            Optional<Configuration> current,
            Optional<Configuration> last,
            Optional<String> identity,
            Optional<TakenBack> known,
            boolean isTakenBack) {
        Configuration chosen() {
            return isTakenBack ? last.get() : present;
        }

        boolean isLive() {
            return current.equals(Optional.of(chosen()));
        }

        /** Whether an administrator has returned to what works: what was taken back may be tried at once when it comes again. */
        boolean isEditedBack() {
            return record.takenBack().isPresent() && record.lastProven().equals(Optional.of(present));
        }

        /** What it remembers once it is written: as it is before that, another process may be the one that sees the rollout. */
        ConfigurationRecord written() {
            return new ConfigurationRecord(chosen().overrides(), last, known);
        }
    }

    /**
     * What is set of programs.
     *
     * @param present with what the desired objects are made
     * @param valid takes settings that a workload remembers, and gives those that are valid
     */
    record Settings(Overrides present, UnaryOperator<Overrides> valid) {}

    /**
     * Decides.
     *
     * @param trials what is known of the configuration of a workload of the cluster
     * @param desired the objects for the present configuration; workloads mount cloud-conf
     * @param source what cloud-conf is made of, for messages
     */
    ConfigurationTrials(
            Snapshot snapshot,
            ConfigCopies copies,
            Function<KubernetesObject, ConfigurationTrial> trials,
            List<KubernetesObject> desired,
            Settings settings,
            ObjectKey source) {
        this.snapshot = snapshot;
        this.copies = copies;
        this.trials = trials;
        this.settings = settings;
        this.source = source;
        desired.stream()
                .filter(KubernetesObject::isWorkload)
                .forEach(workload -> decisions.put(ObjectKey.of(workload), decide(workload)));
    }

    private Decision decide(KubernetesObject workload) {
        Optional<KubernetesObject> live = snapshot.lastSeen(ObjectKey.of(workload));
        ConfigurationRecord record = live.map(
                        object -> ConfigurationRecord.of(object).judged(settings.valid(), snapshot::now))
                .orElse(ConfigurationRecord.NONE);
        ConfigurationTrial trial = live.map(trials).orElse(ConfigurationTrial.NONE);
        Configuration present =
                new Configuration(copies.present(workload), settings.present().only(programs(workload)));
        Optional<Configuration> current =
                live.map(object -> new Configuration(copies.mounted(object), record.overrides()));
        Optional<Configuration> last = Optional.of(record.lastProven())
                .filter(proven -> !trial.isProven())
                .flatMap(proven -> mountable(workload, proven))
                .or(() ->
                        mountable(workload, current).filter(configuration -> trial.isProven() || trial.wasRolledOut()));
        if (last.filter(configuration -> !configuration.equals(present)).isEmpty()) {
            return new Decision(live, record, present, current, last, Optional.empty(), Optional.empty(), false);
        }
        Optional<String> identity = identity(workload, present.overrides());
        Optional<TakenBack> before = record.takenBack()
                .filter(back -> identity.map(back.identity()::equals).orElse(true));
        Optional<TakenBack> known = trial.end()
                .filter(end -> identity.equals(Optional.of(end.identity())) && current.equals(Optional.of(present)))
                .map(end -> takenBack(end, before))
                .or(() -> before);
        boolean isTakenBack =
                known.filter(back -> !snapshot.hasCome(back.due())).isPresent();
        return new Decision(live, record, present, current, last, identity, known, isTakenBack);
    }

    private Optional<Configuration> mountable(KubernetesObject workload, Optional<Configuration> configuration) {
        return configuration.filter(known -> copies.canMount(workload, known.copy()));
    }

    private static TakenBack takenBack(ConfigurationTrial.End end, Optional<TakenBack> before) {
        return new TakenBack(
                end.identity(),
                before.map(TakenBack::times).orElse(0L) + 1,
                end.at().truncatedTo(ChronoUnit.SECONDS),
                end.words());
    }

    private static Set<String> programs(KubernetesObject workload) {
        return workload.containers().stream()
                .map(container -> String.valueOf(container.get("name")))
                .collect(Collectors.toSet());
    }

    /** Of all whose change may let Pods work that ended before: configuration, Secrets, settings and images; empty while a part is missing. */
    private Optional<String> identity(KubernetesObject workload, Overrides set) {
        ObjectKey key = ObjectKey.of(workload);
        ConfigHash hash = ConfigHash.of(
                workload,
                tree -> snapshot.result("digest of configuration", key, tree, ConfigHash::digest),
                snapshot::object);
        if (!(hash instanceof ConfigHash.Complete complete)) {
            return Optional.empty();
        }
        Map<String, Object> identity = new LinkedHashMap<>();
        identity.put("hash", complete.hash());
        identity.put("overrides", set.tree());
        identity.put(
                "images",
                workload.allContainers().stream()
                        .map(container -> String.valueOf(container.get("image")))
                        .toList());
        return Optional.of(Sha256.hex(JsonWriter.compact(identity)));
    }

    /**
     * The objects with the overrides that are decided on; workloads mount cloud-conf.
     *
     * @param other the desired objects for other overrides
     */
    List<KubernetesObject> objects(List<KubernetesObject> desired, Function<Overrides, List<KubernetesObject>> other) {
        return desired.stream()
                .map(object ->
                        object.isWorkload() ? object(object, decisions.get(ObjectKey.of(object)), other) : object)
                .toList();
    }

    private KubernetesObject object(
            KubernetesObject desired, Decision decision, Function<Overrides, List<KubernetesObject>> other) {
        Overrides chosen = decision.chosen().overrides();
        KubernetesObject workload = chosen.equals(decision.present().overrides())
                ? desired
                : other.apply(chosen).stream()
                        .filter(object -> ObjectKey.of(object).equals(ObjectKey.of(desired)))
                        .findFirst()
                        .orElse(desired);
        // A node manager has no credentials, or shows them in its template.
        Overrides ofPods = programs(workload).contains(Overrides.CCM)
                ? chosen.ofPods()
                : chosen.ofPods().with(CredentialSettings.OF_PROVIDER);
        if (ofPods.equals(Overrides.NONE)) {
            return workload;
        }
        KubernetesObject marked = workload.copy();
        new FieldWriter(marked.tree())
                .map("spec", "template", "metadata", "annotations")
                .put(OVERRIDES_HASH, Sha256.hex(JsonWriter.compact(ofPods.tree())));
        return marked;
    }

    /** What is set of the programs of a workload that was decided on. */
    Overrides overrides(KubernetesObject workload) {
        return decisions.get(ObjectKey.of(workload)).chosen().overrides();
    }

    /** The names of the copies of cloud-conf that workloads are to mount. */
    Map<ObjectKey, String> copies() {
        Map<ObjectKey, String> names = new LinkedHashMap<>();
        decisions.forEach((key, decision) -> decision.chosen().copy().ifPresent(name -> names.put(key, name)));
        return names;
    }

    /** The names of the copies that workloads may go back to. */
    Set<String> kept() {
        Set<String> names = new HashSet<>();
        decisions
                .values()
                .forEach(
                        decision -> decision.last().flatMap(Configuration::copy).ifPresent(names::add));
        return names;
    }

    /** The objects; workloads that get another configuration remember what they had, all others what they remember. */
    List<KubernetesObject> remember(List<KubernetesObject> objects) {
        return objects.stream()
                .map(object -> object.isWorkload() ? remember(object) : object)
                .toList();
    }

    private KubernetesObject remember(KubernetesObject object) {
        Decision decision = decisions.get(ObjectKey.of(object));
        ConfigurationRecord record =
                decision.isLive() && !decision.isEditedBack() ? decision.record() : decision.written();
        return record.equals(ConfigurationRecord.NONE) && decision.record().equals(ConfigurationRecord.NONE)
                ? object
                : record.annotate(object);
    }

    /** The identity of the present configuration, for each workload that has it, and another one to go back to. */
    Map<ObjectKey, String> tried() {
        Map<ObjectKey, String> identities = new LinkedHashMap<>();
        decisions.forEach((key, decision) -> decision.identity()
                .filter(identity -> !decision.isTakenBack() && decision.isLive())
                .ifPresent(identity -> identities.put(key, identity)));
        return identities;
    }

    /** For each workload whose configuration was taken back, a line that says why. */
    Map<ObjectKey, String> takenBack() {
        Map<ObjectKey, String> lines = new LinkedHashMap<>();
        decisions.forEach((key, decision) -> decision.known()
                .filter(known -> decision.isTakenBack())
                .ifPresent(known -> lines.put(key, line(decision, known))));
        return lines;
    }

    private String line(Decision decision, TakenBack known) {
        List<String> changed = new ArrayList<>();
        Configuration last = decision.last().get();
        if (!last.copy().equals(decision.present().copy())) {
            changed.add(source.toString());
        }
        if (!last.overrides().equals(decision.present().overrides())) {
            changed.add(ClusterObjects.CLOUD_CONTROLLER_MANAGER.toString());
        }
        return "the configuration of %s was taken back: %s; it is tried again when it, a Secret or the image changes, and after %d minutes"
                .formatted(
                        String.join(" and ", changed),
                        known.words(),
                        known.pause().toMinutes());
    }
}
