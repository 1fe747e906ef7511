// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.assets.deployment.devmode;

import io.ccmoperator.assets.ProviderDescriptor;
import io.ccmoperator.assets.deployment.CloudConfigTransformerBuildItem;
import io.ccmoperator.assets.deployment.ProvidersBuildItem;
import io.ccmoperator.assets.deployment.discovery.PayloadFiles;
import io.ccmoperator.assets.provider.ParsedProvider;
import io.quarkus.deployment.IsDevelopment;
import io.quarkus.deployment.annotations.BuildProducer;
import io.quarkus.deployment.annotations.BuildStep;
import io.quarkus.deployment.annotations.Produce;
import io.quarkus.deployment.builditem.ApplicationArchivesBuildItem;
import io.quarkus.deployment.builditem.CuratedApplicationShutdownBuildItem;
import io.quarkus.deployment.builditem.DevServicesResultBuildItem;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The dev service of the operator: the cluster in which it runs, which starts before it and outlives its restarts. */
class DevModeProcessor {
    private static DevCluster running;
    private static String logged = "";

    /** Before the providers are validated, which may fail. */
    @BuildStep(onlyIf = IsDevelopment.class)
    @Produce(CloudConfigTransformerBuildItem.class)
    void choosePortOfFailedStart() {
        FailedStart.choosePort();
    }

    @BuildStep(onlyIf = IsDevelopment.class)
    void sampleCluster(
            DevModeConfig config,
            ProvidersBuildItem providers,
            ApplicationArchivesBuildItem archives,
            CuratedApplicationShutdownBuildItem shutdown,
            BuildProducer<DevServicesResultBuildItem> services) {
        // With the item the providers are valid: the same fault is logged when it is made again.
        FaultFilter.forget();
        Optional<DevMode> mode = DevMode.current().filter(DevMode::runsOperator);
        if (mode.isEmpty()) {
            return;
        }
        List<ProviderDescriptor> descriptors =
                providers.providers().stream().map(ParsedProvider::descriptor).toList();
        OperatorFiles.writeImages(mode.get().imagesJson(), PayloadFiles.find(archives.getRootArchive()), descriptors);
        OperatorFiles.writeTrustBundle(mode.get().trustBundle());
        if (mode.get().hasKubeconfigFlag()) {
            end(
                    "--kubeconfig in quarkus.args: development mode uses the cluster of -Dccm-operator.dev.kubeconfig=FILE, and a sample cluster without it");
        }
        if (config.kubeconfig().isPresent()) {
            print("The operator writes into the cluster of "
                    + config.kubeconfig().get() + "; no sample cluster is started");
            return;
        }
        start(mode.get(), config, descriptors, shutdown);
        services.produce(DevServicesResultBuildItem.discovered()
                .feature("ccm-operator-cluster")
                .description("Sample cluster for the operator")
                .config(Map.of())
                .build());
    }

    private static synchronized void start(
            DevMode mode,
            DevModeConfig config,
            List<ProviderDescriptor> providers,
            CuratedApplicationShutdownBuildItem shutdown) {
        if (running != null) {
            return;
        }
        try {
            running = DevCluster.start(
                    mode, config, SampleCluster.of(config.platform(), providers, mode.runsOnKubernetes()), System.out);
        } catch (DevModeException e) {
            end(e.getMessage());
        }
        shutdown.addCloseTask(DevModeProcessor::stop, true);
    }

    /** With one line, where the report of a failed build would have a hundred. */
    private static void end(String message) {
        System.err.println("error: " + message);
        System.exit(1);
    }

    private static synchronized void stop() {
        if (running != null) {
            running.close();
            running = null;
        }
    }

    private static synchronized void print(String line) {
        if (!line.equals(logged)) {
            logged = line;
            System.out.println(line);
        }
    }
}
