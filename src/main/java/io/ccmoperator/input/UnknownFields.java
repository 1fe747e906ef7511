// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.input;

import java.util.Collections;
import java.util.EnumSet;
import java.util.Set;
import java.util.function.Consumer;

/**
 * What happens to fields that are not in the schema of a manifest.
 *
 * @param rejected the kinds in which such a field is an error
 * @param remedy the end of the line about an error
 * @param warnings takes one line a manifest where such fields are not errors; the fields stay in the tree
 */
public record UnknownFields(Set<ManifestKind> rejected, String remedy, Consumer<String> warnings) {
    public UnknownFields {
        rejected = Collections.unmodifiableSet(EnumSet.copyOf(rejected));
    }

    /** An error in every kind. */
    public static UnknownFields reject() {
        return reject("correct its name or remove it");
    }

    /**
     * An error in every kind.
     *
     * @param remedy the end of the line, which says what to do
     */
    public static UnknownFields reject(String remedy) {
        return new UnknownFields(EnumSet.allOf(ManifestKind.class), remedy, line -> {});
    }

    /**
     * An error in what users write, a warning in objects of OpenShift: the cluster has checked these, and those of a later
     * release may have more fields.
     *
     * @param remedy the end of the line about an error
     */
    public static UnknownFields rejectInManifestsOfUsers(String remedy, Consumer<String> warnings) {
        EnumSet<ManifestKind> kinds = EnumSet.allOf(ManifestKind.class);
        kinds.removeIf(ManifestKind::isOfOpenShift);
        return new UnknownFields(kinds, remedy, warnings);
    }

    /** A warning in every kind. */
    public static UnknownFields warn(Consumer<String> warnings) {
        return new UnknownFields(EnumSet.noneOf(ManifestKind.class), "", warnings);
    }
}
