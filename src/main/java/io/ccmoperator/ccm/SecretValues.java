// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.ccm;

import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.assets.ResourceKind;
import io.ccmoperator.assets.text.Credentials;
import io.ccmoperator.client.ObjectKey;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.Function;

/** What the Secrets of a workload have, to be left out of the messages of its Pods: more people read a ClusterOperator than Secrets. */
record SecretValues(List<String> longestFirst) {
    /** A shorter value may be a part of any word. */
    private static final int LEAST_LENGTH = 6;

    /** Of the Secrets that a workload refers to, as far as they are known: each value, and the credentials of one that is a configuration. */
    static SecretValues of(KubernetesObject workload, Function<ObjectKey, Optional<KubernetesObject>> objects) {
        TreeSet<String> values = new TreeSet<>(
                Comparator.comparingInt(String::length).reversed().thenComparing(Comparator.naturalOrder()));
        ConfigReferences.of(workload).stream()
                .filter(key -> key.kind() == ResourceKind.SECRET)
                .flatMap(key -> objects.apply(key).stream())
                .flatMap(secret -> secret.fields().map("data").values().stream())
                .forEach(value -> {
                    // As the API server has it, which takes nothing else.
                    String text = new String(Base64.getDecoder().decode(String.valueOf(value)), StandardCharsets.UTF_8);
                    values.add(text.strip());
                    Credentials.maskedConfiguration(text, credential -> {
                        values.add(credential.strip());
                        return Credentials.MASK;
                    });
                });
        values.removeIf(value -> value.length() < LEAST_LENGTH || Credentials.isHarmless(value));
        return new SecretValues(List.copyOf(values));
    }

    /** The same Pods with other messages in their status. */
    List<KubernetesObject> masked(List<KubernetesObject> pods) {
        return pods.stream()
                .map(pod -> {
                    Map<String, Object> tree = new LinkedHashMap<>(pod.tree());
                    tree.computeIfPresent("status", this::masked);
                    return new KubernetesObject(tree);
                })
                .toList();
    }

    private Object masked(String key, Object value) {
        if (value instanceof Map<?, ?> map) {
            Map<String, Object> copy = new LinkedHashMap<>();
            map.forEach((name, each) -> copy.put((String) name, masked((String) name, each)));
            return copy;
        } else if (value instanceof List<?> list) {
            List<Object> copy = new ArrayList<>();
            list.forEach(each -> copy.add(masked(key, each)));
            return copy;
        } else if (key.equals("message") && value instanceof String message) {
            String masked = message;
            for (String secret : longestFirst) {
                masked = masked.replace(secret, Credentials.MASK);
            }
            return masked;
        }
        return value;
    }
}
