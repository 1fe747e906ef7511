// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.image;

import static io.ccmoperator.image.ReleaseScript.DIGEST;
import static io.ccmoperator.image.ReleaseScript.DOCS;
import static io.ccmoperator.image.ReleaseScript.NAME;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.marcnuri.helm.Helm;
import com.marcnuri.helm.jni.NativeLibrary;
import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.assets.tree.FieldReader;
import io.ccmoperator.assets.tree.YamlReader;
import io.ccmoperator.image.ReleaseScript.Run;
import io.ccmoperator.payload.PayloadFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The chart of a release, with a Helm that keeps the folder that it is to package, and writes down what it is asked for. */
class ReleaseChartTest {
    private static final String HELM = "case $1 in version) echo %s ;; package) cp -R \"$2\" '%s' ;; esac";

    @TempDir
    Path folder;

    private ReleaseScript script;
    private Path packaged;

    @BeforeEach
    void onThePath() throws IOException {
        script = new ReleaseScript(folder);
        script.engine("podman", DIGEST);
        packaged = folder.resolve("packaged");
        helm("v3.8.0");
    }

    @Test
    void pushesChartThatNamesImageByDigest() throws IOException {
        Run run = script.releaseWithManifests("4.20.0", "--push", "--chart");

        assertThat(run.exitCode()).as(run.output()).isZero();
        assertThat(run.output())
                .contains("/target/release/ccm-operator-4.20.0.tgz\n")
                .endsWith("pushed     oci://registry.example.com:5000/team/charts/ccm-operator:4.20.0\n");
        assertThat(script.asked())
                .filteredOn(line -> line.contains("4.20.0.tgz"))
                .containsExactly(
                        "push target/release/ccm-operator-4.20.0.tgz oci://registry.example.com:5000/team/charts");
        assertThat(metadata().string("version")).isEqualTo("4.20.0");
        assertThat(metadata().string("appVersion")).isEqualTo("4.20.0");
        assertThat(ReleaseScript.trees(metadata()
                        .string("annotations", "artifacthub.io/images")
                        .replace("- name", "name")
                        .replace("  image", "image")))
                .containsExactly(Map.of("name", "ccm-operator", "image", NAME + "@" + DIGEST));
        assertThat(values().map("image"))
                .containsEntry("repository", NAME)
                .containsEntry("tag", "")
                .containsEntry("digest", DIGEST);
        assertThat(values().string("metrics", "runbookBaseUrl")).isEqualTo(DOCS);
        assertThat(values().string("resources", "requests", "memory")).isEqualTo("70Mi");
    }

    @Test
    void changesNothingElse() throws IOException {
        script.releaseWithManifests("4.20.0", "--chart");

        Map<String, Object> values = values().map();
        Map<String, Object> sources = tree(PayloadFolder.project().resolve("helm/ccm-operator/values.yaml"));
        assertThat(FieldReader.of(values).map("image").put("repository", "")).isEqualTo(NAME);
        assertThat(values).isEqualTo(sources);
        assertThat(packaged.resolve("README.md"))
                .hasSameTextualContentAs(PayloadFolder.project().resolve("helm/ccm-operator/README.md"));
        Map<String, Object> metadata = metadata().map();
        Map<String, Object> source = tree(PayloadFolder.project().resolve("helm/ccm-operator/Chart.yaml"));
        for (Map<String, Object> chart : List.of(metadata, source)) {
            chart.keySet().removeAll(List.of("version", "appVersion"));
            FieldReader.of(chart).map("annotations").remove("artifacthub.io/images");
        }
        assertThat(metadata).isEqualTo(source);
    }

    @Test
    void isTakenByHelm() throws IOException {
        assumeTrue(
                ServiceLoader.load(NativeLibrary.class).findFirst().isPresent(),
                "helm-java has no library for this operating system and architecture");
        script.releaseWithManifests("4.20.0-rc.1", "--push", "--chart");

        new Helm(packaged).packageIt().withDestination(folder).call();

        Path archive = folder.resolve("ccm-operator-4.20.0-rc.1.tgz");
        assertThat(YamlReader.read(new Helm(archive)
                        .template()
                        .withKubeVersion("1.34.0")
                        .skipCrds()
                        .call()))
                .flatExtracting(document ->
                        document.map().map(KubernetesObject::new).stream().toList())
                .filteredOn(object -> object.kind().equals("Deployment"))
                .flatExtracting(KubernetesObject::containers)
                .extracting(container -> container.get("image"))
                .containsExactly((Object) (NAME + "@" + DIGEST));
    }

