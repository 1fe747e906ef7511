// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.assets;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A container's command that is a shell line: {@code [/bin/bash, -c, LINE, NAME]}. On OpenShift the line reads a file of the host
 * that names the API server, or copies it for another container, and then runs a binary with the container's arguments. On other
 * clusters there is no such file, and an image need not have a shell.
 */
public final class ShellCommand {
    private static final Pattern SHELL = Pattern.compile("(?:.*/)?(?:ba|da|a)?sh");

    /** What may be left out where the host has no such file. */
    private static final Pattern HOST_FILE = Pattern.compile("if \\[ -f (?:/[\\w.-]+)+/apiserver-url\\.env \\]"
            + "|then|fi|set -o allexport|set -a"
            + "|(?:source|\\.) (?:/[\\w.-]+)+/apiserver-url\\.env"
            + "|cp (?:/[\\w.-]+)+/apiserver-url\\.env (?:/[\\w.-]+)+/?");

    /** Words without quotes and expansions, which mean the same without a shell. */
    private static final Pattern EXEC = Pattern.compile("exec (/[\\w./-]+(?: [\\w./:=@%,+-]+)*) \"\\$@\"");

    private ShellCommand() {}

    /** Whether a container's {@code command} runs a shell. */
    public static boolean isShell(Object command) {
        return command instanceof List<?> words
                && !words.isEmpty()
                && SHELL.matcher(String.valueOf(words.get(0))).matches();
    }

    /**
     * The command without the shell: the binary and the words that follow it in the line, before the container's arguments.
     *
     * @return nothing if the command is no shell line, or one that does anything else than read or copy {@code apiserver-url.env}
     *     and run a binary with {@code "$@"}
     */
    public static Optional<List<String>> withoutShell(Object command) {
        if (!isShell(command)
                || !(command instanceof List<?> words)
                || words.size() != 4
                || !words.get(1).equals("-c")) {
            return Optional.empty();
        }
        List<String> statements = statements(String.valueOf(words.get(2)));
        if (statements.isEmpty()) {
            return Optional.empty();
        }
        int last = statements.size() - 1;
        Matcher exec = EXEC.matcher(statements.get(last));
        boolean onlyHostFile = statements.subList(0, last).stream()
                .allMatch(statement -> HOST_FILE.matcher(statement).matches());
        return onlyHostFile && exec.matches()
                ? Optional.of(List.of(exec.group(1).split(" ")))
                : Optional.empty();
    }

    private static List<String> statements(String line) {
        List<String> statements = new ArrayList<>();
        Arrays.stream(line.split("[;\n]")).map(String::strip).forEach(statement -> {
            if (statement.startsWith("then ")) {
                statements.add(statement.substring("then ".length()).strip());
            } else if (!statement.isEmpty()) {
                statements.add(statement);
            }
        });
        return statements;
    }
}
