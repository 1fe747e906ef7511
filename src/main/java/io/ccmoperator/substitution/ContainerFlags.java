// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.substitution;

import io.ccmoperator.assets.tree.FieldReader;
import io.ccmoperator.assets.tree.FieldWriter;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The flags of the program of a container, in its {@code args} and {@code command}. Names are without dashes in front. */
record ContainerFlags(Map<String, Object> container) {
    private static final List<String> FIELDS = List.of("args", "command");

    /** Where a flag is. */
    private record Argument(String field, int index, String word) {}

    /** The name as programs of Kubernetes compare it: they take '_' for '-'. */
    static String normalized(String name) {
        return name.replace('_', '-');
    }

    /** The value of a flag, {@code true} if it is given without one; empty if the container does not have the flag. */
    Optional<String> value(String name) {
        return find(name).map(Argument::word).map(word -> {
            int equals = word.indexOf('=');
            return equals < 0 ? "true" : word.substring(equals + 1).replace("$$", "$");
        });
    }

    /** Replaces the value of a flag where the container has it, or else appends the flag. */
    void set(String name, String value) {
        // The kubelet expands $(NAME) in arguments.
        String argument = "--" + name + "=" + value.replace("$", "$$");
        find(name)
                .ifPresentOrElse(
                        place -> new FieldWriter(container).list(place.field).set(place.index, argument),
                        () -> new FieldWriter(container).list("args").add(argument));
    }

    /** Leaves a flag out, so that the program has its default. */
    void remove(String name) {
        find(name)
                .ifPresent(place -> new FieldWriter(container).list(place.field).remove(place.index));
    }

    private Optional<Argument> find(String name) {
        for (String field : FIELDS) {
            List<String> words = FieldReader.of(container).strings(field);
            for (int i = 0; i < words.size(); i++) {
                if (name(words.get(i)).equals(Optional.of(normalized(name)))) {
                    return Optional.of(new Argument(field, i, words.get(i)));
                }
            }
        }
        return Optional.empty();
    }

    /** The name of the flag that a word is; empty for another word. */
    private static Optional<String> name(String word) {
        int dashes = word.startsWith("--") ? 2 : 1;
        if (!word.startsWith("-") || word.length() == dashes) {
            return Optional.empty();
        }
        int equals = word.indexOf('=');
        return Optional.of(normalized(word.substring(dashes, equals < dashes ? word.length() : equals)));
    }
}
