// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.certificates;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;

/** The sample certificates as PEM; a file beside them says how they were made. */
public final class Certificates {
    public static final List<String> USUAL = List.of("ca-1", "ca-2", "ca-3", "ca-4", "ca-5", "ca-6");

    private Certificates() {}

    public static String pem(String name) {
        try {
            return Files.readString(Path.of("test/resources/trustedca", name + ".pem"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public static String pem(List<String> names) {
        return String.join("", names.stream().map(Certificates::pem).toList());
    }

    /** A certificate like rsa.pem with another signature, which is never verified: different for each number. */
    public static String numbered(int number) {
        byte[] encoded = Base64.getMimeDecoder().decode(pem("rsa").replaceAll("-----[A-Z ]+-----", ""));
        ByteBuffer.wrap(encoded).putInt(encoded.length - Integer.BYTES, number);
        return block(Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(encoded));
    }

    static String block(String base64) {
        return "-----BEGIN CERTIFICATE-----\n" + base64 + "\n-----END CERTIFICATE-----\n";
    }
}
