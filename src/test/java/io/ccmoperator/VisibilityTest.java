// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator;

import static org.assertj.core.api.Assertions.assertThat;

import io.ccmoperator.payload.PayloadFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * The types of all modules: what no other package uses is package-private, and a simple name is the name of one type. The
 * sources are read, since a class file does not name the owner of an inlined constant.
 */
class VisibilityTest {
    /** Public, though no source file of another package names them; with the reason. */
    private static final Map<String, String> EXCEPTIONS = Map.ofEntries(
            Map.entry("CcmOperator", "Quarkus starts it"),
            Map.entry("CloudControllerManagerResource", "the client creates its instances"),
            Map.entry("DevModeConfig", "Quarkus implements it"),
            Map.entry("FailedStart", "Quarkus loads it as a service"),
            Map.entry("InfrastructureResource", "the client creates its instances"),
            Map.entry("LiveReload", "Quarkus loads it as a service"),
            Map.entry("LogMask", "Quarkus creates it"),
            Map.entry("PackValidation", "the tests of packs call it"),
            Map.entry("RenderedManifests", "development mode makes a bean of it"));

    private static final List<String> ROOTS =
            List.of("src", "provider-assets/runtime/src", "provider-assets/deployment/src");

    private static final Pattern COMMENT_OR_STRING =
            Pattern.compile("/\\*.*?\\*/|//[^\\n]*|\"\"\".*?\"\"\"|\"(?:\\\\.|[^\"\\\\\\n])*+\"", Pattern.DOTALL);
    private static final Pattern PACKAGE = Pattern.compile("(?m)^package ([\\w.]+);");
    private static final Pattern WORD = Pattern.compile("\\w+");

    private static final Map<Path, Source> SOURCES = new TreeMap<>();

    @BeforeAll
    static void read() throws IOException {
        for (String root : ROOTS) {
            for (String part : List.of("main", "test")) {
                read(PayloadFolder.project().resolve(root).resolve(part).resolve("java"));
            }
        }
    }

    private static void read(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file :
                    files.filter(path -> path.toString().endsWith(".java")).toList()) {
                SOURCES.put(file, Source.of(Files.readString(file)));
            }
        }
    }

    @Test
    void givesEachTypeASimpleNameOfItsOwn() {
        Map<String, Integer> names = new HashMap<>();

        types().keySet().forEach(file -> names.merge(name(file), 1, Integer::sum));

        assertThat(names).hasSizeGreaterThan(300);
        assertThat(names.entrySet()).allMatch(entry -> entry.getValue() == 1);
    }

    @Test
    void hidesTypesThatNoOtherPackageUses() {
        Set<String> unused = new TreeSet<>();

        types().forEach((file, source) -> {
            if (source.isPublic(name(file)) && !isUsedElsewhere(name(file), source.packageName())) {
                unused.add(name(file));
            }
        });

        assertThat(unused).isEqualTo(new TreeSet<>(EXCEPTIONS.keySet()));
    }

    private static Map<Path, Source> types() {
        Map<Path, Source> types = new TreeMap<>(SOURCES);
        types.keySet().removeIf(file -> !file.toString().contains("/main/java/") || file.endsWith("package-info.java"));
        return types;
    }

    private static String name(Path file) {
        return file.getFileName().toString().replace(".java", "");
    }

    private static boolean isUsedElsewhere(String name, String packageName) {
        return SOURCES.values().stream()
                .anyMatch(source -> !source.packageName().equals(packageName)
                        && source.words().contains(name));
    }

    /**
     * A source file.
     *
     * @param code without comments and strings
     * @param words all words of the code
     */
    private record Source(String packageName, String code, Set<String> words) {
        static Source of(String text) {
            String code = COMMENT_OR_STRING.matcher(text).replaceAll("");
            Matcher matcher = PACKAGE.matcher(code);
            Set<String> words = new HashSet<>();
            WORD.matcher(code).results().forEach(word -> words.add(word.group()));
            return new Source(matcher.find() ? matcher.group(1) : "", code, words);
        }

        boolean isPublic(String type) {
            return Arrays.stream(code.split("\n"))
                    .anyMatch(
                            line -> line.matches("public [\\w -]*(?:class|record|enum|@?interface) " + type + "\\b.*"));
        }
    }
}
