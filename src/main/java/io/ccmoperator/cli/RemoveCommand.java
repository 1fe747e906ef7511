// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.cli;

import static io.ccmoperator.client.ClusterObjects.CLOUD_CONTROLLER_MANAGER;
import static io.ccmoperator.client.ClusterObjects.INFRASTRUCTURE;

import io.ccmoperator.apply.ApplyRecorder;
import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.ccm.Removal;
import io.ccmoperator.client.ApiServer;
import io.ccmoperator.client.ObjectKey;
import io.ccmoperator.client.ObjectLists;
import io.ccmoperator.client.StandaloneConnection;
import io.ccmoperator.cluster.DescribedCluster;
import io.ccmoperator.cluster.Distribution;
import io.ccmoperator.cluster.GoDuration;
import io.ccmoperator.cluster.InvalidInputException;
import io.ccmoperator.events.EventRecorder;
import io.ccmoperator.events.EventSubject;
import io.ccmoperator.lease.Hostname;
import io.ccmoperator.lease.LeaseRemoval;
import io.ccmoperator.preview.OperatorDeployment;
import io.ccmoperator.status.ReconcileResult;
import io.ccmoperator.status.ReportedStatus;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
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
            "The operator removes it. Where it does not run any more, this command does. Not on OpenShift.",
            ""
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  ccm-operator remove",
            "  ccm-operator remove --context=mycluster --timeout=5m \\",
            "      --operator-namespace=kube-ccm",
        },
        mixinStandardHelpOptions = true,
        versionProvider = BuildVersion.class)
final class RemoveCommand implements Callable<Integer> {
    /** Longer than an operator takes that runs. */
    private static final Duration OF_OPERATOR = Duration.ofSeconds(30);

    /** The part of the timeout in which an operator may remove it, at most. */
    private static final int PART_OF_OPERATOR = 4;

    private static final Duration EVENTS_STOP = Duration.ofSeconds(2);

    @Spec
    CommandSpec command;

    /** In the namespace that the guide installs the chart in: on OpenShift this command removes nothing. */
    @Mixin
    KubeconfigInput cluster = new KubeconfigInput("ccm-operator");

    @Option(
            names = "--namespace",
            paramLabel = "NAMESPACE",
            description =
                    "The namespace of cloud controller managers (default: that of the workloads in the object's status, else the one that the operator's Deployment names).")
    String namespace;

    @Option(
            names = "--distribution",
            paramLabel = "NAME",
            description =
                    "kubernetes: the cluster is not OpenShift (default: it is where there is an Infrastructure 'cluster').")
    Distribution distribution;

    @Option(
            names = "--timeout",
            paramLabel = "DURATION",
            description =
                    "How long to wait, such as 90s (default: ${DEFAULT-VALUE}); after a quarter of it, 30s at most, this command removes itself what is left.")
    String timeout = "2m";

    @Option(
            names = "--lease",
            description =
                    "Delete the Lease of an operator that was uninstalled, when its last Pod has ended, and nothing else.")
    boolean lease;

    /** For a provider that is not built in: what it may have is deleted as well where the status does not list it. */
    @Mixin
    ProvidersInput providers;

    private final Clock clock = Clock.systemUTC();

    /** Why it is not done yet. */
    private String cause = "";

    @Override
    public Integer call() throws InterruptedException {
        Duration patience = patience();
        if (namespace != null) {
            NamespaceInput.checked(namespace, command);
        }
        // Nothing is deleted where the folder cannot be used.
        providers.index();
        try (StandaloneConnection connection = cluster.open()) {
            return lease ? removeLease(connection, patience) : remove(connection, patience);
        }
    }

    private int remove(StandaloneConnection connection, Duration patience) throws InterruptedException {
        ApiServer server = connection.server();
        refuseOnOpenShift(connection);
        Optional<KubernetesObject> manager = server.get(CLOUD_CONTROLLER_MANAGER);
        String managed =
                namespace == null && manager.isPresent() ? managedNamespace(connection, manager.get()) : namespace;
        manager.ifPresent(object -> {
            Diagnostics.note(command, "deleting " + CLOUD_CONTROLLER_MANAGER + " of " + connection.address());
            server.delete(CLOUD_CONTROLLER_MANAGER, object.fields().string("metadata", "uid"));
        });
        EventSubject subject = manager.map(EventSubject::of).orElse(EventSubject.of(CLOUD_CONTROLLER_MANAGER));
        EventRecorder events = new EventRecorder(server, () -> subject, Hostname.get(), () -> true, clock);
        try {
            Removal removal = new Removal(server, new ApplyRecorder(events), providers.index(), managed);
            Instant begin = clock.instant();
            if (manager.isPresent() && !await(server, removal, begin, patience)) {
                return ExitCode.SOFTWARE;
            }
            if (manager.filter(DescribedCluster::isUnmanaged).isPresent()) {
                print(CLOUD_CONTROLLER_MANAGER
                        + " is removed; what was applied for it stays, since spec.managementState is Unmanaged");
                return ExitCode.OK;
            }
            return removeOwned(
                    connection.lists(),
                    removal,
                    manager.isPresent() ? " and what was applied for it are removed" : " does not exist",
                    begin.plus(patience));
        } finally {
            events.stop(EVENTS_STOP);
        }
    }