    @Test
    void pushesNothingWithoutPush() throws IOException {
        Run run = script.releaseWithManifests("4.20.0", "--chart");

        assertThat(run.exitCode()).as(run.output()).isZero();
        assertThat(run.output()).doesNotContain("pushed ").contains("with --push they name it by its digest");
        assertThat(script.asked()).noneMatch(line -> line.startsWith("push"));
        assertThat(metadata().string("annotations", "artifacthub.io/images")).contains("image: " + NAME + ":4.20.0\n");
        assertThat(values().string("image", "digest")).isEmpty();
    }

    @Test
    void requestsMemoryOfVirtualMachine() throws IOException {
        script.releaseWithManifests("4.20.0", "--chart", "--jvm", "linux/amd64");

        assertThat(values().string("resources", "requests", "memory")).isEqualTo(ReleaseScript.JVM_MEMORY);
    }

    @Test
    void pushesToNamedRepository() throws IOException {
        Run run = script.releaseWithManifests("4.20.0", "--push", "--chart", "--chart-repository", "oci://e.com/helm");

        assertThat(run.exitCode()).as(run.output()).isZero();
        assertThat(script.asked()).contains("push target/release/ccm-operator-4.20.0.tgz oci://e.com/helm");
    }

    @Test
    void asksNoHelmWithoutChart() throws IOException {
        Run run = script.releaseWithManifests("4.20", "--push");

        assertThat(run.exitCode()).as(run.output()).isZero();
        assertThat(script.asked()).noneMatch(line -> line.startsWith("version ") || line.startsWith("package "));
    }

    @Test
    void failsWhenChartIsNotPushed() throws IOException {
        script.script("helm", HELM.formatted("v4.0.1", packaged) + "\n[ $1 != push ]");

        Run run = script.releaseWithManifests("4.20.0", "--push", "--chart");

        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.output()).doesNotContain("pushed ");
    }

    @Test
    void namesMissingHelmBeforeItBuilds() throws IOException {
        Files.delete(folder.resolve("bin/helm"));

        Run run = script.releaseWithManifests("4.20.0", "--chart");

        assertThat(run)
                .isEqualTo(new Run(
                        1,
                        "error: there is no helm on the PATH; install Helm 3.8 or later, name it by HELM, or leave --chart"
                                + " out\n"));
        assertThat(folder.resolve("asked")).doesNotExist();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "v3.7.2 | error: \\S+/helm is Helm v3.7.2; charts are pushed to registries by 3.8 and later",
                "v2.17.0 | error: \\S+/helm is Helm v2.17.0; charts are pushed to registries by 3.8 and later",
                "4 | error: '\\S+/helm version' prints no version of Helm: '4'"
            })
    void namesHelmThatIsTooOld(String version, String message) throws IOException {
        helm(version);

        Run run = script.releaseWithManifests("4.20.0", "--chart");

        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.output()).matches(message + "\n");
        assertThat(script.asked()).noneMatch(line -> line.startsWith("build"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--version 4.20 --chart | --version: '4.20' is not the version of a chart, such as 4.20.0 or 4.20.0-rc.1",
                "--version 4.20.01 --chart | --version: '4.20.01' is not the version of a chart, such as 4.20.0 or 4.20.0-rc.1",
                "--version 4.20.0 --chart --chart-repository e.com/a | --chart-repository: 'e.com/a' is not oci://REGISTRY/NAME in lower case, without the name of the chart",
                "--version 4.20.0 --chart-repository oci://e.com/a | --chart-repository needs --chart"
            })
    void explainsWrongUsage(String arguments, String message) throws IOException {
        Run run = script.release(("--image e.com/a " + arguments).split(" "));

        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.output()).startsWith("error: " + message + "\n\nUsage: ");
    }

    private void helm(String version) throws IOException {
        script.script("helm", HELM.formatted(version, packaged));
    }

    private FieldReader metadata() throws IOException {
        return FieldReader.of(tree(packaged.resolve("Chart.yaml")));
    }

    private FieldReader values() throws IOException {
        return FieldReader.of(tree(packaged.resolve("values.yaml")));
    }

    private static Map<String, Object> tree(Path file) throws IOException {
        return ReleaseScript.trees(Files.readString(file)).get(0);
    }
}
