// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.EnumSet;
import java.util.Set;
import java.util.function.UnaryOperator;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Model.CommandSpec;

/**
 * Which standard streams of the process are a terminal. The console of Java does not say it: it knows nothing of standard error, and
 * nothing of a single stream. So the links in {@code /proc/self/fd} decide; where these do not exist, no stream counts as a terminal.
 *
 * @param streams the streams that are a terminal
 * @param environment variable to value, or to null where it is not set. NO_COLOR, CLICOLOR_FORCE and TERM are read, as no-color.org
 *     and bixense.com/clicolors define them
 */
record Terminal(Set<Stream> streams, UnaryOperator<String> environment) {
    /** The standard streams, in the order of their file descriptors. */
    enum Stream {
        INPUT,
        OUTPUT,
        ERROR
    }

    private static final Path DESCRIPTORS = Path.of("/proc/self/fd");

    Terminal {
        streams = Collections.unmodifiableSet(streams);
    }

    static Terminal ofProcess(UnaryOperator<String> environment) {
        return of(DESCRIPTORS, environment);
    }

    /** The terminal of the program to which the command belongs. */
    static Terminal of(CommandSpec command) {
        return ((CcmOperator) command.root().userObject()).terminal();
    }

    /** @param descriptors directory of links, each with the number of a file descriptor as its name */
    static Terminal of(Path descriptors, UnaryOperator<String> environment) {
        Set<Stream> terminals = EnumSet.noneOf(Stream.class);
        for (Stream stream : Stream.values()) {
            if (leadsToTerminal(descriptors.resolve(String.valueOf(stream.ordinal())))) {
                terminals.add(stream);
            }
        }
        return new Terminal(terminals, environment);
    }

    boolean is(Stream stream) {
        return streams.contains(stream);
    }

    /** Whether escape sequences for colors may be written to the stream. */
    Ansi colors(Stream stream) {
        if (isSet("NO_COLOR")) {
            return Ansi.OFF;
        }
        if (isSet("CLICOLOR_FORCE") && !"0".equals(environment.apply("CLICOLOR_FORCE"))) {
            return Ansi.ON;
        }
        return is(stream) && !"dumb".equals(environment.apply("TERM")) ? Ansi.ON : Ansi.OFF;
    }

    private boolean isSet(String variable) {
        String value = environment.apply(variable);
        return value != null && !value.isEmpty();
    }

    private static boolean leadsToTerminal(Path descriptor) {
        try {
            String target = Files.readSymbolicLink(descriptor).toString();
            return target.startsWith("/dev/pts/") || target.startsWith("/dev/tty") || target.equals("/dev/console");
        } catch (IOException | UnsupportedOperationException e) {
            // A closed stream, or an operating system without such links: plain output is right everywhere.
            return false;
        }
    }
}
