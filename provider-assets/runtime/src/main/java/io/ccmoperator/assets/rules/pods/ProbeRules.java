// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.assets.rules.pods;

import static io.ccmoperator.assets.findings.Rule.rule;

import io.ccmoperator.assets.findings.Findings;
import io.ccmoperator.assets.findings.Rule;
import io.ccmoperator.assets.provider.Container;
import io.ccmoperator.assets.provider.Flag;
import io.ccmoperator.assets.provider.Pod;
import io.ccmoperator.assets.text.DidYouMean;
import io.ccmoperator.assets.tree.FieldReader;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** Rules on what probes ask, and whether that answers. */
public final class ProbeRules {
    /** For each pod. */
    public static final List<Rule<Pod>> RULES = List.of(
            rule("readiness-delay", ProbeRules::readinessDelay),
            rule("probe-port", ProbeRules::ports),
            rule("probe-request", ProbeRules::requests));

    private static final List<String> PROBES = List.of("livenessProbe", "readinessProbe", "startupProbe");
    private static final List<String> HANDLERS = List.of("httpGet", "tcpSocket", "grpc");

    /** Without --secure-port. */
    private static final String SECURE_PORT = "10258";

    static final Set<String> LOOPBACK = Set.of("127.0.0.1", "localhost", "::1");
    private static final Set<String> PATHS = Set.of("/healthz", "/livez", "/readyz", "/metrics");

    private ProbeRules() {}

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

    private static void requests(Pod pod, Findings findings) {
        for (Container container : pod.cloudContainers()) {
            String secure = container.flag("secure-port").map(Flag::value).orElse(SECURE_PORT);
            boolean local = container
                    .flag("bind-address")
                    .filter(flag -> LOOPBACK.contains(flag.value()))
                    .isPresent();
            PROBES.stream()
                    .map(probe -> container.fields().field(probe, "httpGet"))
                    .filter(FieldReader::exists)
                    .forEach(request -> {
                        FieldReader host = request.field("host");
                        String port = number(container, request.field("port"));
                        boolean ofSecurePort = port.equals(secure) && !isHealthPort(container, port);
                        if (host.exists() && !LOOPBACK.contains(host.string())) {
                            findings.add(
                                    host, "asks another host than the container's; write 127.0.0.1, or leave it out");
                        }
                        if (ofSecurePort) {
                            secureRequest(request, local, findings);
                        }
                    });
        }
    }

    /** The number of a port that may be given by its name in ports. */
    private static String number(Container container, FieldReader port) {
        return container.fields().field("ports").items().stream()
                .filter(open -> port.exists() && open.field("name").is(port.value()))
                .findFirst()
                .map(open -> String.valueOf(open.field("containerPort").value()))
                .orElse(String.valueOf(port.value()));
    }

    /** A program of controller-runtime has no secure port, but one for health without TLS. */
    private static boolean isHealthPort(Container container, String port) {
        return container
                .flag("health-probe-bind-addr")
                .filter(flag -> flag.value().endsWith(":" + port))
                .isPresent();
    }

    private static void secureRequest(FieldReader request, boolean local, Findings findings) {
        FieldReader scheme = request.field("scheme");
        if (!scheme.exists() || scheme.is("HTTP")) {
            findings.add(
                    scheme,
                    (scheme.exists() ? "is HTTP, but" : "is missing, and")
                            + " the port takes TLS only, so that the probe" + " always fails; write HTTPS");
        }
        FieldReader host = request.field("host");
        if (local && !host.exists()) {
            findings.add(
                    host,
                    "is missing, and --bind-address is of the loopback interface, so that the probe always fails; write"
                            + " 127.0.0.1");
        }
        String path = request.string("path").replaceFirst("^/*", "/");
        if (!PATHS.contains(path)) {
            DidYouMean.within(1, path, PATHS)
                    .ifPresent(meant -> findings.add(
                            request.field("path"),
                            "a cloud controller manager has no path " + path + ", so that the probe always fails; is "
                                    + meant + " meant?"));
        }
    }

    private static Stream<FieldReader> probePorts(Container container) {
        return PROBES.stream()
                .flatMap(probe ->
                        HANDLERS.stream().map(handler -> container.fields().field(probe, handler, "port")))
                .filter(FieldReader::exists);
    }
}
