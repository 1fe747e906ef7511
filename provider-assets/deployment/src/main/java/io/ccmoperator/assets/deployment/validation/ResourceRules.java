// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.assets.deployment.validation;

import static io.ccmoperator.assets.deployment.validation.Rule.rule;

import io.ccmoperator.assets.deployment.schema.Quantity;
import io.ccmoperator.assets.tree.FieldReader;
import java.math.BigDecimal;
import java.util.List;

/** Rules on the resources that a container requests: a share of a control plane node. */
final class ResourceRules {
    /** For each pod. */
    static final List<Rule<Pod>> OF_PODS = List.of(rule("resources", ResourceRules::resources));

    private static final List<String> RESOURCES = List.of("cpu", "memory");
    private static final BigDecimal MAX_CORES = BigDecimal.valueOf(4);
    private static final BigDecimal MAX_BYTES = BigDecimal.valueOf(8L << 30);

    /** Less is a number without its unit. */
    private static final BigDecimal MIN_BYTES = BigDecimal.valueOf((1L << 20) - 1);

    private ResourceRules() {}

    private static void resources(Pod pod, Findings findings) {
        for (Container container : pod.containers()) {
            for (String resource : RESOURCES) {
                FieldReader request = container.fields().field("resources", "requests", resource);
                if (!request.exists()) {
                    findings.add(request, "is missing; a container of the control plane requests cpu and memory");
                }
            }
        }
        for (Container container : pod.allContainers()) {
            container.fields().field("resources", "requests").members().forEach(request -> share(request, findings));
            FieldReader limits = container.fields().field("resources", "limits");
            if (limits.exists()) {
                findings.add(limits, "a container of the control plane has no limits; leave them out");
            }
        }
    }

    /** A share of a control plane node; a mistyped unit keeps a Pod from every node, or gives it nothing. */
    private static void share(FieldReader request, Findings findings) {
        String name = request.path().name();
        BigDecimal most = name.equals("cpu") ? MAX_CORES : MAX_BYTES;
        BigDecimal least = name.equals("cpu") ? BigDecimal.ZERO : MIN_BYTES;
        if (!RESOURCES.contains(name)) {
            return;
        }
        // What is not a quantity is found by the schema.
        if (Quantity.amount(request.value())
                .filter(amount -> amount.compareTo(most) > 0 || amount.compareTo(least) <= 0)
                .isPresent()) {
            findings.add(
                    request,
                    "is " + request.value() + ", which is not a share of a control plane node; write "
                            + (name.equals("cpu")
                                    ? "cores such as 200m, at most 4"
                                    : "bytes such as 128Mi, from 1Mi to 8Gi"));
        }
    }
}
