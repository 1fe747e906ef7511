// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.assets.deployment.rules.identity;

import static io.ccmoperator.assets.deployment.findings.Rule.rule;

import io.ccmoperator.assets.deployment.findings.Findings;
import io.ccmoperator.assets.deployment.findings.Rule;
import io.ccmoperator.assets.deployment.provider.ProviderDocument;
import io.ccmoperator.assets.tree.FieldReader;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Stream;

/** Rules on the metadata of objects. */
public final class ObjectRules {
    /** For each object, before the rules on its shape: the schema does not have all of these fields. */
    public static final List<Rule<ProviderDocument>> OF_SERVER_FIELDS =
            List.of(rule("server-field", ObjectRules::fieldsOfServer));

    /** For each object. */
    public static final List<Rule<ProviderDocument>> RULES =
            List.of(rule("annotation-size", ObjectRules::sizeOfAnnotations));

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

    /** In bytes of keys and values together. */
    private static final int MAX_ANNOTATIONS = 256 * 1024;

    private ObjectRules() {}

    private static void fieldsOfServer(ProviderDocument document, Findings findings) {
        FieldReader root = document.fields();
        Stream.concat(OF_SERVER.stream().flatMap(name -> all(document, name).stream()), Stream.of(root.field("status")))
                .filter(FieldReader::exists)
                .forEach(field -> findings.addDecisive(field, null, "is written by the API server; leave it out"));
    }

    private static void sizeOfAnnotations(ProviderDocument document, Findings findings) {
        for (FieldReader annotations : all(document, "annotations")) {
            int size = annotations.members().stream()
                    .mapToInt(entry -> bytes(entry.path().name()) + bytes(entry.string()))
                    .sum();
            if (size > MAX_ANNOTATIONS) {
                findings.add(
                        annotations,
                        "has " + size + " bytes but may have " + MAX_ANNOTATIONS + "; move them to a ConfigMap");
            }
        }
    }

    private static int bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8).length;
    }

    /** A field of the metadata of the object, and of its pods. */
    private static List<FieldReader> all(ProviderDocument document, String field) {
        FieldReader root = document.fields();
        return List.of(root.field("metadata", field), root.field("spec", "template", "metadata", field));
    }
}
