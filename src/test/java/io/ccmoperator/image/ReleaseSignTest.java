// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.image;

import static io.ccmoperator.image.ReleaseScript.COMMIT;
import static io.ccmoperator.image.ReleaseScript.DIGEST;
import static io.ccmoperator.image.ReleaseScript.DOCS;
import static io.ccmoperator.image.ReleaseScript.NAME;
import static io.ccmoperator.image.ReleaseScript.PINNED;
import static org.assertj.core.api.Assertions.assertThat;

import io.ccmoperator.assets.tree.FieldReader;
import io.ccmoperator.assets.tree.JsonReader;
import io.ccmoperator.image.ReleaseScript.Run;
import io.ccmoperator.monitoring.OnPath;
import io.ccmoperator.payload.PayloadFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a release signs and attests, with a cosign that writes down what it is asked for. */
class ReleaseSignTest {
    private static final String BUILDER = "https://ci.example.com/ccm-operator";
    private static final String CHART = "registry.example.com:5000/team/charts/ccm-operator";
    private static final String CHART_DIGEST = "sha256:" + "c".repeat(64);
    private static final String LIBRARY = "pkg:maven/io.example/library@1?type=jar";
    private static final String SBOM = """
            {"components": [
              {"purl": "%s", "hashes": [{"alg": "MD5", "content": "1"}, {"alg": "SHA-256", "content": "%s"}]},
              {"purl": "pkg:rpm/redhat/bash@5"}]}""".formatted(LIBRARY, "a".repeat(64));

    @TempDir
    Path folder;

    private ReleaseScript script;

    @BeforeEach
    void onThePath() throws IOException {
        OnPath.assumed("jq", "jq");
        script = new ReleaseScript(folder);
        for (String tool : List.of("date", "gzip", "jq", "sha256sum", "tar")) {
            script.link(tool);
        }
        Files.writeString(folder.resolve("sbom"), SBOM);
        engine("");
        // Of each attested file it keeps the last one of a type.
        script.script(
                "cosign",
                "if [ $1 = attest ]; then cp \"${@: -2:1}\" \"%s/attested-${@: -4:1}\"; fi".formatted(folder));
        script.tool("helm", """
                case $1 in
                  version) echo v3.8.0 ;;
                  package) v=$(sed -n 's/^version: //p' "$2/Chart.yaml") && cp -R "$2" '%1$s/ccm-operator' &&
                    tar --mtime=@$RANDOM -czf "$4/ccm-operator-$v.tgz" -C '%1$s' ccm-operator && rm -rf '%1$s/ccm-operator' ;;
                  push) echo Digest: %2$s >&2 ;;
                esac""".formatted(folder, CHART_DIGEST));
        script.tool("git", """
                case $3 in rev-parse) echo %s ;; remote) echo https://e.com/a.git ;; log) echo 1700000000 ;; esac""".formatted(COMMIT));
    }

    @Test
    void signsImageAndChartAndAttestsProvenanceSbomAndVex() throws IOException {
        Run run = release("--chart", "--sign-key", "cosign.key", "--signing-config", "/dev/null");

        assertThat(run.exitCode()).as(run.output()).isZero();
        String options = " --yes --key cosign.key --signing-config /dev/null ";
        String provenance = "target/release/ccm-operator-4.20.0.provenance.json ";
        assertThat(cosign())
                .containsExactly(
                        "sign" + options + NAME + "@" + DIGEST,
                        "attest" + options + "--type slsaprovenance1 --predicate " + provenance + NAME + "@" + DIGEST,
                        "attest" + options + "--type openvex --predicate docs/security/ccm-operator.openvex.json "
                                + NAME + "@" + DIGEST,
                        "attest" + options
                                + "--type cyclonedx --predicate target/release/ccm-operator-4.20.0-amd64.cdx.json "
                                + NAME + "@" + DIGEST,
                        "sign" + options + CHART + "@" + CHART_DIGEST,
                        "attest" + options + "--type slsaprovenance1 --predicate " + provenance + CHART + "@"
                                + CHART_DIGEST,
                        "sign-blob" + options
                                + "--bundle target/release/SHA256SUMS.sigstore.json target/release/SHA256SUMS");
        assertThat(run.output())
                .contains("signed     " + NAME + "@" + DIGEST + "\nsigned     " + CHART + "@" + CHART_DIGEST + "\n");
        assertThat(Files.readAllLines(PayloadFolder.project().resolve("target/release/SHA256SUMS")))
                .extracting(line -> line.replaceFirst("^[0-9a-f]{64}  ", ""))
                .containsExactly(
                        "ccm-operator-4.20.0.tgz",
                        "ccm-operator-4.20.0.provenance.json",
                        "ccm-operator-4.20.0-amd64.cdx.json");
    }

