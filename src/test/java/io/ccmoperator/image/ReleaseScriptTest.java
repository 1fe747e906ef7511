/*
 * Copyright the ccm-operator authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.ccmoperator.image;

import static org.assertj.core.api.Assertions.assertThat;

import io.ccmoperator.assets.Manifest;
import io.ccmoperator.assets.tree.YamlReader;
import io.ccmoperator.payload.PayloadFolder;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The script with a container engine that writes down what it is asked for, since engines cannot run everywhere. */
class ReleaseScriptTest {
    private static final String DIGEST = "sha256:" + "0123456789abcdef".repeat(4);
    private static final String NAME = "registry.example.com:5000/team/ccm-operator";

    @TempDir
    Path folder;

    private Path bin;
    private Path manifests;

    /**
     * How it ended.
     *
     * @param output of both streams
     */
    private record Run(int exitCode, String output) {}

    @BeforeEach
    void linkWhatTheScriptUses() throws IOException {
        bin = Files.createDirectory(folder.resolve("bin"));
        manifests = folder.resolve("manifests");
        for (String tool : List.of("bash", "cat", "dirname", "env", "head", "ls", "mkdir", "mktemp", "rm", "sed")) {
            Files.createSymbolicLink(bin.resolve(tool), find(tool));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"podman", "docker"})
    void theManifestsNameThePushedImageByItsDigestAndTheVersion(String engine) throws IOException {
        engine(engine, DIGEST);

        Run run = release("--image", NAME, "--version", "4.20", "--push", "--manifests", manifests.toString());

        assertThat(run.output()).contains("image      " + NAME + "@" + DIGEST);
        assertThat(run.exitCode()).isZero();
        assertThat(asked())
                .contains("build -f src/main/docker/Dockerfile.native -t " + NAME + ":4.20 .")
                .anyMatch(line -> line.startsWith("push ") && line.endsWith(NAME + ":4.20"));
        assertThatManifestsSay(NAME + "@" + DIGEST, "4.20");
    }

    @Test
    void withoutAPushTheManifestsNameTheTag() throws IOException {
        engine("docker", DIGEST);

        Run run = release("--image", NAME, "--version", "4.20.1", "--manifests", manifests.toString());

        assertThat(run.output()).contains("with --push they name it by its digest");
        assertThat(run.exitCode()).isZero();
        assertThat(asked()).noneMatch(line -> line.startsWith("push"));
        assertThatManifestsSay(NAME + ":4.20.1", "4.20.1");
    }

    @Test
    void withoutAnEngineTheScriptSaysWhatIsMissing() throws IOException {
        Run run = release("--image", NAME, "--version", "4.20.0", "--manifests", manifests.toString());

        assertThat(run)
                .isEqualTo(new Run(
                        1,
                        "error: there is neither podman nor docker on the PATH; install one of them, or name another by"
                                + " CONTAINER_ENGINE\n"));
        assertThat(manifests).doesNotExist();
    }

