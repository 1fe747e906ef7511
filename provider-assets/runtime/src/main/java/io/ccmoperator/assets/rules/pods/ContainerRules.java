// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.assets.rules.pods;

import static io.ccmoperator.assets.findings.Rule.rule;

import io.ccmoperator.assets.Quantity;
import io.ccmoperator.assets.findings.Findings;
import io.ccmoperator.assets.findings.Rule;
import io.ccmoperator.assets.provider.Container;
import io.ccmoperator.assets.provider.Pod;
import io.ccmoperator.assets.tree.FieldReader;
import java.math.BigDecimal;
import java.util.List;

/** Rules on what each container of the control plane takes of its node and says at its end. */
public final class ContainerRules {
    /** For each pod. */
    public static final List<Rule<Pod>> RULES = List.of(
            rule("resources", ContainerRules::resources),
            rule("termination-message", ContainerRules::terminationMessage));

    private static final BigDecimal MOST_CORES = BigDecimal.valueOf(4);
    private static final BigDecimal LEAST_BYTES = BigDecimal.valueOf(1L << 20);
    private static final BigDecimal MOST_BYTES = BigDecimal.valueOf(8L << 30);

    private ContainerRules() {}

    private static void resources(Pod pod, Findings findings) {
        for (Container container : pod.containers()) {
            FieldReader requests = container.fields().field("resources", "requests");
            List.of("cpu", "memory").stream()
                    .map(requests::field)
                    .filter(request -> !request.exists())
                    .forEach(request -> findings.add(
                            request, "is missing; a container of the control plane requests cpu and memory"));
        }
        for (Container container : pod.allContainers()) {
            FieldReader resources = container.fields().field("resources");
            FieldReader cpu = resources.field("requests", "cpu");
            // Zero cores are no share, and the least that can be said of any is a part of a thousandth.
            if (isOutside(cpu, BigDecimal.valueOf(1, 9), MOST_CORES)) {
                findings.add(
                        cpu,
                        "is " + cpu.value()
                                + ", which is not a share of a control plane node; write cores such as 200m, at most 4");
            }
            FieldReader memory = resources.field("requests", "memory");
            if (isOutside(memory, LEAST_BYTES, MOST_BYTES)) {
                findings.add(
                        memory,
                        "is " + memory.value()
                                + ", which is not a share of a control plane node; write bytes such as 128Mi, from 1Mi to"
                                + " 8Gi");
            }
            if (resources.field("limits").exists()) {
                findings.add(
                        resources.field("limits"), "a container of the control plane has no limits; leave them out");
            }
        }
    }

    /** False for what is not a quantity, which is a finding of the schema. */
    private static boolean isOutside(FieldReader request, BigDecimal least, BigDecimal most) {
        return Quantity.amount(request.value())
                .filter(amount -> amount.compareTo(least) < 0 || amount.compareTo(most) > 0)
                .isPresent();
    }

    private static void terminationMessage(Pod pod, Findings findings) {
        pod.allContainers().stream()
                .map(container -> container.fields().field("terminationMessagePolicy"))
                .filter(policy -> !policy.is("FallbackToLogsOnError"))
                .forEach(
                        policy -> findings.add(
                                policy,
                                (policy.exists() ? "has to be" : "is missing; write")
                                        + " FallbackToLogsOnError, so that the status of the Pod shows why the container ended"));
    }
}
