// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.assets.text;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** SHA-256 of strings. */
public final class Sha256 {
    private Sha256() {}

    /** SHA-256 of the string's UTF-8 bytes, in lower-case hexadecimal. */
    public static String hex(String text) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }
}
