// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.cli;

import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** A flag of existing deployments that has no effect: it is accepted with a warning. */
final class WebhookInput {
    @Spec(Spec.Target.MIXEE)
    CommandSpec command;

    @Option(names = "--webhook-port", paramLabel = "PORT", hidden = true)
    String port;

    void warn() {
        if (port != null) {
            Diagnostics.warning(command, "--webhook-port has no effect: there is no webhook; remove the flag");
        }
    }
}
