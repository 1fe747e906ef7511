// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.assets.rules.payload;

import static io.ccmoperator.assets.findings.Rule.on;
import static io.ccmoperator.assets.findings.Rule.rule;

import io.ccmoperator.assets.ManagedNamespace;
import io.ccmoperator.assets.ProviderDescriptor;
import io.ccmoperator.assets.findings.Findings;
import io.ccmoperator.assets.findings.Rule;
import io.ccmoperator.assets.provider.ParsedProvider;
import io.ccmoperator.assets.provider.Payload;
import io.ccmoperator.assets.provider.Pod;
import io.ccmoperator.assets.provider.ProviderDocument;
import io.ccmoperator.assets.rules.identity.IdentityRules;
import io.ccmoperator.assets.rules.identity.ReferenceRules;
import io.ccmoperator.assets.text.DidYouMean;
import io.ccmoperator.assets.tree.FieldReader;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Rules on the release payload, and on what its providers take from it. */
final class PayloadRules {
    static final List<Rule<Payload>> RULES = List.of(
            rule("payload-kind", PayloadRules::kinds),
            rule("schema", on(Payload::present, PayloadRules::shapes)),
            rule("null-value", on(Payload::documents, IdentityRules::values)),
            rule("object-name", on(Payload::documents, IdentityRules::names)),
            rule("unique-object", on(Payload::documents, IdentityRules::uniqueObjects)),
            rule("role-wildcard", on(Payload::documents, ReferenceRules::wildcards)),
            rule("payload-annotation", PayloadRules::annotations),
            rule("image-references", PayloadRules::imageTags),
            rule("tagged-image", PayloadRules::taggedImages),
            rule("credentials-request", PayloadRules::credentialsRequests));

    private static final String IMAGE_STREAM = "ImageStream";

    private static final String RBAC = "rbac.authorization.k8s.io/v1";

    /**
     * Kind to API version. The schema of Kubernetes does not have all of them: custom resources, the file for the release tooling, and
     * what is only deleted.
     */
    private static final Map<String, String> KINDS = Map.ofEntries(
            Map.entry("CustomResourceDefinition", "apiextensions.k8s.io/v1"),
            Map.entry("Namespace", "v1"),
            Map.entry("ConfigMap", "v1"),
            Map.entry("Service", "v1"),
            Map.entry("ServiceAccount", "v1"),
            Map.entry("Deployment", "apps/v1"),
            Map.entry("NetworkPolicy", "networking.k8s.io/v1"),
            Map.entry("Role", RBAC),
            Map.entry("RoleBinding", RBAC),
            Map.entry("ClusterRole", RBAC),
            Map.entry("ClusterRoleBinding", RBAC),
            Map.entry("CredentialsRequest", "cloudcredential.openshift.io/v1"),
            Map.entry("ClusterOperator", "config.openshift.io/v1"),
            Map.entry("ServiceMonitor", "monitoring.coreos.com/v1"),
            Map.entry("PrometheusRule", "monitoring.coreos.com/v1"),
            Map.entry("Lease", "coordination.k8s.io/v1"),
            Map.entry(IMAGE_STREAM, "image.openshift.io/v1"));

    private static final Map<String, String> ANNOTATIONS = Map.of(
            "include.release.openshift.io/self-managed-high-availability", "true",
            "include.release.openshift.io/single-node-developer", "true");

    private static final String CAPABILITY = "capability.openshift.io/name";

    /** Hosted control planes have a ClusterOperator of their own. */
    private static final String EXCLUDE_HOSTED = "exclude.release.openshift.io/internal-openshift-hosted";

    private static final String REPOSITORY = "quay.io/openshift/origin-";

    private PayloadRules() {}

    /** Rules on a provider of the payload. */
    static List<Rule<ParsedProvider>> ofProviders(Payload payload) {
        return List.of(
                rule("payload-image-key", (provider, findings) -> imageKeys(provider, payload, findings)),
                rule("payload-secret", (provider, findings) -> secrets(provider, payload, findings)));
    }

    private static void kinds(Payload payload, Findings findings) {
        payload.documents().forEach(document -> kind(document, findings));
    }

    private static void kind(ProviderDocument document, Findings findings) {
        FieldReader root = document.fields();
        String kind = document.manifest().kind();
        String apiVersion = KINDS.getOrDefault(kind, "");
        if (document.file().equals(Payload.IMAGE_REFERENCES) != kind.equals(IMAGE_STREAM)) {
            findings.add(root.field("kind"), "only image-references contains an ImageStream, and nothing else");
        } else if (apiVersion.isEmpty()) {
            findings.add(
                    root.field("kind"),
                    "the payload has no such kind; " + DidYouMean.nearestFirst(kind, KINDS.keySet()));
        } else if (!root.field("apiVersion").is(apiVersion)) {
            findings.add(root.field("apiVersion"), "has to be " + apiVersion + " for a " + kind);
        }
    }

    /** Each object that is there once all is applied has the shape of its kind; for one to delete, its name is enough. */
    private static void shapes(List<ProviderDocument> documents, Findings findings) {
        documents.forEach(document -> IdentityRules.shape(document, findings));
    }

