/*
 * Copyright the ccm-operator authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.ccmoperator.image;

import static org.assertj.core.api.Assertions.assertThat;

import io.ccmoperator.payload.PayloadFolder;
import java.io.IOException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DockerfilesTest {
    private static final Path PROJECT = PayloadFolder.project();

    @Test
    void givesBothImagesSamePathsModesLabelsAndUser() {
        Dockerfile image = Dockerfile.of("native").image();
        Dockerfile onVirtualMachine = Dockerfile.of("jvm").image();

        assertThat(places(image))
                .containsExactly(
                        "0755 /ccm-operator",
                        "0755 /azure-config-credentials-injector",
                        "0644 /manifests/",
                        "0644 /licenses/LICENSE",
                        "0644 /sbom/ccm-operator.cdx.json",
                        "0644 /usr/bin/");
        assertThat(places(onVirtualMachine)).containsAll(places(image)).contains("0755 /quarkus-app");
        assertThat(onVirtualMachine.all("LABEL")).isEqualTo(image.all("LABEL"));
        assertThat(onVirtualMachine.all("USER")).isEqualTo(image.all("USER"));
        assertThat(onVirtualMachine.all("ENTRYPOINT")).isEqualTo(image.all("ENTRYPOINT"));
        assertThat(image.all("ENTRYPOINT").get(0).words()).containsExactly("[\"/ccm-operator\"]");
        assertThat(image.all("USER"))
                .singleElement()
                .satisfies(user -> assertThat(user.words()).containsExactly("1001"));
        assertThat(Stream.of("RUN", "ENV", "CMD", "ADD").flatMap(name -> image.all(name).stream()))
                .isEmpty();
    }

    /** openshift-tests names them, and ends when one of them is missing. */
    @ParameterizedTest
    @ValueSource(strings = {"native", "jvm"})
    void takesProgramsForOpenShiftTestsFromNamedImage(String kind) {
        Dockerfile file = Dockerfile.of(kind);

        List<String> operands = file.image().all("COPY").stream()
                .filter(copy -> copy.flag("from").equals(Optional.of("tests")))
                .findFirst()
                .orElseThrow()
                .operands();

        PathMatcher programs = FileSystems.getDefault().getPathMatcher("glob:" + operands.get(0));
        assertThat(List.of(
                        "/usr/bin/cloud-controller-manager-aws-tests-ext.gz",
                        "/usr/bin/cloud-controller-manager-operator-tests-ext.gz"))
                .allMatch(program -> programs.matches(Path.of(program)));
        assertThat(operands.get(1)).isEqualTo("/usr/bin/");
        assertThat(file.all("FROM")).anyMatch(from -> from.words().equals(List.of("scratch", "AS", "tests")));
        assertThat(file.all("WORKDIR"))
                .as("an engine fails where a pattern matches nothing")
                .anyMatch(place -> programs.matches(Path.of(place.words().get(0))));
    }

    @Test
    void labelsImageItselfAndNotItsBase() {
        List<String> labels =
                Dockerfile.of("native").image().all("LABEL").get(0).words();

        assertThat(labels)
                .contains(
                        "io.openshift.release.operator=\"true\"",
                        "name=\"ccm-operator\"",
                        "vcs-ref=\"unknown\"",
                        "org.opencontainers.image.licenses=\"Apache-2.0\"",
                        "org.opencontainers.image.revision=\"unknown\"",
                        "org.opencontainers.image.version=\"unreleased\"");
        // Which an image of UBI has, and any that is made from it would say of itself.
        assertThat(labels.stream().map(label -> label.split("=", 2)[0]))
                .contains("build-date", "com.redhat.component", "com.redhat.license_terms")
                .contains("cpe", "description", "distribution-scope", "io.k8s.description", "io.k8s.display-name")
                .contains("io.openshift.expose-services", "io.openshift.tags", "maintainer", "name", "release")
                .contains("summary", "url", "usage", "vcs-ref", "vcs-type", "vcs-url", "vendor", "version");
    }

    @ParameterizedTest
    @CsvSource({
        "native, BUILDER, quay.io/quarkus/ubi9-quarkus-mandrel-builder-image:jdk-25",
        "native, BASE, registry.access.redhat.com/ubi9/ubi-minimal:9.7",
        "jvm, BUILDER, registry.access.redhat.com/ubi9/openjdk-21:1.23",
        "jvm, BASE, registry.access.redhat.com/ubi9/openjdk-21-runtime:1.23"
    })
    void usesDocumentedDefaultsOfBuilderAndBase(String kind, String argument, String image) throws IOException {
        assertThat(Dockerfile.of(kind).all("ARG")).anyMatch(arg -> arg.words().equals(List.of(argument + "=" + image)));
        assertThat(Files.readString(PROJECT.resolve("docs/installing.md"))).contains("`" + image + "`");
    }

    @Test
    void sendsCopiedFilesToEngine() throws IOException {
        List<String> sent = Files.readAllLines(PROJECT.resolve(".dockerignore"));

        assertThat(sent)
                .contains("*", "!LICENSE", "!manifests", "!src", "!target/quarkus-app", "!target/quarkus-run.cdx.json")
                .contains(
                        "!target/release/of-image-*",
                        "!.mvn",
                        "!mvnw",
                        "!pom.xml",
                        "!provider-assets",
                        "!provider-pack-archetype");
        assertThat(sent.indexOf("**/target")).isLessThan(sent.indexOf("!target/quarkus-app"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"ccm-operator-jvm", "azure-config-credentials-injector"})
    void makesScriptsOfImageExecutable(String script) {
        assertThat(PROJECT.resolve("src/main/docker").resolve(script)).isExecutable();
    }

    /** Mode and place of each file or folder. */
    private static List<String> places(Dockerfile image) {
        return image.all("COPY").stream()
                .map(copy -> copy.flag("chmod").orElseThrow() + " "
                        + copy.operands().get(copy.operands().size() - 1))
                .toList();
    }
}
