// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.image;

import static io.ccmoperator.image.ReleaseScript.DIGEST;
import static io.ccmoperator.image.ReleaseScript.JVM_MEMORY;
import static io.ccmoperator.image.ReleaseScript.NAME;
import static io.ccmoperator.image.ReleaseScript.PINNED;
import static org.assertj.core.api.Assertions.assertThat;

import io.ccmoperator.image.ReleaseScript.Run;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which images the script builds for which platforms, and what it makes of several. */
class ReleasePlatformsTest {
    private static final String ALL = "linux/amd64,linux/arm64,linux/ppc64le,linux/s390x";

    @TempDir
    Path folder;

    private ReleaseScript script;

    @BeforeEach
    void onThePath() throws IOException {
        script = new ReleaseScript(folder);
    }

    @Test
    void pushesManifestListOfAllPlatformsWithPodman() throws IOException {
        script.engine("podman", DIGEST);

        Run run = script.releaseWithManifests("4.20", "--platform", ALL, "--push");

        assertThat(run.exitCode()).as(run.output()).isZero();
        String list = NAME + ":4.20";
        assertThat(script.asked())
                .containsExactly(
                        "info",
                        "--version",
                        ReleaseScript.build("amd64", "native", list + "-amd64"),
                        ReleaseScript.build("arm64", "native", list + "-arm64"),
                        ReleaseScript.build("ppc64le", "jvm", list + "-ppc64le"),
                        ReleaseScript.build("s390x", "jvm", list + "-s390x"),
                        "manifest exists " + list,
                        "image exists " + list,
                        "manifest create " + list,
                        "manifest add " + list + " containers-storage:" + list + "-amd64",
                        "manifest add " + list + " containers-storage:" + list + "-arm64",
                        "manifest add " + list + " containers-storage:" + list + "-ppc64le",
                        "manifest add " + list + " containers-storage:" + list + "-s390x",
                        "manifest push --all --digestfile FILE " + list + " docker://" + list);
        script.assertThatManifestsSay(NAME + "@" + DIGEST, "4.20", JVM_MEMORY);
    }

    @Test
    void replacesListAndImageOfPreviousRun() throws IOException {
        script.engine("podman", DIGEST, "manifest | image) exit 0 ;;");
        String list = NAME + ":4.20";

        Run run = script.releaseWithManifests("4.20", "--platform", "linux/arm64,linux/s390x");

        assertThat(run.exitCode()).as(run.output()).isZero();
        assertThat(script.asked())
                .containsSubsequence(
                        "manifest exists " + list,
                        "manifest rm " + list,
                        "image exists " + list,
                        "untag " + list + " " + list,
                        "manifest create " + list)
                .noneMatch(line -> line.contains("push"));
        script.assertThatManifestsSay(list, "4.20", JVM_MEMORY);
    }

    @Test
    void pushesImagePerPlatformAndCreatesListInRegistryWithDocker() throws IOException {
        script.engine("docker", DIGEST);

        Run run = script.releaseWithManifests("4.20", "--platform", "linux/amd64,linux/ppc64le", "--push");

        assertThat(run.exitCode()).as(run.output()).isZero();
        String list = NAME + ":4.20";
        assertThat(script.asked())
                .containsExactly(
                        "info",
                        "--version",
                        ReleaseScript.build("amd64", "native", list + "-amd64", " --provenance=false"),
                        ReleaseScript.build("ppc64le", "jvm", list + "-ppc64le", " --provenance=false"),
                        "push " + list + "-amd64",
                        "push " + list + "-ppc64le",
                        "buildx imagetools create -t " + list + " " + list + "-amd64 " + list + "-ppc64le",
                        "buildx imagetools inspect --format {{.Manifest.Digest}} " + list);
        script.assertThatManifestsSay(NAME + "@" + DIGEST, "4.20", JVM_MEMORY);
    }

