// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.operator;

import io.ccmoperator.assets.text.Credentials;
import io.quarkus.logging.LoggingFilter;
import java.util.logging.Filter;
import java.util.logging.LogRecord;
import org.jboss.logmanager.ExtFormatter;
import org.jboss.logmanager.ExtLogRecord;
import org.jboss.logmanager.formatters.PatternFormatter;

/** Masks credentials in every line of the log, those of libraries and the messages of failures included. */
@LoggingFilter(name = "credentials")
public final class LogMask implements Filter {
    /** The message with its parameters, without the trace of a failure. */
    private static final ExtFormatter MESSAGE = new PatternFormatter("%s");

    @Override
    public boolean isLoggable(LogRecord record) {
        if (record instanceof ExtLogRecord line) {
            String message = MESSAGE.format(line);
            String masked = Credentials.masked(message);
            if (!masked.equals(message)) {
                line.setMessage(masked, ExtLogRecord.FormatStyle.NO_FORMAT);
            }
        }
        if (record.getThrown() != null && hasCredential(record.getThrown())) {
            record.setThrown(new Masked(record.getThrown()));
        }
        return true;
    }

    private static boolean hasCredential(Throwable failure) {
        boolean found = false;
        for (Throwable cause = failure; cause != null && !found; cause = cause.getCause()) {
            String words = cause.toString();
            found = !Credentials.masked(words).equals(words);
        }
        return found;
    }

    /** A failure with the same trace and the same causes, whose messages are masked. */
    private static final class Masked extends Throwable {
        private static final long serialVersionUID = 1L;

        private final String words;

        Masked(Throwable failure) {
            super(null, failure.getCause() == null ? null : new Masked(failure.getCause()), false, true);
            words = Credentials.masked(failure.toString());
            setStackTrace(failure.getStackTrace());
        }

        @Override
        public String toString() {
            return words;
        }
    }
}
