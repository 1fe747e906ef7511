// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.operator;

import io.ccmoperator.status.Controller;
import io.ccmoperator.status.ReconcileResult;
import io.ccmoperator.status.ReconcileResult.Degraded;
import io.ccmoperator.status.ReconcileResult.Progressing;
import io.ccmoperator.status.ReconcileResult.Waiting;
import org.jboss.logging.Logger;
import org.jboss.logging.MDC;

/** Logs the result of a controller: a line when it changes, none while it stays the same. A cause is in the field error, too. */
final class ResultLog {
    private static final Logger LOG = Logger.getLogger(ResultLog.class);

    private final Controller controller;
    private String last = "";

    ResultLog(Controller controller) {
        this.controller = controller;
    }

    /** Takes in the result of a reconcile. */
    void log(ReconcileResult result) {
        String line = "controller " + controller.value() + ": " + text(result);
        if (line.equals(last)) {
            return;
        }
        last = line;
        if (result instanceof Degraded failure) {
            MDC.put("error", failure.cause());
            try {
                LOG.warn(line);
            } finally {
                MDC.remove("error");
            }
        } else {
            LOG.info(line);
        }
    }

    /** What the line says after the controller's name. */
    static String text(ReconcileResult result) {
        if (result instanceof Waiting waiting) {
            return "waiting for " + waiting.forWhat();
        }
        if (result instanceof Degraded failure) {
            return failure.kind() == ReconcileResult.Kind.TERMINAL
                    ? failure.cause() + " (no retry before a change)"
                    : failure.cause();
        }
        return result instanceof Progressing progressing ? progressing.what() : "reconciled, no changes";
    }
}
