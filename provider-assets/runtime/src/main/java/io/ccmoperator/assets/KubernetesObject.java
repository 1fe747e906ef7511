/*
 * Copyright the ccm-operator authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.ccmoperator.assets;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A Kubernetes object as a tree of maps, lists and scalars (see {@link io.ccmoperator.assets.tree}).
 *
 * @param tree the object, from apiVersion on
 */
public record KubernetesObject(Map<String, Object> tree) {
    private static final Set<String> WORKLOADS = Set.of("Deployment", "DaemonSet");

    /** apiVersion, or the empty text. */
    public String apiVersion() {
        return text("apiVersion");
    }

    /** kind, or the empty text. */
    public String kind() {
        return text("kind");
    }

    /** metadata.name, or the empty text. */
    public String name() {
        return text("metadata", "name");
    }

    /** metadata.namespace, or the empty text for an object of the cluster. */
    public String namespace() {
        return text("metadata", "namespace");
    }

    /** True for the kinds that run containers in the cluster: Deployment and DaemonSet. */
    public boolean isWorkload() {
        return WORKLOADS.contains(kind());
    }

    /** The pod's spec of a Pod or a workload; an empty map for other kinds and where there is none. */
    public Map<String, Object> podSpec() {
        if (isWorkload()) {
            return map("spec", "template", "spec");
        }
        return kind().equals("Pod") ? map("spec") : Map.of();
    }

    /** spec.containers of the pod. */
    public List<Map<String, Object>> containers() {
        return maps(podSpec().get("containers"));
    }

    /** spec.initContainers of the pod. */
    public List<Map<String, Object>> initContainers() {
        return maps(podSpec().get("initContainers"));
    }

    /** Init containers, then containers. */
    public List<Map<String, Object>> allContainers() {
        List<Map<String, Object>> all = new ArrayList<>(initContainers());
        all.addAll(containers());
        return all;
    }

    /** The value at a path through maps, or null where the path leads nowhere. */
    public Object at(String... path) {
        Object value = tree;
        for (String name : path) {
            value = value instanceof Map<?, ?> map ? map.get(name) : null;
        }
        return value;
    }

    /** The text at a path; empty when there is none. */
    public String text(String... path) {
        return at(path) instanceof String text ? text : "";
    }

    /** The map at a path, itself and not a copy; an unmodifiable empty one when there is none. */
    @SuppressWarnings("unchecked")
    public Map<String, Object> map(String... path) {
        return at(path) instanceof Map<?, ?> map ? (Map<String, Object>) map : Map.of();
    }

    /** The items of the list at a path that are maps, themselves and not copies. */
    public List<Map<String, Object>> maps(String... path) {
        return maps(at(path));
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

    @SuppressWarnings("unchecked")
    private static List<Map<String, Object>> maps(Object list) {
        if (!(list instanceof List<?> items)) {
            return List.of();
        }
        return items.stream()
                .filter(Map.class::isInstance)
                .map(item -> (Map<String, Object>) item)
                .toList();
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
