// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.image;

import static org.assertj.core.api.Assertions.assertThat;

import io.ccmoperator.image.ReleaseScript.Run;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How {@code release --install} fails; what it writes is shown beside the chart. */
class ReleaseInstallTest {
    @TempDir
    Path folder;

    private ReleaseScript script;
    private Path install;

    @BeforeEach
    void onThePath() throws IOException {
        script = new ReleaseScript(folder);
        script.engine("podman", ReleaseScript.DIGEST);
        install = folder.resolve("install");
    }

    @Test
    void namesMissingHelmBeforeItBuilds() throws IOException {
        Run run = script.releaseWithManifests("4.20.0", "--install", install.toString());

        assertThat(run)
                .isEqualTo(new Run(
                        1,
                        "error: there is no helm on the PATH; install Helm 3.8 or later, name it by HELM, or leave --install"
                                + " out\n"));
        assertThat(folder.resolve("asked")).doesNotExist();
    }

    @Test
    void keepsFolderThatHasFiles() throws IOException {
        script.script("helm", "echo v3.8.0");
        Path file = Files.writeString(Files.createDirectory(install).resolve("aws.yaml"), "mine");

        Run run = script.releaseWithManifests("4.20.0", "--install", install.toString());

        assertThat(run).isEqualTo(new Run(1, "error: --install: " + install + " is not empty\n"));
        assertThat(file).hasContent("mine");
    }

    @Test
    void failsWhenHelmRefusesValues() throws IOException {
        script.script("helm", "[ $1 != version ] || { echo v3.8.0; exit; }\necho 'Error: refused' >&2\nexit 1");

        Run run = script.releaseWithManifests("4.20.0", "--install", install.toString());

        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.output()).endsWith("Error: refused\n");
    }

    @Test
    void rendersForOldestVersionOfKubernetes() throws IOException {
        script.script("helm", "[ $1 != version ] || echo v3.8.0");

        script.releaseWithManifests("4.20.0", "--install", install.toString());

        assertThat(script.asked())
                .filteredOn(line -> line.startsWith("template "))
                .isNotEmpty()
                .allMatch(line -> line.contains(" --namespace ccm-operator --kube-version 1.30.0 --no-hooks "));
    }
}
