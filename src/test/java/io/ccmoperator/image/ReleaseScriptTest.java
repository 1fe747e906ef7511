// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.image;

import static io.ccmoperator.image.ReleaseScript.COMMIT;
import static io.ccmoperator.image.ReleaseScript.DIGEST;
import static io.ccmoperator.image.ReleaseScript.DOCS;
import static io.ccmoperator.image.ReleaseScript.MEMORY;
import static io.ccmoperator.image.ReleaseScript.NAME;
import static io.ccmoperator.image.ReleaseScript.PINNED;
import static org.assertj.core.api.Assertions.assertThat;

import io.ccmoperator.image.ReleaseScript.Run;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What the script makes, and what it refuses. */
class ReleaseScriptTest {
    @TempDir
    Path folder;

    private ReleaseScript script;

    @BeforeEach
    void onThePath() throws IOException {
        script = new ReleaseScript(folder);
    }

    @ParameterizedTest
    @ValueSource(strings = {"podman", "docker"})
    void writesDigestOfPushedImageAndVersionIntoManifests(String engine) throws IOException {
        script.engine(engine, DIGEST);

        Run run = script.releaseWithManifests("4.20", "--push");

        assertThat(run.output()).contains("image      " + NAME + "@" + DIGEST);
        assertThat(run.exitCode()).isZero();
        assertThat(script.asked())
                .contains(ReleaseScript.build("amd64", "native", NAME + ":4.20"))
                .anyMatch(line -> line.startsWith("push ") && line.endsWith(NAME + ":4.20"));
        script.assertThatManifestsSay(NAME + "@" + DIGEST, "4.20", MEMORY);
    }

    @Test
    void takesProgramsForOpenShiftTestsFromNamedImage() throws IOException {
        script.engine("podman", DIGEST);

        Run run = script.releaseWithManifests("4.20", "--push", "--tests-from", "e.com/previous:4.19");

        assertThat(run.exitCode()).as(run.output()).isZero();
        assertThat(run.output()).doesNotContain("warning");
        assertThat(script.asked())
                .anyMatch(line -> line.startsWith("build ") && line.contains(" TESTS_FROM=" + PINNED + " "));
        assertThat(script.pulled()).contains("linux/amd64 e.com/previous:4.19");
    }

    @Test
    void warnsOfPushWithoutProgramsForOpenShiftTests() throws IOException {
        script.engine("podman", DIGEST);

        assertThat(script.releaseWithManifests("4.20", "--push").output().lines())
                .filteredOn(line -> line.startsWith("warning: "))
                .containsExactly(
                        "warning: the image has no programs for openshift-tests, which ends before the first test of a"
                                + " release that contains it; set --tests-from");
    }

    @Test
    void namesRepositoryOfSources() throws IOException {
        script.engine("podman", DIGEST);
        script.tool("git", "case \"$3\" in rev-parse) echo " + COMMIT + " ;; remote) echo https://e.com/a.git ;; esac");

        script.releaseWithManifests("4.20");

        assertThat(script.asked()).anyMatch(line -> line.contains(" --build-arg SOURCE=https://e.com/a.git "));
    }

    @Test
    void writesTagIntoManifestsWithoutPush() throws IOException {
        script.engine("docker", DIGEST);

        Run run = script.releaseWithManifests("4.20.1");

        assertThat(run.output()).contains("with --push they name it by its digest");
        assertThat(run.exitCode()).isZero();
        assertThat(script.asked()).noneMatch(line -> line.startsWith("push"));
        script.assertThatManifestsSay(NAME + ":4.20.1", "4.20.1", MEMORY);
    }

    @Test
    void namesMissingEngine() throws IOException {
        Run run = script.releaseWithManifests("4.20.0");

        assertThat(run)
                .isEqualTo(new Run(
                        1,
                        "error: there is neither podman nor docker on the PATH; install one of them, or name another by"
                                + " CONTAINER_ENGINE\n"));
        assertThat(script.manifests()).doesNotExist();
    }

