// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.kubeconfig;

import io.ccmoperator.assets.tree.FieldReader;
import io.ccmoperator.cluster.InvalidInputException;
import io.fabric8.kubernetes.api.model.Cluster;
import io.fabric8.kubernetes.api.model.Config;
import io.fabric8.kubernetes.api.model.NamedCluster;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * Extensions of a kubeconfig, which have any content, such as what minikube notes. Reason: the client's model makes objects of Kubernetes
 * of them, for which the executable has no classes; what programs of exec read of them is kept beside the model.
 */
final class KubeconfigExtensions {
    /** client.authentication.k8s.io, Cluster.config. */
    private static final String EXEC = "client.authentication.k8s.io/exec";

    private KubeconfigExtensions() {}

    /**
     * A copy of the tree without extensions, at every depth.
     *
     * @throws InvalidInputException if it has a merge key of YAML 1.1, of which the model would take no notice
     */
    static Map<String, Object> without(Path file, Map<?, ?> tree) {
        if (tree.containsKey("<<")) {
            throw new InvalidInputException(
                    file + ": a merge key (<<) is not supported; write the members of its map in its place");
        }
        Map<String, Object> copy = new LinkedHashMap<>();
        tree.forEach((name, value) -> {
            if (!"extensions".equals(name)) {
                copy.put(String.valueOf(name), withoutIn(file, value));
            }
        });
        return copy;
    }

    private static Object withoutIn(Path file, Object value) {
        if (value instanceof Map<?, ?> map) {
            return without(file, map);
        } else if (value instanceof List<?> list) {
            List<Object> copy = new ArrayList<>();
            list.forEach(item -> copy.add(withoutIn(file, item)));
            return copy;
        }
        return value;
    }

    /** Keeps in each cluster of the model what the tree has in it for programs of exec. */
    static void ofClusters(Map<String, Object> tree, Config config) {
        List<FieldReader> entries = FieldReader.of(tree).items("clusters");
        List<NamedCluster> clusters = Objects.requireNonNullElse(config.getClusters(), List.of());
        for (int i = 0; i < clusters.size(); i++) {
            Cluster cluster = clusters.get(i) == null ? null : clusters.get(i).getCluster();
            if (cluster == null) {
                continue;
            }
            entries.get(i).field("cluster").items("extensions").stream()
                    .filter(extension -> extension.string("name").equals(EXEC))
                    .findFirst()
                    .map(extension -> extension.at("extension"))
                    .ifPresent(content -> cluster.setAdditionalProperty(EXEC, content));
        }
    }

    /** What {@link #ofClusters} has kept. */
    static Optional<Object> forPrograms(Cluster cluster) {
        return Optional.ofNullable(cluster.getAdditionalProperties().get(EXEC));
    }
}
