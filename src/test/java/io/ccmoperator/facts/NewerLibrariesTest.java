// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.facts;

import static org.assertj.core.api.Assertions.assertThat;

import io.ccmoperator.YamlText;
import io.ccmoperator.assets.Provider;
import io.ccmoperator.assets.tree.FieldReader;
import io.ccmoperator.payload.PayloadFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The files programs/*.yaml, which have what programs print with --help. */
class NewerLibrariesTest {
    @Test
    void programsHaveFlagsSinceVersionOfLibraries() throws IOException {
        TreeSet<String> older = new TreeSet<>();
        TreeSet<String> newer = null;
        for (Path file : programs()) {
            FieldReader program = FieldReader.of(YamlText.tree(Files.readString(file)));
            if (program.string("kubernetes").startsWith("0.36.")) {
                newer = newer == null ? new TreeSet<>(program.map("flags").keySet()) : newer;
                newer.retainAll(program.map("flags").keySet());
            } else {
                older.addAll(program.map("flags").keySet());
            }
        }

        assertThat(newer).isNotNull();
        newer.removeAll(older);
        assertThat(newer).containsExactlyElementsOf(Provider.FLAGS_OF_NEWER_LIBRARIES);
    }

    private static List<Path> programs() throws IOException {
        Path providers = PayloadFolder.project().resolve("src/main/resources/providers");
        try (Stream<Path> files = Files.walk(providers, 3)) {
            return files.filter(file -> file.getParent().endsWith("programs")).toList();
        }
    }
}
