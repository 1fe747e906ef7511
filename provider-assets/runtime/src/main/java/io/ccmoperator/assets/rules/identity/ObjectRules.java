// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.assets.rules.identity;

import static io.ccmoperator.assets.findings.Rule.rule;

import io.ccmoperator.assets.findings.Findings;
import io.ccmoperator.assets.findings.Rule;
import io.ccmoperator.assets.provider.ProviderDocument;
import io.ccmoperator.assets.tree.FieldReader;
import java.util.List;
import java.util.stream.Stream;

/** Rules on objects by themselves: nothing in them keeps the operator from changing or deleting them, or opens the control plane. */
public final class ObjectRules {
    /** For each object, before the rules on its shape: the schema does not have all of these fields. */
    public static final List<Rule<ProviderDocument>> OF_SERVER_FIELDS =
            List.of(rule("server-field", ObjectRules::fieldsOfServer));

    /** For each object. */
    public static final List<Rule<ProviderDocument>> RULES = List.of(
            rule("finalizer", ObjectRules::finalizers),
            rule("immutable-config-map", of("ConfigMap", ObjectRules::immutable)),
            rule("eviction-possible", of("PodDisruptionBudget", ObjectRules::evictions)),
            rule("service-exposure", of("Service", ObjectRules::exposure)));

    private static final List<String> OF_SERVER = List.of(
            "creationTimestamp",
            "deletionGracePeriodSeconds",
            "deletionTimestamp",
            "generateName",
            "generation",
            "managedFields",
            "ownerReferences",
            "resourceVersion",
            "selfLink",
            "uid");

    private ObjectRules() {}

    private static void fieldsOfServer(ProviderDocument document, Findings findings) {
        FieldReader root = document.fields();
        // The server fills an empty apiGroup in, and the operator would create the binding repeatedly.
        Stream<FieldReader> emptyGroup =
                Stream.of(root.field("roleRef", "apiGroup")).filter(group -> group.is(""));
        Stream<FieldReader> ofMetadata = OF_SERVER.stream().flatMap(name -> all(document, name).stream());
        Stream.of(ofMetadata, Stream.of(root.field("status")), emptyGroup)
                .flatMap(fields -> fields)
                .filter(FieldReader::exists)
                .forEach(field -> findings.addDecisive(field, null, "is written by the API server; leave it out"));
    }

    /** A rule for the objects of a kind. */
    private static Rule<ProviderDocument> of(String kind, Rule<FieldReader> rule) {
        return (document, findings) -> {
            if (document.manifest().kind().equals(kind)) {
                rule.check(document.fields(), findings);
            }
        };
    }

    private static void finalizers(ProviderDocument document, Findings findings) {
        all(document, "finalizers").stream()
                .filter(FieldReader::exists)
                .forEach(field -> findings.addDecisive(
                        field,
                        null,
                        "an object with a finalizer remains after the operator has deleted it; leave it out"));
    }

    private static void immutable(FieldReader configMap, Findings findings) {
        if (configMap.field("immutable").is(true)) {
            findings.add(configMap.field("immutable"), "no release could change the object; leave it out");
        }
    }

    private static void evictions(FieldReader budget, Findings findings) {
        FieldReader spec = budget.field("spec");
        FieldReader unavailable = spec.field("maxUnavailable");
        if (unavailable.is(0L)
                || unavailable.is("0%")
                || spec.field("minAvailable").is("100%")) {
            findings.add(spec, "allows no eviction, so that no node can be drained; write maxUnavailable: 1");
        }
    }

    private static void exposure(FieldReader service, Findings findings) {
        FieldReader spec = service.field("spec");
        FieldReader type = spec.field("type");
        if (type.is("LoadBalancer") || type.is("NodePort")) {
            findings.addDecisive(
                    type, null, "opens the Pods of the control plane to hosts outside of the cluster; write ClusterIP");
        } else if (type.is("ExternalName")) {
            findings.addDecisive(type, null, "makes a name of the cluster that of another host; write ClusterIP");
        }
        if (!spec.list("externalIPs").isEmpty()) {
            findings.addDecisive(
                    spec.field("externalIPs"),
                    null,
                    "the nodes would take the traffic to these addresses, whoever has them; leave them out");
        }
        if (spec.string("clusterIP").matches(".*[.:].*") && !type.is("ExternalName")) {
            findings.addDecisive(
                    spec.field("clusterIP"),
                    null,
                    "is an address of one cluster, which may have another Service there; leave it out, or write None");
        }
    }

    /** A field of the metadata of the object, and of its pods. */
    private static List<FieldReader> all(ProviderDocument document, String field) {
        FieldReader root = document.fields();
        return List.of(root.field("metadata", field), root.field("spec", "template", "metadata", field));
    }
}
