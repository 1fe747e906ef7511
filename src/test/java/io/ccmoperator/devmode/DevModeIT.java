// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.devmode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.ccmoperator.apiserver.LocalProcess;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Development mode as a developer starts it; what it decides by its settings is in the tests of the extension. */
class DevModeIT {
    /** Much longer than a build takes, for machines that do much else. */
    private static final Duration PATIENCE = Duration.ofMinutes(5);

    private static final Pattern SERVER = Pattern.compile("an API server in memory at http://127\\.0\\.0\\.1:([0-9]+)");
    private static final Pattern AVAILABLE = Pattern.compile("(?m)^  Available +True +AsExpected");
    private static final String GCP_DEPLOYMENT = "src/main/resources/providers/gcp/assets/50-deployment.yaml";
    private static final Pattern FAULT =
            Pattern.compile("(?m)^  providers/gcp/assets/50-deployment\\.yaml, document 1 .*: there is no such field;"
                    + " is hostNetwork meant\\? \\[schema]$");
    /** Errors, warnings of Quarkus and of what looks for a container engine, and of modules that are not run. */
    private static final Pattern NOISE = Pattern.compile("ERROR|WARN +(io\\.qu|or\\.te)\\.|Skipping quarkus:dev");

    private static final Pattern STACK_TRACE = Pattern.compile("(?m)^\\s+at [\\w.$/@]+\\(");
    private static final String DEPLOYMENT =
            "Deployment openshift-cloud-controller-manager/aws-cloud-controller-manager: ";

    @TempDir
    static Path folder;

    private static ProjectCopy project;

    @BeforeAll
    static void copyTheProject() throws IOException {
        project = ProjectCopy.in(folder);
    }

    @Test
    void reportsFaultsAndRollsOutChangesInOneClusterThatEndsWithProcess() throws IOException {
        project.change(GCP_DEPLOYMENT, DevModeIT::withFault);
        try (LocalProcess dev = project.quarkusDev("reload.log")) {
            awaitPrinted(dev, FAULT);
            project.change(GCP_DEPLOYMENT, DevModeIT::withoutFault);
            awaitPrinted(dev, AVAILABLE);
            dev.await(PATIENCE, () -> starts(dev) > 0);
            long starts = starts(dev);

            long saved = System.nanoTime();
            project.change(GCP_DEPLOYMENT, DevModeIT::withFault);
            dev.await(PATIENCE, () -> FAULT.matcher(dev.printed()).results().count() == 2);
            System.out.printf("from the saved fault to its message: %.1f s%n", (System.nanoTime() - saved) / 1e9);
            project.change(GCP_DEPLOYMENT, DevModeIT::withoutFault);
            dev.await(PATIENCE, () -> starts(dev) > starts);

            project.change(
                    "src/main/resources/providers/aws/assets/50-deployment.yaml",
                    yaml -> yaml.replace("cpu: 200m", "cpu: 210m"));
            awaitPrinted(
                    dev,
                    Pattern.compile("(?s)" + Pattern.quote(DEPLOYMENT + "updated to match the desired state")
                            + ".*reconciled, no changes"));

            String printed = dev.printed();
            assertThat(printed).contains("due to changes in 50-deployment.yaml");
            assertThat(FAULT.matcher(printed).results())
                    .as("once at the first start, once while the operator ran")
                    .hasSize(2);
            assertThat(printed.lines())
                    .noneMatch(line -> line.contains("Exception"))
                    .noneMatch(line -> STACK_TRACE.matcher(line).find());
            assertThat(SERVER.matcher(printed).results()).hasSize(1);
            int port = port(printed);
            new Socket(InetAddress.getLoopbackAddress(), port).close();

            dev.terminate();
            dev.exitCode(Duration.ofSeconds(60));
            assertThat(dev.printed()).contains("released by this process");
            await("the server to end with it").until(() -> isClosed(port));
        }
    }

    @Test
    @Tag("long")
    void choosesPlatformByPropertyAndExitsWhenAvailable() {
        try (LocalProcess dev = project.quarkusDev(
                "azure.log", "-Dccm-operator.dev.platform=Azure", "-Dccm-operator.dev.exit-when-available=true")) {
            assertThat(dev.exitCode(PATIENCE)).isZero();
            assertThat(dev.printed())
                    .contains("DaemonSet openshift-cloud-controller-manager/azure-cloud-node-manager: created")
                    .containsPattern(AVAILABLE)
                    .doesNotContainPattern(NOISE);
        }
    }

    @Test
    void runsInClusterWithoutOpenShiftWhenFlagSaysSo() {
        try (LocalProcess dev = project.quarkusDev(
                "kubernetes.log",
                "-Dquarkus.args=run --distribution=kubernetes",
                "-Dccm-operator.dev.platform=OpenStack",
                "-Dccm-operator.dev.exit-when-available=true")) {
            assertThat(dev.exitCode(PATIENCE)).as(dev::printed).isZero();
            assertThat(dev.printed())
                    .contains("A sample cluster of Kubernetes on OpenStack")
                    .contains("\nCloudControllerManager cluster\n")
                    .containsPattern(AVAILABLE)
                    .doesNotContain("ClusterOperator cloud-controller-manager")
                    .doesNotContainPattern(NOISE);
        }
    }

    private static String withFault(String yaml) {
        return yaml.replace("hostNetwork:", "hostNetwrok:");
    }

    private static String withoutFault(String yaml) {
        return yaml.replace("hostNetwrok:", "hostNetwork:");
    }

    /** How often the operator has started and found the cluster as desired. */
    private static long starts(LocalProcess dev) {
        return dev.printed()
                .lines()
                .filter(line -> line.contains("ccm: reconciled, no changes"))
                .count();
    }

    private static void awaitPrinted(LocalProcess dev, Pattern text) {
        dev.await(PATIENCE, () -> text.matcher(dev.printed()).find());
    }

    private static int port(String printed) {
        Matcher matcher = SERVER.matcher(printed);
        assertThat(matcher.find()).isTrue();
        return Integer.parseInt(matcher.group(1));
    }

    private static boolean isClosed(int port) throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            return !socket.isConnected();
        } catch (ConnectException e) {
            return true;
        }
    }
}
