// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.assets.provider;

import io.ccmoperator.assets.FlagType;
import io.ccmoperator.assets.Ordered;
import io.ccmoperator.assets.ProgramFlags;
import io.ccmoperator.assets.text.DidYouMean;
import io.ccmoperator.assets.tree.FieldReader;
import io.ccmoperator.assets.tree.YamlReader;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * What the program of a container prints with {@code --help}.
 *
 * @param file the file of the provider that says it; empty for what all cloud controller managers have in common
 * @param flags the names of flags without dashes, and their types
 * @param deprecated the flags that a later release removes
 * @param featureGates what {@code --feature-gates} takes
 * @param controllers what {@code --controllers} takes
 */
public record Program(
        String file,
        Map<String, FlagType> flags,
        Set<String> deprecated,
        Set<String> featureGates,
        Set<String> controllers) {
    private static final String COMMON_FILE = "common-program.yaml";

    /** What is known of a program of which there is no file. */
    static final Program COMMON = read("", YamlReader.resource(Program.class, COMMON_FILE));

    /** A name of that many letters may differ by two of them from the one that is meant; a shorter one is another flag then. */
    private static final int LONG_NAME = 12;

    private static final int SHORT_NAME = 8;

    public Program {
        flags = Ordered.copy(flags);
        deprecated = Set.copyOf(deprecated);
        featureGates = Ordered.copy(featureGates);
        controllers = Ordered.copy(controllers);
    }

    /**
     * What a valid file says.
     *
     * @param file its path; empty for the common flags
     */
    static Program read(String file, FieldReader fields) {
        Map<String, FlagType> flags = new TreeMap<>();
        Set<String> deprecated = new TreeSet<>();
        for (FieldReader flag : fields.field("flags").members()) {
            String name = normalized(flag.path().name());
            flags.put(name, FlagType.of(name, flag.string("type")));
            if (flag.field("deprecated").is(true)) {
                deprecated.add(name);
            }
        }
        return new Program(
                file,
                flags,
                deprecated,
                fields.map("featureGates").keySet(),
                new TreeSet<>(fields.strings("controllers")));
    }

    /** What is known of it when the operator runs. */
    ProgramFlags known() {
        return new ProgramFlags(flags, featureGates, controllers);
    }

    /** The type of a flag without dashes, if the program is known to have it. */
    public Optional<FlagType> type(String flag) {
        return Optional.ofNullable(flags.get(normalized(flag)));
    }

    /** Whether the program has the flag, without dashes, and marks it as deprecated. */
    public boolean isDeprecated(String flag) {
        return deprecated.contains(normalized(flag));
    }

    /** Whether all flags of the program are known. */
    public boolean isComplete() {
        return !file.isEmpty();
    }

    /** Why the program ends with "unknown flag"; empty for a flag that it has, or may have. */
    public Optional<String> rejection(String flag) {
        Optional<String> hint = meant(flag).map(name -> "is --" + name + " meant?");
        if (!isComplete()) {
            return hint.map(question -> "a cloud controller manager has no flag --" + flag + "; " + question);
        }
        return type(flag).isPresent()
                ? Optional.empty()
                : Optional.of("the program has no flag --" + flag + " by " + file + "; " + hint.orElse("leave it out"));
    }

    /** The flag that is meant by a name which is almost that of the flag. */
    public Optional<String> meant(String flag) {
        if (type(flag).isPresent() || flag.length() < SHORT_NAME) {
            return Optional.empty();
        }
        return DidYouMean.within(flag.length() < LONG_NAME ? 1 : 2, flag, flags.keySet());
    }

    /** Kubernetes takes '_' for '-'. */
    private static String normalized(String flag) {
        return flag.replace('_', '-');
    }
}
