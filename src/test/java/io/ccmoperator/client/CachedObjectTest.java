/*
 * Copyright the ccm-operator authors.
 * SPDX-License-Identifier: Apache-2.0
 */
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
    void nothing_is_known_before_anything_was_heard() {
        assertThat(CachedObject.UNKNOWN.state().isSynced()).isFalse();
        assertThat(CachedObject.UNKNOWN.state().object()).isEmpty();
    }

    @Test
    void a_newer_version_replaces_an_older_one_compared_as_numbers() {
        assertThat(AT_5.changed(version("10")).state().object()).contains(version("10"));
    }

    @Test
    void an_older_version_is_no_news() {
        assertThat(AT_5.changed(version("4"))).isEqualTo(AT_5);
        assertThat(AT_5.deleted(version("4"))).isEqualTo(AT_5);
    }

    @Test
    void an_event_from_before_a_deletion_does_not_bring_the_object_back() {
        CachedObject deleted = AT_5.deleted(version("7"));

        assertThat(deleted.state()).isEqualTo(new CacheState.Absent());
        assertThat(deleted.changed(version("6"))).isEqualTo(deleted);
        assertThat(deleted.changed(version("8")).state().object()).contains(version("8"));
    }

    @Test
    void versions_that_are_no_numbers_are_believed_in_the_order_they_come() {
        CachedObject known = CachedObject.UNKNOWN.changed(version("b")).changed(version("a"));

        assertThat(known.state().object()).contains(version("a"));
    }

    @Test
    void a_beginning_without_the_object_tells_that_it_is_gone() {
        assertThat(AT_5.begun(Optional.empty(), "9").state()).isEqualTo(new CacheState.Absent());
    }

    @Test
    void a_beginning_that_is_older_than_what_is_known_changes_nothing() {
        assertThat(AT_5.begun(Optional.empty(), "4").state()).isEqualTo(AT_5.state());
        assertThat(AT_5.begun(Optional.of(version("3")), "4").state()).isEqualTo(AT_5.state());
    }

    @Test
    void a_server_that_went_back_is_believed_at_its_third_beginning_in_a_row() {
        CachedObject twice = AT_5.begun(Optional.of(version("3")), "4").begun(Optional.of(version("3")), "4");

        assertThat(twice.state()).isEqualTo(AT_5.state());
        assertThat(twice.begun(Optional.of(version("3")), "4").state().object()).contains(version("3"));
    }

    @Test
    void a_lagging_server_that_catches_up_in_between_is_not_believed_later() {
        CachedObject known = AT_5.begun(Optional.empty(), "4")
                .begun(Optional.empty(), "4")
                .begun(Optional.of(version("5")), "6")
                .begun(Optional.empty(), "4");

        assertThat(known.state()).isEqualTo(AT_5.state());
    }

    @Test
    void the_same_version_tells_nothing_new() {
        assertThat(AT_5.changed(version("5")).tellsTheSameAs(AT_5)).isTrue();
        assertThat(AT_5.changed(version("6")).tellsTheSameAs(AT_5)).isFalse();
        assertThat(AT_5.withoutKind().tellsTheSameAs(AT_5)).isFalse();
        assertThat(AT_5.withoutKind().withoutKind().tellsTheSameAs(AT_5.withoutKind()))
                .isTrue();
        assertThat(CachedObject.UNKNOWN.withoutKind().tellsTheSameAs(CachedObject.UNKNOWN))
                .isFalse();
    }
}
