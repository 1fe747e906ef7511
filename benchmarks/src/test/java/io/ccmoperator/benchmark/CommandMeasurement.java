// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.benchmark;

import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/** Commands that need no cluster, measured as whole processes: from before the process is created until it has ended. */
final class CommandMeasurement {
    private final Path folder;
    private final Map<Quantity, List<String>> commands;

    /** Writes the input files of the commands. */
    CommandMeasurement(Path folder) throws IOException {
        this.folder = folder;
        Path infrastructure = write("infrastructure.yaml", """
                apiVersion: config.openshift.io/v1
                kind: Infrastructure
                metadata: {name: cluster}
                spec: {}
                status:
                  infrastructureName: sample-1
                  controlPlaneTopology: HighlyAvailable
                  platformStatus: {type: AWS}
                """);
        Path images = write("images.yaml", """
                apiVersion: v1
                kind: ConfigMap
                metadata: {name: cloud-controller-manager-images}
                data:
                  images.json: |
                    {
                      "cloudControllerManagerOperator": "registry/operator:1",
                      "cloudControllerManagerAWS": "registry/aws:1"
                    }
                """);
        Path credentials = Files.createDirectory(folder.resolve("credentials"));
        write("credentials/azure_client_id", "id\n");
        write("credentials/azure_client_secret", "hidden\n");
        Path cloudConf = write("cloud.conf", "{\"useManagedIdentityExtension\": true, \"a\": 1}");
        commands = Map.of(
                Quantity.RENDER,
                List.of(
                        "render",
                        "--dest-dir=" + folder.resolve("rendered"),
                        "--cluster-infrastructure-file=" + infrastructure,
                        "--images-file=" + images),
                Quantity.INJECT,
                List.of(
                        "inject-azure-credentials",
                        "--disable-identity-extension-auth",
                        "--cloud-config-file-path=" + cloudConf,
                        "--output-file-path=" + folder.resolve("merged.conf"),
                        "--creds-path=" + credentials),
                Quantity.PROVIDERS,
                List.of("providers"),
                Quantity.VERSION,
                List.of("--version"));
    }

    /** Runs each command some times, the programs in turn. */
    void measure(List<Program> programs, int runs, Measurements into) throws IOException, InterruptedException {
        for (int run = 0; run < runs; run++) {
            for (Program program : programs) {
                into.add(Quantity.EMPTY, program, milliseconds(List.of("true")));
            }
            for (Map.Entry<Quantity, List<String>> command : commands.entrySet()) {
                for (Program program : programs) {
                    into.add(command.getKey(), program, milliseconds(program.command(command.getValue())));
                }
            }
        }
        for (int run = 0; run < runs; run++) {
            for (Program program : programs) {
                into.add(
                        Quantity.RENDER_MEMORY, program, peakMebibytes(program.command(commands.get(Quantity.RENDER))));
            }
        }
    }

    private double milliseconds(List<String> command) throws IOException, InterruptedException {
        long begin = System.nanoTime();
        Process process = start(command);
        int exitCode = process.waitFor();
        long end = System.nanoTime();
        check(command, exitCode);
        return (end - begin) / 1e6;
    }

    /** Linux reports the peak of a running process only, so it is read until the process has ended; the last value is the result. */
    private double peakMebibytes(List<String> command) throws IOException, InterruptedException {
        Process process = start(command);
        OptionalLong peak = OptionalLong.empty();
        OptionalLong now = ProcessUsage.peakKibibytes(process.pid());
        while (now.isPresent()) {
            peak = now;
            now = ProcessUsage.peakKibibytes(process.pid());
        }
        check(command, process.waitFor());
        return peak.orElseThrow() / 1024.0;
    }

    private Process start(List<String> command) throws IOException {
        return new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(Redirect.to(folder.resolve("output.txt").toFile()))
                .start();
    }

    private void check(List<String> command, int exitCode) throws IOException {
        if (exitCode != 0) {
            throw new IllegalStateException(
                    command + " ended with " + exitCode + ":\n" + Files.readString(folder.resolve("output.txt")));
        }
    }

    private Path write(String name, String text) throws IOException {
        return Files.writeString(folder.resolve(name), text);
    }
}
