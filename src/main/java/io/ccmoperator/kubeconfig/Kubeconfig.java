// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.kubeconfig;

import io.ccmoperator.cluster.InvalidInputException;
import io.fabric8.kubernetes.api.model.AuthInfo;
import io.fabric8.kubernetes.api.model.Cluster;
import io.fabric8.kubernetes.api.model.Config;
import io.fabric8.kubernetes.api.model.Context;
import io.fabric8.kubernetes.api.model.NamedAuthInfo;
import io.fabric8.kubernetes.api.model.NamedCluster;
import io.fabric8.kubernetes.api.model.NamedContext;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
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
            user.flatMap(KubeconfigUser::tokenFile)
                    .filter(file -> Files.isReadable(file) && !Files.isDirectory(file))
                    .ifPresent(files::add);
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
            byte[] content = KubeconfigFile.content(file);
            if (content.length > 0 || mustHaveContent) {
                merged = merged.with(file, KubeconfigFile.read(file, content));
            }
        }
        return merged;
    }

    private Kubeconfig with(Path file, Config content) {
        addMissing(
                contexts, file, content.getContexts(), NamedContext::getName, NamedContext::getContext, Context::new);
        addMissing(
                clusters, file, content.getClusters(), NamedCluster::getName, NamedCluster::getCluster, Cluster::new);
        addMissing(users, file, content.getUsers(), NamedAuthInfo::getName, NamedAuthInfo::getUser, AuthInfo::new);
        String current = Objects.requireNonNullElse(content.getCurrentContext(), "");
        return new Kubeconfig(files, currentContext.isEmpty() ? current : currentContext, contexts, clusters, users);
    }

    private static <N, T> void addMissing(
            Map<String, Entry<T>> known,
            Path file,
            List<N> entries,
            Function<N, String> nameOf,
            Function<N, T> contentOf,
            Supplier<T> empty) {
        for (N entry : entries) {
            T content = Optional.ofNullable(contentOf.apply(entry)).orElseGet(empty);
            known.putIfAbsent(nameOf.apply(entry), new Entry<>(file, nameOf.apply(entry), content));
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
}
