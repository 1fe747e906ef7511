// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.assets.deployment.validation;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TypeRuleTest {
    @ParameterizedTest
    @CsvSource({
        "HTTPGetActions, port",
        "HTTPGetAction, prot",
        "PodSpec, hostAliases[].hostname[]",
        "PodSpec, nodeSelector[]",
        "ObjectMeta, name{}"
    })
    void rejectsFieldThatTypeLacks(String type, String path) {
        FieldCheck check = new FieldCheck(path, field -> Optional.empty());

        assertThatThrownBy(() -> TypeRule.of(type, check))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("the schema of Kubernetes has no " + type + "." + path);
    }
}
