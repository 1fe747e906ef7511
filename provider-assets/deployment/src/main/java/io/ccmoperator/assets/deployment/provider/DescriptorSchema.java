// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.assets.deployment.provider;

import io.ccmoperator.assets.CloudConfig;
import io.ccmoperator.assets.ClusterFact;
import io.ccmoperator.assets.deployment.findings.Findings;
import io.ccmoperator.assets.deployment.text.DidYouMean;
import io.ccmoperator.assets.tree.FieldReader;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.regex.Pattern;

/** Which keys and values a descriptor has; any other is found. */
final class DescriptorSchema {
    /** Keys that are somewhere else in a descriptor, and where. */
    private static final Map<String, String> PLACES = Map.of(
            "credentialsUsedWith", "cloudConfig",
            "kubeconfigKey", "bootstrap",
            "object", "accepted",
            "reason", "privileges",
            "rule", "accepted",
            "source", "cloudConfig",
            "transformer", "cloudConfig",
            "what", "privileges",
            "whyNoPod", "bootstrap");

    /** What authors write for a key by the words of Kubernetes. */
    private static final Map<String, String> ALIASES = Map.of(
            "args",
            "flags",
            "config",
            "cloudConfig",
            "containers",
            "images",
            "env",
            "environment",
            "secret",
            "credentialsSecret",
            "securityContext",
            "privileges");

    private static final String PLATFORM = "platform";

    /** The names that INI has, in the dialect of cloud controller managers. */
    private static final Pattern INI_NAME = Pattern.compile("\\p{L}[\\p{L}\\p{Nd}-]*");

    /** The keys of a descriptor, in the order of the guide, and what is required of their values. */
    private final Map<String, Consumer<FieldReader>> checks = new LinkedHashMap<>();

    private final Findings findings;
    private boolean kept = true;

    DescriptorSchema(Findings findings) {
        this.findings = findings;
        checks.put(PLATFORM, this::text);
        checks.put("variant", this::text);
        checks.put("images", images -> each(images, (container, key) -> text(key)));
        checks.put("environment", environment -> each(environment, (variable, fact) -> fact(fact)));
        checks.put("flags", flags -> each(flags, (container, ofContainer) -> each(ofContainer, this::flag)));
        checks.put("proxyInitContainers", this::strings);
        checks.put("credentialsSecret", this::text);
        checks.put("payload", this::truth);
        checks.put("privileges", privileges -> items(privileges, "what", "reason"));
        checks.put("accepted", accepted -> items(accepted, "rule", "object", "reason"));
        checks.put("cloudConfig", this::cloudConfig);
        checks.put("bootstrap", this::bootstrap);
        checks.put("whyNoSecurePort", reasons -> each(reasons, (container, reason) -> line(reason)));
        checks.put("kubernetesBinaries", binaries -> each(binaries, (container, path) -> path(path)));
    }

    /** True when nothing is at fault, so that the descriptor can be read. */
    boolean validate(FieldReader root) {
        keys(root, checks.keySet());
        required(root, PLATFORM, checks.get(PLATFORM));
        checks.forEach((key, check) -> {
            if (!key.equals(PLATFORM)) {
                optional(root, key, check);
            }
        });
        return kept;
    }

    private void cloudConfig(FieldReader field) {
        if (map(field)) {
            keys(field, List.of("source", "transformer", "credentialsUsedWith"));
            required(field, "source", source -> {
                if (CloudConfig.Source.of(source.string()).isEmpty()) {
                    fault(source, "has to be one of " + String.join(", ", CloudConfig.Source.keys()));
                }
            });
            optional(field, "transformer", this::text);
            optional(field, "credentialsUsedWith", setting -> {
                if (map(setting)) {
                    keys(setting, List.of("section", "key", "value"));
                    required(setting, "section", this::iniName);
                    required(setting, "key", this::iniName);
                    required(setting, "value", this::text);
                }
            });
        }
    }

