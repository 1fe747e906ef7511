// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.assets.deployment.validation;

import static io.ccmoperator.assets.deployment.validation.ExclusiveRules.one;
import static io.ccmoperator.assets.deployment.validation.Rule.onEach;
import static io.ccmoperator.assets.deployment.validation.Rule.rule;

import io.ccmoperator.assets.tree.FieldReader;
import java.util.List;
import java.util.stream.Stream;

/** Rules on fields of containers of which there may be one only, or that another field excludes. */
final class ContainerRules {
    /** For each pod. */
    static final List<Rule<Pod>> OF_PODS = Stream.of(
                    onEach(
                            Pod::allContainers,
                            List.<Rule<Container>>of(
                                    rule("exclusive-fields", ContainerRules::environment),
                                    rule("exclusive-fields", ContainerRules::handlers),
                                    rule("exclusive-fields", ContainerRules::mounts))),
                    onEach(
                            Pod::containers,
                            List.<Rule<Container>>of(rule("exclusive-fields", ContainerRules::readiness))),
                    onEach(
                            Pod::initContainers,
                            List.<Rule<Container>>of(rule("exclusive-fields", ContainerRules::ofInitContainer))))
            .flatMap(List::stream)
            .toList();

    private static final List<String> PROBES = List.of("livenessProbe", "readinessProbe", "startupProbe");
    private static final List<String> HOOKS = List.of("postStart", "preStop");
    private static final List<String> HANDLERS = List.of("exec", "httpGet", "tcpSocket", "grpc");
    private static final List<String> ACTIONS = List.of("exec", "httpGet", "tcpSocket", "sleep");
    private static final List<String> SOURCES =
            List.of("fieldRef", "resourceFieldRef", "configMapKeyRef", "secretKeyRef");

    private ContainerRules() {}

    /** A variable has a value or one source; envFrom has one source. */
    private static void environment(Container container, Findings findings) {
        for (FieldReader variable : container.fields().items("env")) {
            FieldReader source = variable.field("valueFrom");
            if (source.exists() && !variable.field("value").string().isEmpty()) {
                findings.add(variable, "has value and valueFrom; leave one of them out");
            } else if (source.exists()) {
                one(source, SOURCES, "valueFrom", findings);
            }
        }
        container
                .fields()
                .items("envFrom")
                .forEach(source -> one(source, List.of("configMapRef", "secretRef"), "an item of envFrom", findings));
    }

    /** A probe and a hook have one handler. */
    private static void handlers(Container container, Findings findings) {
        PROBES.stream()
                .map(probe -> container.fields().field(probe))
                .filter(FieldReader::exists)
                .forEach(probe -> one(probe, HANDLERS, "a probe", findings));
        HOOKS.stream()
                .map(hook -> container.fields().field("lifecycle", hook))
                .filter(FieldReader::exists)
                .forEach(hook -> one(hook, ACTIONS, "a hook", findings));
    }

    private static void mounts(Container container, Findings findings) {
        boolean privileged =
                container.fields().field("securityContext", "privileged").is(true);
        for (FieldReader mount : container.mounts()) {
            if (!mount.string("subPath").isEmpty()
                    && !mount.string("subPathExpr").isEmpty()) {
                findings.add(mount, "has subPath and subPathExpr; leave one of them out");
            }
            FieldReader propagation = mount.field("mountPropagation");
            if (propagation.is("Bidirectional") && !privileged) {
                findings.add(propagation, "Bidirectional requires a privileged container; write HostToContainer");
            }
        }
    }

    /** The kubelet does not end a container that is not ready. */
    private static void readiness(Container container, Findings findings) {
        FieldReader period = container.fields().field("readinessProbe", "terminationGracePeriodSeconds");
        if (period.exists()) {
            findings.add(period, "a readiness probe ends no container; leave it out");
        }
    }

    /** An init container that ends before the others start has neither probes nor hooks. */
    private static void ofInitContainer(Container container, Findings findings) {
        if (container.fields().field("restartPolicy").is("Always")) {
            return;
        }
        PROBES.stream()
                .map(probe -> container.fields().field(probe))
                .filter(FieldReader::exists)
                .forEach(probe -> findings.add(probe, "an init container has no probes; leave it out"));
        FieldReader lifecycle = container.fields().field("lifecycle");
        if (lifecycle.exists()) {
            findings.addDecisive(lifecycle, null, "an init container has no hooks; leave it out");
        }
    }
}
