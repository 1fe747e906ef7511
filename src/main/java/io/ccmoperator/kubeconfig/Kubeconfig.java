// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.kubeconfig;

import com.fasterxml.jackson.databind.JsonMappingException;
import io.ccmoperator.assets.tree.JsonWriter;
import io.ccmoperator.assets.tree.SyntaxException;
import io.ccmoperator.assets.tree.YamlDocument;
import io.ccmoperator.assets.tree.YamlReader;
import io.ccmoperator.cluster.InvalidInputException;
import io.fabric8.kubernetes.api.model.AuthInfo;
import io.fabric8.kubernetes.api.model.Cluster;
import io.fabric8.kubernetes.api.model.Config;
import io.fabric8.kubernetes.api.model.Context;
import io.fabric8.kubernetes.api.model.NamedAuthInfo;
import io.fabric8.kubernetes.api.model.NamedCluster;
import io.fabric8.kubernetes.api.model.NamedContext;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.internal.KubeConfigUtils;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The kubeconfig files of a user, as kubectl merges them (Kubernetes, Organizing Cluster Access Using kubeconfig Files): of several
 * entries with a name, and of several current contexts, the first one counts, and paths in an entry are relative to its file. Reason: the
 * client's own merges as well, but leaves out what it does not find, runs programs of exec without showing what they print, and knows
 * neither the name of a TLS server nor files that are replaced.
 *
 * @param files those that exist, in their order; their entries are the others, each with its file
 * @param currentContext the first that is set; empty: none is
 */
