/*
 * Copyright the ccm-operator authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.ccmoperator.assets.deployment.validation;

import static io.ccmoperator.assets.deployment.validation.FieldCheck.rule;

import io.ccmoperator.assets.deployment.decoding.DidYouMean;
import io.ccmoperator.assets.tree.FieldReader;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Pattern;

/** Rules on the ranges of numbers, ports, percentages and quantities, as the API server has them. */
final class RangeRules {
    private static final long MAX_PORT = 65_535;
    private static final long MAX_MODE = 0777;
    private static final long MIN_TOKEN_SECONDS = 600;
    private static final List<String> RESOURCES = List.of("cpu", "ephemeral-storage", "memory");
    private static final Pattern NUMBER = Pattern.compile("[0-9]+");
    private static final Pattern PERCENTAGE = Pattern.compile("[0-9]+%");
    private static final List<String> PROBES = List.of("livenessProbe", "readinessProbe", "startupProbe");

    /** For each object. */
    static final List<Rule<ProviderDocument>> OF_OBJECTS = List.of(
            of(
                    "Service",
                    new FieldCheck("spec.ports[].port", RangeRules::port),
                    new FieldCheck("spec.ports[].nodePort", RangeRules::port),
                    new FieldCheck("spec.ports[].targetPort", RangeRules::portOrName)),
            of(
                    "PodDisruptionBudget",
                    new FieldCheck("spec.minAvailable", RangeRules::numberOrPercentage),
                    new FieldCheck("spec.maxUnavailable", RangeRules::numberOrPercentage)));

    /** For each pod. */
    static final List<Rule<Pod>> OF_PODS = List.of(
            rule(
                    Pod::object,
                    List.of(
                            new FieldCheck("spec.minReadySeconds", RangeRules::notNegative),
                            new FieldCheck("spec.revisionHistoryLimit", RangeRules::notNegative),
                            new FieldCheck("spec.progressDeadlineSeconds", atLeast(1)),
                            new FieldCheck(
                                    "spec.updateStrategy.rollingUpdate.maxUnavailable", RangeRules::numberOrPercentage),
                            new FieldCheck(
                                    "spec.updateStrategy.rollingUpdate.maxSurge", RangeRules::numberOrPercentage))),
            rule(
                    Pod::spec,
                    List.of(
                            new FieldCheck("terminationGracePeriodSeconds", RangeRules::notNegative),
                            new FieldCheck("securityContext.runAsUser", RangeRules::notNegative),
                            new FieldCheck("securityContext.runAsGroup", RangeRules::notNegative),
                            new FieldCheck("securityContext.fsGroup", RangeRules::notNegative),
                            new FieldCheck("volumes[].configMap.defaultMode", RangeRules::mode),
                            new FieldCheck("volumes[].configMap.items[].mode", RangeRules::mode),
                            new FieldCheck("volumes[].secret.defaultMode", RangeRules::mode),
                            new FieldCheck("volumes[].secret.items[].mode", RangeRules::mode),
                            new FieldCheck("volumes[].projected.defaultMode", RangeRules::mode),
                            new FieldCheck("volumes[].emptyDir.sizeLimit", RangeRules::quantity),
                            new FieldCheck(
                                    "volumes[].projected.sources[].serviceAccountToken.expirationSeconds",
                                    atLeast(MIN_TOKEN_SECONDS)),
                            new FieldCheck(
                                    "affinity.podAntiAffinity.preferredDuringSchedulingIgnoredDuringExecution[].weight",
                                    RangeRules::weight),
                            new FieldCheck(
                                    "affinity.nodeAffinity.preferredDuringSchedulingIgnoredDuringExecution[].weight",
                                    RangeRules::weight),
                            new FieldCheck("topologySpreadConstraints[].maxSkew", atLeast(1)))),
            RangeRules::progressDeadline,
            RangeRules::containers);

    private static final List<FieldCheck> OF_CONTAINERS = ofContainers();

    private RangeRules() {}

    private static List<FieldCheck> ofContainers() {
        List<FieldCheck> checks = new ArrayList<>(List.of(
                new FieldCheck("ports[].containerPort", RangeRules::port),
                new FieldCheck("ports[].hostPort", RangeRules::port),
                new FieldCheck("resources.requests{}", RangeRules::resource),
                new FieldCheck("resources.limits{}", RangeRules::resource),
                new FieldCheck("securityContext.runAsUser", RangeRules::notNegative),
                new FieldCheck("securityContext.runAsGroup", RangeRules::notNegative)));
        for (String probe : PROBES) {
            for (String seconds : List.of(
                    "initialDelaySeconds", "timeoutSeconds", "periodSeconds", "successThreshold", "failureThreshold")) {
                checks.add(new FieldCheck(probe + "." + seconds, RangeRules::notNegative));
            }
            checks.add(new FieldCheck(probe + ".terminationGracePeriodSeconds", atLeast(1)));
            checks.add(new FieldCheck(probe + ".httpGet.port", RangeRules::portOrName));
            checks.add(new FieldCheck(probe + ".tcpSocket.port", RangeRules::portOrName));
            checks.add(new FieldCheck(probe + ".grpc.port", RangeRules::port));
        }
        checks.add(new FieldCheck("livenessProbe.successThreshold", RangeRules::one));
        checks.add(new FieldCheck("startupProbe.successThreshold", RangeRules::one));
        return checks;
    }

