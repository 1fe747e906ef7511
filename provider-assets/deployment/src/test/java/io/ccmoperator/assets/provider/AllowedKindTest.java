// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.assets.provider;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.ccmoperator.assets.ResourceKind;
import org.assertj.core.groups.Tuple;
import org.junit.jupiter.api.Test;

class AllowedKindTest {
    @Test
    void allowsInAssetsExactlyTheKindsThatTheOperatorApplies() {
        Tuple[] applied = ResourceKind.OF_PROVIDERS.stream()
                .map(kind -> tuple(kind.apiVersion(), kind.kind(), kind.isNamespaced()))
                .toArray(Tuple[]::new);

        assertThat(AllowedKind.ASSETS)
                .extracting(AllowedKind::apiVersion, AllowedKind::kind, AllowedKind::namespaced)
                .containsExactlyInAnyOrder(applied);
    }
}
