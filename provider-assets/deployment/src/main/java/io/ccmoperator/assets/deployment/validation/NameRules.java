// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.assets.deployment.validation;

import static io.ccmoperator.assets.deployment.validation.NameFormats.optional;
import static io.ccmoperator.assets.deployment.validation.Rule.rule;

import io.ccmoperator.assets.tree.FieldReader;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/** Rules on names, keys, labels and paths, as the API server has them. */
final class NameRules {
    private static final String NOT_BASE64 = "is not valid base64; encode the value, or move it to data";
    private static final Set<String> ROLES = Set.of("Role", "RoleBinding", "ClusterRole", "ClusterRoleBinding");

    private static final List<TypeRule> OF_TYPES = List.of(
            type(
                    "ObjectMeta",
                    new FieldCheck("labels{}", NameFormats::labelEntry),
                    new FieldCheck("annotations{}", NameFormats::annotationEntry)),
            type("LabelSelector", new FieldCheck("matchLabels{}", NameFormats::labelEntry)),
            type(
                    "LabelSelectorRequirement",
                    new FieldCheck("key", NameFormats::qualified),
                    new FieldCheck("values[]", NameFormats::labelValue)),
            type(
                    "NodeSelectorTerm",
                    new FieldCheck("matchExpressions[].key", NameFormats::qualified),
                    new FieldCheck("matchFields[].values[]", NameFormats::subdomain)),
            type(
                    "PodAffinityTerm",
                    new FieldCheck("topologyKey", NameFormats::qualified),
                    new FieldCheck("namespaces[]", NameFormats::label)),
            type("TopologySpreadConstraint", new FieldCheck("topologyKey", NameFormats::qualified)),
            type(
                    "PodSpec",
                    new FieldCheck("nodeSelector{}", NameFormats::labelEntry),
                    new FieldCheck("nodeName", optional(NameFormats::subdomain)),
                    new FieldCheck("serviceAccountName", NameFormats::subdomain),
                    new FieldCheck("serviceAccount", optional(NameFormats::subdomain)),
                    new FieldCheck("priorityClassName", NameFormats::subdomain),
                    new FieldCheck("hostname", NameFormats::label),
                    new FieldCheck("subdomain", NameFormats::label),
                    new FieldCheck("runtimeClassName", NameFormats::subdomain),
                    new FieldCheck("readinessGates[].conditionType", NameFormats::qualified),
                    new FieldCheck("schedulingGates[].name", NameFormats::qualified),
                    new FieldCheck("hostAliases[].ip", AddressFormats::ip),
                    new FieldCheck("hostAliases[].hostnames[]", NameFormats::subdomain),
                    new FieldCheck("dnsConfig.nameservers[]", AddressFormats::ip),
                    new FieldCheck("dnsConfig.searches[]", NameFormats::searchDomain),
                    new FieldCheck("securityContext.sysctls[].name", NameFormats::sysctl)),
            type(
                    "Toleration",
                    new FieldCheck("key", optional(NameFormats::qualified)),
                    new FieldCheck("value", NameFormats::labelValue)),
            type("LocalObjectReference", new FieldCheck("name", NameFormats::subdomain)),
            type("Volume", new FieldCheck("name", NameFormats::label)),
            type("EmptyDirVolumeSource", new FieldCheck("medium", NameRules::medium)),
            type("HostPathVolumeSource", new FieldCheck("path", NameFormats::absolutePath)),
            type("NFSVolumeSource", new FieldCheck("path", NameFormats::absolutePath)),
            type("CSIVolumeSource", new FieldCheck("driver", NameFormats::subdomain)),
            type("ConfigMapVolumeSource", new FieldCheck("name", NameFormats::subdomain)),
            type("SecretVolumeSource", new FieldCheck("secretName", NameFormats::subdomain)),
            type(
                    "KeyToPath",
                    new FieldCheck("key", NameFormats::key),
                    new FieldCheck("path", NameFormats::relativePath)),
            type("DownwardAPIVolumeFile", new FieldCheck("path", NameFormats::relativePath)),
            type("ServiceAccountTokenProjection", new FieldCheck("path", NameFormats::relativePath)),
            type("SeccompProfile", new FieldCheck("localhostProfile", NameFormats::relativePath)),
            type(
                    "Container",
                    new FieldCheck("name", NameFormats::label),
                    new FieldCheck("image", NameRules::image),
                    new FieldCheck("ports[].name", NameFormats::port),
                    new FieldCheck("env[].name", NameFormats::variable),
                    new FieldCheck("envFrom[].prefix", optional(NameFormats::variable))),
            type(
                    "ConfigMapKeySelector",
                    new FieldCheck("key", NameFormats::key),
                    new FieldCheck("name", NameFormats::subdomain)),
            type(
                    "SecretKeySelector",
                    new FieldCheck("key", NameFormats::key),
                    new FieldCheck("name", NameFormats::subdomain)),
            type(
                    "VolumeMount",
                    new FieldCheck("mountPath", NameFormats::absolutePath),
                    new FieldCheck("subPath", NameFormats::relativePath),
                    new FieldCheck("subPathExpr", NameFormats::relativePath)),
            type("HTTPHeader", new FieldCheck("name", AddressFormats::header)),
            type(
                    "ServicePort",
                    new FieldCheck("name", NameFormats::label),
                    new FieldCheck("appProtocol", NameFormats::qualified)));

