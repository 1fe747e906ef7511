// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.assets.deployment.validation;

import static io.ccmoperator.assets.deployment.validation.Rule.rule;

import io.ccmoperator.assets.deployment.text.DidYouMean;
import io.ccmoperator.assets.tree.FieldReader;
import java.math.BigDecimal;
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
    private static final List<TypeRule> OF_TYPES = List.of(
            type(
                    "DeploymentSpec",
                    notNegative("minReadySeconds"),
                    notNegative("revisionHistoryLimit"),
                    new FieldCheck("progressDeadlineSeconds", atLeast(1))),
            type("DaemonSetSpec", notNegative("minReadySeconds"), notNegative("revisionHistoryLimit")),
            type(
                    "RollingUpdateDaemonSet",
                    new FieldCheck("maxUnavailable", RangeRules::numberOrPercentage),
                    new FieldCheck("maxSurge", RangeRules::numberOrPercentage)),
            type(
                    "PodSpec",
                    notNegative("terminationGracePeriodSeconds"),
                    new FieldCheck("overhead{}", RangeRules::resource)),
            type("SecurityContext", id("runAsUser"), id("runAsGroup")),
            type("PodSecurityContext", id("runAsUser"), id("runAsGroup"), id("fsGroup"), id("supplementalGroups[]")),
            type("ConfigMapVolumeSource", mode("defaultMode")),
            type("SecretVolumeSource", mode("defaultMode")),
            type("ProjectedVolumeSource", mode("defaultMode")),
            type("DownwardAPIVolumeSource", mode("defaultMode")),
            type("DownwardAPIVolumeFile", mode("mode")),
            type("KeyToPath", mode("mode")),
            type("EmptyDirVolumeSource", new FieldCheck("sizeLimit", RangeRules::quantity)),
            type("ServiceAccountTokenProjection", new FieldCheck("expirationSeconds", atLeast(MIN_TOKEN_SECONDS))),
            type("WeightedPodAffinityTerm", new FieldCheck("weight", RangeRules::weight)),
            type("PreferredSchedulingTerm", new FieldCheck("weight", RangeRules::weight)),
            type(
                    "TopologySpreadConstraint",
                    new FieldCheck("maxSkew", atLeast(1)),
                    new FieldCheck("minDomains", atLeast(1))),
            type("ContainerPort", port("containerPort"), port("hostPort")),
            type(
                    "ResourceRequirements",
                    new FieldCheck("requests{}", RangeRules::resource),
                    new FieldCheck("limits{}", RangeRules::resource)),
            type(
                    "Probe",
                    notNegative("initialDelaySeconds"),
                    notNegative("timeoutSeconds"),
                    notNegative("periodSeconds"),
                    notNegative("successThreshold"),
                    notNegative("failureThreshold"),
                    new FieldCheck("terminationGracePeriodSeconds", atLeast(1))),
            type(
                    "Container",
                    new FieldCheck("livenessProbe.successThreshold", RangeRules::one),
                    new FieldCheck("startupProbe.successThreshold", RangeRules::one)),
            type("HTTPGetAction", new FieldCheck("port", RangeRules::portOrName)),
            type("TCPSocketAction", new FieldCheck("port", RangeRules::portOrName)),
            type("GRPCAction", port("port")),
            type("SleepAction", notNegative("seconds")),
            type("ServiceSpec", new FieldCheck("healthCheckNodePort", RangeRules::portOrNone)),
            type("ServicePort", port("port"), port("nodePort"), new FieldCheck("targetPort", RangeRules::portOrName)),
            type(
                    "PodDisruptionBudgetSpec",
                    new FieldCheck("minAvailable", RangeRules::numberOrPercentage),
                    new FieldCheck("maxUnavailable", RangeRules::numberOrPercentage)));

    /** For each object. */
    static final List<Rule<ProviderDocument>> OF_OBJECTS = List.of(rule("range", TypeRule.all(OF_TYPES)));

    /** For each pod. */
    static final List<Rule<Pod>> OF_PODS = List.of(rule("range", RangeRules::progressDeadline));

    private RangeRules() {}

    private static TypeRule type(String type, FieldCheck... checks) {
        return TypeRule.of(type, checks);
    }

    private static FieldCheck port(String path) {
        return new FieldCheck(path, field -> between(field, 1, MAX_PORT));
    }

    /** The number of a user or a group. */
    private static FieldCheck id(String path) {
        return new FieldCheck(path, field -> between(field, 0, Integer.MAX_VALUE));
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

    private static Optional<String> portOrNone(FieldReader field) {
        return between(field, 0, MAX_PORT);
    }

    private static Optional<String> portOrName(FieldReader field) {
        if (!(field.value() instanceof String text)) {
            return between(field, 1, MAX_PORT);
        }
        return NUMBER.matcher(text).matches()
                ? Optional.of("is '" + text + "', the name of a port; write a port number without quotes")
                : NameFormats.port(field);
    }

    private static Optional<String> weight(FieldReader field) {
        return between(field, 1, 100);
    }

    private static FieldCheck mode(String path) {
        return new FieldCheck(
                path,
                field -> between(field, 0, MAX_MODE)
                        .map(reason -> reason + "; write the permissions 0644 as 420, in decimal digits"));
    }

    private static Optional<String> one(FieldReader field) {
        // 0 is replaced by the default, and a negative number is another finding.
        return field.value() instanceof Long number && number > 1
                ? Optional.of("is " + number + " but has to be 1 for this probe")
                : Optional.empty();
    }

    private static FieldCheck notNegative(String path) {
        return new FieldCheck(path, atLeast(0));
    }

    private static Function<FieldReader, Optional<String>> atLeast(long least) {
        return field -> field.value() instanceof Long number && number < least
                ? Optional.of("is " + number + " but has to be " + least + " or more")
                : Optional.empty();
    }

    private static Optional<String> numberOrPercentage(FieldReader field) {
        if (!(field.value() instanceof String text)) {
            return atLeast(0).apply(field);
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
        if (name.startsWith("hugepages-") || name.contains("/")) {
            return Optional.of(
                    "requires a limit of the same amount, and a container of the control plane has no limits;"
                            + " leave it out");
        }
        if (!RESOURCES.contains(name)) {
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
