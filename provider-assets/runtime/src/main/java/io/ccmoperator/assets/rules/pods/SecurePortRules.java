// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.assets.rules.pods;

import static io.ccmoperator.assets.findings.Rule.rule;

import io.ccmoperator.assets.findings.Findings;
import io.ccmoperator.assets.findings.Rule;
import io.ccmoperator.assets.provider.Container;
import io.ccmoperator.assets.provider.Flag;
import io.ccmoperator.assets.provider.ParsedProvider;
import io.ccmoperator.assets.provider.Pod;
import io.ccmoperator.assets.provider.Program;
import io.ccmoperator.assets.rules.flags.DescriptorRules;
import io.ccmoperator.assets.tree.FieldReader;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Rules on the port at which a cloud controller manager and a node manager are probed and scraped. The operator mounts a serving
 * certificate for it; the static Pods of the bootstrap VM are only probed.
 */
public final class SecurePortRules {
    /** For each provider. */
    public static final List<Rule<ParsedProvider>> RULES =
            List.of(rule("secure-port", SecurePortRules::served), rule("readiness-probe", SecurePortRules::ready));

    /** For each pod. */
    public static final List<Rule<Pod>> OF_PODS = List.of(rule("readiness-delay", SecurePortRules::readinessDelay));

    private static final String KEY = "whyNoSecurePort";
    private static final String FLAG = "secure-port";
    private static final Set<String> LOOPBACK = Set.of("127.0.0.1", "localhost", "::1");

    private SecurePortRules() {}

    private static void served(ParsedProvider provider, Findings findings) {
        if (provider.validDescriptor().isEmpty() || !provider.complete()) {
            return;
        }
        FieldReader reasons = provider.descriptorFields().field(KEY);
        List<Container> containers = provider.workloads().stream()
                .flatMap(pod -> pod.cloudContainers().stream())
                .toList();
        for (Container container : containers) {
            FieldReader reason = reasons.field(container.name());
            if (reason.exists()) {
                closed(container, reason, findings);
            } else {
                open(container, provider.program(container.name()), findings);
            }
        }
        provider.bootstrapPods().stream()
                .flatMap(pod -> pod.cloudContainers().stream())
                .filter(container -> !reasons.field(container.name()).exists())
                .forEach(container -> restarted(container, provider.program(container.name()), findings));
        reasons.members().stream()
                .filter(reason -> containers.stream()
                        .noneMatch(container ->
                                container.name().equals(reason.path().name())))
                .forEach(reason ->
                        findings.add(reason, "no Deployment and no DaemonSet has the container; leave the reason out"));
    }

    private static void closed(Container container, FieldReader reason, Findings findings) {
        DescriptorRules.words(reason, "why the program is neither probed nor scraped by TLS", findings);
        container
                .flag(FLAG)
                .filter(flag -> !flag.value().equals("0"))
                .ifPresent(flag -> findings.add(
                        reason, "container " + container.name() + " has --" + FLAG + "; remove the one or the other"));
    }

    private static void open(Container container, Program program, Findings findings) {
        Optional<Flag> port = container.flag(FLAG);
        if (program.type(FLAG).isEmpty()) {
            findings.add(
                    container.args(),
                    "the program opens no secure port by " + program.file() + "; say in " + KEY + "." + container.name()
                            + " of provider.yaml why it is neither probed nor scraped by TLS");
        } else if (port.isEmpty() && container.name().equals("cloud-node-manager")) {
            findings.add(container.args(), "has to have --" + FLAG + "=10263; a node manager opens no port by default");
        }
        port.filter(flag -> flag.value().equals("0"))
                .ifPresent(flag -> findings.add(
                        flag.field(),
                        "a program without a port is neither probed nor scraped; write a port, or say why in " + KEY
                                + "." + container.name() + " of provider.yaml"));
        container
                .flag("bind-address")
                .filter(flag -> LOOPBACK.contains(flag.value()))
                .ifPresent(flag -> findings.add(
                        flag.field(),
                        "Prometheus does not reach the loopback interface of another host; leave it out"));
        restarted(container, program, findings);
    }

    private static void restarted(Container container, Program program, Findings findings) {
        FieldReader liveness = container.fields().field("livenessProbe");
        if (!liveness.exists() && program.type(FLAG).isPresent()) {
            findings.add(
                    liveness,
                    "is missing, so that a program that hangs is not restarted; ask /healthz of the secure port by HTTPS");
        }
    }

    private static void ready(ParsedProvider provider, Findings findings) {
        if (!provider.complete()) {
            return;
        }
        provider.workloads().stream()
                .flatMap(pod -> pod.cloudContainers().stream())
                .filter(container -> opensPort(container, provider.program(container.name())))
                .map(container -> container.fields().field("readinessProbe"))
                .filter(probe -> !probe.exists())
                .forEach(probe -> findings.add(
                        probe,
                        "is missing, so that a program which always ends is ready after each start, and its rollout"
                                + " completes; ask /healthz of its port"));
    }

    private static void readinessDelay(Pod pod, Findings findings) {
        pod.allContainers().stream()
                .map(container -> container.fields().field("readinessProbe"))
                .filter(FieldReader::exists)
                .map(probe -> probe.field("initialDelaySeconds"))
                .filter(delay -> !(delay.value() instanceof Number seconds && seconds.longValue() > 0))
                .forEach(delay -> findings.add(
                        delay,
                        "is not set, so that another process which has the port of the host answers for a program that is"
                                + " about to end; write 20"));
    }

    /** A program may open another port than the secure one, which ports has then. */
    private static boolean opensPort(Container container, Program program) {
        Optional<Flag> port = container.flag(FLAG);
        boolean byDefault = program.type(FLAG).isPresent() && !container.name().equals("cloud-node-manager");
        return port.map(flag -> !flag.value().equals("0"))
                .orElse(byDefault || !container.fields().field("ports").items().isEmpty());
    }
}
