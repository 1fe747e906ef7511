// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.image;

import static org.assertj.core.api.Assertions.assertThat;

import io.ccmoperator.assets.KubernetesObject;
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
import org.assertj.core.api.InstanceOfAssertFactories;

/** The script of the release with a container engine that writes down what it is asked for, since engines cannot run everywhere. */
final class ReleaseScript {
    static final String DIGEST = "sha256:" + "0123456789abcdef".repeat(4);
    static final String NAME = "registry.example.com:5000/team/ccm-operator";
    static final String COMMIT = "0123456789abcdef0123456789abcdef01234567";

    /** Where the guides are, in releases that are pushed. */
    static final String DOCS = "https://docs.example.org/guides";

    /** What the Deployment requests with an executable, and on a Java virtual machine. */
    static final String MEMORY = "70Mi";

    static final String JVM_MEMORY = "150Mi";

    private final Path folder;
    private final Path bin;
    private final Path manifests;

    /**
     * How it ended.
     *
     * @param output of both streams
     */
    record Run(int exitCode, String output) {}

    /**
     * On a machine that has what the script uses, an amd64 one, but no engine; in a working tree without changes.
     *
     * @param folder an empty one
     */
    ReleaseScript(Path folder) throws IOException {
        this.folder = folder;
        bin = Files.createDirectory(folder.resolve("bin"));
        manifests = folder.resolve("manifests");
        for (String tool : List.of(
                "awk", "bash", "cat", "cp", "dirname", "env", "grep", "head", "ls", "mkdir", "mktemp", "rm", "sed",
                "tee")) {
            link(tool);
        }
        tool("uname", "echo x86_64");
        git("");
    }

    /** A program of this machine. */
    void link(String tool) throws IOException {
        Files.createSymbolicLink(bin.resolve(tool), find(tool));
    }

    /** Releases the image of {@link #NAME} and writes manifests into the usual folder; with an address of the guides for a push. */
    Run releaseWithManifests(String version, String... more) throws IOException {
        List<String> arguments = new ArrayList<>(List.of("--image", NAME, "--version", version));
        if (List.of(more).contains("--push")) {
            arguments.addAll(List.of("--docs-url", DOCS));
        }
        arguments.addAll(List.of(more));
        arguments.addAll(List.of("--manifests", manifests().toString()));
        return release(arguments.toArray(String[]::new));
    }

    Run release(String... arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                find("bash").toString(),
                PayloadFolder.project().resolve("src/main/docker/release").toString()));
        command.addAll(List.of(arguments));
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().put("PATH", bin.toString());
        builder.environment().keySet().removeAll(List.of("CONTAINER_ENGINE", "HELM", "COSIGN", "SOURCE_DATE_EPOCH"));
        Process process = builder.start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        try {
            return new Run(process.waitFor(), output);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    /** An image with a digest was pushed, with an address of the guides. */
    void assertThatManifestsSay(String image, String version, String memory) throws IOException {
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
                                .replace(name, image)
                                .replace("memory=" + MEMORY, "memory=" + memory)
                                .replace(
                                        "https://docs.example.com/ccm-operator",
                                        image.contains("@") ? DOCS : "https://docs.example.com/ccm-operator"));
                named += source.contains(name) ? 1 : 0;
            }
        }
        assertThat(named).isEqualTo(3);
        KubernetesObject deployment = new KubernetesObject(trees(Files.readString(
                        manifests.resolve("0000_26_cloud-controller-manager-operator_50_deployment.yaml")))
                .get(0));
        // A version that looks like a number is none.
        assertThat(deployment.containers().get(0).get("env"))
                .asInstanceOf(InstanceOfAssertFactories.LIST)
                .contains(Map.of("name", "RELEASE_VERSION", "value", version));
    }

    /** What the engine of the tests says of every image that it pulls. */
    static final String PINNED = "e.com/image@sha256:" + "1".repeat(64);

    /** The command line of the build for a platform. */
    static String build(String architecture, String kind, String tag, String... options) {
        return "build --platform linux/" + architecture + " -f src/main/docker/Dockerfile." + kind
                + " --build-arg MANIFESTS=FOLDER/" + kind + " --build-arg BUILDER=" + PINNED + " --build-arg BASE="
                + PINNED + String.join("", options)
                + " --build-arg VERSION=4.20 --build-arg REVISION=" + COMMIT + " -t " + tag + " .";
    }

    /** An engine without images that succeeds at everything and prints a digest as that engine does. */
    void engine(String name, String digest) throws IOException {
        engine(name, digest, "");
    }

    /**
     * An engine that differs.
     *
     * @param cases of its first argument, in bash
     */
    void engine(String name, String digest, String cases) throws IOException {
        script(name, """
                case "$1" in
                  %4$s
                  manifest) if [ "$2" = exists ]; then exit 1; fi
                    if [ "$2" = push ]; then printf %%s "%2$s" >"$5"; fi ;;
                  buildx) if [ "$3" = inspect ]; then echo "%2$s"; fi ;;
                  --version) echo "%1$s version 5" ;;
                  push) if [ "$2" = --digestfile ]; then printf %%s "%2$s" >"$3"; fi ;;
                  image) if [ "$2" = exists ]; then exit 1; fi
                    case "$4" in *"RepoDigests 0"*) echo "%5$s"; exit ;; esac
                    printf '%%s\\n' "other.example.com/x@%2$s" "%3$s@%2$s" ;;
                esac
                """.formatted(name, digest, NAME, cases, PINNED));
    }

    /** Git, in a working tree with changes as {@code git status --porcelain} prints them. */
    void git(String changes) throws IOException {
        tool("git", "case \"$3\" in rev-parse) echo " + COMMIT + " ;; status) printf %s '" + changes + "' ;; esac");
    }

    void script(String name, String body) throws IOException {
        tool(name, "echo \"$*\" >>'" + folder.resolve("asked") + "'\n" + body);
    }

    void tool(String name, String body) throws IOException {
        Path script = Files.writeString(bin.resolve(name), "#!" + find("bash") + "\n" + body + "\n");
        assertThat(script.toFile().setExecutable(true)).isTrue();
    }

    /**
     * The command lines of the engine but for those that look up a digest before a build; names of temporary folders and files are
     * replaced by FOLDER and FILE.
     */
    List<String> asked() throws IOException {
        return Files.readAllLines(folder.resolve("asked")).stream()
                .filter(line -> !line.startsWith("pull ") && !line.contains("{{index .RepoDigests 0}}"))
                .map(line -> line.replaceFirst("MANIFESTS=target/release/scratch-\\w+/of-image/", "MANIFESTS=FOLDER/")
                        .replaceFirst("--digestfile \\S+", "--digestfile FILE"))
                .toList();
    }

    /** The images that the engine was asked to pull. */
    List<String> pulled() throws IOException {
        return Files.readAllLines(folder.resolve("asked")).stream()
                .filter(line -> line.startsWith("pull --quiet "))
                .map(line -> line.substring("pull --quiet ".length()))
                .toList();
    }

    static List<Map<String, Object>> trees(String yaml) {
        return YamlReader.read(yaml).stream()
                .map(document -> document.map().orElseThrow())
                .toList();
    }

    private static Path find(String tool) {
        return Stream.of(System.getenv("PATH").split(":"))
                .map(folder -> Path.of(folder, tool))
                .filter(Files::isExecutable)
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("there is no " + tool + " on the PATH"));
    }

    Path manifests() {
        return manifests;
    }
}
