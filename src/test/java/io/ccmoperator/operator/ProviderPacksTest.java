// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.operator;

import static org.assertj.core.api.Assertions.assertThat;

import io.ccmoperator.SourceProviders;
import io.ccmoperator.assets.ProviderIndex;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What a condition says of a folder: its findings as far as there is room, and that it could not be judged. */
class ProviderPacksTest {
    /** A fault of a rule does not end the operator, and takes no provider away. */
    @Test
    void refusesFolderThatCannotBeJudged() {
        SourceProviders sources = SourceProviders.open();
        ProviderIndex index = ProviderIndex.load();
        sources.close();

        ProviderPacks.use(Path.of("/packs"), index, () -> {
            throw new IllegalStateException("planted");
        });

        assertThat(index.refused())
                .contains("providers of /packs cannot be judged, none of them is used: IllegalStateException in the"
                        + " operator's log");
        assertThat(index.entries()).isEqualTo(index.builtIn()).isNotEmpty();
    }

    @Test
    void showsAllFindingsWhereThereIsRoom() {
        assertThat(ProviderPacks.shortened(List.of("a: b [c]", "d: e [f]"))).isEqualTo("a: b [c]; d: e [f]");
    }

    @Test
    void countsFindingsThatHaveNoRoom() {
        String line = "f".repeat(250);

        assertThat(ProviderPacks.shortened(List.of(line, line, line)))
                .isEqualTo(line + "; " + line + "; and 1 more finding in the operator's log");
        assertThat(ProviderPacks.shortened(Stream.generate(() -> line).limit(40).toList()))
                .endsWith("; and 38 more findings in the operator's log")
                .hasSizeLessThan(700);
        assertThat(ProviderPacks.shortened(List.of("f".repeat(2000), line)))
                .endsWith("...; and 1 more finding in the operator's log")
                .hasSizeLessThan(700);
    }
}
