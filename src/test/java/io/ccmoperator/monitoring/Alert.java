/*
 * Copyright the ccm-operator authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.ccmoperator.monitoring;

import io.ccmoperator.assets.Manifest;
import io.ccmoperator.payload.PayloadFolder;
import java.util.List;

/** An alerting rule of the payload. */
record Alert(Manifest rule) {
    /** The groups of rules, as Prometheus reads them from a file. */
    static Manifest file() {
        return new Manifest(PayloadFolder.ofKind("PrometheusRule").get(0).map("spec"));
    }

    /** All of them, in order. */
    static List<Alert> all() {
        return file().maps("groups").stream()
                .flatMap(group -> new Manifest(group).maps("rules").stream())
                .map(rule -> new Alert(new Manifest(rule)))
                .toList();
    }

    String name() {
        return rule.text("alert");
    }

    String expression() {
        return rule.text("expr");
    }

    String annotation(String key) {
        return rule.text("annotations", key);
    }

    String severity() {
        return rule.text("labels", "severity");
    }

    @Override
    public String toString() {
        return name();
    }
}
