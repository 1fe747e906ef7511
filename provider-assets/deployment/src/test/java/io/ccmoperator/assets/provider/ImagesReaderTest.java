// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.assets.provider;

import static org.assertj.core.api.Assertions.assertThat;

import io.ccmoperator.assets.ImageTable;
import io.ccmoperator.assets.KubernetesMinor;
import io.ccmoperator.assets.ReleaseTag;
import io.ccmoperator.assets.deployment.GoodProvider;
import io.ccmoperator.assets.discovery.ProviderFolder;
import io.ccmoperator.assets.validation.Judgement;
import io.ccmoperator.assets.validation.ProviderValidation;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ImagesReaderTest {
    private static final String FILE = "images.yaml";
    private static final String KEY = "cloudControllerManagerFog";
    private static final GoodProvider MIST =
            GoodProvider.named("mist").replace("provider.yaml", "variant: AzureStackCloud\n", "");

    private static final String TABLE = """
            providers: [mist]
            source: example/fog, releases
            release: v1.31.0
            date: "2026-08-21"
            images:
              cloudControllerManagerFog:
                repository: registry.example.com/fog/ccm
                tags: {"1.36": v1.31.0, "1.19": v1.0.0, "1.35": v1.30.0}
                oldest: v1.0.0
            """;

    @Test
    void readsTableForProvidersThatItNames() {
        List<Map<String, ImageTable>> tables =
                tables(GoodProvider.fog().with(FILE, TABLE).folder(), MIST.folder());

        assertThat(tables).hasSize(2).allSatisfy(table -> {
            assertThat(table).containsOnlyKeys(KEY);
            assertThat(table.get(KEY).repository()).isEqualTo("registry.example.com/fog/ccm");
            assertThat(table.get(KEY).tags().keySet())
                    .extracting(KubernetesMinor::toString)
                    .containsExactly("1.19", "1.35", "1.36");
            assertThat(table.get(KEY).oldest()).contains(new ReleaseTag("v1.0.0"));
        });
    }

    @Test
    void readsNoTableWhereThereIsNoFile() {
        assertThat(tables(GoodProvider.fog().folder())).containsExactly(Map.of());
    }

    @Test
    void findsSecondTableOfProvider() {
        assertThat(Judgement.of(
                        GoodProvider.fog().with(FILE, TABLE).folder(),
                        GoodProvider.named("mist")
                                .replace("provider.yaml", "variant: AzureStackCloud\n", "")
                                .with(FILE, TABLE.replace("providers: [mist]\n", ""))
                                .folder()))
                .containsExactly("providers/mist/images.yaml, document 1 (line 1): provider mist has an images.yaml"
                        + " already; leave one of them out");
    }

    private static List<Map<String, ImageTable>> tables(ProviderFolder... folders) {
        return ProviderValidation.validate(Arrays.asList(folders), List.of(), Set.of(GoodProvider.TRANSFORMER)).stream()
                .map(provider -> provider.images()
                        .map(images -> ImageTable.read(images.field("images")))
                        .orElse(Map.of()))
                .toList();
    }
}
