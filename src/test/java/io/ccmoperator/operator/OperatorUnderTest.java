// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.operator;

import static org.awaitility.Awaitility.await;

import io.ccmoperator.PackagedProgram;
import io.ccmoperator.PlantedSecrets;
import io.ccmoperator.apiserver.FreePort;
import io.ccmoperator.apiserver.LocalProcess;
import io.ccmoperator.apiserver.ServiceAccountVolume;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The packaged program, jar or executable, as {@code run} in a process of its own. */
public final class OperatorUnderTest implements AutoCloseable {
    /** One for all, so that polling leaves no connections open. */
    private static final HttpClient HEALTH = HttpClient.newHttpClient();

    private final LocalProcess process;
    private final int healthPort;
    private final int metricsPort;

    private OperatorUnderTest(LocalProcess process, int healthPort, int metricsPort) {
        this.process = process;
        this.healthPort = healthPort;
        this.metricsPort = metricsPort;
    }

    /**
     * Starts the program with the controller of the CCM's resources alone.
     *
     * @param folder for its log
     * @param version RELEASE_VERSION
     * @param flags beside --controllers, --health-addr and --metrics-bind-address
     */
    static OperatorUnderTest start(Path folder, String version, String... flags) {
        return start(folder, version, List.of("ccm"), flags);
    }

    /**
     * Starts the program.
     *
     * @param folder for its log
     * @param version RELEASE_VERSION
     * @param controllers those that it runs
     * @param flags beside --controllers, --health-addr and --metrics-bind-address
     */
    public static OperatorUnderTest start(Path folder, String version, List<String> controllers, String... flags) {
        return start(folder, PackagedProgram.command(), Map.of("RELEASE_VERSION", version), controllers, flags);
    }

    /**
     * Starts the program with variables beside RELEASE_VERSION.
     *
     * @param folder for its log
     * @param version RELEASE_VERSION
     * @param variables of the environment
     * @param controllers those that it runs
     * @param flags beside --controllers, --health-addr and --metrics-bind-address
     */
    public static OperatorUnderTest start(
            Path folder, String version, Map<String, String> variables, List<String> controllers, String... flags) {
        Map<String, String> environment = new HashMap<>(variables);
        environment.put("RELEASE_VERSION", version);
        return start(folder, PackagedProgram.command(), environment, controllers, flags);
    }

    /**
     * Starts the program with the controller of the CCM's resources alone, as in a Pod.
     *
     * @param folder for its log
     * @param version RELEASE_VERSION
     * @param volume the Pod's service account
     * @param server the API server's address in the cluster
     * @param flags beside --controllers, --health-addr and --metrics-bind-address
     */
    static OperatorUnderTest startInPod(
            Path folder, String version, ServiceAccountVolume volume, URI server, String... flags) {
        Map<String, String> environment = new HashMap<>(ServiceAccountVolume.environment(server));
        environment.put("RELEASE_VERSION", version);
        // No file of the developer's own; the program takes an empty name for none.
        environment.put("KUBECONFIG", "");
        return start(folder, volume.mounted(PackagedProgram.command()), environment, List.of("ccm"), flags);
    }

    private static OperatorUnderTest start(
            Path folder,
            List<String> program,
            Map<String, String> environment,
            List<String> controllers,
            String... flags) {
        int port = FreePort.next();
        int metricsPort = FreePort.next();
        List<String> command = new ArrayList<>(program);
        command.addAll(List.of(
                "run",
                "--controllers=" + String.join(",", controllers),
                "--health-addr=127.0.0.1:" + port,
                "--metrics-bind-address=127.0.0.1:" + metricsPort));
        command.addAll(List.of(flags));
        LocalProcess process = LocalProcess.start(folder, "operator-" + port + ".log", command, environment);
        return new OperatorUnderTest(process, port, metricsPort);
    }

    /** Waits until the program has printed a string. */
    public OperatorUnderTest awaitLog(String text) {
        await("the log to say: " + text)
                .atMost(OpenShiftCluster.PATIENCE)
                .until(process::printed, log -> log.contains(text));
        return this;
    }

    public String log() {
        return process.printed();
    }

    /** The HTTP status of /healthz or /readyz; 0 if the port is closed. */
    public int health(String path) {
        URI address = URI.create("http://127.0.0.1:" + healthPort + path);
        try {
            return HEALTH.send(HttpRequest.newBuilder(address).build(), BodyHandlers.discarding())
                    .statusCode();
        } catch (IOException e) {
            return 0;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    /** Where /healthz and /readyz are served, on 127.0.0.1. */
    public int healthPort() {
        return healthPort;
    }

    /** Where /metrics is served, on 127.0.0.1 over HTTPS. */
    public int metricsPort() {
        return metricsPort;
    }

    /** The process's id. */
    public long pid() {
        return process.pid();
    }

    /** Waits until it is ready; a server that has just started may keep it from knowing of a kind for some seconds. */
    public void awaitReady() {
        await("ready").atMost(OpenShiftCluster.PATIENCE).until(() -> health("/readyz") == 200);
    }

    /** Asks the program to end. Returns at once. */
    public void terminate() {
        process.terminate();
    }

    public void kill() {
        process.kill();
    }

    public int exitCode() {
        return process.exitCode(Duration.ofSeconds(30));
    }

    @Override
    public void close() {
        process.close();
        PlantedSecrets.assertNoneIn("the log of the operator", log());
    }
}
