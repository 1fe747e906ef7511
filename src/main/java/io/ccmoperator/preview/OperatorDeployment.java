// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.preview;

import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.assets.ResourceKind;
import io.ccmoperator.assets.tree.FieldReader;
import io.ccmoperator.client.ApiServer;
import io.ccmoperator.client.ObjectKey;
import io.ccmoperator.cluster.ConfigMapContent;
import io.ccmoperator.cluster.InvalidInputException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * How the operator runs in the cluster, by its Deployment.
 *
 * @param key the Deployment
 * @param pod the spec of its Pods
 * @param container the one that runs {@code ccm-operator run}
 */
public record OperatorDeployment(ObjectKey key, FieldReader pod, FieldReader container) {
    /** The Deployment of the release payload and of the chart. */
    private static final String NAME = "cluster-cloud-controller-manager-operator";

    /** The Deployment's key. */
    public static ObjectKey key(String namespace) {
        return new ObjectKey(ResourceKind.DEPLOYMENT, namespace, NAME);
    }

    /**
     * Reads it.
     *
     * @param namespace the operator's
     * @return none if there is no such Deployment
     * @throws InvalidInputException if none of its containers has the argument {@code run}
     * @throws io.ccmoperator.client.ApiException if the request fails
     */
    public static Optional<OperatorDeployment> read(ApiServer server, String namespace) {
        ObjectKey key = key(namespace);
        return server.get(key).map(deployment -> of(key, deployment));
    }

    private static OperatorDeployment of(ObjectKey key, KubernetesObject deployment) {
        return deployment.containers().stream()
                .map(FieldReader::of)
                .filter(container -> words(container).contains("run"))
                .findFirst()
                .map(container -> new OperatorDeployment(key, FieldReader.of(deployment.podSpec()), container))
                .orElseThrow(
                        () -> new InvalidInputException(
                                key + ": no container has the argument run;"
                                        + " name the namespace of this operator with --operator-namespace, or its images with --images-file"));
    }

    /** The flags, with {@code $(NAME)} expanded as the kubelet does. */
    public List<String> flags() {
        List<String> words = words(container);
        Map<String, String> variables = environment();
        return words.subList(words.indexOf("run") + 1, words.size()).stream()
                .map(flag -> expanded(flag, variables))
                .toList();
    }

    /** The variables that have a value in the Deployment itself. */
    public Map<String, String> environment() {
        Map<String, String> variables = new LinkedHashMap<>();
        container.items("env").forEach(variable -> variables.put(variable.string("name"), variable.string("value")));
        return variables;
    }

    /**
     * The entry of a ConfigMap that the container has as a file.
     *
     * @param file its path in the container
     * @return place, such as {@code ConfigMap a/b, key c}, and value
     * @throws InvalidInputException if no volume has the file, or the entry does not exist
     */
    public Map.Entry<String, String> file(ApiServer server, String file) {
        for (FieldReader mount : container.items("volumeMounts")) {
            String folder = mount.string("mountPath").replaceFirst("/*$", "/");
            Optional<FieldReader> configMap = configMap(mount.string("name"));
            if (configMap.isPresent() && file.startsWith(folder)) {
                return entry(server, configMap.get(), file.substring(folder.length()));
            }
        }
        throw new InvalidInputException(
                key + ": no volume of a ConfigMap has " + file + "; name a file with --images-file");
    }

    private Map.Entry<String, String> entry(ApiServer server, FieldReader configMap, String path) {
        ObjectKey source = new ObjectKey(ResourceKind.CONFIG_MAP, key.namespace(), configMap.string("name"));
        String entry = configMap.items("items").stream()
                .filter(item -> item.string("path").equals(path))
                .map(item -> item.string("key"))
                .findFirst()
                .orElse(path);
        String place = source + ", key " + entry;
        return server.get(source)
                .map(ConfigMapContent::of)
                .flatMap(content -> content.text(entry))
                .map(value -> Map.entry(place, value))
                .orElseThrow(() -> new InvalidInputException(
                        place + ", which " + key + " mounts, does not exist; name a file with --images-file"));
    }

    private Optional<FieldReader> configMap(String volume) {
        return pod.items("volumes").stream()
                .filter(candidate -> candidate.string("name").equals(volume))
                .map(candidate -> candidate.field("configMap"))
                .filter(candidate -> !candidate.string("name").isEmpty())
                .findFirst();
    }

    private static List<String> words(FieldReader container) {
        return Stream.of("command", "args")
                .flatMap(field -> container.list(field).stream())
                .map(String::valueOf)
                .toList();
    }

    private static String expanded(String flag, Map<String, String> variables) {
        String expanded = flag;
        for (Map.Entry<String, String> variable : variables.entrySet()) {
            expanded = expanded.replace("$(" + variable.getKey() + ")", variable.getValue());
        }
        return expanded;
    }
}
