// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.assets.provider;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.ccmoperator.assets.deployment.GoodProvider;
import io.ccmoperator.assets.validation.Judgement;
import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** The script that makes the file of a program from the output of --help. */
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "the script is one of bash")
class ProgramHelpTest {
    private static final File SAMPLE = new File("src/test/resources/program-help.txt");

    @Test
    void writesFlagsControllersAndFeatureGates() throws IOException, InterruptedException {
        assertThat(run(SAMPLE)).isEqualTo("""
                # What a program of example/cloud-provider-fog prints with --help, written by provider-assets/deployment/program/from-help.
                source: "example/cloud-provider-fog"
                commit: "0123abcd"
                date: "2026-06-16"
                kubernetes: "0.36.0"
                controllers: [cloud-node-controller, fog-gateway, service-lb-controller]
                disabledControllers: [fog-gateway]
                featureGates:
                  AllowUnsafe2: {stage: ALPHA, default: false}
                  CloudControllerManagerWebhook: {stage: ALPHA, default: false}
                  OldGate: {stage: DEPRECATED, default: true}
                flags:
                  authorization-always-allow-paths: {type: "strings", default: "[/healthz,/readyz]"}
                  bind-address: {type: "ip", default: "0.0.0.0"}
                  controllers: {type: "strings", default: "[*]"}
                  feature-gates: {type: "mapStringBool"}
                  help: {type: "bool"}
                  kube-api-qps: {type: "float32", default: "20"}
                  leader-elect-lease-duration: {type: "duration", default: "15s"}
                  log_dir: {type: "string"}
                  logging-format: {type: "string", default: "text"}
                  old-labels: {type: "bool", deprecated: true}
                  profiling: {type: "bool", default: "true"}
                  provider-id-regex: {type: "string", default: "a\\"b"}
                  tls-sni-cert-key: {type: "namedCertKey", default: "[]"}
                  v: {type: "Level"}
                  version: {type: "version[=true]"}
                  vmodule: {type: "pattern=N,..."}
                """);
    }

    @Test
    void writesFileThatBuildReads() throws IOException, InterruptedException {
        String file = run(SAMPLE);

        assertThat(Judgement.of(GoodProvider.fog()
                        .with("programs/cloud-controller-manager.yaml", file)
                        .folder()))
                .isNotEmpty()
                .allSatisfy(finding -> assertThat(finding)
                        .containsAnyOf("the program has no flag --", "the program opens no secure port by "));
    }

    @Test
    void namesRemedyForOutputWithoutFlags() throws IOException, InterruptedException {
        assertThat(run(new File("src/test/resources/good-payload/image-references")))
                .isEqualTo(
                        "error: stdin has no flag; pass what the program prints with --help, which may be on its stderr\n");
    }

    private static String run(File help) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(
                        "bash",
                        Path.of("program/from-help").toString(),
                        "example/cloud-provider-fog",
                        "0123abcd",
                        "2026-06-16",
                        "0.36.0")
                .redirectInput(help)
                .redirectErrorStream(true)
                .start();
        String output = new String(process.getInputStream().readAllBytes(), UTF_8);
        assertThat(process.waitFor()).isEqualTo(output.startsWith("error: ") ? 1 : 0);
        return output;
    }
}
