// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.monitoring;

import static org.assertj.core.api.Assertions.assertThat;

import io.ccmoperator.assets.ResourceKind;
import io.ccmoperator.payload.PayloadFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The map of the program has the names of the program, and its pictures are those of their sources. */
class ArchitectureGuideTest {
    private static final String GUIDE = "docs/development/architecture.md";
    private static final Path PICTURES = PayloadFolder.project().resolve("docs/pictures");

    /** At least two capital letters that each begin a word: {@code CacheEntry}, {@code KubernetesObject.copy}, not {@code MODIFIED}. */
    private static final Pattern CLASS_NAME =
            Pattern.compile("(?:`|<b>)([A-Z][a-z]+(?:[A-Z][a-z]+)+)(?=[`.<])|`([A-Z][a-z]+)\\.[a-z]");

    /** Of Quarkus, and words that events and conditions have. */
    private static final Set<String> OTHERS =
            Set.of("CertificateUpdatedEvent", "ResourceCreateSuccess", "ResourceUpdateSuccess");

    static List<String> pictures() throws IOException {
        try (Stream<Path> files = Files.list(PICTURES)) {
            return files.map(file -> file.getFileName().toString())
                    .filter(name -> name.endsWith(".puml"))
                    .map(name -> name.replace(".puml", ""))
                    .sorted()
                    .toList();
        }
    }

    @Test
    void namesClassesThatExist() throws IOException {
        Set<String> classes = classes();
        StringBuilder strings = new StringBuilder(Guide.text(GUIDE));
        for (String picture : pictures()) {
            strings.append(Guide.text("docs/pictures/" + picture + ".puml"));
        }
        Set<String> kinds =
                Arrays.stream(ResourceKind.values()).map(ResourceKind::kind).collect(Collectors.toSet());

        Set<String> named = new TreeSet<>();
        CLASS_NAME
                .matcher(strings)
                .results()
                .map(match -> match.group(1) == null ? match.group(2) : match.group(1))
                .filter(name -> !OTHERS.contains(name) && !kinds.contains(name))
                .forEach(named::add);

        assertThat(named).hasSizeGreaterThan(30).isSubsetOf(classes);
    }

    @ParameterizedTest
    @MethodSource("pictures")
    void showsEachPictureAsItsTextDescribesIt(String picture) throws IOException, GeneralSecurityException {
        MessageDigest digest = MessageDigest.getInstance("SHA-256");
        digest.update(Files.readAllBytes(PICTURES.resolve(picture + ".puml")));
        digest.update(Files.readAllBytes(PICTURES.resolve("style.iuml")));

        assertThat(Guide.text("docs/pictures/" + picture + ".svg"))
                .as("draw it again: docs/pictures/draw " + picture)
                .contains(HexFormat.of().formatHex(digest.digest()));
        assertThat(Guide.text(GUIDE)).contains("](../pictures/" + picture + ".svg)");
    }

    private static Set<String> classes() throws IOException {
        Set<String> classes = new TreeSet<>();
        for (String sources :
                List.of("src/main", "provider-assets/runtime/src/main", "provider-assets/deployment/src/main")) {
            try (Stream<Path> files = Files.walk(PayloadFolder.project().resolve(sources))) {
                files.map(file -> file.getFileName().toString())
                        .filter(name -> name.endsWith(".java"))
                        .map(name -> name.replace(".java", ""))
                        .forEach(classes::add);
            }
        }
        return classes;
    }
}
