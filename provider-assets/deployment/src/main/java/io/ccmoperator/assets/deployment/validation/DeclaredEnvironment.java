/*
 * Copyright the ccm-operator authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.ccmoperator.assets.deployment.validation;

import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** The environment variables that a descriptor fills are declared by a container; they are set nowhere else. */
final class DeclaredEnvironment implements ProviderRule {
    @Override
    public void check(ParsedProvider provider, Findings findings) {
        if (provider.validDescriptor().isEmpty() || !provider.complete()) {
            return;
        }
        Set<String> declared = provider.pods().stream()
                .flatMap(pod -> pod.allContainers().stream())
                .flatMap(container -> container.place().field("env").items().stream())
                .map(variable -> variable.field("name").text())
                .collect(Collectors.toCollection(TreeSet::new));
        Place environment =
                Place.root(provider.descriptorDocument().orElseThrow()).field("environment");
        for (String name : environment.map().keySet()) {
            if (!declared.contains(name)) {
                findings.add(
                        environment.field(name),
                        "no container declares " + name + " in its env; declare it where it is to be set");
            }
        }
    }
}
