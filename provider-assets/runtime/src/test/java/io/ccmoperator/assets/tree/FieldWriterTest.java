// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.assets.tree;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class FieldWriterTest {
    private final Map<String, Object> tree = new LinkedHashMap<>();

    @Test
    void createsMapsThatAreMissing() {
        new FieldWriter(tree).map("metadata", "labels").put("app", "ccm");

        assertThat(tree).isEqualTo(Map.of("metadata", Map.of("labels", Map.of("app", "ccm"))));
    }

    @Test
    void keepsMapsThatExist() {
        Map<String, Object> metadata = new LinkedHashMap<>(Map.of("name", "ccm"));
        tree.put("metadata", metadata);

        Map<String, Object> written = new FieldWriter(tree).map("metadata");

        assertThat(written).isSameAs(metadata);
        assertThat(tree).isEqualTo(Map.of("metadata", Map.of("name", "ccm")));
    }

    @Test
    void keepsItemsOfListThatExists() {
        tree.put("args", new ArrayList<>(List.of("--v=2")));

        new FieldWriter(tree).list("args").add("--leader-elect");

        assertThat(tree).isEqualTo(Map.of("args", List.of("--v=2", "--leader-elect")));
    }

    @Test
    void createsListThatIsMissing() {
        new FieldWriter(tree).list("args").add("--v=2");

        assertThat(tree).isEqualTo(Map.of("args", List.of("--v=2")));
    }

    @Test
    void replacesNullAndValuesOfOtherType() {
        tree.put("metadata", null);
        tree.put("args", "--v=2");

        new FieldWriter(tree).map("metadata");
        new FieldWriter(tree).list("args");

        assertThat(tree).isEqualTo(Map.of("metadata", Map.of(), "args", List.of()));
    }

    @Test
    void replacesEmptyMapThatCannotBeChanged() {
        Map<String, Object> tree = new LinkedHashMap<>(Map.of("global", Map.of()));

        new FieldWriter(tree).map("global").put("ipFamily", "ipv6");

        assertThat(tree).isEqualTo(Map.of("global", Map.of("ipFamily", "ipv6")));
    }
}
