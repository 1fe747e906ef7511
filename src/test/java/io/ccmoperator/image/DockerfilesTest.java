/*
 * Copyright the ccm-operator authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.ccmoperator.image;

import static org.assertj.core.api.Assertions.assertThat;

import io.ccmoperator.payload.PayloadFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DockerfilesTest {
    private static final Path PROJECT = PayloadFolder.project();
    private static final String GOOD = """
            ARG BASE=registry.example.com/base:9
            # A comment \\
            FROM registry.example.com:5000/builder@sha256:%s AS builder
            COPY pom.xml \\
                 /build/
            FROM ${BASE}
            LABEL io.openshift.release.operator="true"
            COPY --from=builder /build/target/program /program
            USER 1001
            ENTRYPOINT ["/program"]
            """.formatted("0".repeat(64));

    @ParameterizedTest
    @ValueSource(strings = {"native", "jvm"})
    void theDockerfilesKeepTheRules(String kind) {
        assertThat(DockerfileRules.faults(Dockerfile.of(kind), PROJECT)).isEmpty();
    }

    @Test
    void aDockerfileThatKeepsTheRulesHasNoFaults() {
        assertThat(DockerfileRules.faults(Dockerfile.parse(GOOD), PROJECT)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "base:9              | base:latest           | FROM registry.example.com/base:latest: has no registry, or no tag that stays",
                "base:9              | base                  | FROM registry.example.com/base: has no registry, or no tag that stays",
                "registry.example.com/base | base            | FROM base:9: has no registry, or no tag that stays",
                "COPY pom.xml        | COPY no.xml           | COPY no.xml: does not exist",
                "COPY pom.xml        | ADD https://e/pom.xml | ADD https://e/pom.xml /build/: use COPY",
                "--from=builder      | --from=other          | COPY --from=other: is no stage",
                "USER 1001           | USER 0                | USER: the image is not run as a number other than 0",
                "USER 1001           | USER root             | USER: the image is not run as a number other than 0",
                "USER 1001           | LABEL a=b             | USER: the image is not run as a number other than 0",
                "LABEL io            | RUN io                | RUN: the image holds what is copied and nothing else",
                "[\"/program\"]      | /program              | 'ENTRYPOINT: is missing, or is no JSON array'"
            })
    void whatBreaksARuleIsNamed(String text, String replacement, String fault) {
        assertThat(DockerfileRules.faults(Dockerfile.parse(GOOD.replace(text, replacement)), PROJECT))
                .containsExactly(fault);
    }

    @Test
    void theReleaseImageIsWhatTheReleaseToolingAndTheDeploymentExpect() {
        Dockerfile image = Dockerfile.of("native").image();

        assertThat(image.all("LABEL").get(0).words()).contains("io.openshift.release.operator=\"true\"");
        assertThat(image.all("COPY"))
                .extracting(Dockerfile.Instruction::operands)
                .containsExactly(
                        List.of("/build/target/ccm-operator", "/ccm-operator"),
                        List.of("manifests", "/manifests"),
                        List.of("LICENSE", "/licenses/LICENSE"));
        assertThat(image.all("ENTRYPOINT").get(0).words()).containsExactly("[\"/ccm-operator\"]");
    }

    @Test
    void whatIsCopiedIsSentToTheEngine() throws IOException {
        List<String> sent = Files.readAllLines(PROJECT.resolve(".dockerignore"));

        assertThat(sent)
                .contains("*", "!LICENSE", "!manifests", "!src", "!target/quarkus-app")
                .contains("!.mvn", "!mvnw", "!pom.xml", "!provider-assets");
        assertThat(sent.indexOf("**/target")).isLessThan(sent.indexOf("!target/quarkus-app"));
    }

    @Test
    void theImageForDevelopmentHasTheSamePlaces() {
        assertThat(Dockerfile.of("jvm").image().all("COPY"))
                .extracting(copy -> copy.operands().get(1))
                .contains("/ccm-operator", "/manifests", "/licenses/LICENSE");
        assertThat(PROJECT.resolve("src/main/docker/ccm-operator-jvm")).isExecutable();
    }
}
