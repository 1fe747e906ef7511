// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.cli;

import java.util.Locale;
import picocli.CommandLine.Option;

/** The flags of logging; they become configuration before Quarkus starts. */
final class LogInput {
    /** From these levels on, Kubernetes programs log debug messages, and their requests. */
    private static final int DEBUG = 4;

    private static final int TRACE = 8;

    @Option(names = "-v", paramLabel = "N", description = "The log level, from 0 to 10 (default: 0).")
    int verbosity;

    @Option(
            names = "--log-format",
            paramLabel = "FORMAT",
            description = "text or json: one object a line (default: text).")
    Format format = Format.TEXT;

    /** The forms of the log. */
    enum Format {
        TEXT,
        JSON;

        /** As completion proposes it. */
        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    void configure() {
        System.setProperty("quarkus.log.console.json.enabled", String.valueOf(format == Format.JSON));
        String level = verbosity >= TRACE ? "TRACE" : verbosity >= DEBUG ? "DEBUG" : "INFO";
        System.setProperty("quarkus.log.category.\"io.ccmoperator\".level", level);
    }
}
