// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.assets.deployment.devui;

import static org.assertj.core.api.Assertions.assertThat;

import io.ccmoperator.assets.findings.Finding;
import io.ccmoperator.assets.tree.JsonReader;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class FaultPageTest {
    private static final Pattern JSON =
            Pattern.compile("<script type=\"application/json\" id=\"ccm-provider-findings\">(.*?)</script>");

    @Test
    void showsPlaceAndReasonOfEachFinding() {
        String page = FaultPage.html(List.of(
                new Finding("schema", "a.yaml (line 3)", "a.yaml", "is missing"),
                new Finding("replicas", "b.yaml", "b.yaml", "has to be 2 or more")));

        assertThat(page)
                .contains("have 2 faults")
                .contains("<tr><td>a.yaml (line 3)</td><td>is missing [schema]</td></tr>")
                .contains("<tr><td>b.yaml</td><td>has to be 2 or more [replicas]</td></tr>");
    }

    @Test
    void keepsTextOfAuthorFromBecomingMarkup() {
        Finding finding = new Finding("name-format", "a.yaml", "a.yaml", "'</script><b>\\n\" & </td>' is not a name");

        String page = FaultPage.html(List.of(finding));

        assertThat(page).contains("have 1 fault<").doesNotContain("<b>").contains("&amp; &lt;/td&gt;");
        Matcher json = JSON.matcher(page);
        assertThat(json.find()).isTrue();
        assertThat(JsonReader.read(json.group(1)))
                .isEqualTo(
                        List.of(Map.of("rule", "name-format", "place", finding.place(), "reason", finding.reason())));
    }
}