    private void bootstrap(FieldReader field) {
        if (map(field)) {
            keys(field, List.of("whyNoPod", "kubeconfigKey"));
            optional(field, "whyNoPod", this::line);
            optional(field, "kubeconfigKey", name -> {
                if (map(name)) {
                    keys(name, List.of("section", "key"));
                    required(name, "section", this::iniName);
                    required(name, "key", this::iniName);
                }
            });
        }
    }

    private void line(FieldReader field) {
        text(field);
        if (field.string().strip().contains("\n")) {
            fault(field, "has to be one line");
        }
    }

    private void iniName(FieldReader field) {
        if (!INI_NAME.matcher(field.string()).matches()) {
            fault(field, "is not a valid name in INI; a name has letters, digits and '-', and begins with a letter");
        }
    }

    /** A list of maps, each with all of these keys. */
    private void items(FieldReader field, String... keys) {
        if (!(field.value() instanceof List)) {
            fault(
                    field,
                    "has to be a list of maps with " + String.join(", ", keys).replaceFirst(", (\\w+)$", " and $1"));
        }
        for (FieldReader item : field.items()) {
            if (map(item)) {
                keys(item, List.of(keys));
                List.of(keys).forEach(key -> required(item, key, this::text));
            }
        }
    }

    private void flag(String name, FieldReader field) {
        if (!name.startsWith("--")) {
            fault(field, "a flag begins with '--'");
        }
        if (field.value() instanceof String) {
            fact(field);
        } else if (!field.map().isEmpty()) {
            keys(field, List.of("value", "featureGate"));
            required(field, "value", this::text);
            required(field, "featureGate", this::text);
        } else {
            fault(field, "has to be the name of a fact or a map with value and featureGate");
        }
    }

    private void fact(FieldReader field) {
        if (ClusterFact.of(field.string()).isEmpty()) {
            String what = field.string().isEmpty() ? "has to be a fact" : "there is no fact " + field.string();
            fault(field, what + "; known are " + String.join(", ", ClusterFact.keys()));
        }
    }

    private void text(FieldReader field) {
        if (field.string().isBlank()) {
            fault(field, "has to be a string that is not empty");
        }
    }

    private void path(FieldReader field) {
        if (!field.string().startsWith("/")) {
            fault(field, "has to be the absolute path of a binary in the container's image");
        }
    }

    private void strings(FieldReader field) {
        if (!(field.value() instanceof List)) {
            fault(field, "has to be a list");
        }
        field.items().forEach(this::text);
    }

    private void truth(FieldReader field) {
        if (!(field.value() instanceof Boolean)) {
            fault(field, "has to be true or false");
        }
    }

    private void each(FieldReader field, BiConsumer<String, FieldReader> check) {
        if (map(field)) {
            field.map().keySet().forEach(name -> check.accept(name, field.field(name)));
        }
    }

    private boolean map(FieldReader field) {
        if (field.value() instanceof Map) {
            return true;
        }
        fault(field, "has to be a map");
        return false;
    }

    private void keys(FieldReader field, Collection<String> known) {
        boolean isRoot = known.contains(PLATFORM);
        for (String key : field.map().keySet()) {
            if (!known.contains(key)) {
                FieldReader unknown = field.field(key);
                String other = ALIASES.get(key);
                boolean elsewhere = isRoot && PLACES.containsKey(key);
                findings.addDecisive(
                        unknown,
                        DidYouMean.nearest(key, known).orElse(other),
                        "there is no such key; "
                                + (isRoot && other != null
                                        ? "is " + other + " meant?"
                                        : elsewhere
                                                ? "it belongs into " + PLACES.get(key)
                                                : DidYouMean.hint(key, known)));
                kept = false;
            }
        }
    }

    private void required(FieldReader field, String key, Consumer<FieldReader> check) {
        if (field.map().containsKey(key)) {
            check.accept(field.field(key));
        } else {
            fault(field.field(key), "is missing");
        }
    }

    private static void optional(FieldReader field, String key, Consumer<FieldReader> check) {
        if (field.map().containsKey(key)) {
            check.accept(field.field(key));
        }
    }

    private void fault(FieldReader field, String reason) {
        findings.add(field, reason);
        kept = false;
    }
}
