// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.assets.deployment.cel;

import com.google.common.collect.ImmutableSet;
import dev.cel.common.types.CelType;
import dev.cel.common.types.ListType;
import dev.cel.common.types.MapType;
import dev.cel.common.types.OpaqueType;
import dev.cel.common.types.OptionalType;
import dev.cel.common.types.SimpleType;
import dev.cel.common.types.StructType;
import dev.cel.common.types.TypeParamType;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Types of values in the expressions of admission policies. */
final class CelTypes {
    private static final Map<String, CelType> SIMPLE = Map.of(
            "bool", SimpleType.BOOL,
            "int", SimpleType.INT,
            "double", SimpleType.DOUBLE,
            "string", SimpleType.STRING,
            "timestamp", SimpleType.TIMESTAMP,
            "dyn", SimpleType.DYN,
            "T", TypeParamType.create("T"));

    private static final String STRINGS = "map(string, string)";
    private static final StructType KIND = strings("kubernetes.GroupVersionKind", "group", "version", "kind");
    private static final StructType RESOURCE =
            strings("kubernetes.GroupVersionResource", "group", "version", "resource");

    /** The variable {@code request}. */
    static final StructType REQUEST = struct(
            "kubernetes.AdmissionRequest",
            Map.ofEntries(
                    Map.entry("kind", KIND),
                    Map.entry("resource", RESOURCE),
                    Map.entry("subResource", SimpleType.STRING),
                    Map.entry("requestKind", KIND),
                    Map.entry("requestResource", RESOURCE),
                    Map.entry("requestSubResource", SimpleType.STRING),
                    Map.entry("name", SimpleType.STRING),
                    Map.entry("namespace", SimpleType.STRING),
                    Map.entry("operation", SimpleType.STRING),
                    Map.entry("dryRun", SimpleType.BOOL),
                    Map.entry("options", SimpleType.DYN),
                    Map.entry(
                            "userInfo",
                            struct(
                                    "kubernetes.UserInfo",
                                    Map.of(
                                            "username",
                                            SimpleType.STRING,
                                            "uid",
                                            SimpleType.STRING,
                                            "groups",
                                            named("list(string)"),
                                            "extra",
                                            MapType.create(SimpleType.STRING, named("list(string)")))))));

    /** The variable {@code namespaceObject}: of a Namespace the fields that policies may read. */
    static final StructType NAMESPACE = struct(
            "kubernetes.Namespace",
            Map.of(
                    "metadata",
                    struct(
                            "kubernetes.NamespaceMetadata",
                            Map.ofEntries(
                                    Map.entry("name", SimpleType.STRING),
                                    Map.entry("generateName", SimpleType.STRING),
                                    Map.entry("namespace", SimpleType.STRING),
                                    Map.entry("labels", named(STRINGS)),
                                    Map.entry("annotations", named(STRINGS)),
                                    Map.entry("UID", SimpleType.STRING),
                                    Map.entry("creationTimestamp", SimpleType.TIMESTAMP),
                                    Map.entry("deletionTimestamp", SimpleType.TIMESTAMP),
                                    Map.entry("deletionGracePeriodSeconds", SimpleType.INT),
                                    Map.entry("generation", SimpleType.INT),
                                    Map.entry("resourceVersion", SimpleType.STRING),
                                    Map.entry("finalizers", named("list(string)")))),
                    "spec",
                    struct("kubernetes.NamespaceSpec", Map.of("finalizers", named("list(string)"))),
                    "status",
                    struct("kubernetes.NamespaceStatus", Map.of("phase", SimpleType.STRING))));

    private CelTypes() {}

    /** The type of a name such as {@code list(string)}; names in upper case are types that only functions know. */
    static CelType named(String name) {
        if (name.startsWith("list(")) {
            return ListType.create(named(inner(name)));
        } else if (name.startsWith("optional(")) {
            return OptionalType.create(named(inner(name)));
        } else if (name.startsWith("map(string, ")) {
            return MapType.create(SimpleType.STRING, named(name.substring("map(string, ".length(), name.length() - 1)));
        }
        CelType simple = SIMPLE.get(name);
        return simple == null ? OpaqueType.create("kubernetes." + name) : simple;
    }

    static StructType struct(String name, Map<String, CelType> fields) {
        return StructType.create(
                name, ImmutableSet.copyOf(fields.keySet()), field -> Optional.ofNullable(fields.get(field)));
    }

    /** The types of variables that are structs, and all structs in their fields. */
    static List<StructType> structs() {
        List<StructType> found = new ArrayList<>(List.of(REQUEST, NAMESPACE));
        for (int next = 0; next < found.size(); next++) {
            for (StructType.Field field : found.get(next).fields()) {
                if (field.type() instanceof StructType struct && !found.contains(struct)) {
                    found.add(struct);
                }
            }
        }
        return found;
    }

    private static StructType strings(String name, String... fields) {
        return StructType.create(name, ImmutableSet.copyOf(List.of(fields)), field -> Optional.of(SimpleType.STRING));
    }

    private static String inner(String name) {
        return name.substring(name.indexOf('(') + 1, name.length() - 1);
    }
}
