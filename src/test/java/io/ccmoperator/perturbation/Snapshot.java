/*
 * Copyright the ccm-operator authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.ccmoperator.perturbation;

import static org.awaitility.Awaitility.await;

import io.ccmoperator.apiserver.ApiAnswer;
import io.ccmoperator.apiserver.ApiClient;
import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.operator.OpenShiftCluster;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The objects of a cluster at one time.
 *
 * @param objects by kind and path
 */
record Snapshot(Map<StoredKind, Map<String, KubernetesObject>> objects) {
    private static final Set<String> OF_THE_SERVER =
            Set.of("resourceVersion", "uid", "creationTimestamp", "managedFields", "deletionTimestamp", "selfLink");
    private static final String GENERATION = "operator.openshift.io/generation";

    /** Counts changes, as the generation does. */
    private static final String GENERATION_OF_DAEMON_SET = "deprecated.daemonset.template.generation";

    /** Reads all objects. */
    static Snapshot of(ApiClient admin) {
        Map<StoredKind, Map<String, KubernetesObject>> objects = new LinkedHashMap<>();
        for (StoredKind kind : StoredKind.ALL) {
            Map<String, KubernetesObject> ofKind = new TreeMap<>();
            for (Map<String, Object> item : list(admin, kind).object().fields().maps("items")) {
                KubernetesObject object = new KubernetesObject(kind.complete(item));
                if (!object.name().startsWith("system:")) {
                    ofKind.put(object.namespace() + "/" + object.name(), object);
                }
            }
            objects.put(kind, ofKind);
        }
        return new Snapshot(objects);
    }

    /** A server that has just started refuses lists (429) until it has read the kind. */
    private static ApiAnswer list(ApiClient admin, StoredKind kind) {
        return await(kind.path())
                .atMost(OpenShiftCluster.PATIENCE)
                .until(() -> admin.get(kind.path()), ApiAnswer::accepted);
    }

    /** Makes the cluster what it was: what is the same stays, all else is deleted and created. */
    void restore(ApiClient admin) {
        Snapshot now = of(admin);
        objects.forEach((kind, expected) -> {
            Map<String, KubernetesObject> live = now.objects.get(kind);
            live.forEach((name, object) -> {
                if (!expected.containsKey(name) || !isSame(expected.get(name), object)) {
                    accepted(admin.delete(object));
                }
            });
            expected.forEach((name, object) -> {
                if (!live.containsKey(name) || !isSame(object, live.get(name))) {
                    create(admin, kind, object);
                }
            });
        });
    }

    private static boolean isSame(KubernetesObject one, KubernetesObject other) {
        return withoutServersFields(one)
                .tree()
                .equals(withoutServersFields(other).tree());
    }

    private static void create(ApiClient admin, StoredKind kind, KubernetesObject stored) {
        KubernetesObject object = withoutServersFields(stored);
        // An object that is created begins at generation 1, and the operator has noted the generation that it wrote.
        Object generation = object.fields().map("metadata").remove("generation");
        if (generation instanceof Long number
                && Long.toHexString(number).equals(object.fields().string("metadata", "annotations", GENERATION))) {
            object.fields().map("metadata", "annotations").put(GENERATION, "1");
        }
        accepted(admin.create(object));
        if (kind.hasStatus() && !object.fields().map("status").isEmpty()) {
            Map<String, Object> status = new TreeMap<>(object.fields().map("status"));
            status.computeIfPresent("observedGeneration", (key, observed) -> 1L);
            accepted(admin.applyStatus(new KubernetesObject(new HashMap<>(Map.of(
                    "apiVersion", kind.apiVersion(),
                    "kind", kind.kind(),
                    "metadata", name(object),
                    "status", status)))));
        }
    }

    private static Map<String, Object> name(KubernetesObject object) {
        Map<String, Object> metadata = new TreeMap<>(Map.of("name", object.name()));
        if (!object.namespace().isEmpty()) {
            metadata.put("namespace", object.namespace());
        }
        return metadata;
    }

    /** Objects that the operator has made and restores when they are deleted. */
    List<KubernetesObject> owned() {
        return objects.values().stream()
                .flatMap(ofKind -> ofKind.values().stream())
                .filter(object -> "ccm-operator"
                                .equals(object.fields()
                                        .map("metadata", "labels")
                                        .get("app.kubernetes.io/managed-by"))
                        || Set.of("cloud-conf", "ccm-trusted-ca").contains(object.name()))
                .toList();
    }

    /** What differs in another one, one line an object; times, versions and addresses that the server gives aside. */
    String differences(Snapshot other) {
        StringBuilder text = new StringBuilder();
        objects.forEach((kind, ofKind) -> {
            Map<String, KubernetesObject> others = other.objects.get(kind);
            Set<String> names = new TreeSet<>(ofKind.keySet());
            names.addAll(others.keySet());
            for (String name : names) {
                TreeDifference.of(content(ofKind.get(name)), content(others.get(name)))
                        .ifPresent(difference -> text.append(kind.kind())
                                .append(' ')
                                .append(name)
                                .append(' ')
                                .append(difference)
                                .append('\n'));
            }
        });
        return text.toString();
    }

    private static Map<String, Object> content(KubernetesObject object) {
        if (object == null) {
            return Map.of();
        }
        KubernetesObject content = withoutServersFields(object);
        remove(content, "generation", "metadata");
        remove(content, GENERATION, "metadata", "annotations");
        remove(content, GENERATION_OF_DAEMON_SET, "metadata", "annotations");
        remove(content, "observedGeneration", "status");
        removeLabelsOfOthers(content);
        remove(content, "clusterIP", "spec");
        remove(content, "clusterIPs", "spec");
        // A default that the server gives a Service only when it is created.
        remove(content, "internalTrafficPolicy", "spec");
        content.fields().maps("status", "conditions").forEach(condition -> condition.remove("lastTransitionTime"));
        // Lists that are sets of entries.
        List.of("conditions", "relatedObjects").forEach(list -> {
            if (content.fields().at("status", list) instanceof List<?> entries) {
                content.fields()
                        .map("status")
                        .put(
                                list,
                                entries.stream().map(String::valueOf).sorted().toList());
            }
        });
        return content.tree();
    }

    private static KubernetesObject withoutServersFields(KubernetesObject object) {
        KubernetesObject copy = object.copy();
        OF_THE_SERVER.forEach(copy.fields().map("metadata")::remove);
        return copy;
    }

    private static void removeLabelsOfOthers(KubernetesObject content) {
        Map<String, Object> labels = content.fields().map("metadata", "labels");
        if (labels.isEmpty()) {
            return;
        }
        labels.keySet().removeIf(label -> label.startsWith(Chaos.OTHERS));
        if (labels.isEmpty()) {
            remove(content, "labels", "metadata");
        }
    }

    private static void remove(KubernetesObject content, String member, String... path) {
        if (!content.fields().map(path).isEmpty()) {
            content.fields().map(path).remove(member);
        }
    }

    private static ApiAnswer accepted(ApiAnswer answer) {
        if (!answer.accepted()) {
            throw new IllegalStateException(answer.refusal());
        }
        return answer;
    }
}
