// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.operator;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.jboss.logmanager.ExtLogRecord;
import org.jboss.logmanager.Level;
import org.jboss.logmanager.formatters.PatternFormatter;
import org.junit.jupiter.api.Test;

class LogMaskTest {
    private static ExtLogRecord logged(String format, Object argument, Throwable thrown) {
        ExtLogRecord line = new ExtLogRecord(Level.WARN, format, ExtLogRecord.FormatStyle.PRINTF, "test");
        line.setParameters(new Object[] {argument});
        line.setThrown(thrown);
        assertThat(new LogMask().isLoggable(line)).isTrue();
        return line;
    }

    private static String message(ExtLogRecord line) {
        return new PatternFormatter("%s").format(line);
    }

    @Test
    void masksParametersOfLine() {
        assertThat(message(logged("refused: %s at 100%%", "password=hunter2", null)))
                .isEqualTo("refused: password=<masked> at 100%");
    }

    @Test
    void masksMessagesOfFailuresAndKeepsTheirTraces() {
        Exception cause = new IllegalStateException("token=hunter2");
        Exception failure = new IllegalArgumentException("a", cause);

        Throwable masked = logged("failed %s", "b", failure).getThrown();

        StringWriter trace = new StringWriter();
        masked.printStackTrace(new PrintWriter(trace, true));
        assertThat(trace.toString())
                .startsWith("java.lang.IllegalArgumentException: a")
                .contains("Caused by: java.lang.IllegalStateException: token=<masked>")
                .doesNotContain("hunter2");
        assertThat(masked.getStackTrace()).isEqualTo(failure.getStackTrace());
    }

    @Test
    void leavesOtherLinesAlone() {
        Exception failure = new IllegalStateException("a");

        ExtLogRecord line = logged("failed: %s", "b", failure);

        assertThat(message(line)).isEqualTo("failed: b");
        assertThat(line.getThrown()).isSameAs(failure);
    }
}
