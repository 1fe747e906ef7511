// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.kubeconfig;

import static io.ccmoperator.kubeconfig.KubeconfigCluster.filled;

import io.ccmoperator.assets.tree.FieldReader;
import io.ccmoperator.assets.tree.JsonWriter;
import io.ccmoperator.assets.tree.SyntaxException;
import io.ccmoperator.assets.tree.YamlDocument;
import io.ccmoperator.assets.tree.YamlReader;
import io.ccmoperator.cluster.InvalidInputException;
import io.fabric8.kubernetes.api.model.ExecConfig;
import io.fabric8.kubernetes.api.model.ExecEnvVar;
import java.io.File;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Path;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * A program that prints credentials (Kubernetes, Authenticating, client-go credential plugins). It is run as client-go runs it: without a
 * shell, with KUBERNETES_EXEC_INFO, and its standard error is that of this program.
 *
 * @param place the kubeconfig and the entry, for messages
 * @param command path or name; a path with a separator is relative to the kubeconfig
 * @param apiVersion of the ExecCredential that it is to print
 * @param cluster what KUBERNETES_EXEC_INFO says of the API server; empty: it did not ask for it
 */
public record ExecPlugin(
        String place,
        List<String> command,
        Map<String, String> environment,
        String apiVersion,
        boolean mayAsk,
        String installHint,
        Optional<Map<String, Object>> cluster) {
    private static final String V1 = "client.authentication.k8s.io/v1";
    private static final String V1BETA1 = "client.authentication.k8s.io/v1beta1";
    private static final String VARIABLE = "KUBERNETES_EXEC_INFO";

    /**
     * What the program printed; each text is empty where it printed none.
     *
     * @param certificate in PEM, with its key
     * @param expires empty: as long as the server takes it
     */
    public record Credential(String token, String certificate, String key, Optional<Instant> expires) {}

    static ExecPlugin of(String place, Path kubeconfig, ExecConfig exec, KubeconfigCluster cluster) {
        String command = filled(exec.getCommand())
                .orElseThrow(() -> invalid(place, "exec has no command; name the program that prints the credentials"));
        String apiVersion = Objects.requireNonNullElse(exec.getApiVersion(), "");
        if (!List.of(V1, V1BETA1).contains(apiVersion)) {
            throw invalid(
                    place,
                    "apiVersion of exec is '%s'; write %s or %s, whichever the program prints"
                            .formatted(apiVersion, V1, V1BETA1));
        }
        String mode = Objects.requireNonNullElse(exec.getInteractiveMode(), "");
        if (mode.isEmpty() && apiVersion.equals(V1)) {
            throw invalid(place, "interactiveMode of exec is missing; write Never, IfAvailable or Always");
        } else if (!List.of("", "Never", "IfAvailable", "Always").contains(mode)) {
            throw invalid(place, "interactiveMode of exec is '" + mode + "'; write Never, IfAvailable or Always");
        }
        boolean terminal = System.console() != null;
        if (mode.equals("Always") && !terminal) {
            throw invalid(
                    place, "the program of exec, " + command + ", asks its user, and standard input is not a terminal");
        }
        List<String> line = new ArrayList<>();
        boolean isRelative = command.contains(File.separator) && !command.startsWith(File.separator);
        line.add(
                isRelative ? kubeconfig.toAbsolutePath().resolveSibling(command).toString() : command);
        line.addAll(KubeconfigUser.strings(exec.getArgs()));
        Map<String, String> environment = new LinkedHashMap<>();
        for (ExecEnvVar variable : Objects.requireNonNullElse(exec.getEnv(), List.<ExecEnvVar>of())) {
            String name = Optional.ofNullable(variable)
                    .flatMap(given -> filled(given.getName()))
                    .orElseThrow(() -> invalid(place, "a variable in env of exec has no name; name it"));
            if (name.indexOf('=') >= 0 || name.indexOf('\0') >= 0) {
                throw invalid(place, "a variable in env of exec has an equals sign in its name; correct the name");
            }
            environment.put(name, Objects.requireNonNullElse(variable.getValue(), ""));
        }
        return new ExecPlugin(
                place,
                line,
                environment,
                apiVersion,
                terminal && !mode.equals("Never"),
                Objects.requireNonNullElse(exec.getInstallHint(), ""),
                Boolean.TRUE.equals(exec.getProvideClusterInfo())
                        ? Optional.of(cluster.forPrograms())
                        : Optional.empty());
    }

    /**
     * Runs the program and waits for its end.
     *
     * @throws InvalidInputException if it cannot be started, ends with another exit code than 0, or prints no credentials; what it printed is
     *     not quoted
     */
    public Credential run() {
        ProcessBuilder builder = new ProcessBuilder(command).redirectError(Redirect.INHERIT);
        if (mayAsk) {
            builder.redirectInput(Redirect.INHERIT);
        }
        builder.environment().putAll(environment);
        builder.environment().put(VARIABLE, JsonWriter.compact(info()));
        try {
            Process process = builder.start();
            if (!mayAsk) {
                process.getOutputStream().close();
            }
            byte[] printed = process.getInputStream().readAllBytes();
            int code = process.waitFor();
            if (code != 0) {
                throw invalid("ended with exit code " + code + "; what it printed before says why");
            }
            return read(printed);
        } catch (IOException e) {
            throw invalid("cannot be started; install it, or correct command"
                    + (installHint.isEmpty() ? "" : ": " + installHint.strip()));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw invalid("was interrupted; run the command again");
        }
    }

    private Map<String, Object> info() {
        Map<String, Object> spec = new LinkedHashMap<>();
        cluster.ifPresent(tree -> spec.put("cluster", tree));
        spec.put("interactive", mayAsk);
        Map<String, Object> info = new LinkedHashMap<>();
        info.put("kind", "ExecCredential");
        info.put("apiVersion", apiVersion);
        info.put("spec", spec);
        return info;
    }

    private Credential read(byte[] printed) {
        FieldReader credential = tree(printed);
        if (!List.of("", "ExecCredential").contains(credential.string("kind"))) {
            throw invalid("printed no ExecCredential; run it to see what it prints");
        } else if (!credential.string("apiVersion").equals(apiVersion)) {
            throw invalid("printed an ExecCredential of apiVersion '%s'; write that in place of %s"
                    .formatted(credential.string("apiVersion"), apiVersion));
        }
        FieldReader status = credential.field("status");
        String certificate = status.string("clientCertificateData");
        String key = status.string("clientKeyData");
        if (certificate.isEmpty() != key.isEmpty()) {
            throw invalid("printed a client certificate without its key, or a key alone; run it to see why");
        } else if (status.string("token").isEmpty() && certificate.isEmpty()) {
            throw invalid("printed neither a token nor a client certificate; run it to see why");
        }
        return new Credential(status.string("token"), certificate, key, expires(status));
    }

    private FieldReader tree(byte[] printed) {
        try {
            return YamlReader.read(printed).stream()
                    .findFirst()
                    .flatMap(YamlDocument::map)
                    .map(FieldReader::of)
                    .orElseThrow(() -> invalid("printed no ExecCredential; run it to see what it prints"));
        } catch (SyntaxException e) {
            throw invalid("printed what is not JSON; run it to see what it prints");
        }
    }

    private Optional<Instant> expires(FieldReader status) {
        try {
            return filled(status.string("expirationTimestamp")).map(Instant::parse);
        } catch (DateTimeParseException e) {
            throw invalid("printed an expirationTimestamp that is not a time of RFC 3339; run it to see why");
        }
    }

    private InvalidInputException invalid(String reason) {
        return invalid(place, "the program of exec, " + command.get(0) + ", " + reason);
    }

    private static InvalidInputException invalid(String place, String reason) {
        return new InvalidInputException(place + ": " + reason);
    }
}
