// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.image;

import static org.assertj.core.api.Assertions.assertThat;

import io.ccmoperator.assets.tree.FieldReader;
import io.ccmoperator.assets.tree.JsonReader;
import io.ccmoperator.payload.PayloadFolder;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The packages of a base image in the SBOM of the image. */
class ImageSbomTest {
    private static final String PROGRAM = """
            {
              "bomFormat" : "CycloneDX",
              "metadata" : {
                "timestamp" : "2026-01-02T03:04:05Z",
                "component" : { "name" : "ccm-operator" }
              },
              "components" : [
                {
                  "name" : "library",
                  "purl" : "pkg:maven/io.example/library@1?type=jar"
                }
              ]
            }
            """;

    @TempDir
    Path folder;

    private Path base;

    @BeforeEach
    void makeBase() throws IOException {
        base = Files.createDirectories(folder.resolve("base"));
        Files.writeString(folder.resolve("sbom"), PROGRAM);
    }

    @Test
    void hasInstalledPackagesOfDpkg() throws IOException {
        write("etc/os-release", "NAME=\"Debian\"\nID=debian\nVERSION_ID=\"12\"\n");
        write("var/lib/dpkg/status", """
                Package: libstdc++6
                Status: install ok installed
                Architecture: amd64
                Version: 1:12.2.0-14

                Package: removed
                Status: deinstall ok config-files
                Architecture: amd64
                Version: 1""");

        Run run = run(Map.of("SOURCE_DATE_EPOCH", "1700000000"));

        assertThat(run.exitCode()).as(run.error()).isZero();
        FieldReader sbom = FieldReader.of(JsonReader.read(run.output()));
        assertThat(sbom.string("metadata", "timestamp")).isEqualTo("2023-11-14T22:13:20Z");
        assertThat(sbom.items("components"))
                .extracting(component -> component.string("name") + " " + component.string("purl"))
                .containsExactly(
                        "debian ",
                        "libstdc++6 pkg:deb/debian/libstdc%2B%2B6@1%3A12.2.0-14?arch=amd64&distro=debian-12",
                        "library pkg:maven/io.example/library@1?type=jar");
    }

    /** As images are that have nothing but a program and its libraries. */
    @Test
    void hasPackagesOfFilesWithOnePackageEach() throws IOException {
        write("var/lib/dpkg/status.d/base", "Package: base-files\nVersion: 12.4\nArchitecture: all");
        write("var/lib/dpkg/status.d/base.md5sums", "0  ./etc/x");

        assertThat(FieldReader.of(JsonReader.read(run(Map.of()).output())).items("components"))
                .extracting(component -> component.string("purl"))
                .containsExactly("pkg:deb/debian/base-files@12.4?arch=all", "pkg:maven/io.example/library@1?type=jar");
    }

    /** A rpm that prints what the query of the script gives for two packages. */
    @Test
    void hasPackagesOfRpm() throws IOException {
        write("etc/os-release", "ID=\"rhel\"\nVERSION_ID=\"9.7\"\n");
        write("var/lib/rpm/rpmdb.sqlite", "");
        Path rpm =
                Files.writeString(Files.createDirectory(folder.resolve("bin")).resolve("rpm"), """
                #!/bin/sh
                [ -e "$2/rpmdb.sqlite" ] || exit 1
                printf 'gpg-pubkey\\t0\\t1-2\\t(none)\\tpubkey\\n'
                printf 'openssl-libs\\t1\\t3.2.2-6.el9\\tx86_64\\tASL 2.0\\n'
                """);
        assertThat(rpm.toFile().setExecutable(true)).isTrue();

        Run run = run(Map.of("PATH", rpm.getParent() + ":" + System.getenv("PATH")));

        assertThat(run.exitCode()).as(run.error()).isZero();
        assertThat(FieldReader.of(JsonReader.read(run.output()))
                        .items("components")
                        .get(1)
                        .map())
                .containsEntry("name", "openssl-libs")
                .containsEntry("version", "3.2.2-6.el9")
                .containsEntry("licenses", List.of(Map.of("license", Map.of("name", "ASL 2.0"))))
                .containsEntry("purl", "pkg:rpm/redhat/openssl-libs@3.2.2-6.el9?arch=x86_64&epoch=1&distro=rhel-9.7");
    }

    @Test
    void saysThatBaseHasNoDatabase() throws IOException {
        Run run = run(Map.of());

        assertThat(run).isEqualTo(new Run(0, PROGRAM, """
                warning: the base image has no database of rpm or dpkg: the SBOM has none of its packages
                """));
    }

    @Test
    void refusesWhatIsNoSbomOfBuild() throws IOException {
        Files.writeString(folder.resolve("sbom"), "{\"components\":[]}");

        Run run = run(Map.of());

        assertThat(run.exitCode()).isOne();
        assertThat(run.error()).contains("/sbom has no line '  \"components\" : ['");
    }

    private record Run(int exitCode, String output, String error) {}

    private Run run(Map<String, String> environment) throws IOException {
        Path error = folder.resolve("error");
        ProcessBuilder builder = new ProcessBuilder(
                        PayloadFolder.project()
                                .resolve("src/main/docker/image-sbom")
                                .toString(),
                        folder.resolve("sbom").toString(),
                        base.toString())
                .redirectError(error.toFile());
        builder.environment().remove("SOURCE_DATE_EPOCH");
        builder.environment().putAll(environment);
        Process process = builder.start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        try {
            return new Run(process.waitFor(), output, Files.readString(error));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    private void write(String name, String content) throws IOException {
        Path file = base.resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, content);
    }
}
