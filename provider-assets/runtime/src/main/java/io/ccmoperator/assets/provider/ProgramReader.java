// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.assets.provider;

import io.ccmoperator.assets.discovery.ProviderFolder;
import io.ccmoperator.assets.discovery.SourceFile;
import io.ccmoperator.assets.findings.Findings;
import io.ccmoperator.assets.text.DidYouMean;
import io.ccmoperator.assets.tree.FieldReader;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Reads the files {@code programs/<container>.yaml} of all providers; what cannot be read is found. A file is for the provider of
 * its folder, and for those that its key {@code providers} names beside it: they run the same program.
 */
public final class ProgramReader {
    private static final List<String> KEYS = List.of(
            "providers",
            "source",
            "commit",
            "date",
            "kubernetes",
            "controllers",
            "disabledControllers",
            "featureGates",
            "flags");

    private final Findings findings;
    private final Map<String, Map<String, Program>> programs = new HashMap<>();

    private ProgramReader(Findings findings) {
        this.findings = findings.of("program-file");
    }

    /** Name of a provider to container to program. */
    public static Map<String, Map<String, Program>> read(List<ProviderFolder> folders, Findings findings) {
        ProgramReader reader = new ProgramReader(findings);
        Set<String> providers =
                folders.stream().map(ProviderFolder::name).collect(Collectors.toCollection(TreeSet::new));
        for (ProviderFolder folder : folders) {
            folder.programs().forEach(file -> reader.read(folder, file, providers));
        }
        return reader.programs;
    }

    private void read(ProviderFolder folder, SourceFile file, Set<String> providers) {
        Optional<FieldReader> fields = DocumentReader.readOne(file, "a program", findings)
                .map(ProviderDocument::fields)
                .filter(this::isValid);
        if (fields.isEmpty()) {
            return;
        }
        Program program = Program.read(file.path(), fields.get());
        String name = file.path().replaceFirst(".*/", "").replaceFirst("\\.ya?ml$", "");
        put(folder.name(), name, program).ifPresent(other -> findings.add(file.path(), already(folder.name(), other)));
        DocumentReader.otherProviders(fields.get(), folder.name(), providers, findings)
                .forEach(provider -> put(provider.string(), name, program)
                        .ifPresent(other -> findings.add(provider, already(provider.string(), other))));
    }

    private Optional<Program> put(String provider, String container, Program program) {
        return Optional.ofNullable(
                programs.computeIfAbsent(provider, key -> new TreeMap<>()).putIfAbsent(container, program));
    }

    private static String already(String provider, Program other) {
        return other.file() + " is for this container of provider " + provider + " already; leave one of them out";
    }

    private boolean isValid(FieldReader root) {
        int before = findings.all().size();
        root.map().keySet().stream()
                .filter(key -> !KEYS.contains(key))
                .forEach(key -> findings.add(root.field(key), "there is no such field; " + DidYouMean.hint(key, KEYS)));
        Stream.of("providers", "controllers", "disabledControllers")
                .map(root::field)
                .filter(FieldReader::exists)
                .filter(list -> !(list.value() instanceof List<?> items)
                        || !items.stream().allMatch(String.class::isInstance))
                .forEach(list -> findings.add(list, "has to be a list of strings"));
        FieldReader gates = root.field("featureGates");
        if (gates.exists() && !(gates.value() instanceof Map)) {
            findings.add(gates, "has to be a map of feature gates");
        }
        FieldReader flags = root.field("flags");
        if (flags.map().isEmpty()) {
            findings.add(flags, "has to be a map of flags; write what the program prints with --help");
        }
        flags.members().forEach(this::flag);
        return findings.all().size() == before;
    }

    private void flag(FieldReader flag) {
        if (flag.path().name().startsWith("-")) {
            findings.add(flag, "write the name of the flag without dashes");
        } else if (flag.string("type").isEmpty()) {
            findings.add(flag, "has to be a map with type, such as {type: \"bool\"}");
        } else if (flag.field("deprecated").exists()
                && !(flag.field("deprecated").value() instanceof Boolean)) {
            findings.add(flag.field("deprecated"), "has to be true or false");
        }
    }
}
