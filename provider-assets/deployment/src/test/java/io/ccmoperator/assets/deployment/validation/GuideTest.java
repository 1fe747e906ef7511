// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.assets.deployment.validation;

import static org.assertj.core.api.Assertions.assertThat;

import io.ccmoperator.assets.ClusterFact;
import io.ccmoperator.assets.deployment.discovery.ProviderFolder;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The example in docs/providers/adding-a-provider.md is judged as a reader's copy of it would be. */
class GuideTest {
    private static final String NAME = "example";
    private static final String APPLICATION = "io.ccmoperator:ccm-operator";

    private Guide guide;

    @BeforeEach
    void readTheGuide() throws IOException {
        guide = Guide.read();
    }

    @Test
    void showsEveryFileOfExample() {
        assertThat(guide.files())
                .containsOnlyKeys(
                        "providers/example/provider.yaml",
                        "providers/example/assets/50-deployment.yaml",
                        "providers/example/bootstrap/10-pod.yaml");
    }

    @Test
    void acceptsExample() {
        assertThat(Judgement.of(folder(APPLICATION, guide.files()))).isEmpty();
    }

    @Test
    void showsMessageOfDeliberateFault() {
        assertThat(message(folder(APPLICATION, guide.faultyFiles())))
                .isEqualTo(guide.messages().get(0));
    }

    @Test
    void showsMessageOfCopyThatStaysBesidePack() {
        ProviderFolder pack = folder("com.example:example-provider-pack", guide.files());

        assertThat(message(pack, folder(APPLICATION, guide.files())))
                .isEqualTo(guide.messages().get(1));
    }

    @Test
    void hasRowForEachFact() {
        assertThat(ClusterFact.keys())
                .allSatisfy(fact -> assertThat(guide.text()).contains("\n| `" + fact + "` | "));
    }

    private static String message(ProviderFolder... folders) {
        return new InvalidProvidersException(Judgement.findings(List.of(), folders)).getMessage();
    }

    private static ProviderFolder folder(String origin, Map<String, String> files) {
        return Guide.folder(NAME, origin, files);
    }
}
