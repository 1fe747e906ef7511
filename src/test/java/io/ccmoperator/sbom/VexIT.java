// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.sbom;

import static org.assertj.core.api.Assertions.assertThat;

import io.ccmoperator.assets.tree.FieldReader;
import io.ccmoperator.assets.tree.JsonReader;
import io.ccmoperator.payload.PayloadFolder;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * docs/security/ccm-operator.openvex.json: each statement is one of a library in the version of the program, and no class outside the
 * library's family names what the advisory is about.
 */
@Tag("packaged")
class VexIT {
    private static final Path PROJECT = PayloadFolder.project();

    /** Advisory to the use of the library that it is about. */
    private static final Map<String, Use> USES = Map.of(
            "CVE-2026-15076", new Use("WebClientSession", "io.vertx."),
            "CVE-2026-118489", new Use("CachingWebClient", "io.vertx."));

    /** Advisories that configuration keeps away: the beginnings of keys that the program does not set. */
    private static final Map<String, List<String>> UNSET = Map.of(
            "CVE-2026-50559", List.of("quarkus.http.auth", "quarkus.management.auth"),
            "CVE-2026-87743", List.of("quarkus.http.auth", "quarkus.management.auth"));

    /**
     * @param names regular expression of what a class file has that makes use of it
     * @param families beginnings of the names of the jars that may have it
     */
    private record Use(String names, String... families) {
        boolean isOf(Path jar) {
            return List.of(families).stream()
                    .anyMatch(family -> ProgramSbom.name(jar).startsWith(family));
        }
    }

    @Test
    @Tag("jar")
    void isOfLibrariesInTheirVersionInSbom() throws IOException {
        List<String> packages = new ArrayList<>();
        for (FieldReader component : ProgramSbom.libraries()) {
            packages.add(ProgramSbom.purl(component));
        }

        assertThat(statements()).allSatisfy(statement -> {
            FieldReader product = statement.items("products").get(0);
            assertThat(product.string("@id")).isEqualTo("pkg:maven/io.ccmoperator/ccm-operator");
            assertThat(packages).contains(product.items("subcomponents").get(0).string("@id"));
            assertThat(statement.string("status")).isEqualTo("not_affected");
            assertThat(statement.string("justification")).isEqualTo("vulnerable_code_not_in_execute_path");
        });
    }

    @Test
    @Tag("jar")
    void isShownByWhatNoClassOfProgramNames() throws IOException {
        Map<String, Pattern> patterns = new TreeMap<>();
        USES.forEach((advisory, use) -> patterns.put(advisory, Pattern.compile(use.names())));
        List<String> found = new ArrayList<>();
        Set<String> inFamilies = new TreeSet<>();

        for (Path jar : ProgramSbom.allJars()) {
            for (Map.Entry<String, String> type : classes(jar).entrySet()) {
                patterns.forEach((advisory, pattern) -> {
                    if (!pattern.matcher(type.getValue()).find()) {
                        return;
                    }
                    if (USES.get(advisory).isOf(jar)) {
                        inFamilies.add(advisory);
                    } else {
                        found.add(advisory + ": " + type.getKey() + " of " + jar.getFileName());
                    }
                });
            }
        }

        assertThat(found).isEmpty();
        // What the libraries themselves do not name any more would prove nothing.
        assertThat(inFamilies).isEqualTo(USES.keySet());
    }

    @Test
    @Tag("jar")
    void isShownBySettings() throws IOException {
        List<String> settings = Files.readAllLines(PROJECT.resolve("src/main/resources/application.properties"));

        UNSET.forEach((advisory, keys) -> assertThat(settings)
                .as(advisory)
                .noneMatch(line -> keys.stream().anyMatch(line::startsWith)));
    }

    @Test
    @Tag("jar")
    void hasNoStatementThatIsNotShown() throws IOException {
        List<String> shown = new ArrayList<>(USES.keySet());
        shown.addAll(UNSET.keySet());

        assertThat(statements())
                .extracting(statement -> statement.string("vulnerability", "name"))
                .containsExactlyInAnyOrderElementsOf(shown);
    }

    private static List<FieldReader> statements() throws IOException {
        return FieldReader.of(
                        JsonReader.read(Files.readAllBytes(PROJECT.resolve("docs/security/ccm-operator.openvex.json"))))
                .items("statements");
    }

    /** Names of the classes of a jar to their bytes, one character each: the names in them are ASCII. */
    private static Map<String, String> classes(Path jar) throws IOException {
        try (ZipFile file = new ZipFile(jar.toFile())) {
            Map<String, String> classes = new TreeMap<>();
            for (ZipEntry entry : file.stream()
                    .filter(each -> each.getName().endsWith(".class"))
                    .collect(Collectors.toList())) {
                try (InputStream bytes = file.getInputStream(entry)) {
                    classes.put(entry.getName(), new String(bytes.readAllBytes(), StandardCharsets.ISO_8859_1));
                }
            }
            return classes;
        }
    }
}
