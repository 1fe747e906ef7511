// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.assets.deployment.validation;

import static io.ccmoperator.assets.deployment.validation.Rule.rule;

import io.ccmoperator.assets.deployment.text.DidYouMean;
import io.ccmoperator.assets.tree.FieldReader;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Rules on what variables and files take from the fields of their pod and the resources of a container. Source of contract:
 * "Downward API" of Kubernetes' documentation.
 */
final class DownwardRules {
    /** For each object. */
    static final List<Rule<ProviderDocument>> OF_OBJECTS = List.of(rule(
            "downward-field",
            TypeRule.all(List.of(
                    new TypeRule("EnvVarSource", DownwardRules::variable),
                    new TypeRule("DownwardAPIVolumeFile", DownwardRules::file)))));

    private static final List<String> OF_VARIABLES = List.of(
            "metadata.name",
            "metadata.namespace",
            "metadata.uid",
            "spec.nodeName",
            "spec.serviceAccountName",
            "status.hostIP",
            "status.hostIPs",
            "status.podIP",
            "status.podIPs");
    private static final List<String> OF_FILES =
            List.of("metadata.name", "metadata.namespace", "metadata.uid", "metadata.labels", "metadata.annotations");
    private static final List<String> ENTRIES = List.of("metadata.labels['KEY']", "metadata.annotations['KEY']");
    private static final Pattern ENTRY = Pattern.compile("metadata\\.(?:labels|annotations)\\['(.*)']");

    private static final List<String> SOURCES_OF_FILES = List.of("fieldRef", "resourceFieldRef");

    private static final List<String> RESOURCES = List.of(
            "limits.cpu",
            "limits.memory",
            "limits.ephemeral-storage",
            "requests.cpu",
            "requests.memory",
            "requests.ephemeral-storage");
    private static final Pattern HUGE_PAGES = Pattern.compile("(?:limits|requests)\\.hugepages-.+");
    private static final List<String> CPU_DIVISORS = List.of("1", "1m");
    private static final List<String> DIVISORS =
            List.of("1", "1k", "1M", "1G", "1T", "1P", "1E", "1Ki", "1Mi", "1Gi", "1Ti", "1Pi", "1Ei");

    private DownwardRules() {}

    private static void variable(FieldReader source, Findings findings) {
        field(source.field("fieldRef"), OF_VARIABLES, findings);
        resource(source.field("resourceFieldRef"), findings);
    }

    private static void file(FieldReader file, Findings findings) {
        FieldReader resource = file.field("resourceFieldRef");
        ExclusiveRules.one(file, SOURCES_OF_FILES, "a file", findings);
        field(file.field("fieldRef"), OF_FILES, findings);
        resource(resource, findings);
        if (resource.exists() && resource.string("containerName").isEmpty()) {
            findings.add(resource.field("containerName"), "is missing; name the container that has the resource");
        }
    }

    private static void field(FieldReader reference, List<String> known, Findings findings) {
        FieldReader path = reference.field("fieldPath");
        Matcher entry = ENTRY.matcher(path.string());
        if (entry.matches()) {
            NameFormats.key(entry.group(1)).ifPresent(reason -> findings.addDecisive(path, null, reason));
        } else if (path.exists() && !known.contains(path.string())) {
            List<String> valid = new ArrayList<>(known);
            valid.addAll(ENTRIES);
            findings.addDecisive(path, null, "unknown field '" + path.string() + "'; " + hint(path.string(), valid));
        }
        FieldReader version = reference.field("apiVersion");
        if (version.exists() && !version.is("v1") && !version.is("")) {
            findings.add(version, "has to be v1; leave it out");
        }
    }

    private static void resource(FieldReader reference, Findings findings) {
        FieldReader resource = reference.field("resource");
        FieldReader divisor = reference.field("divisor");
        String name = resource.string();
        if (resource.exists()
                && !RESOURCES.contains(name)
                && !HUGE_PAGES.matcher(name).matches()) {
            findings.addDecisive(resource, null, "unknown resource '" + name + "'; " + hint(name, RESOURCES));
        } else if (divisor.exists()) {
            List<String> valid = name.endsWith(".cpu") ? CPU_DIVISORS : DIVISORS;
            String value = String.valueOf(divisor.value());
            if (!value.equals("0") && !valid.contains(value)) {
                findings.add(divisor, "is " + value + "; valid values: " + String.join(", ", valid));
            }
        }
    }

    private static String hint(String value, List<String> valid) {
        return DidYouMean.nearest(value, valid)
                        .map(near -> "is " + near + " meant? Valid values: ")
                        .orElse("valid values: ")
                + String.join(", ", valid);
    }
}
