// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.cli;

import static io.ccmoperator.client.ClusterObjects.CLOUD_CONTROLLER_MANAGER;

import io.ccmoperator.apply.ApplyRecorder;
import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.ccm.Removal;
import io.ccmoperator.client.ApiServer;
import io.ccmoperator.client.StandaloneConnection;
import io.ccmoperator.cluster.GoDuration;
import io.ccmoperator.cluster.InvalidInputException;
import io.ccmoperator.events.EventRecorder;
import io.ccmoperator.events.EventSubject;
import io.ccmoperator.lease.Hostname;
import io.ccmoperator.status.ReconcileResult;
import io.ccmoperator.status.ReportedStatus;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

@Command(
        name = "remove",
        description = {
            "Deletes the CloudControllerManager 'cluster', and waits until what was applied for it is deleted.",
            "",
            "The operator removes it. Where it does not run any more, this command does. On OpenShift the defaults hold again.",
            ""
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  ccm-operator remove --kubeconfig=kubeconfig --namespace=cloud-controller-manager",
        },
        mixinStandardHelpOptions = true,
        versionProvider = BuildVersion.class)
final class RemoveCommand implements Callable<Integer> {
    /** Longer than an operator takes that runs. */
    private static final Duration OF_OPERATOR = Duration.ofSeconds(30);

    private static final Duration EVENTS_STOP = Duration.ofSeconds(2);

    @Spec
    CommandSpec command;

    @Mixin
    KubeconfigInput cluster;

    @Mixin
    NamespaceInput namespace;

    @Option(
            names = "--timeout",
            paramLabel = "DURATION",
            description =
                    "How long to wait, such as 90s (default: ${DEFAULT-VALUE}); after 30s this command removes itself what is left.")
    String timeout = "2m";

    private final Clock clock = Clock.systemUTC();

    @Override
    public Integer call() throws InterruptedException {
        Duration patience = patience();
        String managed = namespace.get();
        try (StandaloneConnection connection = cluster.open()) {
            ApiServer server = connection.server();
            Optional<KubernetesObject> manager = server.get(CLOUD_CONTROLLER_MANAGER);
            if (manager.isEmpty()) {
                print(CLOUD_CONTROLLER_MANAGER + " does not exist");
                return ExitCode.OK;
            }
            server.delete(CLOUD_CONTROLLER_MANAGER, manager.get().fields().string("metadata", "uid"));
            EventRecorder events =
                    new EventRecorder(server, () -> EventSubject.of(manager.get()), Hostname.get(), () -> true, clock);
            try {
                return await(
                        server, new Removal(server, new ApplyRecorder(events), managed), clock.instant(), patience);
            } finally {
                events.stop(EVENTS_STOP);
            }
        }
    }

    private Duration patience() {
        try {
            return GoDuration.parse("--timeout", timeout);
        } catch (InvalidInputException e) {
            throw new ParameterException(command.commandLine(), e.getMessage(), e);
        }
    }

    private int await(ApiServer server, Removal removal, Instant begin, Duration patience) throws InterruptedException {
        String cause = "the operator has not removed what was applied for it";
        while (clock.instant().isBefore(begin.plus(patience))) {
            Optional<KubernetesObject> left = server.get(CLOUD_CONTROLLER_MANAGER);
            if (left.isEmpty()) {
                print(CLOUD_CONTROLLER_MANAGER + " and what was applied for it are removed");
                return ExitCode.OK;
            }
            if (clock.instant().isAfter(begin.plus(OF_OPERATOR))) {
                ReconcileResult result =
                        removal.run(left.get(), ReportedStatus.of(left.get()).applied());
                if (result instanceof ReconcileResult.Degraded failure) {
                    cause = failure.cause();
                }
            }
            TimeUnit.SECONDS.sleep(1);
        }
        Diagnostics.error(
                command.commandLine(), CLOUD_CONTROLLER_MANAGER + " is still there after " + timeout + ": " + cause);
        return ExitCode.SOFTWARE;
    }

    private void print(String line) {
        command.commandLine().getOut().println(line);
        command.commandLine().getOut().flush();
    }
}
