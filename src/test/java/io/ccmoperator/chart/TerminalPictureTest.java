// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.chart;

import static org.assertj.core.api.Assertions.assertThat;

import io.ccmoperator.chart.TerminalPicture.Part;
import io.ccmoperator.chart.TerminalPicture.Scene;
import io.ccmoperator.payload.PayloadFolder;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.w3c.dom.NodeList;

class TerminalPictureTest {
    private static final Duration SECOND = Duration.ofSeconds(1);

    @Test
    void showsEachStepFromItsTimeToEndOfItsScene() {
        String svg = TerminalPicture.svg(
                List.of(
                        new Scene(List.of(new Part("$ first", SECOND), new Part("a", SECOND))),
                        new Scene(List.of(new Part("$ second", SECOND.multipliedBy(2))))),
                0);

        assertThat(svg)
                .contains("animation-duration:4.00s")
                .contains("@keyframes k0{0%{visibility:hidden}0.00%{visibility:visible}50.00%{visibility:hidden}}")
                .contains("@keyframes k1{0%{visibility:hidden}25.00%{visibility:visible}50.00%{visibility:hidden}}")
                .contains("@keyframes k2{0%{visibility:hidden}50.00%{visibility:visible}100.00%{visibility:hidden}}");
    }

    @Test
    void wrapsLongLinesAndEscapesMarkup() throws Exception {
        String text = "<&>".repeat(TerminalPicture.COLUMNS / 3) + "x".repeat(TerminalPicture.COLUMNS);

        List<String> lines = lines(picture(text));

        assertThat(lines).hasSize(2).allMatch(line -> line.length() <= TerminalPicture.COLUMNS);
        assertThat(String.join("", lines)).isEqualTo(text);
    }

    @Test
    void scrollsOutWhatDoesNotFit() throws Exception {
        String text = String.join(
                "\n",
                IntStream.rangeClosed(1, TerminalPicture.ROWS + 2)
                        .mapToObj(number -> "line " + number)
                        .toList());

        assertThat(lines(picture(text)))
                .hasSize(TerminalPicture.ROWS)
                .startsWith("line 3")
                .endsWith("line " + (TerminalPicture.ROWS + 2));
    }

    /** The picture that the project shows: what an image of a page can be, and nothing of the machine that it was made on. */
    @Test
    void hasPublishedPictureWithoutScriptLinkOrPath() throws Exception {
        Path file = PayloadFolder.project().resolve("docs/pictures/recording.svg");
        String svg = Files.readString(file);

        assertThat(svg.length()).isLessThan(60_000);
        assertThat(svg).doesNotContain("<script", "href", "/root", "/home", "/tmp", "127.0.0.1", "localhost");
        assertThat(lines(svg))
                .anyMatch(line -> line.startsWith("$ ccm-operator status"))
                .anyMatch(line -> line.startsWith("HEALTH") && line.endsWith(" healthy"))
                .anyMatch(line -> line.contains("was taken back"))
                .anyMatch(line -> line.startsWith("$ helm uninstall"));
    }

    private static String picture(String text) {
        return TerminalPicture.svg(List.of(new Scene(List.of(new Part(text, SECOND)))), 0);
    }

    private static List<String> lines(String svg) throws Exception {
        Document document = DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(new ByteArrayInputStream(svg.getBytes(StandardCharsets.UTF_8)));
        NodeList lines = document.getElementsByTagName("text");
        return IntStream.range(0, lines.getLength())
                .mapToObj(index -> lines.item(index).getTextContent())
                .toList();
    }
}
