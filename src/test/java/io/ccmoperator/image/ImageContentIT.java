// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.image;

import static org.assertj.core.api.Assertions.assertThat;

import io.ccmoperator.PackagedProgram;
import io.ccmoperator.apiserver.LocalProcess;
import io.ccmoperator.assets.tree.FieldReader;
import io.ccmoperator.payload.PayloadFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What an image has, and what it takes from others. The image with a Java virtual machine has the same, and its jars. */
@Tag("packaged")
class ImageContentIT {
    @TempDir
    static Path storage;

    private static BuiltImage image;

    @BeforeAll
    static void build() {
        image = BuiltImage.ofPackagedProgram(storage);
    }

    @Test
    void hasDocumentedFilesWhichOnlyRootMayChange() throws IOException {
        List<String> expected = new ArrayList<>(List.of(
                "755 0:0 /ccm-operator",
                "755 0:0 /azure-config-credentials-injector",
                "755 0:0 /licenses",
                "755 0:0 /sbom",
                "644 0:0 /sbom/ccm-operator.cdx.json",
                "755 0:0 /manifests"));
        try (Stream<Path> manifests = Files.list(PayloadFolder.project().resolve("manifests"))) {
            manifests.forEach(file -> expected.add("644 0:0 /manifests/" + file.getFileName()));
        }

        List<String> files = image.files();
        Path root = image.root(image.container());

        assertThat(files)
                .filteredOn(file -> !file.contains(" /quarkus-app") && !file.contains(" /licenses/"))
                .containsExactlyInAnyOrderElementsOf(expected);
        assertThat(files.contains("755 0:0 /quarkus-app/quarkus-run.jar")).isEqualTo(!PackagedProgram.isExecutable());
        assertThat(files)
                .filteredOn(file -> file.contains(" /quarkus-app"))
                .allMatch(file -> file.startsWith("755 0:0 "));
        assertThat(files)
                .filteredOn(file -> file.contains(" /licenses/"))
                .contains("644 0:0 /licenses/LICENSE", "755 0:0 /licenses/org.bouncycastle.txt")
                // Modules of Java share their licences by links, which have the mode 777.
                .allMatch(file -> file.startsWith("755 0:0 ")
                        || file.equals("644 0:0 /licenses/LICENSE")
                        || Files.isSymbolicLink(root.resolve(file.substring(file.indexOf('/') + 1))));
        assertThat(root.resolve("manifests/image-references"))
                .hasSameTextualContentAs(PayloadFolder.project().resolve("manifests/image-references"));
        assertThat(root.resolve("sbom/ccm-operator.cdx.json"))
                .content()
                .contains("\"bomFormat\" : \"CycloneDX\"", "pkg:maven/io.fabric8/kubernetes-client-api@");
    }

    @Test
    void describesItselfAndNotItsBase() {
        FieldReader configuration = image.configuration();

        assertThat(configuration.string("User")).isEqualTo("1001");
        assertThat(configuration.list("Entrypoint")).isEqualTo(List.of("/ccm-operator"));
        assertThat(configuration.map("Labels"))
                .containsEntry("io.openshift.release.operator", "true")
                .containsEntry("name", "ccm-operator")
                .containsEntry("vcs-ref", "unknown")
                .containsEntry("org.opencontainers.image.licenses", "Apache-2.0")
                .hasEntrySatisfying(
                        "org.opencontainers.image.description",
                        text -> assertThat(text)
                                .isEqualTo(configuration.map("Labels").get("description")))
                .containsEntry("org.opencontainers.image.revision", "unknown")
                .containsEntry("org.opencontainers.image.version", "unreleased")
                // Of the base image.
                .containsEntry("build-date", "")
                .containsEntry("com.redhat.component", "")
                // Which an image of UBI has, and any that is made from it would say of itself.
                .containsKeys(
                        "com.redhat.license_terms", "cpe", "description", "distribution-scope", "io.k8s.description")
                .containsKeys("io.k8s.display-name", "io.openshift.expose-services", "io.openshift.tags", "maintainer")
                .containsKeys("release", "summary", "url", "usage", "vcs-type", "vcs-url", "vendor", "version");
    }

    /** openshift-tests names them, and ends when one of them is missing. */
    @Test
    void takesProgramsOfOpenShiftTestsAndLabelsFromArguments(@TempDir Path previous) throws IOException {
        Files.writeString(previous.resolve("Dockerfile"), "FROM scratch\nCOPY --chmod=0755 *.gz /usr/bin/\n");
        for (String program : List.of("cloud-controller-manager-aws", "cloud-controller-manager-operator", "other")) {
            Files.writeString(previous.resolve(program + "-tests-ext.gz"), program);
        }
        image.run(List.of("buildah", "bud", "--quiet", "--tag=localhost/previous", previous.toString()));

        BuiltImage other = image.build("other", "TESTS_FROM=localhost/previous", "VERSION=4.20", "REVISION=abc");

        List<String> added = new ArrayList<>(other.files());
        added.removeAll(image.files());
        assertThat(added)
                .containsExactlyInAnyOrder(
                        "644 0:0 /usr/bin/cloud-controller-manager-aws-tests-ext.gz",
                        "644 0:0 /usr/bin/cloud-controller-manager-operator-tests-ext.gz");
        assertThat(other.configuration().map("Labels"))
                .containsEntry("version", "4.20")
                .containsEntry("org.opencontainers.image.version", "4.20")
                .containsEntry("vcs-ref", "abc")
                .containsEntry("org.opencontainers.image.revision", "abc");
    }

    @Test
    void runsCommandsAsAnyUser(@TempDir Path folder) {
        ImagePod pod = new ImagePod(image, folder).as("1000660000:0");

        assertThat(printed(pod, "--version")).matches("ccm-operator \\d+\\.\\d+\\.\\d+\\S*( \\(commit \\S+\\))?\\s+");
        assertThat(printed(pod, "providers")).contains("AWS", "Azure", "VSphere");
    }

    private static String printed(ImagePod pod, String command) {
        try (LocalProcess process = pod.start(List.of("/ccm-operator", command))) {
            assertThat(process.exitCode(Duration.ofSeconds(30)))
                    .as(process.printed())
                    .isZero();
            return process.printed();
        }
    }
}