    @Test
    void rejectsListWithoutRegistryWithDocker() throws IOException {
        script.engine("docker", DIGEST);

        Run run = script.releaseWithManifests("4.20", "--platform", ALL);

        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.output())
                .endsWith(
                        "/docker makes a manifest list in a registry only; set --push, build one platform at a time, or"
                                + " use podman\n");
        assertThat(script.asked()).noneMatch(line -> line.startsWith("build"));
    }

    @ParameterizedTest
    @CsvSource({
        "x86_64, amd64, native",
        "aarch64, arm64, native",
        "arm64, arm64, native",
        "ppc64le, ppc64le, jvm",
        "s390x, s390x, jvm"
    })
    void buildsImageOfThisMachineByDefault(String machine, String architecture, String kind) throws IOException {
        script.engine("podman", DIGEST);
        script.tool("uname", "echo " + machine);

        Run run = script.releaseWithManifests("4.20");

        assertThat(run.exitCode()).as(run.output()).isZero();
        assertThat(script.asked()).contains(ReleaseScript.build(architecture, kind, NAME + ":4.20"));
    }

    @Test
    void buildsNamedPlatformsOnVirtualMachine() throws IOException {
        script.engine("podman", DIGEST);

        Run run = script.releaseWithManifests("4.20", "--platform", "linux/amd64,linux/arm64", "--jvm", "linux/amd64");

        assertThat(run.exitCode()).as(run.output()).isZero();
        assertThat(script.asked())
                .contains(
                        ReleaseScript.build("amd64", "jvm", NAME + ":4.20-amd64"),
                        ReleaseScript.build("arm64", "native", NAME + ":4.20-arm64"));
    }

    @Test
    void usesBuilderAndBaseImagesOfPlatform() throws IOException {
        script.engine("podman", DIGEST);

        Run run = script.release(
                ("--image e.com/a --version 1 --platform linux/amd64,linux/s390x --base e.com/base@" + DIGEST
                                + " --builder e.com/builder:1 --jvm-base e.com/java:2 --jvm-builder e.com/jdk:3"
                                + " --manifests " + script.manifests())
                        .split(" "));

        assertThat(run.exitCode()).as(run.output()).isZero();
        assertThat(script.asked())
                .anyMatch(line -> line.startsWith("build --platform linux/amd64 -f src/main/docker/Dockerfile.native"
                        + " --build-arg MANIFESTS=FOLDER/native --build-arg BUILDER=" + PINNED
                        + " --build-arg BASE=e.com/base@" + DIGEST + " --build-arg V"))
                .anyMatch(line -> line.startsWith("build --platform linux/s390x -f src/main/docker/Dockerfile.jvm"
                        + " --build-arg MANIFESTS=FOLDER/jvm --build-arg BUILDER=" + PINNED + " --build-arg BASE="
                        + PINNED + " --build-arg V"));
        // The jars are built on this machine, whatever the platform of the image.
        assertThat(script.pulled())
                .containsExactly("linux/amd64 e.com/builder:1", "linux/amd64 e.com/jdk:3", "linux/s390x e.com/java:2");
        assertThat(run.output())
                .contains("linux/amd64        builder " + PINNED + "\nlinux/amd64        base    e.com/base@" + DIGEST);
    }

    @Test
    void warnsOfBaseImageWithoutDigest() throws IOException {
        script.engine("podman", DIGEST, "pull) exit 1 ;;");

        Run run = script.releaseWithManifests("4.20");

        assertThat(run.exitCode()).as(run.output()).isZero();
        assertThat(run.output())
                .contains(
                        "warning: registry.access.redhat.com/ubi9/ubi-minimal:9.7 has no digest in a registry: another build"
                                + " may be made from another image of that name\n");
        assertThat(script.asked())
                .anyMatch(line -> line.contains(" --build-arg BASE=registry.access.redhat.com/ubi9/ubi-minimal:9.7 "));
    }
}
