// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.ccm;

import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.assets.ResourceKind;
import io.ccmoperator.assets.text.Sha256;
import io.ccmoperator.assets.tree.FieldWriter;
import io.ccmoperator.client.ObjectKey;
import io.ccmoperator.substitution.SecurePort;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * The digest of all ConfigMaps and Secrets that a workload refers to. It is an annotation of the pod template, so that Pods restart
 * when one of them changes.
 */
sealed interface ConfigHash {
    /** The annotation of the pod template. */
    String ANNOTATION = "operator.openshift.io/config-hash";

    /**
     * Everything is there.
     *
     * @param hash SHA-256 in lower-case hexadecimal
     */
    record Complete(String hash) implements ConfigHash {
        /** A copy of the workload whose pod template carries the hash. */
        public KubernetesObject annotate(KubernetesObject workload) {
            KubernetesObject copy = workload.copy();
            new FieldWriter(copy.tree())
                    .map("spec", "template", "metadata", "annotations")
                    .put(ANNOTATION, hash);
            return copy;
        }
    }

    /**
     * Some are not there, so that there is no hash.
     *
     * @param objects those that are missing and not optional, ConfigMaps first, then by name
     */
    record Missing(List<ObjectKey> objects) implements ConfigHash {
        public Missing {
            objects = List.copyOf(objects);
        }

        /** What the event says. */
        public String message() {
            return "missing "
                    + String.join(
                            ", ", objects.stream().map(ObjectKey::toString).toList());
        }
    }

    /** The hash that a workload of the cluster carries, if it does. */
    static Optional<Complete> carried(KubernetesObject live) {
        return Optional.of(live.fields().string("spec", "template", "metadata", "annotations", ANNOTATION))
                .filter(hash -> !hash.isEmpty())
                .map(Complete::new);
    }

    /**
     * The hash for a workload. An optional object that is missing is left out of it, and so are serving certificates, which programs read
     * without a restart.
     *
     * @param digest {@link #digest}, or one that remembers
     * @param objects what the cluster has; asked for objects of {@link ConfigReferences#of} only
     */
    static ConfigHash of(
            KubernetesObject workload,
            Function<Map<String, Object>, String> digest,
            Function<ObjectKey, Optional<KubernetesObject>> objects) {
        Map<String, Object> configMaps = new TreeMap<>();
        Map<String, Object> secrets = new TreeMap<>();
        List<ObjectKey> missing = new ArrayList<>();
        SortedMap<ObjectKey, Boolean> references = ConfigReferences.requiredOf(workload);
        references.keySet().removeIf(key -> key.kind() == ResourceKind.SECRET && SecurePort.isCertificate(key.name()));
        references.forEach((key, required) -> {
            Optional<KubernetesObject> object = objects.apply(key);
            if (object.isEmpty()) {
                if (required) {
                    missing.add(key);
                }
            } else {
                (key.kind() == ResourceKind.SECRET ? secrets : configMaps).put(key.name(), data(object.get()));
            }
        });
        if (!missing.isEmpty()) {
            return new Missing(missing);
        }
        Map<String, Object> hashed = new TreeMap<>();
        hashed.put("configMaps", configMaps);
        hashed.put("secrets", secrets);
        return new Complete(digest.apply(hashed));
    }

    /** The digest of a tree of strings, as a Go program has it. */
    static String digest(Map<String, Object> tree) {
        return Sha256.hex(GoJson.write(tree));
    }

    /** null for an object without data, as a nil map in Go is written. */
    private static Object data(KubernetesObject object) {
        Map<String, Object> data = object.fields().map("data");
        return data.isEmpty() ? null : data;
    }
}