    @Test
    void namesEngineThatDoesNotRun() throws IOException {
        script.script("docker", "exit 1");

        Run run = script.release("--image", NAME, "--version", "4.20.0");

        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.output())
                .matches("error: '\\S+/docker info' fails: the engine does not run, or this user may not use it\n");
    }

    @Test
    void failsWhenEngineReportsNoDigest() throws IOException {
        script.engine("podman", "");

        Run run = script.releaseWithManifests("4.20.0", "--push");

        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.output()).contains("reports no digest of " + NAME + ":4.20.0 after the push: ''");
        assertThat(script.manifests()).isEmptyDirectory();
    }

    @Test
    void stopsAfterFailedBuild() throws IOException {
        script.script("podman", "[ \"$1\" != build ]");

        Run run = script.releaseWithManifests("4.20.0");

        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(script.manifests()).isEmptyDirectory();
    }

    @Test
    void keepsForeignFilesInFolder() throws IOException {
        script.engine("podman", DIGEST);
        Path theirs =
                Files.writeString(Files.createDirectory(script.manifests()).resolve("theirs"), "text");

        Run run = script.releaseWithManifests("4.20.0");

        assertThat(run).isEqualTo(new Run(1, "error: --manifests: " + script.manifests() + " is not empty\n"));
        assertThat(theirs).exists();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--version 1                        | --image: '' is not REGISTRY/NAME in lower case, without a tag",
                "--version 1 --image e.com/a:1      | --image: 'e.com/a:1' is not REGISTRY/NAME in lower case, without a tag",
                "--image e.com/a --version 1+2      | --version: '1+2' is not a tag of an image (letters, digits, '.', '_', '-')",
                "--image e.com/a --version          | --version needs a value",
                "--image e.com/a --version 1 --pish | unknown argument '--pish'",
                "--image e.com/a --version 1 --platform linux/amd64,linux/386 | --platform: unknown platform 'linux/386'; known platforms: linux/amd64, linux/arm64, linux/ppc64le, linux/s390x",
                "--image e.com/a --version 1 --platform linux/arm64, | --platform: unknown platform ''; known platforms: linux/amd64, linux/arm64, linux/ppc64le, linux/s390x",
                "--image e.com/a --version 1 --platform linux/arm64,linux/arm64 | --platform: linux/arm64 is named twice",
                "--image e.com/a --version 1 --platform linux/arm64 --jvm linux/amd64 | --jvm: 'linux/amd64' is not among the platforms",
                "--image e.com/a --version 1 --docs-url docs/ | --docs-url: 'docs/' is not an address of http or https without a slash at the end",
                "--image e.com/a --version 1 --push | --push needs --docs-url: the alerts would lead to an address that does not exist"
            })
    void explainsWrongUsage(String arguments, String message) throws IOException {
        script.engine("podman", DIGEST);

        Run run = script.release(arguments.split(" "));

        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.output()).startsWith("error: " + message + "\n\nUsage: ");
    }

    @Test
    void warnsOfUncommittedChangesAndMarksRevision() throws IOException {
        script.engine("podman", DIGEST);
        script.git(" M pom.xml");

        Run run = script.releaseWithManifests("4.20");

        assertThat(run.exitCode()).as(run.output()).isZero();
        assertThat(run.output())
                .contains("has changes that are not committed: the revision of the image is " + COMMIT + "-dirty\n")
                .contains("revision   " + COMMIT + "-dirty\n");
        assertThat(script.asked()).anyMatch(line -> line.contains(" --build-arg REVISION=" + COMMIT + "-dirty "));
    }

    @Test
    void pushesUncommittedChangesOnDemandOnly() throws IOException {
        script.engine("podman", DIGEST);
        script.git("?? new.java");
        String[] arguments = ("--image e.com/a --version 1 --push --docs-url " + DOCS + " --manifests "
                        + script.manifests())
                .split(" ");

        Run refused = script.release(arguments);

        assertThat(refused.exitCode()).isEqualTo(1);
        assertThat(refused.output())
                .endsWith("has changes that are not committed, and no commit would give this image; commit them, or set"
                        + " --allow-dirty\n");
        assertThat(script.asked()).noneMatch(line -> line.startsWith("build"));

        Run allowed = script.release(
                Stream.concat(Stream.of(arguments), Stream.of("--allow-dirty")).toArray(String[]::new));

        assertThat(allowed.exitCode()).as(allowed.output()).isZero();
        assertThat(script.asked()).anyMatch(line -> line.contains(" --build-arg REVISION=" + COMMIT + "-dirty "));
    }

    @Test
    void omitsRevisionOutsideOfWorkingTree() throws IOException {
        script.engine("podman", DIGEST);
        script.tool("git", "exit 128");

        Run run = script.releaseWithManifests("4.20");

        assertThat(run.exitCode()).as(run.output()).isZero();
        assertThat(run.output()).contains(" is not a git working tree: the image does not name its revision\n");
        assertThat(script.asked()).anyMatch(line -> line.contains(" --build-arg REVISION=unknown "));
    }
}
