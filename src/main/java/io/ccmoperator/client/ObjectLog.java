// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.client;

import org.jboss.logging.Logger;
import org.jboss.logging.Logger.Level;
import org.jboss.logging.MDC;

/** Log lines about objects: the object is in the message, and in the fields object, kind, namespace and name. */
public final class ObjectLog {
    private final Logger log;

    private ObjectLog(Logger log) {
        this.log = log;
    }

    /** @param source who writes the lines */
    public static ObjectLog of(Class<?> source) {
        return new ObjectLog(Logger.getLogger(source));
    }

    /** What helps to find a fault. */
    public void debug(ObjectKey about, String message) {
        log(Level.DEBUG, about, message, null);
    }

    /** Something happened that is as it should be. */
    public void info(ObjectKey about, String message) {
        log(Level.INFO, about, message, null);
    }

    /** Something is not as it should be, and may need an administrator. */
    public void warn(ObjectKey about, String message) {
        log(Level.WARN, about, message, null);
    }

    /** Something unexpected happened. */
    public void error(ObjectKey about, String message, Throwable fault) {
        log(Level.ERROR, about, message, fault);
    }

    private void log(Level level, ObjectKey about, String message, Throwable fault) {
        MDC.put("object", about.toString());
        MDC.put("kind", about.kind().kind());
        MDC.put("namespace", about.namespace());
        MDC.put("name", about.name());
        try {
            log.log(level, about + ": " + message, fault);
        } finally {
            MDC.remove("object");
            MDC.remove("kind");
            MDC.remove("namespace");
            MDC.remove("name");
        }
    }
}
