// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.assets.deployment.devui;

import io.ccmoperator.assets.findings.Finding;
import io.ccmoperator.assets.tree.JsonWriter;
import io.ccmoperator.assets.validation.InvalidProvidersException;
import io.quarkus.dev.ErrorPageGenerators;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The findings of a failed build, for a browser. Quarkus answers every request with it while the application does not run, that of
 * the page of the Dev UI included, which reads the findings from the JSON in it.
 */
public final class FaultPage {
    private static final String TEMPLATE = "fault-page.html";

    private FaultPage() {}

    /** Replaces the page with stack traces from now on. Has no effect the second time. */
    public static synchronized void install() {
        String fault = InvalidProvidersException.class.getName();
        if (ErrorPageGenerators.get(fault) == null) {
            ErrorPageGenerators.register(fault, cause -> html(((InvalidProvidersException) cause).findings()));
        }
    }

    static String html(List<Finding> findings) {
        String rows = findings.stream()
                .map(finding -> "<tr><td>" + escaped(finding.place()) + "</td><td>" + escaped(finding.reason()) + " ["
                        + finding.rule() + "]</td></tr>\n")
                .collect(Collectors.joining());
        return template()
                .replace("<!-- count -->", findings.size() == 1 ? "1 fault" : findings.size() + " faults")
                .replace("<!-- rows -->", rows)
                .replace("/* page */", DevUiPage.PATH)
                .replace("/* findings */", json(findings));
    }

    /** No character of it can end the element that it is in. */
    private static String json(List<Finding> findings) {
        List<Map<String, String>> trees = findings.stream()
                .map(finding -> Map.of("rule", finding.rule(), "place", finding.place(), "reason", finding.reason()))
                .toList();
        return JsonWriter.compact(trees).replace("<", "\\u003c");
    }

    private static String escaped(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
    }

    private static String template() {
        try (InputStream stream = FaultPage.class.getResourceAsStream(TEMPLATE)) {
            return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read the resource " + TEMPLATE, e);
        }
    }
}
