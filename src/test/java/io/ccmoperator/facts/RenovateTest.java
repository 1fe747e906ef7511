// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.facts;

import static org.assertj.core.api.Assertions.assertThat;

import io.ccmoperator.assets.tree.FieldReader;
import io.ccmoperator.assets.tree.JsonReader;
import io.ccmoperator.assets.tree.YamlReader;
import io.ccmoperator.payload.PayloadFolder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** renovate.json: each place that its own expressions are for is found, and its limits are those of the versions in use. */
class RenovateTest {
    private static final Path PROJECT = PayloadFolder.project();
    private static final int PROGRAMS = 0;
    private static final int FACTS = 1;
    private static final int IMAGES = 2;

    private final FieldReader configuration = read(PROJECT.resolve("renovate.json"));

    @Test
    void findsCommitOfEachProgramOnce() throws IOException {
        Map<String, List<String>> expected = new TreeMap<>();
        for (String file : files("src/main/resources/(providers/[^/]+/programs|configurations)/.*")) {
            FieldReader program =
                    FieldReader.of(YamlReader.read(text(file)).get(0).map().orElseThrow());
            expected.put(file, List.of(program.string("source") + " " + program.string("commit")));
        }

        assertThat(expected).isNotEmpty();
        assertThat(found(PROGRAMS, "currentDigest")).isEqualTo(expected);
    }

    /** The expression of docs/facts/check in the folders where it searches. */
    @Test
    void findsEachSourceOfFactsCheck() throws IOException {
        Matcher line = Pattern.compile("grep -rnoE '(Source: [^']+)'").matcher(text("docs/facts/check"));
        assertThat(line.find()).isTrue();
        Pattern source = Pattern.compile(line.group(1));
        Map<String, Integer> expected = new TreeMap<>();
        for (String file : files("(src/main|provider-assets/[^/]+/src/main)/.*")) {
            int lines = (int) source.matcher(text(file)).results().count();
            if (lines > 0) {
                expected.put(file, lines);
            }
        }

        Map<String, Integer> found = new TreeMap<>();
        found(FACTS, "currentDigest").forEach((file, sources) -> found.put(file, sources.size()));

        assertThat(found).isEqualTo(expected).isNotEmpty();
    }

    /** An image that is renewed in a Dockerfile is renewed wherever the project names it. */
    @Test
    void findsImagesOfDockerfilesInAllFiles() throws IOException {
        Set<String> images = new TreeSet<>();
        Matcher argument = Pattern.compile("(?m)^ARG \\w+=(\\S+:\\S+)$")
                .matcher(text("src/main/docker/Dockerfile.jvm") + text("src/main/docker/Dockerfile.native"));
        argument.results().forEach(match -> images.add(match.group(1)));
        Map<String, List<String>> found = found(IMAGES, "currentValue");

        assertThat(images).hasSize(4);
        for (String file : files(".*\\.(md|java|sh|ya?ml)|src/main/docker/.*|[.]ci/.*")) {
            String text = text(file);
            images.stream()
                    .filter(text::contains)
                    .forEach(image -> assertThat(found.getOrDefault(file, List.of()))
                            .as(file)
                            .contains(image.replaceFirst(":([^:]+)$", " $1")));
        }
    }

    @Test
    void allowsVersionsOfLinesInUse() throws IOException {
        String pom = text("pom.xml");

        for (FieldReader rule : configuration.items("packageRules")) {
            if (rule.field("allowedVersions").exists()) {
                Pattern allowed = expression(rule.string("allowedVersions"));
                Pattern name = expression(rule.strings("matchPackageNames").get(0));
                Set<String> versions = versions(pom, name);
                assertThat(versions)
                        .as(name.pattern())
                        .isNotEmpty()
                        .allMatch(version -> allowed.matcher(version).find());
            }
        }
    }

    /** Versions of the dependencies and plugins of a pom.xml whose GROUP:NAME matches. */
    private static Set<String> versions(String pom, Pattern name) {
        return Pattern.compile("<groupId>([^<]+)</groupId>\\s*<artifactId>([^<]+)</artifactId>\\s*"
                        + "<version>\\$\\{([^}]+)}</version>")
                .matcher(pom + text("src/pom.xml"))
                .results()
                .filter(match ->
                        name.matcher(match.group(1) + ":" + match.group(2)).find())
                .map(match -> property(pom, match.group(3)))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static String property(String pom, String name) {
        Matcher value = Pattern.compile("<" + Pattern.quote(name) + ">([^<]+)<").matcher(pom);
        assertThat(value.find()).as(name).isTrue();
        return value.group(1);
    }

    /** File to what one of the expressions finds there, NAME VERSION. */
    private Map<String, List<String>> found(int number, String version) throws IOException {
        FieldReader manager = configuration.items("customManagers").get(number);
        Map<String, List<String>> found = new TreeMap<>();
        for (String pattern : manager.strings("managerFilePatterns")) {
            List<String> files = files(expression(pattern).pattern());
            assertThat(files).as(pattern).isNotEmpty();
            for (String file : files) {
                List<String> matches = Pattern.compile(
                                manager.strings("matchStrings").get(0))
                        .matcher(text(file))
                        .results()
                        .map(MatchResult::group)
                        .map(match -> groups(manager, match, version))
                        .toList();
                if (!matches.isEmpty()) {
                    found.put(file, matches);
                }
            }
        }
        return found;
    }

    private static String groups(FieldReader manager, String match, String version) {
        Matcher groups = Pattern.compile(manager.strings("matchStrings").get(0)).matcher(match);
        assertThat(groups.find()).isTrue();
        return groups.group("depName") + " " + groups.group(version);
    }

    /** Renovate has expressions between slashes. */
    private static Pattern expression(String text) {
        assertThat(text).startsWith("/").endsWith("/");
        return Pattern.compile(text.substring(1, text.length() - 1));
    }

    /** Paths of files of the project, of the sources only, that an expression matches as a whole. */
    private static List<String> files(String expression) throws IOException {
        Pattern pattern = Pattern.compile(expression);
        try (Stream<Path> files = Files.walk(PROJECT)) {
            return files.map(file -> PROJECT.relativize(file).toString().replace('\\', '/'))
                    .filter(file -> !file.matches("(.*/)?(target|[.]git)(/.*)?"))
                    .filter(file -> pattern.matcher(file).matches())
                    .filter(file -> Files.isRegularFile(PROJECT.resolve(file)))
                    .sorted()
                    .toList();
        }
    }

    private static String text(String file) {
        return new String(bytes(PROJECT.resolve(file)), StandardCharsets.UTF_8);
    }

    private static FieldReader read(Path file) {
        return FieldReader.of(JsonReader.read(bytes(file)));
    }

    private static byte[] bytes(Path file) {
        try {
            return Files.readAllBytes(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
