// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.assets.validation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class BuildFactsTest {
    /** In one order in each process: two builds of the same sources have the same resource. */
    @Test
    void writesMembersInOrder() {
        assertThat(BuildFacts.json(List.of(), Set.of("mist", "fog")))
                .isEqualTo("{\"payload\":{},\"transformers\":[\"fog\",\"mist\"]}");
    }
}
