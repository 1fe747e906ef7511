// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.assets.tree;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class FieldReaderTest {
    @Test
    void readsNumberWhereThereIsOne() {
        FieldReader fields = FieldReader.of(Map.of("spec", Map.of("replicas", 2L, "name", "a")));

        assertThat(fields.number("spec", "replicas")).contains(2L);
        assertThat(fields.number("spec", "name")).isEmpty();
        assertThat(fields.number("status", "replicas")).isEmpty();
    }
}
