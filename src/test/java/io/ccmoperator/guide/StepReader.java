// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.guide;

import io.ccmoperator.guide.GuideStep.Command;
import io.ccmoperator.guide.GuideStep.Commands;
import io.ccmoperator.guide.GuideStep.ShownFile;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads the steps of a guide by the rules in docs/development/testing.md: an indented block holds commands; everything else is fenced, with its
 * language, and is a file of the reader where the line before it is a path and a colon.
 */
final class StepReader {
    private static final Pattern FENCE = Pattern.compile(" *```(?<language>\\S*)");
    private static final Pattern PATH = Pattern.compile("`(?<path>[\\w./-]+)`:");
    private static final Pattern REASON =
            Pattern.compile(" *<!-- (?:not executed: (?<reason>.*)|(?<other>executed by .*)) -->");
    private static final Pattern EXIT_CODE = Pattern.compile(" *<!-- exit code: (?<code>\\d+) -->");
    private static final String PROMPT = "$ ";

    private final List<String> lines;
    private final List<GuideStep> steps = new ArrayList<>();
    private int next;
    private Optional<String> path = Optional.empty();
    private Optional<String> reason = Optional.empty();
    private OptionalInt exitCode = OptionalInt.empty();

    private StepReader(List<String> lines) {
        this.lines = lines;
    }

    /**
     * The steps in the order of the guide.
     *
     * @throws IllegalArgumentException if a block has no language or no end, or a comment says why a block is not executed, but no
     *     block of commands follows; the message begins with the line
     */
    static List<GuideStep> read(String text) {
        StepReader reader = new StepReader(text.lines().toList());
        while (reader.next < reader.lines.size()) {
            reader.readLine();
        }
        reader.requireUsedComment();
        return reader.steps;
    }

    private void readLine() {
        String line = lines.get(next);
        Matcher fence = FENCE.matcher(line);
        if (fence.matches()) {
            readFence(fence.group("language"));
        } else if (line.startsWith("    ") && (next == 0 || lines.get(next - 1).isBlank())) {
            readCommands();
        } else {
            if (!line.isBlank()) {
                readProse(line);
            }
            next++;
        }
    }

    private void readProse(String line) {
        Matcher notExecuted = REASON.matcher(line);
        Matcher code = EXIT_CODE.matcher(line);
        if (notExecuted.matches()) {
            reason = Optional.ofNullable(notExecuted.group("reason")).or(() -> Optional.of(notExecuted.group("other")));
        } else if (code.matches()) {
            exitCode = OptionalInt.of(Integer.parseInt(code.group("code")));
        } else {
            requireUsedComment();
            Matcher file = PATH.matcher(line);
            path = file.matches() ? Optional.of(file.group("path")) : Optional.empty();
        }
    }

    private void readFence(String language) {
        int first = next + 1;
        int end = first;
        while (end < lines.size() && !lines.get(end).strip().equals("```")) {
            end++;
        }
        if (end == lines.size()) {
            throw new IllegalArgumentException("line " + first + ": the block has no end ```");
        } else if (language.isEmpty()) {
            throw new IllegalArgumentException("line " + first
                    + ": the block has no language; write ```text, or indent a block of commands by four spaces");
        }
        requireUsedComment();
        String content = String.join("\n", lines.subList(first, end)).stripIndent() + "\n";
        path.ifPresent(file -> steps.add(new ShownFile(first, file, content)));
        path = Optional.empty();
        next = end + 1;
    }

    private void readCommands() {
        int first = next;
        while (next < lines.size()
                && (lines.get(next).startsWith("    ") || lines.get(next).isBlank())) {
            next++;
        }
        String content =
                String.join("\n", lines.subList(first, next)).stripTrailing().stripIndent();
        steps.add(new Commands(first + 1, commands(content.lines().toList()), reason, exitCode));
        path = Optional.empty();
        reason = Optional.empty();
        exitCode = OptionalInt.empty();
    }

    /** Without a prompt all lines are one script. */
    private static List<Command> commands(List<String> lines) {
        if (!lines.get(0).startsWith(PROMPT)) {
            return List.of(new Command(String.join("\n", lines), Optional.empty()));
        }
        List<Command> commands = new ArrayList<>();
        int next = 0;
        while (next < lines.size()) {
            StringBuilder text = new StringBuilder(lines.get(next).substring(PROMPT.length()));
            while (text.charAt(text.length() - 1) == '\\' && next + 1 < lines.size()) {
                text.append('\n').append(lines.get(++next));
            }
            int first = ++next;
            while (next < lines.size() && !lines.get(next).startsWith(PROMPT)) {
                next++;
            }
            commands.add(new Command(text.toString(), Optional.of(withoutBlankEnd(lines.subList(first, next)))));
        }
        return commands;
    }

    private static List<String> withoutBlankEnd(List<String> lines) {
        int end = lines.size();
        while (end > 0 && lines.get(end - 1).isBlank()) {
            end--;
        }
        return lines.subList(0, end);
    }

    private void requireUsedComment() {
        if (reason.isPresent() || exitCode.isPresent()) {
            throw new IllegalArgumentException("line " + Math.min(next + 1, lines.size())
                    + ": a comment is about commands, but no indented block follows; put it right before the block");
        }
    }
}
