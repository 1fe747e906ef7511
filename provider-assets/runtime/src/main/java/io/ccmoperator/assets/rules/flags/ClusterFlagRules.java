// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.assets.rules.flags;

import static io.ccmoperator.assets.findings.Rule.rule;

import io.ccmoperator.assets.ClusterFact;
import io.ccmoperator.assets.FlagType;
import io.ccmoperator.assets.findings.Findings;
import io.ccmoperator.assets.findings.Rule;
import io.ccmoperator.assets.provider.Container;
import io.ccmoperator.assets.provider.Flag;
import io.ccmoperator.assets.provider.ParsedProvider;
import io.ccmoperator.assets.provider.Pod;
import io.ccmoperator.assets.provider.Program;
import io.ccmoperator.assets.tree.FieldReader;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.regex.Pattern;

/** Rules on flags whose value is that of the cluster: a provider is the same in all clusters. */
public final class ClusterFlagRules {
    /** For each provider. */
    public static final List<Rule<ParsedProvider>> RULES = List.of(
            rule("cluster-flag-value", ClusterFlagRules::literals),
            rule("flag-fact", ClusterFlagRules::facts),
            rule("serving-suites", ClusterFlagRules::suites),
            rule("descriptor-flag-name", ClusterFlagRules::names));

    private static final String HTTP2 = "disable-http2-serving";

    /** Flags whose value differs from cluster to cluster, and the fact that is their value. */
    private static final Map<String, ClusterFact> FACTS = Map.of(
            "cluster-name", ClusterFact.INFRASTRUCTURE_NAME,
            "cluster-cidr", ClusterFact.CLUSTER_NETWORK,
            "service-cluster-ip-range", ClusterFact.SERVICE_NETWORK);

    /** What a value of another cluster does. */
    private static final Map<String, String> HARM = Map.of(
            "cluster-name", "clusters of one name in a cloud delete each other's load balancers",
            "cluster-cidr", "other clusters have other networks",
            "service-cluster-ip-range", "other clusters have other networks");

    private static final Pattern REFERENCE = Pattern.compile("\\$\\((\\w+)\\)");
    private static final Pattern NAME = Pattern.compile("--[A-Za-z][A-Za-z0-9_.-]*");

    private ClusterFlagRules() {}

    private static void literals(ParsedProvider provider, Findings findings) {
        if (provider.validDescriptor().isEmpty()) {
            return;
        }
        Set<String> filled = provider.descriptor().environment().keySet();
        for (Pod pod : provider.workloads()) {
            for (Container container : pod.cloudContainers()) {
                container.flags().stream()
                        .filter(flag ->
                                HARM.containsKey(flag.name()) && !flag.value().isEmpty())
                        .filter(flag -> isLiteral(flag, container, filled))
                        .forEach(flag -> findings.add(
                                flag.field(),
                                "is one value for all clusters, and " + HARM.get(flag.name())
                                        + "; leave it out, and give --" + flag.name() + " the fact "
                                        + FACTS.get(flag.name()).key() + " in flags of provider.yaml"));
            }
        }
    }

    private static boolean isLiteral(Flag flag, Container container, Set<String> filled) {
        // Quotes are another finding; the kubelet leaves a reference to a variable that is not declared as it is.
        return !flag.field().string().matches(".*['\"].*")
                && REFERENCE
                        .matcher(flag.field().string())
                        .results()
                        .map(reference -> reference.group(1))
                        .noneMatch(name -> filled.contains(name)
                                || container.fields().field("envFrom").exists()
                                || container.fields().field("env").items().stream()
                                        .anyMatch(variable -> variable.field("name")
                                                        .is(name)
                                                && variable.field("valueFrom").exists()));
    }

    private static void facts(ParsedProvider provider, Findings findings) {
        each(provider, (program, value) -> {
            String name = name(value);
            ClusterFact expected = FACTS.get(name);
            if (expected != null && value.value() instanceof String fact && !fact.equals(expected.key())) {
                findings.add(value, "is not what --" + name + " takes; write " + expected.key());
            }
        });
    }

    private static void suites(ParsedProvider provider, Findings findings) {
        each(provider, (program, value) -> {
            boolean given = provider.descriptorFields()
                    .field("flags", value.path().parent().name())
                    .map()
                    .containsKey("--" + HTTP2);
            if (name(value).equals("tls-cipher-suites")
                    && value.is(ClusterFact.TLS_CIPHER_SUITES.key())
                    && !given
                    && program.type(HTTP2).isPresent()) {
                findings.add(
                        value,
                        "ends the program where the suites lack those that HTTP/2 requires; add --" + HTTP2 + ": "
                                + ClusterFact.HTTP2_DISABLED.key());
            }
        });
    }

    private static void names(ParsedProvider provider, Findings findings) {
        each(provider, (program, value) -> {
            String name = name(value);
            if (!NAME.matcher("--" + name).matches()) {
                findings.add(value, "'--" + name + "' is not the name of a flag; write two hyphens and the name alone");
            } else {
                program.rejection(name).ifPresent(reason -> findings.add(value, reason));
            }
            FlagType type = program.type(name).orElse(FlagType.STRING);
            FieldReader gated = value.field("value");
            if (gated.value() instanceof String text && !type.accepts(text)) {
                findings.add(gated, "is '" + text + "' but has to be " + type.description());
            }
            FieldReader gate = value.field("featureGate");
            if (gate.exists() && !gate.string().matches("[A-Za-z][A-Za-z0-9]*")) {
                findings.add(
                        gate, "is not the name of a feature gate; write the name alone, such as CloudDualStackNodeIPs");
            }
        });
    }

    private static void each(ParsedProvider provider, BiConsumer<Program, FieldReader> check) {
        if (provider.validDescriptor().isEmpty()) {
            return;
        }
        for (FieldReader container : provider.descriptorFields().field("flags").members()) {
            String name = container.path().name();
            Program program = provider.program(name);
            if (Container.CLOUD.contains(name) || program.isComplete()) {
                container.members().forEach(flag -> check.accept(program, flag));
            }
        }
    }

    private static String name(FieldReader flag) {
        return flag.path().name().replaceFirst("^--", "");
    }
}