    private static void containers(Pod pod, Findings findings) {
        pod.allContainers()
                .forEach(container -> OF_CONTAINERS.forEach(check -> check.check(container.fields(), findings)));
    }

    /** The deadline of a rollout is later than the time after which a pod is available; it is 600 s by default. */
    private static void progressDeadline(Pod pod, Findings findings) {
        FieldReader deadline = pod.object().field("spec", "progressDeadlineSeconds");
        long seconds = deadline.value() instanceof Long number ? number : 600;
        if (pod.isOf("Deployment")
                && pod.object().field("spec", "minReadySeconds").value() instanceof Long ready
                && seconds <= ready) {
            findings.add(deadline, "is " + seconds + " but has to be more than minReadySeconds, " + ready);
        }
    }

    private static Rule<ProviderDocument> of(String kind, FieldCheck... checks) {
        return (document, findings) -> {
            if (document.manifest().kind().equals(kind)) {
                List.of(checks).forEach(check -> check.check(document.fields(), findings));
            }
        };
    }

    private static Optional<String> port(FieldReader field) {
        return between(field, 1, MAX_PORT);
    }

    private static Optional<String> portOrName(FieldReader field) {
        if (!(field.value() instanceof String text)) {
            return port(field);
        }
        return NUMBER.matcher(text).matches()
                ? Optional.of("is '" + text + "', the name of a port; write a port number without quotes")
                : NameFormats.port(field);
    }

    private static Optional<String> weight(FieldReader field) {
        return between(field, 1, 100);
    }

    private static Optional<String> mode(FieldReader field) {
        return between(field, 0, MAX_MODE)
                .map(reason -> reason + "; write the permissions 0644 as 420, in decimal digits");
    }

    private static Optional<String> one(FieldReader field) {
        // 0 is replaced by the default, and a negative number is another finding.
        return field.value() instanceof Long number && number > 1
                ? Optional.of("is " + number + " but has to be 1 for this probe")
                : Optional.empty();
    }

    private static Optional<String> notNegative(FieldReader field) {
        return atLeast(0).apply(field);
    }

    private static Function<FieldReader, Optional<String>> atLeast(long least) {
        return field -> field.value() instanceof Long number && number < least
                ? Optional.of("is " + number + " but has to be " + least + " or more")
                : Optional.empty();
    }

    private static Optional<String> numberOrPercentage(FieldReader field) {
        if (!(field.value() instanceof String text)) {
            return notNegative(field);
        }
        return PERCENTAGE.matcher(text).matches() && text.length() <= 4 && percent(text) <= 100
                ? Optional.empty()
                : Optional.of("is '" + text
                        + "' but has to be a number of pods without quotes, or a percentage from \"0%\" to"
                        + " \"100%\"");
    }

    private static int percent(String text) {
        return Integer.parseInt(text.substring(0, text.length() - 1));
    }

    private static Optional<String> quantity(FieldReader field) {
        boolean negative = field.value() instanceof Long number && number < 0
                || field.value() instanceof BigDecimal decimal && decimal.signum() < 0
                || field.string().startsWith("-");
        return negative ? Optional.of("is " + field.value() + " but must not be negative") : Optional.empty();
    }

    /** The name of a resource, and its quantity. */
    private static Optional<String> resource(FieldReader field) {
        String name = field.path().name();
        if (!RESOURCES.contains(name) && !name.startsWith("hugepages-") && !name.contains("/")) {
            return Optional.of("there is no resource " + name + "; " + DidYouMean.hint(name, RESOURCES));
        }
        if (name.equals("memory") && field.string().endsWith("m")) {
            return Optional.of("is " + field.string() + ", thousandths of a byte; write M or Mi");
        }
        return quantity(field);
    }

    private static Optional<String> between(FieldReader field, long least, long most) {
        return field.value() instanceof Long number && (number < least || number > most)
                ? Optional.of("is " + number + " but has to be from " + least + " to " + most)
                : Optional.empty();
    }
}
