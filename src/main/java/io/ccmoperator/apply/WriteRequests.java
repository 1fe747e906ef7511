// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.apply;

import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.assets.tree.FieldWriter;
import java.util.List;
import java.util.Map;

/** Makes the objects of write requests. The arguments are not changed, and the result shares nothing with them. */
final class WriteRequests {
    private static final String DRY_RUN_SUFFIX = "-dry-run";

    /** What a Service of one type has and one of another type must not have, beside what is owned. */
    private static final List<String> OF_A_SERVICE_TYPE = List.of(
            "externalName",
            "externalTrafficPolicy",
            "healthCheckNodePort",
            "allocateLoadBalancerNodePorts",
            "loadBalancerClass",
            "loadBalancerIP",
            "loadBalancerSourceRanges");

    /** Annotations in which controllers count, and the previous operator; a new object has none of them. */
    private static final List<String> OF_CONTROLLERS =
            List.of("deployment.kubernetes.io/", "deprecated.daemonset.", "operator.openshift.io/");

    /** Which kubectl rollout restart writes to a pod template. It is not owned. */
    private static final String RESTARTED_AT = "kubectl.kubernetes.io/restartedAt";

    private WriteRequests() {}

    /** Creates the object, which is missing. */
    static KubernetesObject toCreate(KubernetesObject desired) {
        return desired.copy();
    }

    /** Creates the object again after it has been deleted: labels and annotations of others stay. */
    static KubernetesObject toRecreate(KubernetesObject desired, KubernetesObject live) {
        KubernetesObject document = toCreate(desired);
        live.fields().map("metadata", "labels").forEach(metadata(document, "labels")::putIfAbsent);
        Map<String, Object> annotations = metadata(document, "annotations");
        live.fields().map("metadata", "annotations").forEach((key, value) -> {
            if (OF_CONTROLLERS.stream().noneMatch(key::startsWith)) {
                annotations.putIfAbsent(key, value);
            }
        });
        return document;
    }

    /** The same under another name, to hear what the server says of it while the object is still there. */
    static KubernetesObject underOtherName(KubernetesObject document) {
        KubernetesObject other = document.copy();
        other.fields().map("metadata").put("name", document.name() + DRY_RUN_SUFFIX);
        return other;
    }

    /** Replaces a live object: owned parts are the desired ones, all else stays as it is. */
    static KubernetesObject toReplace(KubernetesObject desired, KubernetesObject live) {
        KubernetesObject document = live.copy();
        KubernetesObject expected = desired.copy();
        document.tree().put("apiVersion", desired.apiVersion());
        document.tree().put("kind", desired.kind());
        document.tree().remove("status");
        document.fields().map("metadata").remove("managedFields");
        if (desired.kind().equals("Service")) {
            leaveServiceType(expected, document);
        }
        Ownership.paths(desired)
                .forEach(path -> put(document.tree(), path, expected.fields().at(path.toArray(String[]::new))));
        if (desired.isWorkload()) {
            keepRestart(live, document);
        }
        add(document, "labels", expected);
        add(document, "annotations", expected);
        return document;
    }

    /** Without it the pods would be restarted once more. */
    private static void keepRestart(KubernetesObject live, KubernetesObject document) {
        Object time = live.fields().at("spec", "template", "metadata", "annotations", RESTARTED_AT);
        if (time != null) {
            new FieldWriter(document.tree())
                    .map("spec", "template", "metadata", "annotations")
                    .put(RESTARTED_AT, time);
        }
    }

    private static void leaveServiceType(KubernetesObject desired, KubernetesObject document) {
        String expected = ServerDefaults.of(desired).fields().string("spec", "type");
        if (!document.fields().string("spec", "type").equals(expected)) {
            document.fields().map("spec").keySet().removeAll(OF_A_SERVICE_TYPE);
        }
    }

    private static void add(KubernetesObject document, String field, KubernetesObject expected) {
        if (!expected.fields().map("metadata", field).isEmpty()) {
            metadata(document, field).putAll(expected.fields().map("metadata", field));
        }
    }

    private static Map<String, Object> metadata(KubernetesObject document, String field) {
        return new FieldWriter(document.tree()).map("metadata", field);
    }

    private static void put(Map<String, Object> tree, List<String> path, Object value) {
        int last = path.size() - 1;
        Map<String, Object> parent =
                new FieldWriter(tree).map(path.subList(0, last).toArray(String[]::new));
        String name = path.get(last);
        if (value == null) {
            parent.remove(name);
        } else {
            parent.put(name, value);
        }
    }
}
