// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.operator;

import static org.assertj.core.api.Assertions.assertThat;

import io.ccmoperator.LogLines;
import io.ccmoperator.status.Controller;
import io.ccmoperator.status.ReconcileResult;
import io.ccmoperator.status.ReconcileResult.Progressing;
import io.ccmoperator.status.ReconcileResult.Waiting;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ResultLogTest {
    private final LogLines printed = LogLines.of(ResultLog.class);

    @AfterEach
    void leave() {
        printed.close();
    }

    @Test
    void logsLineWhenResultChanges() {
        ResultLog log = new ResultLog(Controller.CLOUD_CONTROLLER_MANAGER);

        log.log(new Waiting("the feature gates"));
        log.log(new Waiting("the feature gates"));
        log.log(new Progressing("Rolling out a"));
        log.log(ReconcileResult.transientFailure("b cannot be read"));
        log.log(ReconcileResult.transientFailure("b cannot be read"));
        log.log(ReconcileResult.terminalFailure("c is missing"));
        log.log(ReconcileResult.converged());

        assertThat(printed.lines())
                .containsExactly(
                        "INFO controller ccm: waiting for the feature gates",
                        "INFO controller ccm: Rolling out a",
                        "WARN controller ccm: b cannot be read",
                        "WARN controller ccm: c is missing (no retry before a change)",
                        "INFO controller ccm: reconciled, no changes");
    }
}
