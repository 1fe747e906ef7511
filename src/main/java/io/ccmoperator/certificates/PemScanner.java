// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.certificates;

import io.ccmoperator.assets.text.Pem;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Iterator;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Finds the blocks in PEM input, and invalid ones. Lines may end and be indented in any way; text
 * before, between and after blocks is skipped, unless it looks like the edge of a block.
 */
final class PemScanner {
    private static final Pattern EDGE = Pattern.compile("-----(BEGIN|END) ([A-Z0-9][A-Z0-9 .#]{0,60})-----");

    private final List<Block> blocks = new ArrayList<>();
    private final List<String> faults = new ArrayList<>();

    /** The line at which the current block begins; 0 for none. */
    private int begin;

    private String type = "";
    private String title = "";
    private final StringBuilder base64 = new StringBuilder();

    /** Scans a string. A byte order mark in front of it does not count. */
    PemScanner(String text) {
        int number = 0;
        Iterator<String> lines =
                (text.startsWith("\uFEFF") ? text.substring(1) : text).lines().iterator();
        while (lines.hasNext()) {
            number++;
            scan(number, lines.next().strip());
        }
        if (begin > 0) {
            cutOff();
        }
    }

    /** The blocks, in their order. */
    List<Block> blocks() {
        return blocks;
    }

    /** A line for each invalid block, which begins with its position. No line shows any content. */
    List<String> faults() {
        return faults;
    }

    private void scan(int number, String line) {
        Matcher edge = EDGE.matcher(line);
        if (edge.matches()) {
            if (edge.group(1).equals("BEGIN")) {
                begin(number, edge.group(2));
            } else {
                end(number, edge.group(2));
            }
        } else if (looksLikeEdge(line)) {
            fault(
                    number,
                    "this looks like the edge of a block, but is not; write " + Block.BEGIN + " or " + Block.END
                            + " on a line of its own");
            begin = 0;
        } else if (begin > 0) {
            base64.append(line);
        } else if (!line.isEmpty()) {
            title = line.startsWith("#") ? line.substring(1).strip() : "";
        }
    }

    private static boolean looksLikeEdge(String line) {
        // A block that is commented out as a whole is text.
        return !line.startsWith("#") && (line.contains("-----BEGIN") || line.contains("-----END"));
    }

    private void begin(int number, String newType) {
        if (begin > 0) {
            cutOff();
        }
        begin = number;
        type = newType;
        base64.setLength(0);
        if (!type.equals(Block.TYPE)) {
            fault(
                    number,
                    "this block is of type " + type + ", but only " + Block.TYPE + " is allowed; "
                            + Block.remedy(type));
        }
    }

    private void end(int number, String endType) {
        if (begin == 0) {
            fault(number, "a block ends here that did not begin; remove the line, or put its beginning back");
        } else if (!endType.equals(type)) {
            fault(begin, "this block begins as " + type + ", but ends as " + endType + "; write the same at both ends");
        } else if (type.equals(Block.TYPE)) {
            complete();
        }
        begin = 0;
        title = "";
    }

    private void complete() {
        try {
            byte[] content = Base64.getDecoder().decode(base64.toString());
            blocks.add(new Block(begin, CertificateName.of(title), content));
        } catch (IllegalArgumentException e) {
            fault(begin, "the base64 of this block is invalid; put the certificate in again as a whole");
        }
    }

    private void cutOff() {
        fault(begin, "this block is cut off: its line " + Pem.end(type) + " is missing");
        begin = 0;
        title = "";
    }

    private void fault(int line, String reason) {
        faults.add("line " + line + ": " + reason);
    }

    /**
     * A PEM block of type CERTIFICATE and with well-formed base64.
     *
     * @param line where it begins, counted from 1
     * @param title the comment in front of it, fit for a message; empty where there is none
     * @param content what is encoded
     */
    record Block(int line, String title, byte[] content) {
        static final String TYPE = Pem.CERTIFICATE;
        static final String BEGIN = Pem.begin(TYPE);
        static final String END = Pem.end(TYPE);

        /** What makes blocks of this type of certificates in PKCS #7. */
        static final String REMEDY_OF_PKCS7 = "put in what openssl pkcs7 -print_certs -in FILE makes of it";

        private static final String REMEDY_OF_X509 = "put in what openssl x509 -in FILE makes of it";

        /** What is to be done with a block of another type. Nothing but blocks of this type is read by a program in Go. */
        static String remedy(String otherType) {
            return switch (otherType) {
                // With OpenSSL's own trust settings after the certificate, and as OpenSSL wrote it before 1998.
                case "TRUSTED CERTIFICATE", "X509 CERTIFICATE" -> REMEDY_OF_X509;
                case "PKCS7", "PKCS #7 SIGNED DATA" -> REMEDY_OF_PKCS7;
                default -> otherType.endsWith("PRIVATE KEY") ? "remove it, and replace the key" : "remove it";
            };
        }
    }
}
