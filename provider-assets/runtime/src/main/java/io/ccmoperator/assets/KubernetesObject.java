// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.assets;

import io.ccmoperator.assets.tree.FieldReader;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A Kubernetes object as a tree of maps, lists and scalars: its identity, and its pod. {@link FieldReader} reads other fields.
 *
 * @param tree the object, from apiVersion on
 */
public record KubernetesObject(Map<String, Object> tree) {
    private static final Set<String> WORKLOADS = Set.of("Deployment", "DaemonSet");

    /** apiVersion, or the empty string. */
    public String apiVersion() {
        return fields().string("apiVersion");
    }

    /** kind, or the empty string. */
    public String kind() {
        return fields().string("kind");
    }

    /** metadata.name, or the empty string. */
    public String name() {
        return fields().string("metadata", "name");
    }

    /** metadata.namespace, or the empty string for an object of the cluster. */
    public String namespace() {
        return fields().string("metadata", "namespace");
    }

    /** True for the kinds that run containers in the cluster: Deployment and DaemonSet. */
    public boolean isWorkload() {
        return WORKLOADS.contains(kind());
    }

    /** Whether the pods of a workload say that they are for nodes with Windows. */
    public boolean isForWindows() {
        return FieldReader.of(podSpec()).field("os", "name").is("windows");
    }

    /** The pod's spec of a Pod or a workload; an empty map for other kinds and where there is none. */
    public Map<String, Object> podSpec() {
        if (isWorkload()) {
            return fields().map("spec", "template", "spec");
        }
        return kind().equals("Pod") ? fields().map("spec") : Map.of();
    }

    /** spec.containers of the pod. */
    public List<Map<String, Object>> containers() {
        return FieldReader.of(podSpec()).maps("containers");
    }

    /** spec.initContainers of the pod. */
    public List<Map<String, Object>> initContainers() {
        return FieldReader.of(podSpec()).maps("initContainers");
    }

    /** Init containers, then containers. */
    public List<Map<String, Object>> allContainers() {
        List<Map<String, Object>> all = new ArrayList<>(initContainers());
        all.addAll(containers());
        return all;
    }

    /** The fields of the object. */
    public FieldReader fields() {
        return FieldReader.of(tree);
    }

    /** An independent copy all of whose maps and lists can be changed. */
    @SuppressWarnings("unchecked")
    public KubernetesObject copy() {
        return new KubernetesObject((Map<String, Object>) copy(tree));
    }

    /** Kind, namespace and name as messages show them, e.g. {@code Deployment openshift-x/aws}. */
    public String display() {
        return kind() + " " + (namespace().isEmpty() ? "" : namespace() + "/") + name();
    }

    private static Object copy(Object value) {
        if (value instanceof Map<?, ?> map) {
            Map<Object, Object> copy = new LinkedHashMap<>();
            map.forEach((key, member) -> copy.put(key, copy(member)));
            return copy;
        }
        if (value instanceof List<?> list) {
            List<Object> copy = new ArrayList<>(list.size());
            list.forEach(item -> copy.add(copy(item)));
            return copy;
        }
        return value;
    }
}
