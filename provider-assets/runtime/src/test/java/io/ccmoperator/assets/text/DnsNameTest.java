// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.assets.text;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DnsNameTest {
    @ParameterizedTest
    @CsvSource({
        "a, true, true",
        "kube-system-2, true, true",
        "a.b-c, false, true",
        "a..b, false, false",
        "-a, false, false",
        "a-, false, false",
        "A, false, false",
        "a/b, false, false",
        "'', false, false",
    })
    void matchesWhatKubernetesAllows(String name, boolean label, boolean subdomain) {
        assertThat(DnsName.LABEL.matches(name)).isEqualTo(label);
        assertThat(DnsName.SUBDOMAIN.matches(name)).isEqualTo(subdomain);
    }

    @Test
    void limitsLength() {
        assertThat(DnsName.LABEL.matches("a".repeat(63))).isTrue();
        assertThat(DnsName.LABEL.matches("a".repeat(64))).isFalse();
        assertThat(DnsName.SUBDOMAIN.matches("a".repeat(253))).isTrue();
        assertThat(DnsName.SUBDOMAIN.matches("a".repeat(254))).isFalse();
    }
}