    private static void annotations(Payload payload, Findings findings) {
        payload.manifests().forEach(document -> {
            FieldReader annotations = document.fields().field("metadata", "annotations");
            requiredAnnotations(document.manifest().kind()).forEach((name, value) -> {
                if (!annotations.field(name).is(value)) {
                    findings.add(annotations.field(name), "has to be \"" + value + "\"");
                }
            });
        });
    }

    private static SortedMap<String, String> requiredAnnotations(String kind) {
        SortedMap<String, String> required = new TreeMap<>(ANNOTATIONS);
        required.put(
                CAPABILITY,
                kind.equals("CredentialsRequest")
                        ? "CloudCredential+CloudControllerManager"
                        : "CloudControllerManager");
        if (kind.equals("ClusterOperator")) {
            required.put(EXCLUDE_HOSTED, "true");
        }
        return required;
    }

    private static void imageTags(Payload payload, Findings findings) {
        if (payload.objects(IMAGE_STREAM).findAny().isEmpty() && payload.complete()) {
            findings.add(Payload.IMAGE_REFERENCES, "is missing; the release tooling takes the images from it");
        }
        Set<String> seen = new HashSet<>();
        for (FieldReader tag : payload.imageTags()) {
            FieldReader name = tag.field("name");
            if (name.string().isEmpty()) {
                findings.add(name, "is missing; a tag has the name of an image of the release");
            } else if (!seen.add(name.string())) {
                findings.add(name, "there is a tag " + name.string() + " already; leave one of them out");
            }
            expect(tag.field("from", "kind"), "DockerImage", findings);
            expect(tag.field("from", "name"), REPOSITORY + name.string(), findings);
        }
    }

    private static void taggedImages(Payload payload, Findings findings) {
        Set<String> tagged = payload.imageTags().stream()
                .map(tag -> tag.field("from", "name").string())
                .collect(Collectors.toSet());
        if (tagged.isEmpty()) {
            return;
        }
        payload.imagesJson()
                .ifPresent(json -> payload.images()
                        .forEach((key, image) -> taggedImage(json, key + ": ", image, tagged, findings)));
        payload.manifests()
                .flatMap(document -> Pod.of(document).stream())
                .flatMap(pod -> pod.allContainers().stream())
                .map(container -> container.fields().field("image"))
                .forEach(image -> taggedImage(image, "", image.string(), tagged, findings));
    }

    private static void taggedImage(
            FieldReader field, String prefix, String image, Set<String> tagged, Findings findings) {
        if (!tagged.contains(image)) {
            findings.add(
                    field,
                    prefix + "image-references has no tag for image " + image + "; "
                            + DidYouMean.nearestFirst(image, tagged));
        }
    }

    private static void credentialsRequests(Payload payload, Findings findings) {
        Set<String> serviceAccounts = payload.objects("ServiceAccount")
                .filter(account -> account.field("metadata", "namespace").is(ManagedNamespace.DEFAULT))
                .map(account -> account.field("metadata", "name").string())
                .collect(Collectors.toSet());
        payload.objects("CredentialsRequest").forEach(request -> {
            FieldReader secret = request.field("spec", "secretRef");
            if (secret.field("name").string().isEmpty()) {
                findings.add(secret.field("name"), "is missing; providers use the Secret by this name");
            }
            expect(secret.field("namespace"), ManagedNamespace.DEFAULT, findings);
            request.field("spec", "serviceAccountNames").items().stream()
                    .filter(name -> payload.complete() && !serviceAccounts.contains(name.string()))
                    .forEach(name -> findings.add(
                            name,
                            "there is no ServiceAccount " + ManagedNamespace.DEFAULT + "/" + name.string() + "; "
                                    + DidYouMean.nearestFirst(name.string(), serviceAccounts)));
        });
    }

    private static void expect(FieldReader field, String value, Findings findings) {
        if (!field.is(value)) {
            findings.add(field, "has to be " + value);
        }
    }

    private static void imageKeys(ParsedProvider provider, Payload payload, Findings findings) {
        Set<String> known = payload.images().keySet();
        if (known.isEmpty() || !isOfPayload(provider)) {
            return;
        }
        for (FieldReader key : provider.descriptorFields().field("images").members()) {
            if (!known.contains(key.string())) {
                findings.add(
                        key,
                        "images.json of the payload has no key " + key.string() + "; "
                                + DidYouMean.nearestFirst(key.string(), known));
            }
        }
    }

    private static void secrets(ParsedProvider provider, Payload payload, Findings findings) {
        if (!isOfPayload(provider)) {
            return;
        }
        Set<String> known = payload.objects("CredentialsRequest")
                .map(request -> request.field("spec", "secretRef"))
                .filter(secret -> secret.field("namespace").is(ManagedNamespace.DEFAULT))
                .map(secret -> secret.field("name").string())
                .collect(Collectors.toSet());
        // Workloads use no other Secret.
        FieldReader name = provider.descriptorFields().field("credentialsSecret");
        if (name.exists() && !known.contains(name.string())) {
            findings.add(
                    name,
                    "the payload has no CredentialsRequest for Secret " + name.string() + "; "
                            + DidYouMean.nearestFirst(name.string(), known));
        }
    }

    private static boolean isOfPayload(ParsedProvider provider) {
        return provider.validDescriptor().filter(ProviderDescriptor::payload).isPresent();
    }
}
