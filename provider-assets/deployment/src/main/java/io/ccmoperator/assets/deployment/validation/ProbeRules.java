/*
 * Copyright the ccm-operator authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.ccmoperator.assets.deployment.validation;

import io.ccmoperator.assets.tree.FieldReader;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Rules on the ports that probes ask. */
final class ProbeRules {
    static final List<Rule<Pod>> RULES = List.of(ProbeRules::ports);

    private static final List<String> PROBES = List.of("livenessProbe", "readinessProbe", "startupProbe");
    private static final List<String> HANDLERS = List.of("httpGet", "tcpSocket", "grpc");

    private ProbeRules() {}

    /** A probe asks a port that its container opens; otherwise the kubelet restarts the container without end. */
    private static void ports(Pod pod, Findings findings) {
        for (Container container : pod.allContainers()) {
            FieldReader open = container.fields().field("ports");
            boolean readable = (!open.exists() || open.value() instanceof List)
                    && open.items().stream()
                            .allMatch(port ->
                                    port.field("containerPort").value() instanceof Long number && number <= 65_535);
            probePorts(container).filter(port -> readable).forEach(port -> port(container, port, findings));
        }
    }

    private static void port(Container container, FieldReader port, Findings findings) {
        Optional<Flag> securePort = container.flag("secure-port");
        List<FieldReader> declared = container.fields().field("ports").items();
        boolean flagged = securePort
                .filter(flag -> flag.value().equals(String.valueOf(port.value())))
                .isPresent();
        Optional<FieldReader> match = declared.stream()
                .filter(open ->
                        open.field("name").value() != null && open.field("name").is(port.value())
                                || open.field("containerPort").is(port.value()))
                .findFirst();
        if (match.isEmpty() && !flagged) {
            findings.add(
                    port,
                    "container " + container.name() + " opens no port " + port.value() + "; "
                            + (declared.isEmpty()
                                    ? "add it to ports"
                                    : "ports has "
                                            + String.join(
                                                    ", ",
                                                    declared.stream()
                                                            .map(open -> open.field("containerPort")
                                                                            .value()
                                                                    + (open.field("name")
                                                                                    .exists()
                                                                            ? " ("
                                                                                    + open.field("name")
                                                                                            .string() + ")"
                                                                            : ""))
                                                            .toList())));
        } else if (container.isOfCloud()
                && securePort.filter(flag -> flag.value().equals("0")).isPresent()) {
            findings.add(port, "--secure-port=0 closes the port that the probe asks; leave that flag or the probe out");
        }
    }

    private static Stream<FieldReader> probePorts(Container container) {
        return PROBES.stream()
                .flatMap(probe ->
                        HANDLERS.stream().map(handler -> container.fields().field(probe, handler, "port")))
                .filter(FieldReader::exists);
    }
}
