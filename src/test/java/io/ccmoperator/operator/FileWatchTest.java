// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.operator;

import static org.assertj.core.api.Assertions.assertThat;

import io.ccmoperator.cluster.OnChange;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** When a folder counts as changed, of which files may be written at any time. */
class FileWatchTest {
    @Test
    void waitsUntilFolderStaysAsItIs() {
        List<String> changes = new ArrayList<>();
        Consumer<String> checks = FileWatch.whenSettled("before", new OnChange<>("before", changes::add));

        List.of("before", "half", "more", "all", "all", "all", "other", "all", "all")
                .forEach(checks);
        assertThat(changes).containsExactly("all");
        List.of("next", "next").forEach(checks);

        assertThat(changes).containsExactly("all", "next");
    }
}