    @Test
    void anEngineThatDoesNotRunIsNamed() throws IOException {
        script("docker", "exit 1");

        Run run = release("--image", NAME, "--version", "4.20.0");

        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.output())
                .matches("error: '\\S+/docker info' fails: the engine does not run, or this user may not use it\n");
    }

    @Test
    void anEngineThatTellsNoDigestIsAnError() throws IOException {
        engine("podman", "");

        Run run = release("--image", NAME, "--version", "4.20.0", "--push", "--manifests", manifests.toString());

        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.output()).contains("tells no digest of " + NAME + ":4.20.0 after the push: ''");
        assertThat(manifests).isEmptyDirectory();
    }

    @Test
    void aFailedBuildEndsTheScript() throws IOException {
        script("podman", "[ \"$1\" != build ]");

        Run run = release("--image", NAME, "--version", "4.20.0", "--manifests", manifests.toString());

        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(manifests).isEmptyDirectory();
    }

    @Test
    void whatSomebodyHasInTheFolderStays() throws IOException {
        engine("podman", DIGEST);
        Path theirs = Files.writeString(Files.createDirectory(manifests).resolve("theirs"), "text");

        Run run = release("--image", NAME, "--version", "4.20.0", "--manifests", manifests.toString());

        assertThat(run).isEqualTo(new Run(1, "error: --manifests: " + manifests + " is not empty\n"));
        assertThat(theirs).exists();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--version 1                        | --image: '' is not REGISTRY/NAME in lower case, without a tag",
                "--version 1 --image e.com/a:1      | --image: 'e.com/a:1' is not REGISTRY/NAME in lower case, without a tag",
                "--image e.com/a --version 1+2      | --version: '1+2' is no tag of an image (letters, digits, '.', '_', '-')",
                "--image e.com/a --version          | --version needs a value",
                "--image e.com/a --version 1 --pish | unknown argument '--pish'"
            })
    void wrongUsageIsExplained(String arguments, String message) throws IOException {
        engine("podman", DIGEST);

        Run run = release(arguments.split(" "));

        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.output()).startsWith("error: " + message + "\n\nUsage: ");
    }

    private void assertThatManifestsSay(String image, String version) throws IOException {
        String name = "quay.io/openshift/origin-cluster-cloud-controller-manager-operator";
        int named = 0;
        try (Stream<Path> files = Files.list(PayloadFolder.project().resolve("manifests"))) {
            for (Path file : files.toList()) {
                String source = Files.readString(file);
                String written = Files.readString(manifests.resolve(file.getFileName()));
                assertThat(trees(written).toString())
                        .as(file.toString())
                        .isEqualTo(trees(source)
                                .toString()
                                .replace("0.0.1-snapshot", version)
                                .replace(name, image));
                named += source.contains(name) ? 1 : 0;
            }
        }
        assertThat(named).isEqualTo(3);
        Manifest deployment = new Manifest(trees(Files.readString(
                        manifests.resolve("0000_26_cloud-controller-manager-operator_50_deployment.yaml")))
                .get(0));
        // A version that looks like a number is none.
        assertThat(deployment.containers().get(0).get("env"))
                .isEqualTo(List.of(Map.of("name", "RELEASE_VERSION", "value", version)));
    }

    private static List<Map<String, Object>> trees(String yaml) {
        return YamlReader.read(yaml).stream()
                .map(document -> document.map().orElseThrow())
                .toList();
    }

    /** An engine that succeeds at everything, and tells a digest the way that engine does. */
    private void engine(String name, String digest) throws IOException {
        script(name, """
                case "$1" in
                  --version) echo "%1$s version 5" ;;
                  push) if [ "$2" = --digestfile ]; then printf %%s "%2$s" >"$3"; fi ;;
                  image) printf '%%s\\n' "other.example.com/x@%2$s" "%3$s@%2$s" ;;
                esac
                """.formatted(name, digest, NAME));
    }

    private void script(String name, String body) throws IOException {
        Path script = Files.writeString(
                bin.resolve(name),
                "#!" + find("bash") + "\necho \"$*\" >>'" + folder.resolve("asked") + "'\n" + body + "\n");
        assertThat(script.toFile().setExecutable(true)).isTrue();
    }

    private List<String> asked() throws IOException {
        return Files.readAllLines(folder.resolve("asked"));
    }

    private Run release(String... arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                find("bash").toString(),
                PayloadFolder.project().resolve("src/main/docker/release").toString()));
        command.addAll(List.of(arguments));
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().put("PATH", bin.toString());
        builder.environment().remove("CONTAINER_ENGINE");
        Process process = builder.start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        try {
            return new Run(process.waitFor(), output);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    private static Path find(String tool) {
        return Stream.of(System.getenv("PATH").split(":"))
                .map(folder -> Path.of(folder, tool))
                .filter(Files::isExecutable)
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("there is no " + tool + " on the PATH"));
    }
}