    /** For each object. */
    static final List<Rule<ProviderDocument>> OF_OBJECTS = List.of(
            rule("name-format", NameRules::objectName),
            rule("name-format", TypeRule.all(OF_TYPES)),
            rule("name-format", NameRules::selectorOfService),
            rule("name-format", NameRules::keysOfConfigMap));

    private NameRules() {}

    private static void objectName(ProviderDocument document, Findings findings) {
        Function<FieldReader, Optional<String>> format = switch (document.manifest()
                .kind()) {
            case "Service" -> NameFormats::service;
            case "Namespace" -> NameFormats::label;
            default -> ROLES.contains(document.manifest().kind()) ? NameFormats::segment : NameFormats::subdomain;
        };
        new FieldCheck("metadata.name", optional(format)).check(document.fields(), findings);
    }

    private static void selectorOfService(ProviderDocument document, Findings findings) {
        if (document.manifest().kind().equals("Service")) {
            new FieldCheck("spec.selector{}", NameFormats::labelEntry).check(document.fields(), findings);
        }
    }

    private static void keysOfConfigMap(ProviderDocument document, Findings findings) {
        if (document.manifest().kind().equals("ConfigMap")) {
            new FieldCheck("data{}", NameFormats::memberKey).check(document.fields(), findings);
            new FieldCheck("binaryData{}", NameFormats::memberKey).check(document.fields(), findings);
            new FieldCheck("binaryData{}", NameRules::base64).check(document.fields(), findings);
        }
    }

    private static TypeRule type(String type, FieldCheck... checks) {
        return TypeRule.of(type, checks);
    }

    private static Optional<String> base64(FieldReader value) {
        String encoded = value.string().replaceAll("[\r\n]", "");
        try {
            Base64.getDecoder().decode(encoded);
            // The decoder accepts a value without padding, the API server does not.
            return encoded.length() % 4 == 0 ? Optional.empty() : Optional.of(NOT_BASE64);
        } catch (IllegalArgumentException e) {
            return Optional.of(NOT_BASE64);
        }
    }

    /** The kubelet knows these media; for a Pod with another one it cannot mount the volume. */
    private static Optional<String> medium(FieldReader medium) {
        return medium.is("") || medium.is("Memory") || medium.string().matches("HugePages(-\\w+)?")
                ? Optional.empty()
                : Optional.of("unknown value '" + medium.string() + "'; valid values: \"\", Memory, HugePages");
    }

    private static Optional<String> image(FieldReader image) {
        return image.string().chars().anyMatch(Character::isWhitespace)
                        && !image.string().isBlank()
                ? Optional.of("'" + image.string() + "' is not a valid image; leave the blanks out")
                : Optional.empty();
    }
}
