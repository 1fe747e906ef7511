// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.assets.rules.pods;

import static io.ccmoperator.assets.findings.Rule.rule;

import io.ccmoperator.assets.HostConfigFolder;
import io.ccmoperator.assets.ShellCommand;
import io.ccmoperator.assets.findings.Findings;
import io.ccmoperator.assets.findings.Rule;
import io.ccmoperator.assets.provider.Container;
import io.ccmoperator.assets.provider.Pod;
import io.ccmoperator.assets.rules.flags.FlagRules;
import io.ccmoperator.assets.tree.FieldReader;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/**
 * Rules that let the workloads of a provider run on clusters other than OpenShift, where a container runs its binary without a shell,
 * and nothing is mounted of the host's /etc/kubernetes.
 */
public final class KubernetesRules {
    /** For each pod. */
    public static final List<Rule<Pod>> OF_WORKLOADS = List.of(
            rule("kubernetes-shell", KubernetesRules::shellCommands),
            rule("kubernetes-host-file", KubernetesRules::hostFiles),
            rule("kubernetes-node-affinity", KubernetesRules::nodeAffinity));

    private static final String MASTER = "node-role.kubernetes.io/master";

    private KubernetesRules() {}

    private static void shellCommands(Pod pod, Findings findings) {
        pod.allContainers().stream()
                .filter(container -> !FlagRules.dropsArguments(container))
                .map(container -> container.fields().field("command"))
                .filter(command -> ShellCommand.isShell(command.value()))
                .filter(command -> ShellCommand.withoutShell(command.value()).isEmpty())
                .forEach(command -> findings.add(
                        command,
                        "on Kubernetes the binary has to run without a shell; let the line do nothing but source or copy"
                                + " apiserver-url.env where it exists and then: exec /path/of/binary \"$@\""));
    }

    private static void hostFiles(Pod pod, Findings findings) {
        for (Container container : pod.allContainers()) {
            container.mounts().stream()
                    .filter(mount -> pod.volume(mount.field("name").string())
                            .filter(volume -> HostConfigFolder.isVolume(volume.map()))
                            .isPresent())
                    .forEach(mount -> files(container, mount.field("mountPath").string())
                            .forEach(file -> findings.add(
                                    mount,
                                    "container " + container.name() + " reads " + file
                                            + " of the host's /etc/kubernetes, which is not mounted on Kubernetes;"
                                            + " take it from a ConfigMap or a Secret")));
        }
    }

    /** The files of a mounted folder that arguments and environment variables of a container name, as paths in the folder. */
    private static Stream<String> files(Container container, String mountPath) {
        FieldReader fields = container.fields();
        Stream<Object> variables = fields.maps("env").stream().map(variable -> variable.get("value"));
        String folder = mountPath.endsWith("/") ? mountPath : mountPath + "/";
        return Stream.concat(fields.list("args").stream(), variables)
                .filter(Objects::nonNull)
                .map(Object::toString)
                .map(value -> value.substring(value.indexOf('=') + 1))
                .filter(value -> value.startsWith(folder))
                .map(value -> value.substring(folder.length()))
                .distinct();
    }

    private static void nodeAffinity(Pod pod, Findings findings) {
        pod
                .spec()
                .field("affinity", "nodeAffinity", "requiredDuringSchedulingIgnoredDuringExecution")
                .field("nodeSelectorTerms")
                .items()
                .stream()
                .flatMap(term -> term.field("matchExpressions").items().stream())
                .map(expression -> expression.field("key"))
                .filter(key -> key.is(MASTER))
                .forEach(
                        key -> findings.add(
                                key,
                                "no node of Kubernetes has the role master; use nodeSelector, which the operator replaces there"));
    }
}
