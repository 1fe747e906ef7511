/*
 * Copyright the ccm-operator authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.ccmoperator.cli;

import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Flags that deployments give and that this release has no use for: each is taken, with a warning. */
final class FlagsWithoutEffect {
    @Spec(Spec.Target.MIXEE)
    CommandSpec command;

    @Option(names = "--webhook-port", paramLabel = "PORT", hidden = true)
    String webhookPort;

    @Option(names = "--metrics-bind-address", paramLabel = "HOST:PORT", hidden = true)
    String metricsBindAddress;

    @Option(names = "--metrics-cert-dir", paramLabel = "DIR", hidden = true)
    String metricsCertDir;

    void warn() {
        warn("--webhook-port", webhookPort, "there is no webhook");
        warn("--metrics-bind-address", metricsBindAddress, "metrics are not served by this release");
        warn("--metrics-cert-dir", metricsCertDir, "metrics are not served by this release");
    }

    private void warn(String flag, String value, String reason) {
        if (value != null) {
            command.commandLine().getErr().println("warning: " + flag + " has no effect: " + reason);
        }
    }
}
