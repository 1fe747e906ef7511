// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.cloudconfig.transform;

import static io.ccmoperator.YamlText.manifest;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.ccmoperator.SourceProviders;
import io.ccmoperator.assets.ProviderDescriptor;
import io.ccmoperator.assets.ProviderIndex;
import io.ccmoperator.cluster.DescribedCluster;
import io.ccmoperator.cluster.Distribution;
import io.ccmoperator.cluster.EnabledFeatures;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * On Kubernetes the cloud controller manager reads what other tools have written for it: each key that it knows, with its
 * value. README.md beside the configurations has where each is from, and the differences that there are. The results are in
 * target/upstream, for the readers of the clouds' projects.
 */
class UpstreamConfigurationsTest {
    private static final Path FOLDER = Path.of("test/resources/io/ccmoperator/cloudconfig/transform/upstream");
    private static final Path RESULTS = Path.of("target/upstream");

    /** File, tool, source, differences. */
    private static final Pattern ROW = Pattern.compile("(?m)^\\| `([^`]+)` \\| ([^|]+) \\| ([^|]+) \\| ([^|]+) \\|$");

    /**
     * A configuration.
     *
     * @param file with its folder, which is the name of the provider
     * @param differences lines as {@link FlatConfig#differences} has them
     */
    record Row(String file, List<String> differences) {
        static Row of(MatchResult row) {
            return new Row(
                    row.group(1),
                    Pattern.compile("`([^`]+)`")
                            .matcher(row.group(4))
                            .results()
                            .map(line -> line.group(1))
                            .toList());
        }

        String provider() {
            return file.substring(0, file.indexOf('/'));
        }

        @Override
        public String toString() {
            return file;
        }
    }

    private SourceProviders providers;

    @BeforeEach
    void open() {
        providers = SourceProviders.open();
    }

    @AfterEach
    void close() {
        providers.close();
    }

    static List<Row> rows() throws IOException {
        return ROW.matcher(text("README.md")).results().map(Row::of).toList();
    }

    @ParameterizedTest
    @MethodSource("rows")
    void keepsWhatToolHasWritten(Row row) throws IOException {
        String written = text(row.file());
        TransformedConfig result = transformed(row, written);
        Path kept = RESULTS.resolve(row.file());
        Files.createDirectories(kept.getParent());
        Files.writeString(kept, result.text());

        assertThat(flat(row, written).differences(flat(row, result.text())))
                .containsExactlyInAnyOrderElementsOf(row.differences());
        assertThat(transformed(row, result.text()).text())
                .as("transformed again")
                .isEqualTo(result.text());
    }

    @Test
    void listsEachConfiguration() throws IOException {
        try (Stream<Path> files = Files.walk(FOLDER)) {
            assertThat(files.filter(Files::isRegularFile)
                            .map(file -> FOLDER.relativize(file).toString())
                            .filter(name -> name.contains("/")))
                    .containsExactlyInAnyOrderElementsOf(
                            rows().stream().map(Row::file).toList());
        }
    }

    private static TransformedConfig transformed(Row row, String written) {
        ProviderIndex providers = ProviderIndex.load();
        ProviderDescriptor descriptor = providers
                .named(row.provider())
                .map(entry -> ProviderIndex.provider(entry).descriptor())
                .orElseThrow();
        DescribedCluster cluster = new DescribedCluster(
                manifest("kind: CloudControllerManager\nmetadata: {name: cluster}\nspec: {cluster: {provider: "
                        + row.provider()
                        + ", name: mycluster, network: {pods: [10.244.0.0/16], services: [10.96.0.0/12]}}}"),
                "ccm-operator",
                providers);
        TransformerFacts facts = new TransformerFacts(
                Distribution.KUBERNETES,
                cluster.infrastructure(() -> false),
                Optional.of(cluster.network()),
                EnabledFeatures.NONE,
                "cloud-controller-manager",
                descriptor.credentialsSecret());
        return Transformers.of(descriptor.cloudConfig().orElseThrow()).transform(written, facts);
    }

    private static FlatConfig flat(Row row, String text) {
        return row.file().endsWith(".conf") ? FlatConfig.ofIni(text) : FlatConfig.ofYaml(text);
    }

    private static String text(String file) throws IOException {
        return Files.readString(FOLDER.resolve(file), UTF_8);
    }
}