public record Kubeconfig(
        List<Path> files,
        String currentContext,
        Map<String, Entry<Context>> contexts,
        Map<String, Entry<Cluster>> clusters,
        Map<String, Entry<AuthInfo>> users) {

    /**
     * An entry of a list.
     *
     * @param file the file that has it
     */
    public record Entry<T>(Path file, String name, T content) {}

    /**
     * The API server and the credentials of a choice.
     *
     * @param user empty: the context names none, or the server has no TLS; requests have no credentials
     */
    public record Choice(KubeconfigCluster cluster, Optional<KubeconfigUser> user) {
        /** The files that the entries name, for certificates, keys and tokens. */
        public List<Path> files() {
            List<Path> files = new ArrayList<>();
            cluster.authorities().map(PemSource::file).ifPresent(files::add);
            user.flatMap(KubeconfigUser::certificate).map(PemSource::file).ifPresent(files::add);
            user.flatMap(KubeconfigUser::key).map(PemSource::file).ifPresent(files::add);
            user.flatMap(KubeconfigUser::tokenFile).filter(Files::isReadable).ifPresent(files::add);
            return files;
        }
    }

    /**
     * Reads the files: the one of the flag, which has to exist, or those of the environment variable KUBECONFIG that exist, or
     * {@code ~/.kube/config}.
     *
     * @param environment the value of an environment variable, null where it is not set
     * @return empty if no flag names a file and none of the others exists
     * @throws InvalidInputException if a file cannot be read or is not a kubeconfig; its content is not quoted, since it may hold secrets
     */
    public static Optional<Kubeconfig> find(KubeconfigFlags flags, UnaryOperator<String> environment) {
        List<Path> files = flags.file()
                .map(List::of)
                .orElseGet(() ->
                        candidates(environment).stream().filter(Files::exists).toList());
        return files.isEmpty()
                ? Optional.empty()
                : Optional.of(read(files, flags.file().isPresent()));
    }

    /** Where files are looked for without a flag, in this order, whether they exist or not. */
    public static List<Path> candidates(UnaryOperator<String> environment) {
        String named = environment.apply("KUBECONFIG");
        if (named != null && !named.isEmpty()) {
            return Stream.of(named.split(Pattern.quote(File.pathSeparator)))
                    .filter(name -> !name.isEmpty())
                    .distinct()
                    .map(Path::of)
                    .toList();
        }
        String home = environment.apply("HOME");
        return home == null || home.isEmpty() ? List.of() : List.of(Path.of(home, ".kube", "config"));
    }

    private static Kubeconfig read(List<Path> files, boolean mustHaveContent) {
        Kubeconfig merged =
                new Kubeconfig(files, "", new LinkedHashMap<>(), new LinkedHashMap<>(), new LinkedHashMap<>());
        for (Path file : files) {
            byte[] content = content(file);
            if (content.length > 0 || mustHaveContent) {
                merged = merged.with(file, parse(file, content));
            }
        }
        return merged;
    }

    private Kubeconfig with(Path file, Config content) {
        addMissing(contexts, file, content.getContexts(), NamedContext::getName, NamedContext::getContext);
        addMissing(clusters, file, content.getClusters(), NamedCluster::getName, NamedCluster::getCluster);
        addMissing(users, file, content.getUsers(), NamedAuthInfo::getName, NamedAuthInfo::getUser);
        String current = Objects.requireNonNullElse(content.getCurrentContext(), "");
        return new Kubeconfig(files, currentContext.isEmpty() ? current : currentContext, contexts, clusters, users);
    }

    private static <N, T> void addMissing(
            Map<String, Entry<T>> known,
            Path file,
            List<N> entries,
            Function<N, String> nameOf,
            Function<N, T> contentOf) {
        for (N entry : Objects.requireNonNullElse(entries, List.<N>of())) {
            T content = contentOf.apply(entry);
            if (content != null) {
                known.putIfAbsent(nameOf.apply(entry), new Entry<>(file, nameOf.apply(entry), content));
            }
        }
    }

    /**
     * The cluster and the user that the flags choose, or else the current context.
     *
     * @throws InvalidInputException if an entry is missing, or what it says is invalid; it names the file and the entry
     */
    public Choice choose(KubeconfigFlags flags) {
        String context = flags.context().orElse(currentContext);
        Context chosen = new Context();
        if (!context.isEmpty()) {
            chosen = entry("contexts", contexts, context).content();
        } else if (flags.cluster().isEmpty()) {
            throw invalid("current-context is missing; choose one with `kubectl config use-context` or --context");
        }
        Entry<Cluster> cluster = entry("clusters", clusters, flags.cluster().orElse(chosen.getCluster()));
        String user = flags.user().orElse(Objects.requireNonNullElse(chosen.getUser(), ""));
        KubeconfigCluster server = KubeconfigCluster.of(cluster);
        return new Choice(
                server,
                user.isEmpty() || server.server().getScheme().equals("http")
                        ? Optional.empty()
                        : Optional.of(KubeconfigUser.of(entry("users", users, user), server)));
    }

    private <T> Entry<T> entry(String list, Map<String, Entry<T>> entries, String name) {
        return Optional.ofNullable(entries.get(name))
                .orElseThrow(() -> invalid(list + " has no entry with the name '" + Objects.requireNonNullElse(name, "")
                        + "'; name another one with --" + list.substring(0, list.length() - 1)
                        + ", or correct the context"));
    }

    private InvalidInputException invalid(String reason) {
        List<String> names = files.stream().map(Path::toString).toList();
        return new InvalidInputException(String.join(File.pathSeparator, names) + ": " + reason);
    }

    private static byte[] content(Path file) {
        try {
            return Files.readAllBytes(file);
        } catch (NoSuchFileException e) {
            throw new InvalidInputException(
                    file + ": file does not exist; name a kubeconfig with --kubeconfig or KUBECONFIG");
        } catch (IOException e) {
            throw new InvalidInputException(file + ": cannot be read; name a kubeconfig that this user may read");
        }
    }

    private static Config parse(Path file, byte[] content) {
        Map<String, Object> tree = tree(file, content);
        try {
            Config config =
                    KubeConfigUtils.parseConfigFromString(JsonWriter.compact(KubeconfigExtensions.without(tree)));
            KubeconfigExtensions.ofClusters(tree, config);
            return config;
        } catch (KubernetesClientException | IllegalArgumentException e) {
            throw new InvalidInputException(
                    file + ": is not a valid kubeconfig" + misplaced(e) + "; correct it, or name another file");
        }
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
            throw new InvalidInputException(file + place + ": is not valid YAML; name a kubeconfig");
        }
    }

    /** The field that has another type, without its value. */
    private static String misplaced(RuntimeException failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof JsonMappingException mapping) {
                return mapping.getPath().stream()
                        .map(JsonMappingException.Reference::getFieldName)
                        .filter(Objects::nonNull)
                        .reduce((outer, inner) -> outer + "." + inner)
                        .map(field -> ": " + field + " has the wrong type")
                        .orElse("");
            }
        }
        return "";
    }
}
