/*
 * Copyright the ccm-operator authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.ccmoperator.client;

import java.util.Base64;
import java.util.Optional;

/** Base64 as kubeconfigs hold it, perhaps on several lines. */
final class Base64Text {
    private Base64Text() {}

    /** The bytes; empty if the text is no base64. */
    static Optional<byte[]> decode(String text) {
        try {
            return Optional.of(Base64.getDecoder().decode(text.replaceAll("\\s", "")));
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }
}
