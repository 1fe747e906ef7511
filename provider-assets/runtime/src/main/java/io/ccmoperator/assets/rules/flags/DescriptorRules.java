// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.assets.rules.flags;

import static io.ccmoperator.assets.findings.Rule.rule;

import io.ccmoperator.assets.CloudConfig;
import io.ccmoperator.assets.ClusterFact;
import io.ccmoperator.assets.ProviderDescriptor;
import io.ccmoperator.assets.findings.Findings;
import io.ccmoperator.assets.findings.Rule;
import io.ccmoperator.assets.provider.Container;
import io.ccmoperator.assets.provider.ParsedProvider;
import io.ccmoperator.assets.provider.Pod;
import io.ccmoperator.assets.text.DnsName;
import io.ccmoperator.assets.tree.FieldReader;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Rules on a valid descriptor: what it names exists. */
public final class DescriptorRules {
    private static final Pattern PLACEHOLDER =
            Pattern.compile("\\W*|(todo|tbd|fixme|xxx|n/?a|none|reason|needed|required)\\W*", Pattern.CASE_INSENSITIVE);

    private static final String WORD = "[A-Za-z0-9]([A-Za-z0-9_.-]*[A-Za-z0-9])?";
    private static final Pattern LABEL =
            Pattern.compile("([a-z0-9]([a-z0-9.-]*[a-z0-9])?/)?" + WORD + "=(" + WORD + ")?");

    /** Variables that the operator sets, in lower case. */
    private static final Set<String> PROXY = Set.of("http_proxy", "https_proxy", "no_proxy");

    private DescriptorRules() {}

    /**
     * The rules.
     *
     * @param transformers the names of the transformers that exist
     */
    public static List<Rule<ParsedProvider>> rules(Set<String> transformers) {
        return List.of(
                rule("transformer", (provider, findings) -> transformer(provider, transformers, findings)),
                rule("descriptor-container", DescriptorRules::containers),
                rule("unique-flag", FlagRules::inDescriptor),
                rule("descriptor-environment", DescriptorRules::environment),
                rule("descriptor-format", DescriptorRules::formats),
                rule("credentials-fact", DescriptorRules::credentialsSecret),
                rule("token-audience", DescriptorRules::tokenAudience));
    }

    private static void transformer(ParsedProvider provider, Set<String> transformers, Findings findings) {
        provider.validDescriptor()
                .flatMap(descriptor -> descriptor.cloudConfig())
                .flatMap(CloudConfig::transformer)
                .filter(name -> !transformers.contains(name))
                .ifPresent(name -> findings.add(
                        provider.descriptorFields().field("cloudConfig", "transformer"),
                        "there is no transformer " + name + "; "
                                + (transformers.isEmpty()
                                        ? "none is registered"
                                        : "registered are " + String.join(", ", transformers))));
    }

    private static void containers(ParsedProvider provider, Findings findings) {
        boolean named =
                provider.pods().stream().allMatch(pod -> pod.cloudContainer().isPresent());
        if (provider.validDescriptor().isEmpty() || !provider.complete() || !named) {
            return;
        }
        Set<String> all = containerNames(provider, Pod::allContainers);
        for (String key : List.of("images", "kubernetesBinaries", "flags")) {
            FieldReader byContainer = provider.descriptorFields().field(key);
            for (String name : byContainer.map().keySet()) {
                container(byContainer.field(name), name, "container", all, findings);
            }
        }
        Set<String> initContainers = containerNames(provider, Pod::initContainers);
        for (FieldReader name :
                provider.descriptorFields().field("proxyInitContainers").items()) {
            container(name, name.string(), "init container", initContainers, findings);
        }
    }

    private static void container(FieldReader field, String name, String what, Set<String> known, Findings findings) {
        if (!known.contains(name)) {
            findings.add(
                    field,
                    "the provider has no " + what + " " + name + "; "
                            + (known.isEmpty() ? "there is none" : "there are " + String.join(", ", known)));
        }
    }

