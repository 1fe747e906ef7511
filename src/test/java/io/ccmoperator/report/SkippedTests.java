// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.report;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.SAXException;

/**
 * The tests that a build has skipped, from the reports of Surefire and Failsafe.
 *
 * @param byReason for each reason the numbers of skipped tests by simple class name
 */
record SkippedTests(Map<String, Map<String, Integer>> byReason) {
    private static final int WIDTH = 120;
    private static final String INDENT = "    ";

    /**
     * Reads the reports below a folder that are not older than a time; reports of earlier builds do not count.
     *
     * @throws UncheckedIOException if a report is not readable XML
     */
    static SkippedTests read(Path project, Instant since) {
        Map<String, Map<String, Integer>> byReason = new TreeMap<>();
        reports(project, since).forEach(report -> {
            NodeList skipped = parse(report).getElementsByTagName("skipped");
            for (int i = 0; i < skipped.getLength(); i++) {
                Element element = (Element) skipped.item(i);
                String suite = ((Element) element.getParentNode()).getAttribute("classname");
                byReason.computeIfAbsent(reason(element), none -> new TreeMap<>())
                        .merge(suite.substring(suite.lastIndexOf('.') + 1), 1, Integer::sum);
            }
        });
        return new SkippedTests(byReason);
    }

    /** Lines for the console; none if no test was skipped. */
    List<String> lines() {
        List<String> lines = new ArrayList<>();
        if (!byReason.isEmpty()) {
            lines.add("Not all tests have run; skipped: "
                    + counted(byReason.values().stream()
                            .flatMap(suites -> suites.entrySet().stream())
                            .toList()));
        }
        byReason.forEach((reason, suites) -> {
            lines.add("- " + reason + " (" + counted(List.copyOf(suites.entrySet())) + ")");
            lines.addAll(wrapped(suites.keySet().stream().toList()));
        });
        return lines;
    }

    private static String counted(List<Map.Entry<String, Integer>> suites) {
        int tests = suites.stream().mapToInt(Map.Entry::getValue).sum();
        long classes = suites.stream().map(Map.Entry::getKey).distinct().count();
        return tests + (tests == 1 ? " test of " : " tests of ") + classes + (classes == 1 ? " suite" : " suites");
    }

    private static List<String> wrapped(List<String> names) {
        List<String> lines = new ArrayList<>();
        StringBuilder line = new StringBuilder(INDENT);
        for (String name : names) {
            if (line.length() + name.length() > WIDTH) {
                lines.add(line.toString().stripTrailing());
                line = new StringBuilder(INDENT);
            }
            line.append(name).append(' ');
        }
        lines.add(line.toString().stripTrailing());
        return lines;
    }

    /**
     * The first line, without the words in front that JUnit adds to an assumption. A condition is in the attribute, an assumption
     * in the text.
     */
    private static String reason(Element skipped) {
        String message = skipped.hasAttribute("message") ? skipped.getAttribute("message") : skipped.getTextContent();
        String first = message.lines().findFirst().orElse("").replaceFirst("^(\\S+: )?Assumption failed: ", "");
        return first.isBlank() ? "no reason given" : first.strip();
    }

    private static List<Path> reports(Path project, Instant since) {
        try (Stream<Path> folders = Stream.of("", "provider-assets/runtime", "provider-assets/deployment")
                .flatMap(module -> Stream.of("surefire-reports", "failsafe-reports", "failsafe-reports-genuine")
                        .map(name -> project.resolve(module).resolve("target").resolve(name)))
                .filter(Files::isDirectory)) {
            return folders.flatMap(SkippedTests::files)
                    .filter(file -> file.getFileName().toString().matches("TEST-.*[.]xml"))
                    .filter(file -> !modified(file).isBefore(since))
                    .sorted()
                    .toList();
        }
    }

    private static Stream<Path> files(Path folder) {
        try (Stream<Path> files = Files.list(folder)) {
            return files.toList().stream();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Instant modified(Path file) {
        try {
            return Files.getLastModifiedTime(file).toInstant();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Element parse(Path report) {
        try {
            return DocumentBuilderFactory.newDefaultInstance()
                    .newDocumentBuilder()
                    .parse(report.toFile())
                    .getDocumentElement();
        } catch (SAXException e) {
            throw new UncheckedIOException(new IOException(report + " is not XML: " + e.getMessage(), e));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (ParserConfigurationException e) {
            throw new IllegalStateException(e);
        }
    }
}
