// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.input;

import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.assets.tree.FieldReader;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** The operator's own kind, as a cluster has it: it may be older than the program. */
public final class OwnKind {
    /** Read when the program is built: an executable has no payload. */
    private static final Object OWN = Schemas.notation(FieldReader.of(Schemas.ofOwnKind()));

    private OwnKind() {}

    /**
     * The fields of this program's kind that the API server drops, such as {@code .spec.logLevel}.
     *
     * @param definition of the cluster
     */
    public static List<String> droppedFields(KubernetesObject definition) {
        return definition.fields().items("spec", "versions").stream()
                .filter(version -> version.string("name").equals("v1beta1"))
                .flatMap(version -> lacking("", OWN, Schemas.notation(version.field("schema", "openAPIV3Schema"))))
                .toList();
    }

    private static Stream<String> lacking(String path, Object own, Object there) {
        if (own instanceof List<?> items && there instanceof List<?> others) {
            return lacking(path, items.get(0), others.get(0));
        }
        return own instanceof Map<?, ?> fields && there instanceof Map<?, ?> others
                ? fields.entrySet().stream().flatMap(field -> {
                    String name = path + "." + field.getKey();
                    return others.containsKey(field.getKey())
                            ? lacking(name, field.getValue(), others.get(field.getKey()))
                            : Stream.of(name);
                })
                : Stream.empty();
    }
}
