/*
 * Copyright the ccm-operator authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.ccmoperator.assets.deployment.validation;

import java.util.List;

/** On the bootstrap VM, a cloud controller manager initializes nodes, alone and with files for credentials. */
final class BootstrapFlags implements PodRule {
    private static final List<String> FLAGS = List.of("--controllers=cloud-node", "--leader-elect=false");

    @Override
    public void check(Pod pod, Findings findings) {
        pod.cloudContainer()
                .ifPresent(container -> FLAGS.stream()
                        .filter(flag -> !container.hasFlag(flag))
                        .forEach(flag -> findings.add(container.args(), "has to have " + flag)));
    }
}
