// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.chart;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** A terminal as an SVG picture whose lines come and go by themselves, without a script, so that web pages show it as an image. */
final class TerminalPicture {
    /** Of the terminal; longer lines are wrapped. */
    static final int COLUMNS = 128;

    /** Of the terminal; what is more scrolls out at the top. */
    static final int ROWS = 32;

    private static final double WIDTH_OF_CHARACTER = 7.8;
    private static final int HEIGHT_OF_LINE = 18;
    private static final int MARGIN = 14;

    private TerminalPicture() {}

    /**
     * Something that appears at once, and stays until the end of its scene.
     *
     * @param text lines
     * @param until the next part, or the end of the scene
     */
    record Part(String text, Duration until) {}

    /** An empty terminal that is filled part by part. */
    record Scene(List<Part> parts) {
        Duration length() {
            return parts.stream().map(Part::until).reduce(Duration.ZERO, Duration::plus);
        }

        private List<String> lines() {
            return parts.stream().flatMap(part -> wrapped(part).stream()).toList();
        }
    }

    /** The picture; where a reader prefers no motion, the scene of that index is all that is shown. */
    static String svg(List<Scene> scenes, int still) {
        double total = seconds(scenes.stream().map(Scene::length).reduce(Duration.ZERO, Duration::plus));
        StringBuilder style = new StringBuilder();
        StringBuilder body = new StringBuilder();
        double begin = 0;
        int group = 0;
        for (int index = 0; index < scenes.size(); index++) {
            Scene scene = scenes.get(index);
            double end = begin + seconds(scene.length());
            int row = Math.min(0, ROWS - scene.lines().size());
            double appears = begin;
            for (Part part : scene.parts()) {
                style.append(
                        "#s%d{animation-name:k%<d}@keyframes k%<d{0%%{visibility:hidden}%s%%{visibility:visible}%s%%{visibility:hidden}}\n"
                                .formatted(group, percent(appears, total), percent(end, total)));
                body.append("<g id=\"s%d\"%s>\n".formatted(group, index == still ? " class=\"still\"" : ""));
                for (String line : wrapped(part)) {
                    if (row >= 0 && !line.isBlank()) {
                        body.append(line(line, row));
                    }
                    row++;
                }
                body.append("</g>\n");
                appears += seconds(part.until());
                group++;
            }
            begin = end;
        }
        long width = Math.round(COLUMNS * WIDTH_OF_CHARACTER) + 2 * MARGIN;
        int height = ROWS * HEIGHT_OF_LINE + 2 * MARGIN;
        return """
                <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %1$d %2$d" width="%1$d" height="%2$d">
                <style>
                text{font:13px ui-monospace,SFMono-Regular,Menlo,Consolas,"DejaVu Sans Mono",monospace;fill:#d5dae1;white-space:pre}
                .c{fill:#fff;font-weight:bold}.p{fill:#6cc070}.n{fill:#8b95a3}
                g{visibility:hidden;animation:1s step-end infinite;animation-duration:%3$ss}
                %4$s@media(prefers-reduced-motion){g{animation:none!important}.still{visibility:visible}}
                </style>
                <rect width="100%%" height="100%%" rx="8" fill="#1d2229"/>
                %5$s</svg>
                """.formatted(width, height, number(total), style, body);
    }

    private static List<String> wrapped(Part part) {
        List<String> lines = new ArrayList<>();
        for (String line : part.text().split("\n", -1)) {
            String rest = line;
            while (rest.length() > COLUMNS) {
                lines.add(rest.substring(0, COLUMNS));
                rest = rest.substring(COLUMNS);
            }
            lines.add(rest);
        }
        return lines;
    }

    private static String line(String line, int row) {
        String content;
        if (line.startsWith("$ ")) {
            content = "<tspan class=\"p\">$</tspan> <tspan class=\"c\">" + escaped(line.substring(2)) + "</tspan>";
        } else if (line.startsWith("# ")) {
            content = "<tspan class=\"n\">" + escaped(line) + "</tspan>";
        } else {
            content = escaped(line);
        }
        return "<text x=\"%d\" y=\"%d\">%s</text>\n".formatted(MARGIN, MARGIN + row * HEIGHT_OF_LINE + 13, content);
    }

    private static String escaped(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
    }

    private static double seconds(Duration duration) {
        return duration.toMillis() / 1000.0;
    }

    private static String percent(double at, double total) {
        return number(100 * at / total);
    }

    private static String number(double value) {
        return String.format(Locale.ROOT, "%.2f", value);
    }
}
