// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.ccmoperator.assets.KubernetesObject;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class CachedObjectTest {
    private static final CachedObject AT_5 = CachedObject.UNKNOWN.changed(version("5"));

    private static KubernetesObject version(String version) {
        return new KubernetesObject(Map.of("metadata", Map.of("resourceVersion", version)));
    }

    @Test
    void isNotSyncedBeforeFirstEvent() {
        assertThat(CachedObject.UNKNOWN.state().isSynced()).isFalse();
        assertThat(CachedObject.UNKNOWN.state().object()).isEmpty();
    }

    @Test
    void replacesOlderVersionComparedAsNumbers() {
        assertThat(AT_5.changed(version("10")).state().object()).contains(version("10"));
    }

    @Test
    void keepsObjectThatArrivesAgain() {
        assertThat(AT_5.changed(version("5")).state()).isSameAs(AT_5.state());
        assertThat(AT_5.deleted(version("6")).changed(version("6")).state().object())
                .contains(version("6"));
    }

    @Test
    void ignoresOlderVersion() {
        assertThat(AT_5.changed(version("4"))).isEqualTo(AT_5);
        assertThat(AT_5.deleted(version("4"))).isEqualTo(AT_5);
    }

    @Test
    void ignoresEventFromBeforeDeletion() {
        CachedObject deleted = AT_5.deleted(version("7"));

        assertThat(deleted.state()).isEqualTo(new CacheState.Absent());
        assertThat(deleted.changed(version("6"))).isEqualTo(deleted);
        assertThat(deleted.changed(version("8")).state().object()).contains(version("8"));
    }

    @Test
    void acceptsNonNumericVersionsInOrderOfArrival() {
        CachedObject known = CachedObject.UNKNOWN.changed(version("b")).changed(version("a"));

        assertThat(known.state().object()).contains(version("a"));
    }

    @Test
    void reportsAbsentWhenInitialListLacksObject() {
        assertThat(AT_5.begun(Optional.empty(), "9").state()).isEqualTo(new CacheState.Absent());
    }

    @Test
    void tellsBeginningOlderThanCache() {
        assertThat(AT_5.isNewerThan(Optional.empty(), "4")).isTrue();
        assertThat(AT_5.isNewerThan(Optional.of(version("3")), "6")).isTrue();
        assertThat(AT_5.isNewerThan(Optional.of(version("5")), "6")).isFalse();
        assertThat(AT_5.isNewerThan(Optional.empty(), "5")).isFalse();
        assertThat(CachedObject.UNKNOWN.isNewerThan(Optional.empty(), "1")).isFalse();
    }

    @Test
    void goesBackToOlderBeginningAndTakesItsEvents() {
        CachedObject restored = AT_5.begun(Optional.of(version("3")), "4");

        assertThat(restored.state().object()).contains(version("3"));
        assertThat(restored.changed(version("4")).state().object()).contains(version("4"));
    }

    @Test
    void ignoresSameVersion() {
        assertThat(AT_5.changed(version("5")).hasSameState(AT_5)).isTrue();
        assertThat(AT_5.changed(version("6")).hasSameState(AT_5)).isFalse();
        assertThat(AT_5.withoutKind().hasSameState(AT_5)).isFalse();
        assertThat(AT_5.withoutKind().withoutKind().hasSameState(AT_5.withoutKind()))
                .isTrue();
        assertThat(CachedObject.UNKNOWN.withoutKind().hasSameState(CachedObject.UNKNOWN))
                .isFalse();
    }

    @Test
    void keepsWhatIsKnownWhileKindIsServedInAnotherVersion() {
        CachedObject other = AT_5.inOtherVersion("served in v2").inOtherVersion("served in v3");

        assertThat(other.state()).isEqualTo(new CacheState.OtherVersion(AT_5.state(), "served in v3"));
        assertThat(other.state().isSynced()).isTrue();
        assertThat(other.state().object()).contains(version("5"));
        assertThat(other.hasSameState(AT_5)).as("a listener is to say so").isFalse();
        assertThat(other.hasSameState(AT_5.inOtherVersion("served in v3"))).isTrue();
        assertThat(other.begun(Optional.of(version("5")), "6").hasSameState(other))
                .as("it is read again")
                .isFalse();
        assertThat(CachedObject.UNKNOWN.inOtherVersion("served in v2").state().isSynced())
                .isFalse();
    }
}
