/*
 * Copyright the ccm-operator authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.ccmoperator.operator;

import static org.assertj.core.api.Assertions.assertThat;

import io.ccmoperator.status.Controller;
import io.ccmoperator.status.ReconcileResult;
import io.ccmoperator.status.ReconcileResult.Progressing;
import io.ccmoperator.status.ReconcileResult.Waiting;
import java.util.ArrayList;
import java.util.List;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ResultLogTest {
    private final Logger logger = Logger.getLogger(ResultLog.class.getName());
    private final List<String> lines = new ArrayList<>();
    private final Handler handler = new Handler() {
        @Override
        public void publish(LogRecord line) {
            lines.add(line.getLevel() + " " + line.getMessage());
        }

        @Override
        public void flush() {
            // Nothing is held back.
        }

        @Override
        public void close() {
            // Nothing is open.
        }
    };

    @BeforeEach
    void listen() {
        logger.addHandler(handler);
    }

    @AfterEach
    void leave() {
        logger.removeHandler(handler);
    }

    @Test
    void aLineIsWrittenWheneverTheResultSaysSomethingElse() {
        ResultLog log = new ResultLog(Controller.CLOUD_CONTROLLER_MANAGER);

        log.tell(new Waiting("the feature gates"));
        log.tell(new Waiting("the feature gates"));
        log.tell(new Progressing("Rolling out a"));
        log.tell(ReconcileResult.transientFailure("b cannot be read"));
        log.tell(ReconcileResult.transientFailure("b cannot be read"));
        log.tell(ReconcileResult.terminalFailure("c is missing"));
        log.tell(ReconcileResult.converged());

        assertThat(lines)
                .containsExactly(
                        "INFO controller ccm: waiting for the feature gates",
                        "INFO controller ccm: Rolling out a",
                        "WARN controller ccm: b cannot be read",
                        "WARN controller ccm: c is missing (not tried again before something changes)",
                        "INFO controller ccm: all is as desired");
    }
}
