// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.assets.tree;

import io.ccmoperator.assets.text.MessageText;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;

/** Says what is wrong with a string that is not YAML, and the remedy. The parser says what it expected. */
final class YamlProblem {
    private static final Pattern CHARACTER = Pattern.compile("found character '(.+?)(?:\\(TAB\\))?' that cannot start");
    private static final Pattern ESCAPE = Pattern.compile("found unknown escape character (.+)\\(\\d+\\)");
    private static final Pattern ALIAS = Pattern.compile("found undefined alias (.+)");
    private static final Pattern KEY_BEFORE = Pattern.compile("[^\\s\"'#-][^\"'#]*:\\s.*");

    private final String context;
    private final String problem;
    private final MarkedYamlEngineException error;

    private YamlProblem(MarkedYamlEngineException error) {
        this.context = error.getContext() == null ? "" : error.getContext();
        this.problem = error.getProblem() == null ? "" : error.getProblem();
        this.error = error;
    }

    /**
     * The problem as an exception of this package.
     *
     * @param text the whole text
     */
    static SyntaxException of(MarkedYamlEngineException error, String text) {
        YamlProblem problem = new YamlProblem(error);
        Optional<Mark> mark = problem.mark();
        return new SyntaxException(
                problem.reason(text.lines().toList(), mark),
                mark.map(YamlReader::position).orElse(null));
    }

    /** The beginning of what has no end, where this is the problem: the parser notices it far below. */
    private Optional<Mark> mark() {
        return isUnclosed() || problem.contains("could not find expected ':'")
                ? error.getContextMark().or(error::getProblemMark)
                : error.getProblemMark();
    }

    private boolean isUnclosed() {
        return context.contains("quoted scalar") && problem.contains("unexpected")
                || context.contains("flow sequence")
                || context.contains("flow mapping");
    }

    private String reason(List<String> lines, Optional<Mark> mark) {
        Matcher character = CHARACTER.matcher(problem);
        Matcher escape = ESCAPE.matcher(problem);
        Matcher alias = ALIAS.matcher(problem);
        if (character.find()) {
            return character.group(1).equals("\\t")
                    ? "a tab cannot be indentation; write blanks"
                    : "a value cannot begin with " + character.group(1) + "; put it in quotes";
        } else if (escape.find()) {
            return "\\" + escape.group(1) + " is not an escape in double quotes; write \\\\" + escape.group(1)
                    + ", or use single quotes";
        } else if (alias.find()) {
            return "there is no anchor &" + alias.group(1) + " above; put a value that begins with * in quotes";
        } else if (context.contains("scanning an alias") || context.contains("scanning an anchor")) {
            return "a value that begins with " + (context.contains("alias") ? "*" : "&") + " has to be in quotes";
        } else if (problem.contains("mapping values are not allowed")) {
            return misplacedColon(
                    lines,
                    mark.map(Mark::getLine).orElse(0),
                    mark.map(Mark::getColumn).orElse(0));
        } else if (problem.contains("could not find expected ':'")) {
            return "the line has no key with a colon and a blank after it; write key: value";
        } else if (isUnclosed()) {
            return context.contains("quoted")
                    ? "the quote is not closed; end the value with the same quote"
                    : context.contains("sequence")
                            ? "the list is not closed, or has no comma between two items; write [a, b]"
                            : "the map is not closed, or has no comma between two keys; write {a: b, c: d}";
        } else if (problem.contains("expected the node content")) {
            return "a value is missing here; a [ or { above may not be closed";
        } else if (problem.contains("expected <block end>") || problem.contains("entries are not allowed")) {
            return "the line is indented differently from the lines around it; align it with the others of its map or"
                    + " list";
        }
        return MessageText.oneLine((context.isBlank() ? "" : context + ": ") + problem);
    }

    private static String misplacedColon(List<String> lines, int number, int column) {
        String line = number < lines.size() ? lines.get(number) : "";
        String above = number > 0 && number <= lines.size() ? lines.get(number - 1) : "";
        if (KEY_BEFORE
                .matcher(line.substring(0, Math.min(column, line.length())).strip())
                .matches()) {
            return "the value has a colon and a blank; put it in quotes";
        }
        return !above.contains(":") && !above.isBlank() && indentation(above) == indentation(line)
                ? "the line above has no key with a colon and a blank after it; write key: value"
                : "the line is indented differently from the lines around it; align it with the other keys of its map";
    }

    private static int indentation(String line) {
        return line.length() - line.stripLeading().length();
    }
}
