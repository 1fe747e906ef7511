// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.perturbation;

import static org.awaitility.Awaitility.await;

import io.ccmoperator.YamlText;
import io.ccmoperator.apiserver.ApiAnswer;
import io.ccmoperator.apiserver.ApiClient;
import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.assets.tree.JsonWriter;
import io.ccmoperator.operator.OpenShiftCluster;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;

/**
 * The objects of a cluster at one time.
 *
 * @param objects by kind and path
 */
record Snapshot(Map<StoredKind, Map<String, KubernetesObject>> objects) {
    private static final Pattern COPY = Pattern.compile("cloud-conf-[abc]\\b");
    private static final String FIRST_COPY = "cloud-conf-a";
    private static final Pattern HASHES = Pattern.compile("\"(operator.openshift.io/config-hash)\":\"[^\"]*\"");

    /** On objects of a release payload. */
    private static final String RECORD = "ccmoperator.io/configuration";

    private static final String RELEASE = "include.release.openshift.io/self-managed-high-availability";

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
                .pollDelay(Duration.ZERO)
                .atMost(OpenShiftCluster.PATIENCE)
                .until(() -> admin.get(kind.path()), ApiAnswer::accepted);
    }

    /** Objects of a kind, by namespace and name. */
    Map<String, KubernetesObject> of(StoredKind kind) {
        return objects.get(kind);
    }

    /** Makes the cluster what it was: what is the same stays, all else is deleted and created. */
    void restore(ApiClient admin) {
        Snapshot now = of(admin);
        objects.forEach((kind, expected) -> {
            Map<String, KubernetesObject> live = now.objects.get(kind);
            live.forEach((name, object) -> {
                if (!expected.containsKey(name) || !isSame(expected.get(name), object)) {
                    delete(admin, object);
                }
            });
            expected.forEach((name, object) -> {
                if (!live.containsKey(name) || !isSame(object, live.get(name))) {
                    create(admin, kind, object);
                }
            });
        });
    }

    /** No component does what a finalizer is there for. */
    private static void delete(ApiClient admin, KubernetesObject object) {
        if (!object.fields().list("metadata", "finalizers").isEmpty()) {
            object.fields().map("metadata").remove("finalizers");
            // One that is being deleted does not exist after this.
            accepted(admin.replace(object));
            if (!object.fields().string("metadata", "deletionTimestamp").isEmpty()) {
                return;
            }
        }
        accepted(admin.delete(object));
    }

    private static boolean isSame(KubernetesObject one, KubernetesObject other) {
        return ComparedContent.withoutServersFields(one)
                .tree()
                .equals(ComparedContent.withoutServersFields(other).tree());
    }

    private static void create(ApiClient admin, StoredKind kind, KubernetesObject stored) {
        KubernetesObject object = ComparedContent.withoutServersFields(stored);
        // An object that is created begins at generation 1.
        object.fields().map("metadata").remove("generation");
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

    /**
     * Objects that the operator has made and restores when they are deleted. Not those of a release payload that it has taken
     * over, which it restores without their annotations.
     */
    List<KubernetesObject> owned() {
        return objects.values().stream()
                .flatMap(ofKind -> ofKind.values().stream())
                .filter(object -> "ccm-operator"
                                .equals(object.fields()
                                        .map("metadata", "labels")
                                        .get("app.kubernetes.io/managed-by"))
                        || Set.of("cloud-conf", "ccm-trusted-ca").contains(object.name()))
                .filter(object ->
                        !object.fields().map("metadata", "annotations").containsKey(RELEASE))
                .toList();
    }

    /**
     * The same, if the copy of cloud-conf had the first of its names, and no workload remembered what was proven. A configuration that has come again after another one has a name that was free then; hashes
     * cover the name.
     */
    Snapshot withFirstNameOfCopy() {
        Map<StoredKind, Map<String, KubernetesObject>> renamed = new LinkedHashMap<>();
        objects.forEach((kind, ofKind) -> {
            Map<String, KubernetesObject> others = new TreeMap<>();
            ofKind.forEach((name, object) -> {
                KubernetesObject compared = object.copy();
                // Has fields by the names of objects: of two copies, both would have the same key.
                compared.fields().map("metadata").remove("managedFields");
                forgetWhatWasProven(compared);
                String text = COPY.matcher(JsonWriter.compact(compared.tree())).replaceAll(FIRST_COPY);
                others.put(
                        COPY.matcher(name).replaceAll(FIRST_COPY),
                        YamlText.manifest(HASHES.matcher(text).replaceAll("\"$1\":\"\"")));
            });
            renamed.put(kind, others);
        });
        return new Snapshot(renamed);
    }

    /** What was proven last is no desired state: that the present configuration is proven costs no write. */
    private static void forgetWhatWasProven(KubernetesObject object) {
        Map<String, Object> annotations = object.fields().map("metadata", "annotations");
        if (annotations.get(RECORD) instanceof String text) {
            Map<String, Object> record = YamlText.tree(text);
            record.remove("lastProven");
            if (record.isEmpty()) {
                annotations.remove(RECORD);
            } else {
                annotations.put(RECORD, JsonWriter.compact(record));
            }
        }
    }

    /** What differs in another one, one line an object; times, versions and addresses that the server gives aside. */
    String differences(Snapshot other) {
        StringBuilder text = new StringBuilder();
        objects.forEach((kind, ofKind) -> {
            Map<String, KubernetesObject> others = other.objects.get(kind);
            Set<String> names = new TreeSet<>(ofKind.keySet());
            names.addAll(others.keySet());
            for (String name : names) {
                TreeDifference.of(ComparedContent.of(ofKind.get(name)), ComparedContent.of(others.get(name)))
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

    private static ApiAnswer accepted(ApiAnswer answer) {
        if (!answer.accepted()) {
            throw new IllegalStateException(answer.refusal());
        }
        return answer;
    }
}
