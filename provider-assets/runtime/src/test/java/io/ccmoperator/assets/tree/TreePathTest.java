// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.assets.tree;

import static org.assertj.core.api.Assertions.assertThat;

import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class TreePathTest {
    @Test
    void writesPathLikeKubernetes() {
        TreePath path = TreePath.of("spec", "containers").item(0).field("name");
        assertThat(path).hasToString("spec.containers[0].name");
        assertThat(TreePath.of("metadata", "labels", "a.b/c")).hasToString("metadata.labels[\"a.b/c\"]");
        assertThat(TreePath.of("a.b").item(2)).hasToString("[\"a.b\"][2]");
    }

    @Test
    void returnsRootAsParentOfRoot() {
        assertThat(TreePath.ROOT.parent()).isEqualTo(TreePath.ROOT);
        assertThat(TreePath.of("spec").parent()).isEqualTo(TreePath.ROOT);
        assertThat(TreePath.ROOT.item(3).parent()).isEqualTo(TreePath.ROOT);
        assertThat(TreePath.of("").parent()).isEqualTo(TreePath.ROOT);
    }

    @Provide
    Arbitrary<String> names() {
        return Arbitraries.strings().withChars("[]\"\\.ab0").ofMaxLength(5);
    }

    @Property
    void returnsMapOrListAsParentOfValue(
            @ForAll("names") String outer, @ForAll("names") String inner, @ForAll @IntRange(max = 20) int index) {
        TreePath map = TreePath.of(outer);
        assertThat(map.field(inner).parent()).isEqualTo(map);
        assertThat(map.item(index).parent()).isEqualTo(map);
        assertThat(map.item(index).field(inner).parent()).isEqualTo(map.item(index));
    }
}