    @Test
    void saysInProvenanceWhatWasBuiltFromWhatAndByWhom() throws IOException {
        Run run = release("--tests-from", "e.com/previous:4.19");

        assertThat(run.exitCode()).as(run.output()).isZero();
        FieldReader provenance =
                FieldReader.of(JsonReader.read(Files.readAllBytes(folder.resolve("attested-slsaprovenance1"))));
        FieldReader definition = provenance.field("buildDefinition");
        assertThat(definition.string("buildType")).startsWith(DOCS + "/development/releasing.md#");
        assertThat(definition.map("externalParameters"))
                .isEqualTo(Map.of(
                        "image",
                        NAME,
                        "version",
                        "4.20.0",
                        "platforms",
                        List.of("linux/amd64"),
                        "testsFrom",
                        "e.com/previous:4.19"));
        assertThat(definition.list("resolvedDependencies"))
                .isEqualTo(List.of(
                        Map.of(
                                "name",
                                "sources",
                                "uri",
                                "git+https://e.com/a.git",
                                "digest",
                                Map.of("gitCommit", COMMIT)),
                        Map.of(
                                "name",
                                "image of the build",
                                "uri",
                                "oci://" + PINNED.replaceFirst("@.*", ""),
                                "digest",
                                Map.of("sha256", "1".repeat(64))),
                        Map.of("uri", LIBRARY, "digest", Map.of("sha256", "a".repeat(64)))));
        assertThat(provenance.string("runDetails", "builder", "id")).isEqualTo(BUILDER);
        assertThat(provenance.string("runDetails", "metadata", "startedOn"))
                .matches("\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\dZ");
    }

    /** An SBOM is one of an image; what a list names is the image of its platform. */
    @Test
    void attestsSbomOfEachPlatformOfList() throws IOException {
        String arm = "sha256:" + "b".repeat(64);
        engine("""
                  manifest) if [ $2 = exists ]; then exit 1; elif [ $2 = push ]; then printf %%s "%1$s" >"$5"
                    elif [ $2 = inspect ]; then echo '{"manifests": [
                    {"digest": "%2$s", "platform": {"os": "linux", "architecture": "arm64"}},
                    {"digest": "%1$s", "platform": {"os": "linux", "architecture": "amd64"}}]}'; fi ;;
                """.formatted(DIGEST, arm));

        Run run = release("--platform", "linux/amd64,linux/arm64");

        assertThat(run.exitCode()).as(run.output()).isZero();
        assertThat(cosign())
                .contains("sign --yes --recursive " + NAME + "@" + DIGEST)
                .contains("attest --yes --type cyclonedx --predicate target/release/ccm-operator-4.20.0-arm64.cdx.json "
                        + NAME + "@" + arm);
    }

    /** The chart of a commit has the same bytes, whenever it is packaged. */
    @Test
    void packsChartWithSameBytes() throws IOException {
        Path archive = PayloadFolder.project().resolve("target/release/ccm-operator-4.20.0.tgz");
        script.releaseWithManifests("4.20.0", "--chart");
        byte[] first = Files.readAllBytes(archive);
        script.release(
                "--image",
                NAME,
                "--version",
                "4.20.0",
                "--chart",
                "--manifests",
                folder.resolve("again").toString());

        assertThat(Files.readAllBytes(archive)).isEqualTo(first);
    }

    @Test
    void buildsImageWithTimeOfCommit() throws IOException {
        script.releaseWithManifests("4.20.0");

        assertThat(script.asked())
                .anyMatch(line -> line.contains(" --build-arg SOURCE_DATE_EPOCH=1700000000 --timestamp 1700000000 "));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            --sign --builder-id https://ci.example.com | error: --sign needs --push
            --sign --push --docs-url https://e.com/x | error: --builder-id: '' is not the URI of what builds
            --sign-key cosign.key | error: --sign-key, --signing-config and --builder-id need --sign
            --sign --push --docs-url https://e.com/x --builder-id https://c.e --signing-config none | error: --signing-config: cannot read none
            """)
    void refuses(String arguments, String message) throws IOException {
        Run run = script.releaseWithManifests("4.20.0", arguments.split(" "));

        assertThat(run.exitCode()).isNotZero();
        assertThat(run.output()).contains(message);
    }

    @Test
    void refusesSourcesThatNoCommitHas() throws IOException {
        script.git(" M pom.xml");

        Run run = release("--allow-dirty");

        assertThat(run.exitCode()).isOne();
        assertThat(run.output()).contains("is at '" + COMMIT + "-dirty', which is not a commit");
        assertThat(cosign()).isEmpty();
    }

    private Run release(String... more) throws IOException {
        List<String> arguments = new ArrayList<>(List.of("--push", "--sign", "--builder-id", BUILDER));
        arguments.addAll(List.of(more));
        return script.releaseWithManifests("4.20.0", arguments.toArray(String[]::new));
    }

    private void engine(String cases) throws IOException {
        script.engine(
                "podman", DIGEST, cases + "\n  create) echo c1 ;; cp) cp '" + folder.resolve("sbom") + "' \"$3\" ;;");
    }

    private List<String> cosign() throws IOException {
        return script.asked().stream()
                .filter(line -> line.startsWith("sign") || line.startsWith("attest"))
                .toList();
    }
}
