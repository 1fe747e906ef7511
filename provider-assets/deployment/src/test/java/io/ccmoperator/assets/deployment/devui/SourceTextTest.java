// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.assets.deployment.devui;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class SourceTextTest {
    private static final String FILE = """
            # Of the first.
            kind: Role

            ---

            # Of the second.
            kind: RoleBinding
            text: |
              ---
              indented
            --- {kind: Pod}
            """;

    @Test
    void takesDocumentWithItsCommentsAndWithoutBlankLinesAroundIt() {
        assertThat(document(2)).isEqualTo(new ProviderTrees.SourceText(1, "# Of the first.\nkind: Role\n"));
    }

    @Test
    void takesSeparatorInStringForText() {
        assertThat(document(7))
                .isEqualTo(new ProviderTrees.SourceText(
                        6, "# Of the second.\nkind: RoleBinding\ntext: |\n  ---\n  indented\n"));
    }

    @Test
    void takesDocumentOnLineOfItsSeparator() {
        assertThat(document(11)).isEqualTo(new ProviderTrees.SourceText(11, "--- {kind: Pod}\n"));
    }

    private static ProviderTrees.SourceText document(int root) {
        return ProviderTrees.SourceText.of(FILE.getBytes(StandardCharsets.UTF_8), root);
    }
}
