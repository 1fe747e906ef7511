// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.kubeconfig;

import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.cfg.CoercionAction;
import com.fasterxml.jackson.databind.cfg.CoercionInputShape;
import com.fasterxml.jackson.databind.exc.MismatchedInputException;
import io.ccmoperator.assets.tree.SyntaxException;
import io.ccmoperator.assets.tree.YamlDocument;
import io.ccmoperator.assets.tree.YamlReader;
import io.ccmoperator.cluster.InvalidInputException;
import io.fabric8.kubernetes.api.model.Config;
import io.fabric8.kubernetes.api.model.NamedAuthInfo;
import io.fabric8.kubernetes.api.model.NamedCluster;
import io.fabric8.kubernetes.api.model.NamedContext;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;

/**
 * One kubeconfig file, read as strictly as client-go reads it: numbers and booleans are not strings, and no list has two entries of a name.
 * Messages name the file and the place in it, and quote no content, since that may be secret.
 */
final class KubeconfigFile {
    private static final ObjectMapper MODEL = strict();

    private KubeconfigFile() {}

    private static ObjectMapper strict() {
        ObjectMapper mapper = new ObjectMapper();
        for (CoercionInputShape shape : List.of(
                CoercionInputShape.Integer,
                CoercionInputShape.Float,
                CoercionInputShape.Boolean,
                CoercionInputShape.String,
                CoercionInputShape.EmptyString)) {
            mapper.coercionConfigDefaults().setCoercion(shape, CoercionAction.Fail);
        }
        return mapper;
    }

    /**
     * Reads the file. The lists of the result have no null.
     *
     * @throws InvalidInputException if it cannot be read or is not a kubeconfig
     */
    static Config read(Path file, byte[] content) {
        Map<String, Object> tree = tree(file, content);
        Config config = model(file, tree);
        requireKind(file, "kind", config.getKind(), "Config");
        requireKind(file, "apiVersion", config.getApiVersion(), "v1");
        KubeconfigExtensions.ofClusters(tree, config);
        config.setContexts(named(file, "contexts", config.getContexts(), NamedContext::getName));
        config.setClusters(named(file, "clusters", config.getClusters(), NamedCluster::getName));
        config.setUsers(named(file, "users", config.getUsers(), NamedAuthInfo::getName));
        return config;
    }

    static byte[] content(Path file) {
        try {
            return Files.readAllBytes(file);
        } catch (NoSuchFileException e) {
            throw new InvalidInputException(
                    file + ": file does not exist; name a kubeconfig with --kubeconfig or KUBECONFIG");
        } catch (IOException e) {
            throw new InvalidInputException(file + ": cannot be read; name a kubeconfig that this user may read");
        }
    }

    private static Config model(Path file, Map<String, Object> tree) {
        try {
            return MODEL.convertValue(KubeconfigExtensions.without(file, tree), Config.class);
        } catch (IllegalArgumentException e) {
            throw new InvalidInputException(
                    file + ": is not a valid kubeconfig" + misplaced(e) + "; correct it, or name another file");
        }
    }

    /** What is missing or empty counts as right. */
    private static void requireKind(Path file, String field, String value, String expected) {
        if (value != null && !value.isEmpty() && !value.equals(expected)) {
            throw new InvalidInputException(
                    "%s: is not a kubeconfig, whose %s is %s; name another file".formatted(file, field, expected));
        }
    }

    private static <N> List<N> named(Path file, String list, List<N> entries, Function<N, String> nameOf) {
        List<N> present = Objects.requireNonNullElse(entries, List.<N>of()).stream()
                .filter(Objects::nonNull)
                .toList();
        Set<String> names = new HashSet<>();
        for (N entry : present) {
            String name = Objects.requireNonNullElse(nameOf.apply(entry), "");
            if (!names.add(name)) {
                throw new InvalidInputException(
                        "%s: %s has two entries with the name '%s'; remove one of them".formatted(file, list, name));
            }
        }
        return present;
    }

    /** The client's own messages about a file that is not YAML quote it. */
    private static Map<String, Object> tree(Path file, byte[] content) {
        try {
            return YamlReader.read(content).stream()
                    .findFirst()
                    .flatMap(YamlDocument::map)
                    .orElseThrow(() -> new InvalidInputException(file + ": is not a kubeconfig; name another file"));
        } catch (SyntaxException e) {
            String place = e.position().map(position -> ", " + position).orElse("");
            throw new InvalidInputException(
                    file + place
                            + ": is not valid YAML, or has a key twice or a tab between words; correct it, or name another file");
        }
    }

    /** The field that has another type, without its value. */
    private static String misplaced(RuntimeException failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof JsonMappingException mapping) {
                Class<?> type = mapping instanceof MismatchedInputException mismatch ? mismatch.getTargetType() : null;
                return mapping.getPath().stream()
                        .map(JsonMappingException.Reference::getFieldName)
                        .filter(Objects::nonNull)
                        .reduce((outer, inner) -> outer + "." + inner)
                        .map(field -> ": " + field + " has the wrong type" + expected(type))
                        .orElse("");
            }
        }
        return "";
    }

    private static String expected(Class<?> type) {
        if (type == String.class) {
            return ", a string is expected: put it in quotes";
        }
        return type == Boolean.class ? ", write true or false" : "";
    }
}
