// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.entry;

import io.ccmoperator.YamlText;
import io.ccmoperator.assets.KubernetesObject;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ConfigMapContentTest {
    private static ConfigMapContent content(String yaml) {
        return ConfigMapContent.of(YamlText.manifest(yaml));
    }

    @Test
    void findsEntryInDataAndBinaryData() {
        ConfigMapContent content = content("{data: {a: text}, binaryData: {b: w6k=}}");

        assertThat(content.has("a")).isTrue();
        assertThat(content.has("b")).isTrue();
        assertThat(content.has("c")).isFalse();
        assertThat(content.text("a")).contains("text");
        assertThat(content.text("b")).contains("é");
        assertThat(content.text("c")).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"//79", "no base64"})
    void namesBinaryEntryThatIsNotText(String base64) {
        ConfigMapContent content = content("{binaryData: {a: '" + base64 + "'}}");

        assertThatThrownBy(() -> content.text("a"))
                .isInstanceOf(InvalidInputException.class)
                .hasMessage("key a of binaryData is not UTF-8; put the string under data");
    }

    @Test
    void replacesBinaryEntryByText() {
        ConfigMapContent content = content("{data: {b: text}, binaryData: {a: AA==, c: AA==}}");

        ConfigMapContent changed = content.with("a", "new");

        assertThat(changed.data()).containsExactly(entry("a", "new"), entry("b", "text"));
        assertThat(changed.binaryData()).containsExactly(entry("c", "AA=="));
        assertThat(content.has("a")).as("what is handed in stays").isTrue();
        assertThat(content.binaryData()).containsKey("a");
    }

    @Test
    void removesEntryFromBoth() {
        ConfigMapContent content = content("{data: {a: text}, binaryData: {b: AA==}}");

        assertThat(content.without("a").without("b")).isEqualTo(ConfigMapContent.EMPTY);
    }

    @Test
    void isEmptyWithoutEntries() {
        assertThat(content("{data: {}, binaryData: {}}")).isEqualTo(ConfigMapContent.EMPTY);
        assertThat(content("{kind: ConfigMap}")).isEqualTo(ConfigMapContent.EMPTY);
    }

    @Test
    void keepsConfigMapUnchanged() {
        KubernetesObject configMap = YamlText.manifest("{data: {a: text}}");

        ConfigMapContent.of(configMap).with("b", "more").without("a");

        assertThat(configMap.fields().map("data")).containsExactly(entry("a", "text"));
    }
}
