/*
 * Copyright the ccm-operator authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.ccmoperator.assets.deployment.validation;

import java.util.List;

/** Containers request cpu and memory (init containers may go without), and no container is limited. */
final class ResourceRequests implements PodRule {
    private static final List<String> RESOURCES = List.of("cpu", "memory");

    @Override
    public void check(Pod pod, Findings findings) {
        for (Container container : pod.containers()) {
            for (String resource : RESOURCES) {
                Place request = container.place().field("resources", "requests", resource);
                if (!request.exists()) {
                    findings.add(request, "is missing; a container of the control plane requests cpu and memory");
                }
            }
        }
        for (Container container : pod.allContainers()) {
            Place limits = container.place().field("resources", "limits");
            if (limits.exists()) {
                findings.add(limits, "a container of the control plane has no limits; leave them out");
            }
        }
    }
}
