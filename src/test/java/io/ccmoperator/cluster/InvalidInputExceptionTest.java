// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class InvalidInputExceptionTest {
    @Test
    void namesPlaceInEachLine() {
        InvalidInputException invalid = new InvalidInputException(List.of("line 1: a", "line 2: b")).at("infra.yaml: ");

        assertThat(invalid.lines()).containsExactly("infra.yaml: line 1: a", "infra.yaml: line 2: b");
        assertThat(invalid).hasMessage("infra.yaml: line 1: a\ninfra.yaml: line 2: b");
    }

    @Test
    void showsControlCharactersAsEscapes() {
        assertThat(new InvalidInputException("a\nb").lines()).containsExactly("a\\u000ab");
    }
}