    /** No object says so any more where it was lost, its finalizer was taken off, or the operator was given another namespace. */
    private int removeOwned(ObjectLists lists, Removal removal, String done, Instant end) throws InterruptedException {
        Set<ObjectKey> removed = new LinkedHashSet<>();
        List<ObjectKey> left = owned(lists);
        while (!left.isEmpty() && clock.instant().isBefore(end)) {
            removed.addAll(left);
            String refused = removal.delete(left).orElse("what is being deleted keeps a finalizer, or is made again");
            TimeUnit.SECONDS.sleep(1);
            left = owned(lists);
            if (!left.isEmpty()) {
                waitFor(names(left), refused);
            }
        }
        if (!left.isEmpty()) {
            return tooLong(names(left));
        }
        print(CLOUD_CONTROLLER_MANAGER
                + done
                + (removed.isEmpty() ? "" : "; removed by their label: " + names(removed)));
        return ExitCode.OK;
    }

    private List<ObjectKey> owned(ObjectLists lists) {
        return Removal.owned(lists, namespace == null ? "" : namespace);
    }

    private static String names(Collection<ObjectKey> keys) {
        return keys.stream().map(ObjectKey::toString).collect(Collectors.joining(", "));
    }

    private Duration patience() {
        try {
            Duration patience = GoDuration.parse("--timeout", timeout);
            if (patience.isNegative()) {
                throw new InvalidInputException("--timeout: '" + timeout + "' is negative; write how long to wait");
            }
            return patience;
        } catch (InvalidInputException e) {
            throw new ParameterException(command.commandLine(), e.getMessage(), e);
        }
    }

    /** The operator would apply there again what this command deletes. */
    private void refuseOnOpenShift(StandaloneConnection connection) {
        if (distribution == Distribution.KUBERNETES) {
            return;
        }
        if (distribution == Distribution.OPENSHIFT
                || connection.serves(INFRASTRUCTURE.kind())
                        && connection.server().get(INFRASTRUCTURE).isPresent()) {
            throw new InvalidInputException(
                    "on OpenShift, where Infrastructure cluster exists, the cloud controller manager is not removed;"
                            + " to let it have its defaults again, run: oc delete cloudcontrollermanager cluster");
        }
    }

    private String managedNamespace(StandaloneConnection connection, KubernetesObject manager) {
        List<String> used = Removal.managedNamespaces(ReportedStatus.of(manager).applied());
        if (!used.isEmpty()) {
            return used.get(0);
        }
        Optional<OperatorDeployment> deployment =
                cluster.readableDeployment(connection, line -> Diagnostics.warning(command, line));
        if (deployment.isEmpty()) {
            throw new InvalidInputException("the status of " + CLOUD_CONTROLLER_MANAGER + " names no workload, and "
                    + cluster.deploymentKey()
                    + " cannot be read; name the namespace of cloud controller managers with --namespace");
        }
        return DeployedOperator.of(connection.server(), deployment, List.of(), Map.of(), line -> {})
                .settings()
                .namespaces()
                .managed();
    }

    private boolean await(ApiServer server, Removal removal, Instant begin, Duration patience)
            throws InterruptedException {
        Duration ofOperator = patience.dividedBy(PART_OF_OPERATOR);
        Duration first = ofOperator.compareTo(OF_OPERATOR) < 0 ? ofOperator : OF_OPERATOR;
        String what = CLOUD_CONTROLLER_MANAGER.toString();
        waitFor(
                what,
                "the operator removes what was applied for it, after " + GoDuration.format(first)
                        + " this command does");
        while (clock.instant().isBefore(begin.plus(patience))) {
            Optional<KubernetesObject> left = server.get(CLOUD_CONTROLLER_MANAGER);
            if (left.isEmpty()) {
                return true;
            }
            if (clock.instant().isAfter(begin.plus(first))) {
                ReconcileResult result =
                        removal.run(left.get(), ReportedStatus.of(left.get()).applied());
                if (result instanceof ReconcileResult.Degraded failure) {
                    waitFor(what, failure.cause());
                } else if (result instanceof ReconcileResult.Progressing progress) {
                    waitFor(what, progress.what());
                }
            }
            TimeUnit.SECONDS.sleep(1);
        }
        tooLong(what);
        return false;
    }

    private int removeLease(StandaloneConnection connection, Duration patience) throws InterruptedException {
        LeaseRemoval removal =
                new LeaseRemoval(connection.server(), connection.lists(), cluster.operatorNamespace, clock);
        Instant end = clock.instant().plus(patience);
        List<String> pods = removal.run();
        while (!pods.isEmpty() && clock.instant().isBefore(end)) {
            waitFor(removal.key().toString(), "Pod " + String.join(", ", pods) + " of the operator has not ended");
            TimeUnit.SECONDS.sleep(1);
            pods = removal.run();
        }
        if (pods.isEmpty()) {
            print(removal.key() + " is removed");
            return ExitCode.OK;
        }
        return tooLong(removal.key().toString());
    }

    /** One line a cause, not one an attempt. */
    private void waitFor(String what, String why) {
        if (!why.equals(cause)) {
            Diagnostics.note(command, "waiting for the deletion of " + what + ": " + why);
        }
        cause = why;
    }

    private int tooLong(String what) {
        Diagnostics.error(command.commandLine(), what + " is still there after " + timeout + ": " + cause);
        return ExitCode.SOFTWARE;
    }

    private void print(String line) {
        command.commandLine().getOut().println(line);
        command.commandLine().getOut().flush();
    }
}
