/*
 * Copyright the ccm-operator authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.ccmoperator.assets.deployment.validation;

import io.ccmoperator.assets.CloudConfig;
import io.ccmoperator.assets.ClusterFact;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

/** Which keys and values a descriptor has; whatever else stands there is found. */
final class DescriptorSchema {
    private static final List<String> KEYS = List.of(
            "platform",
            "variant",
            "images",
            "environment",
            "flags",
            "proxyInitContainers",
            "credentialsSecret",
            "payload",
            "cloudConfig");

    private final Findings findings;
    private boolean kept = true;

    DescriptorSchema(Findings findings) {
        this.findings = findings;
    }

    /** True when nothing is at fault, so that the descriptor can be read. */
    boolean validate(Place root) {
        keys(root, KEYS);
        required(root, "platform", this::text);
        optional(root, "variant", this::text);
        optional(root, "images", images -> each(images, (container, key) -> text(key)));
        optional(root, "environment", environment -> each(environment, (variable, fact) -> fact(fact)));
        optional(root, "flags", flags -> each(flags, (container, ofContainer) -> each(ofContainer, this::flag)));
        optional(root, "proxyInitContainers", this::texts);
        optional(root, "credentialsSecret", this::text);
        optional(root, "payload", this::truth);
        optional(root, "cloudConfig", this::cloudConfig);
        return kept;
    }

    private void cloudConfig(Place place) {
        if (map(place)) {
            keys(place, List.of("source", "transformer"));
            required(place, "source", source -> {
                if (CloudConfig.Source.of(source.text()).isEmpty()) {
                    fault(source, "has to be one of " + String.join(", ", CloudConfig.Source.keys()));
                }
            });
            optional(place, "transformer", this::text);
        }
    }

    private void flag(String name, Place place) {
        if (!name.startsWith("--")) {
            fault(place, "a flag begins with '--'");
        }
        if (place.value() instanceof String) {
            fact(place);
        } else if (!place.map().isEmpty()) {
            keys(place, List.of("value", "featureGate"));
            required(place, "value", this::text);
            required(place, "featureGate", this::text);
        } else {
            fault(place, "has to be the name of a fact or a map with value and featureGate");
        }
    }

    private void fact(Place place) {
        if (ClusterFact.of(place.text()).isEmpty()) {
            String what = place.text().isEmpty() ? "has to be a fact" : "there is no fact " + place.text();
            fault(place, what + "; known are " + String.join(", ", ClusterFact.keys()));
        }
    }

    private void text(Place place) {
        if (place.text().isBlank()) {
            fault(place, "has to be a text that is not empty");
        }
    }

    private void texts(Place place) {
        if (!(place.value() instanceof List)) {
            fault(place, "has to be a list");
        }
        place.items().forEach(this::text);
    }

    private void truth(Place place) {
        if (!(place.value() instanceof Boolean)) {
            fault(place, "has to be true or false");
        }
    }

    private void each(Place place, BiConsumer<String, Place> check) {
        if (map(place)) {
            place.map().keySet().forEach(name -> check.accept(name, place.field(name)));
        }
    }

    private boolean map(Place place) {
        if (place.value() instanceof Map) {
            return true;
        }
        fault(place, "has to be a map");
        return false;
    }

    private void keys(Place place, List<String> known) {
        for (String key : place.map().keySet()) {
            if (!known.contains(key)) {
                fault(place.field(key), "there is no such key; known are " + String.join(", ", known));
            }
        }
    }

    private void required(Place place, String key, Consumer<Place> check) {
        if (place.map().containsKey(key)) {
            check.accept(place.field(key));
        } else {
            fault(place, key + " is missing");
        }
    }

    private static void optional(Place place, String key, Consumer<Place> check) {
        if (place.map().containsKey(key)) {
            check.accept(place.field(key));
        }
    }

    private void fault(Place place, String reason) {
        findings.add(place, reason);
        kept = false;
    }
}
