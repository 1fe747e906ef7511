// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.cli;

import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.assets.ResourceKind;
import io.ccmoperator.assets.tree.JsonWriter;
import io.ccmoperator.assets.tree.YamlWriter;
import io.ccmoperator.client.ApiException;
import io.ccmoperator.client.ApiServer;
import io.ccmoperator.client.ObjectKey;
import io.ccmoperator.client.ObjectLists;
import io.ccmoperator.client.StandaloneConnection;
import io.ccmoperator.cluster.Distribution;
import io.ccmoperator.input.OwnKind;
import io.ccmoperator.operator.Settings;
import io.ccmoperator.overview.Overview;
import io.ccmoperator.overview.OverviewReader;
import java.io.PrintWriter;
import java.time.Clock;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

@Command(
        name = "status",
        description = {
            "Shows the state of the operator, of what it applies, and of what waits for the cloud, in a cluster.",
            ""
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {"0:healthy", "1:failed", "2:wrong usage", "3:progressing", "4:unhealthy"},
        footerHeading = "%nExamples:%n",
        footer = {"  ccm-operator status", "  ccm-operator status --watch", "  ccm-operator status -o json"},
        mixinStandardHelpOptions = true,
        versionProvider = BuildVersion.class)
final class StatusCommand implements Callable<Integer> {
    private static final ObjectKey DEFINITION =
            ObjectKey.ofCluster(ResourceKind.CUSTOM_RESOURCE_DEFINITION, "cloudcontrollermanagers.ccmoperator.io");

    private static final int PROGRESSING = 3;
    private static final int UNHEALTHY = 4;
    private static final long POLL_SECONDS = 2;
    private static final int POLLS_OF_ALL_NAMESPACES = 15;

    @Spec
    CommandSpec command;

    @Mixin
    KubeconfigInput cluster;

    @Mixin
    ProvidersInput providers;

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FORMAT",
            description = "text, json or yaml (default: text).")
    Format format = Format.TEXT;

    @Option(
            names = {"-w", "--watch"},
            description = "Look again every two seconds until interrupted, and print each change.")
    boolean watch;

    /** Nodes, and events of all namespaces; a cluster has thousands, so that they are read in one of many polls. */
    private final Map<ResourceKind, List<KubernetesObject>> ofAllNamespaces = new EnumMap<>(ResourceKind.class);

    private int polls;

    /** Of the last attempt while watching; empty after one that succeeded. */
    private String failure = "";

    @Override
    public Integer call() throws InterruptedException {
        try (StandaloneConnection connection = cluster.open()) {
            Overview overview = read(connection);
            print(overview);
            while (watch && !System.out.checkError()) {
                TimeUnit.SECONDS.sleep(POLL_SECONDS);
                overview = next(connection, overview);
            }
            return exitCode(overview.health());
        }
    }

    /** API servers restart during an update; each cause is reported once. */
    private Overview next(StandaloneConnection connection, Overview overview) {
        try {
            Overview next = read(connection);
            if (!failure.isEmpty() || !withoutTime(next).equals(withoutTime(overview))) {
                print(next);
            }
            failure = "";
            return next;
        } catch (ApiException e) {
            if (!e.withRemedy().equals(failure)) {
                failure = e.withRemedy();
                Diagnostics.warning(command, failure + "; retrying");
            }
            return overview;
        }
    }

    private Overview read(StandaloneConnection connection) {
        if (polls++ % POLLS_OF_ALL_NAMESPACES == 0) {
            ofAllNamespaces.clear();
        }
        ObjectLists lists = (kind, namespace, selector, keep) -> namespace.isEmpty()
                ? ofAllNamespaces.computeIfAbsent(
                        kind, unused -> connection.lists().list(kind, namespace, selector, keep))
                : connection.lists().list(kind, namespace, selector, keep);
        DeployedOperator operator = DeployedOperator.of(
                connection.server(),
                cluster.readableDeployment(connection, line -> {}),
                List.of(),
                Map.of(),
                line -> {});
        Settings settings = operator.settings();
        Optional<ObjectKey> lease = settings.lease().enabled()
                ? Optional.of(new ObjectKey(
                        ResourceKind.LEASE,
                        settings.lease().namespace(),
                        settings.lease().name()))
                : Optional.empty();
        return new OverviewReader(
                        connection.server(),
                        lists,
                        providers.index(settings.files().providers()),
                        Clock.systemUTC())
                .read(new OverviewReader.Subject(
                        cluster.deploymentKey(),
                        settings.namespaces().managed(),
                        lease,
                        settings.version(),
                        connection.serves(ResourceKind.INFRASTRUCTURE)
                                ? settings.distribution()
                                : Distribution.KUBERNETES,
                        droppedFields(connection.server())));
    }

    /** Who may not read the definition learns nothing of it: the columns of the object are the administrator's. */
    private static List<String> droppedFields(ApiServer server) {
        try {
            return server.get(DEFINITION).map(OwnKind::droppedFields).orElse(List.of());
        } catch (ApiException e) {
            if (!e.isForbidden()) {
                throw e;
            }
            return List.of();
        }
    }

    private void print(Overview overview) {
        PrintWriter out = command.commandLine().getOut();
        String text = switch (format) {
            case TEXT ->
                StatusScreen.of(
                        overview,
                        Clock.systemUTC().instant(),
                        command.commandLine().getUsageHelpWidth(),
                        command.commandLine().getColorScheme());
            case JSON -> JsonWriter.indented(overview.tree());
            case YAML -> (watch ? "---\n" : "") + YamlWriter.write(overview.tree());
        };
        out.print(text);
        if (watch && format == Format.TEXT) {
            out.println();
        }
        out.flush();
    }

    /** A renewal of the Lease is not a change that a log of changes needs. */
    private static Map<String, Object> withoutTime(Overview overview) {
        Map<String, Object> tree = overview.tree();
        tree.remove("renewed");
        return tree;
    }

    private static int exitCode(Overview.Health health) {
        return switch (health) {
            case HEALTHY -> 0;
            case PROGRESSING -> PROGRESSING;
            case UNHEALTHY -> UNHEALTHY;
        };
    }
}
