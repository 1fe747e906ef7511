// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.chart;

import static org.assertj.core.api.Assertions.assertThat;

import io.ccmoperator.YamlText;
import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.assets.tree.FieldReader;
import io.ccmoperator.payload.PayloadFolder;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** What a catalogue of charts shows: README.md, and the fields of Chart.yaml that describe the chart. */
class ReadmeTest {
    private static final String BEGIN = "<!-- values.yaml -->\n";
    /** A placeholder, which a release replaces; values.yaml has it, too. */
    private static final String DOCS = "https://docs.example.com/ccm-operator/";

    private static final String END = "<!-- end -->\n";

    @Test
    void listsEveryValueWithMeaningAndDefault() throws IOException {
        String readme = Chart.text("README.md");
        String expected = readme.substring(0, readme.indexOf(BEGIN) + BEGIN.length())
                + ValuesTable.of(Chart.text("values.yaml"))
                + readme.substring(readme.indexOf(END));
        Path made = Files.writeString(PayloadFolder.project().resolve("target/chart-README.md"), expected);

        assertThat(readme).as("copy %s to helm/ccm-operator/README.md", made).isEqualTo(expected);
    }

    @Test
    void makesTableOfCommentsAndDefaults() {
        String table = ValuesTable.of("""
                # A head, of no value.

                # First | second
                # line.
                one: "x"
                two:
                  # Of two.
                  three: [1]
                  # A map.
                  four:
                    five: true
                # Of six.
                six:
                  # Of seven.
                  seven: ""
                """);

        assertThat(table.lines())
                .containsExactly(
                        "| value | meaning | default |",
                        "|---|---|---|",
                        "| `one` | First \\| second line. | `\"x\"` |",
                        "| `two.three` | Of two. | `[1]` |",
                        "| `two.four` | A map. | `{\"five\":true}` |",
                        "| `six` | Of six. |  |",
                        "| `six.seven` | Of seven. | `\"\"` |");
    }

    @Test
    void hasRowWithMeaningForEveryValue() {
        assertThat(ValuesTable.of(Chart.text("values.yaml")).lines().skip(2))
                .hasSizeGreaterThan(50)
                .allMatch(row -> row.matches("\\| `[\\w.]+` \\| \\S.* \\| .*\\|"));
    }

    @Test
    void describesItselfInCatalogues() {
        FieldReader chart = FieldReader.of(Chart.metadata());

        assertThat((List<?>) chart.at("keywords")).isNotEmpty();
        assertThat(chart.string("kubeVersion")).isNotEmpty();
        assertThat(chart.map("annotations")).containsEntry("artifacthub.io/license", "Apache-2.0");
        assertThat(chart.maps("maintainers"))
                .hasSize(1)
                .first()
                .extracting("name")
                .isEqualTo("The ccm-operator authors");
        URI icon = URI.create(chart.string("icon"));
        assertThat(icon.getScheme()).isEqualTo("file");
        assertThat(Chart.text(icon.getAuthority())).startsWith("<svg ");
    }

    /** What a catalogue shows of the kind is a valid object; its images, links and changes are lists of its own format. */
    @Test
    void describesKindImageAndChangesInCatalogues() {
        FieldReader annotations = FieldReader.of(Chart.metadata()).field("annotations");
        KubernetesObject kind = Chart.kinds().get(0);

        assertThat(list(annotations, "images"))
                .containsExactly(Map.of(
                        "name",
                        "ccm-operator",
                        "image",
                        Chart.IMAGE + ":" + Chart.metadata().get("appVersion")));
        assertThat(list(annotations, "crds"))
                .singleElement()
                .satisfies(crd -> assertThat(FieldReader.of(crd).map())
                        .containsEntry("name", kind.name())
                        .containsEntry("kind", kind.fields().string("spec", "names", "kind"))
                        .containsEntry(
                                "version",
                                kind.fields().maps("spec", "versions").get(0).get("name"))
                        .containsKeys("displayName", "description"));
        assertThat(list(annotations, "crdsExamples"))
                .singleElement()
                .satisfies(example -> assertThat(FieldReader.of(example).string("kind"))
                        .isEqualTo(kind.fields().string("spec", "names", "kind")));
        assertThat(list(annotations, "links"))
                .isNotEmpty()
                .allSatisfy(
                        link -> assertThat(FieldReader.of(link).string("url")).startsWith(DOCS));
        assertThat(list(annotations, "changes"))
                .isNotEmpty()
                .allSatisfy(change -> assertThat(FieldReader.of(change).string("kind"))
                        .isIn("added", "changed", "deprecated", "removed", "fixed", "security"));
        assertThat(annotations.string("artifacthub.io/containsSecurityUpdates")).isEqualTo("false");
        assertThat(annotations.string("artifacthub.io/operatorCapabilities"))
                .isIn("basic install", "seamless upgrades", "full lifecycle", "deep insights", "auto pilot");
    }

    private static List<Map<String, Object>> list(FieldReader annotations, String name) {
        return FieldReader.of(YamlText.tree("list:\n" + annotations.string("artifacthub.io/" + name)))
                .maps("list");
    }

    /** Artifact Hub compares the ID with that of the repository in which it finds the file. */
    @Test
    void hasFileOfVerifiedPublisher() throws IOException {
        String file = Files.readString(PayloadFolder.project().resolve("helm/artifacthub-repo.yml"));

        assertThat(YamlText.tree(file)).containsOnlyKeys("repositoryID");
        assertThat(UUID.fromString((String) YamlText.tree(file).get("repositoryID")))
                .as("the placeholder that a release replaces")
                .isEqualTo(new UUID(0, 0));
    }

    /** The address of the project is in one place, pom.xml; a chart without it names none. */
    @Test
    void namesHomeOfProject() throws IOException {
        String address = homeOfProject();
        Map<String, Object> chart = Chart.metadata();

        assertThat(chart.get("home")).isEqualTo(address.isEmpty() ? null : address);
        assertThat(chart.get("sources")).isEqualTo(address.isEmpty() ? null : List.of(address));
        assertThat(FieldReader.of(chart).maps("maintainers").get(0).get("url"))
                .isEqualTo(address.isEmpty() ? null : address);
    }

    private static String homeOfProject() throws IOException {
        Matcher property = Pattern.compile("<project\\.home\\.url>(.*)</project\\.home\\.url>")
                .matcher(Files.readString(PayloadFolder.project().resolve("pom.xml")));
        assertThat(property.find()).isTrue();
        return property.group(1);
    }
}