    private static Set<String> containerNames(ParsedProvider provider, Function<Pod, List<Container>> containers) {
        return provider.pods().stream()
                .flatMap(pod -> containers.apply(pod).stream())
                .map(Container::name)
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static void environment(ParsedProvider provider, Findings findings) {
        if (provider.validDescriptor().isEmpty() || !provider.complete()) {
            return;
        }
        Set<String> declared = provider.pods().stream()
                .flatMap(pod -> pod.allContainers().stream())
                .flatMap(container -> container.fields().field("env").items().stream())
                .map(variable -> variable.field("name").string())
                .collect(Collectors.toSet());
        FieldReader environment = provider.descriptorFields().field("environment");
        for (String name : environment.map().keySet()) {
            if (!declared.contains(name)) {
                findings.add(
                        environment.field(name),
                        "no container declares " + name + " in its env; declare it where it is to be set");
            }
        }
    }

    /** A reason is in words, for an administrator who reads it. */
    public static void words(FieldReader reason, String why, Findings findings) {
        if (PLACEHOLDER.matcher(reason.string().strip()).matches()) {
            findings.add(reason, "is a placeholder; write in words " + why);
        }
    }

    private static void formats(ParsedProvider provider, Findings findings) {
        if (provider.validDescriptor().isEmpty()) {
            return;
        }
        FieldReader root = provider.descriptorFields();
        root.items("privileges")
                .forEach(item -> words(
                        item.field("reason"), "what the cloud controller manager does with the privilege", findings));
        root.items("accepted")
                .forEach(item -> words(item.field("reason"), "why the object is right all the same", findings));
        FieldReader whyNoPod = root.field("bootstrap", "whyNoPod");
        if (whyNoPod.exists()) {
            words(whyNoPod, "why there is no bootstrap Pod, and what initializes nodes instead", findings);
        }
        FieldReader whySecret = root.field("whySecret");
        if (whySecret.exists()) {
            words(whySecret, "why no identity of the machine takes the place of the Secret", findings);
        }
        root.field("images").members().stream()
                .filter(key -> !key.string().matches("[A-Za-z0-9_.-]+"))
                .forEach(key -> findings.add(
                        key,
                        "is not a key of images.json; write a key such as cloudControllerManagerExample, and the image"
                                + " there"));
        root.field("flags").members().stream()
                .flatMap(ofContainer -> ofContainer.members().stream())
                .filter(flag -> flag.field("existingNodes").exists())
                .map(flag -> flag.field("value"))
                .filter(value -> !LABEL.matcher(value.string()).matches())
                .forEach(value -> findings.add(value, "is not one label as key=value, which existing Nodes get"));
        FieldReader secret = root.field("credentialsSecret");
        if (secret.exists() && !DnsName.SUBDOMAIN.matches(secret.string())) {
            findings.add(secret, "is not the name of a Secret; write the name alone, without a namespace");
        }
        root.field("environment").members().stream()
                .filter(variable -> PROXY.contains(variable.path().name().toLowerCase(Locale.ROOT)))
                .forEach(variable ->
                        findings.add(variable, "the operator sets it to the proxy of the cluster; leave it out"));
    }

    private static void credentialsSecret(ParsedProvider provider, Findings findings) {
        boolean hasNone = provider.validDescriptor()
                .filter(descriptor -> descriptor.credentialsSecret().isEmpty())
                .isPresent();
        if (hasNone) {
            FieldReader root = provider.descriptorFields();
            root.field("environment").members().forEach(fact -> knownFact(fact, findings));
            root.field("flags").members().forEach(flags -> flags.members().forEach(fact -> knownFact(fact, findings)));
            if (root.field("whySecret").exists()) {
                findings.add(
                        root.field("whySecret"),
                        "is about the Secret of credentialsSecret, which is missing; add that, or leave the reason out");
            }
        }
    }

    private static void tokenAudience(ParsedProvider provider, Findings findings) {
        if (provider.validDescriptor()
                        .flatMap(ProviderDescriptor::tokenAudience)
                        .isEmpty()
                || !provider.complete()) {
            return;
        }
        boolean isUsed = provider.pods().stream()
                .flatMap(pod -> pod.volumes().stream())
                .flatMap(volume -> volume.field("projected", "sources").items().stream())
                .anyMatch(source -> source.field("serviceAccountToken").exists());
        if (!isUsed) {
            findings.add(
                    provider.descriptorFields().field("tokenAudience"),
                    "no Pod mounts a token that could have it; add a projected volume with serviceAccountToken, or leave it"
                            + " out");
        }
    }

    private static void knownFact(FieldReader fact, Findings findings) {
        if (fact.is(ClusterFact.CREDENTIALS_SECRET_NAME.key())) {
            findings.add(fact, "is known only where the descriptor has credentialsSecret; add that");
        }
    }
}
