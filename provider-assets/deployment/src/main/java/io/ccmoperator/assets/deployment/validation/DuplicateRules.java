// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.assets.deployment.validation;

import static io.ccmoperator.assets.deployment.validation.Rule.rule;

import io.ccmoperator.assets.tree.FieldReader;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Rules on what may be in a pod once only; most lists know their own duplicates from the schema of Kubernetes. */
final class DuplicateRules {
    /** For each pod. */
    static final List<Rule<Pod>> OF_PODS = List.of(
            rule("unique-container-name", DuplicateRules::containerNames),
            rule("unique-port-name", DuplicateRules::portNames),
            rule("unique-host-port", DuplicateRules::hostPorts),
            rule("unique-sysctl", DuplicateRules::sysctls));

    private DuplicateRules() {}

    private static void containerNames(Pod pod, Findings findings) {
        Set<String> names = new HashSet<>();
        pod.containers().forEach(container -> names.add(container.name()));
        pod.initContainers().stream()
                .map(container -> container.fields().field("name"))
                .filter(name -> !name.string().isEmpty() && names.contains(name.string()))
                .forEach(name -> findings.add(name, "a container has the same name; rename one of them"));
    }

    private static void portNames(Pod pod, Findings findings) {
        for (Container container : pod.allContainers()) {
            Set<String> names = new HashSet<>();
            container.fields().field("ports").items().stream()
                    .map(port -> port.field("name"))
                    .filter(name -> !name.string().isEmpty() && !names.add(name.string()))
                    .forEach(name ->
                            findings.add(name, "another port of the container has the same name; rename one of them"));
        }
    }

    private static void sysctls(Pod pod, Findings findings) {
        Set<String> names = new HashSet<>();
        pod.spec().items("securityContext", "sysctls").stream()
                .map(parameter -> parameter.field("name"))
                .filter(name -> !name.string().isEmpty() && !names.add(name.string()))
                .forEach(name ->
                        findings.add(name, "another item of the list has the same name; leave one of them out"));
    }

    private static void hostPorts(Pod pod, Findings findings) {
        if (!pod.spec().field("hostNetwork").is(true)) {
            return;
        }
        Map<List<Object>, String> owners = new HashMap<>();
        for (Container container : pod.containers()) {
            for (FieldReader port : container.fields().field("ports").items()) {
                FieldReader number = port.field("containerPort");
                FieldReader hostPort = port.field("hostPort");
                if (hostPort.exists() && number.exists() && !hostPort.is(number.value())) {
                    findings.add(
                            hostPort,
                            "has to be the containerPort, " + number.value()
                                    + ", since the pod uses the host network; leave it out");
                }
                String owner = owners.putIfAbsent(hostPort(port), container.name());
                if (owner != null && !owner.equals(container.name())) {
                    findings.add(
                            number,
                            "container " + owner + " has the same port " + number.value()
                                    + "; on the host network only one can listen on it");
                }
            }
        }
    }

    private static List<Object> hostPort(FieldReader port) {
        String protocol = port.field("protocol").string();
        List<Object> address = new ArrayList<>();
        address.add(port.field("containerPort").value());
        address.add(protocol.isEmpty() ? "TCP" : protocol);
        address.add(port.field("hostIP").string());
        return address;
    }
}
