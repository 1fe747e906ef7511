// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.cloudconfig.transform;

import static org.assertj.core.api.Assertions.assertThat;

import io.ccmoperator.SourceProviders;
import io.ccmoperator.assets.CloudConfig;
import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.assets.ProviderIndex;
import io.ccmoperator.cluster.Distribution;
import io.ccmoperator.cluster.EnabledFeatures;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** On some platforms the cloud controller manager reads what the administrator wrote, to the last character. */
class CopiedConfigTest {
    private static final List<String> PLATFORMS = List.of("GCP", "IBMCloud", "PowerVS", "Nutanix");

    private static final List<String> SOURCES = List.of(
            "",
            "   \n\t\n",
            "[global]\nproject-id = sample\nregional = true\n",
            "[global]\r\nproject-id = sample\r\n",
            "\uFEFF[global]\nproject-id = sample\n",
            "# a comment\n; another one\n[global]\nmultizone = true # comment\n",
            "[global]\nnode-tags = a\nnode-tags = b\n",
            "[global]\nquoted = \"a;b#c\\\"d\\\\e\"\n",
            "[global]\nlong = one \\\n  two\n",
            "[provider]\naccountID = 1e15bc\ng2Credentials = /etc/vpc/ibmcloud_api_key\n",
            "[kubernetes]\nconfig-file = \"\"\n",
            "[broken\nkey = value\n",
            "{\"prismCentral\": {\"address\": \"pc.example.com\", \"port\": 9440}, \"topologyDiscovery\": {\"type\": \"Prism\"}}",
            "{\"numbers\": [12345678901234567890, 1.10, 1e400], \"unknown\": null}",
            "{\"broken\": ",
            "key: value\nlist: [1, yes, 007]\n",
            "umlauts \u00e4\u00f6\u00fc, \u65e5\u672c, \ud83d\ude00",
            "no newline at the end",
            "x".repeat(900 << 10));

    static Stream<Arguments> cases() {
        return PLATFORMS.stream().flatMap(platform -> SOURCES.stream().map(source -> Arguments.of(platform, source)));
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

    @ParameterizedTest(name = "{0}, case {index}")
    @MethodSource("cases")
    void copiesConfigurationUnchanged(String platform, String source) {
        TransformerFacts facts = new TransformerFacts(
                Distribution.OPENSHIFT,
                new KubernetesObject(Map.of("kind", "Infrastructure")),
                Optional.empty(),
                EnabledFeatures.NONE,
                "ccm",
                Optional.empty());
        CloudConfigTransformer transformer = Transformers.of(configOf(platform));

        assertThat(transformer.needsNetwork()).isFalse();
        assertThat(transformer.featureGates()).isEmpty();
        assertThat(transformer.transform(source, facts)).isEqualTo(TransformedConfig.of(source));
    }

    private static CloudConfig configOf(String platform) {
        return ProviderIndex.load().entries().stream()
                .map(entry -> ProviderIndex.provider(entry).descriptor())
                .filter(descriptor -> descriptor.platform().equals(platform))
                .flatMap(descriptor -> descriptor.cloudConfig().stream())
                .findFirst()
                .orElseThrow();
    }
}
