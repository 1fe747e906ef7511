/*
 * Copyright the ccm-operator authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.ccmoperator.assets.deployment.validation;

import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;

/** The containers that a descriptor names are containers of the provider. */
final class KnownContainers implements ProviderRule {
    @Override
    public void check(ParsedProvider provider, Findings findings) {
        if (provider.validDescriptor().isEmpty() || !provider.complete()) {
            return;
        }
        Place root = Place.root(provider.descriptorDocument().orElseThrow());
        Set<String> all = names(provider, Pod::allContainers);
        for (String key : List.of("images", "flags")) {
            Place byContainer = root.field(key);
            for (String name : byContainer.map().keySet()) {
                check(byContainer.field(name), name, "container", all, findings);
            }
        }
        Set<String> initContainers = names(provider, Pod::initContainers);
        for (Place name : root.field("proxyInitContainers").items()) {
            check(name, name.text(), "init container", initContainers, findings);
        }
    }

    private static void check(Place place, String name, String what, Set<String> known, Findings findings) {
        if (!known.contains(name)) {
            findings.add(
                    place,
                    "the provider has no " + what + " " + name + "; "
                            + (known.isEmpty() ? "there is none" : "there are " + String.join(", ", known)));
        }
    }

    private static Set<String> names(ParsedProvider provider, Function<Pod, List<Container>> containers) {
        return provider.pods().stream()
                .flatMap(pod -> containers.apply(pod).stream())
                .map(Container::name)
                .collect(Collectors.toCollection(TreeSet::new));
    }
}
