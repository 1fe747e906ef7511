// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.cloudconfig.transform.azure;

import io.ccmoperator.assets.tree.MemberNames;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The type of a member. Null is accepted for every type: the provider keeps its default. */
sealed interface MemberType permits ScalarType, MemberType.KnownMembers, MemberType.Values, MemberType.Items {
    /** How to write an object. */
    String OBJECT = "write {\"name\": value}";

    /**
     * An object with known members; others are ignored.
     *
     * @param members by their {@linkplain MemberNames#folded folded} names
     */
    record KnownMembers(Map<String, MemberType> members) implements MemberType {
        public KnownMembers {
            members = Map.copyOf(members);
        }

        /** An object with the members of both. */
        KnownMembers and(KnownMembers more) {
            Map<String, MemberType> all = new HashMap<>(members);
            all.putAll(more.members);
            return new KnownMembers(all);
        }

        /** The type of a member, whatever its letter case; none where it is not known. */
        Optional<MemberType> member(String name) {
            return Optional.ofNullable(members.get(MemberNames.folded(name)));
        }

        @Override
        public String expected() {
            return "an object";
        }

        @Override
        public Optional<Mismatch> mismatch(Object value) {
            return value instanceof Map ? Optional.empty() : Optional.of(Mismatch.of(value, OBJECT));
        }
    }

    /** An object whose members have names that the user chooses, and values of one type. */
    record Values(MemberType type) implements MemberType {
        @Override
        public String expected() {
            return "an object";
        }

        @Override
        public Optional<Mismatch> mismatch(Object value) {
            return value instanceof Map ? Optional.empty() : Optional.of(Mismatch.of(value, OBJECT));
        }
    }

    /** A list of items of one type. */
    record Items(MemberType type) implements MemberType {
        @Override
        public String expected() {
            return "a list";
        }

        @Override
        public Optional<Mismatch> mismatch(Object value) {
            return value instanceof List ? Optional.empty() : Optional.of(Mismatch.of(value, "write [value, value]"));
        }
    }

    /** The type as messages name it, with an article. */
    String expected();

    /**
     * How a value differs from this type; empty where it does not. What is inside an object or list does not count.
     *
     * @param value not null
     */
    Optional<Mismatch> mismatch(Object value);
}
