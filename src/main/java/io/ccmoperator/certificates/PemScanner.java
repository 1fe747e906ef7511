// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.certificates;

import io.ccmoperator.assets.text.Pem;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Finds the blocks in PEM input, and invalid ones. Lines may end and be indented in any way; text
 * before, between and after blocks is skipped, unless it looks like the edge of a block.
 */
final class PemScanner {
    private static final Pattern EDGE = Pattern.compile("-----(BEGIN|END) ([A-Z0-9][A-Z0-9 .#]{0,60})-----");

    /** Where dashes are too few, too many or of another kind: this was typed by hand or by a word processor. */
    private static final Pattern NEARLY_EDGE =
            Pattern.compile("\\p{Pd}{2,}\\s*(?:BEGIN|END)\\s[A-Z0-9][A-Z0-9 .]*\\p{Pd}+");

    /** Such as {@code Proc-Type: 4,ENCRYPTED}. */
    private static final Pattern HEADER = Pattern.compile("[A-Za-z0-9-]+: .*");

    private final List<Block> blocks = new ArrayList<>();
    private final List<String> faults = new ArrayList<>();

    /** The block that the scan is in; 0 for none. */
    private int begin;

    private String type = "";
    private String title = "";
    private boolean invalid;

    /** Whether an edge of a block was invalid, so that its counterpart is not another error. */
    private boolean lost;

    /** The content of the block so far: characters of base64, of which the padding comes last. */
    private final StringBuilder base64 = new StringBuilder();

    /**
     * Scans a string. A byte order mark in front of it does not count. Bundles are long, and nearly all of their lines are base64: such a
     * line is copied without a look at anything else, since it can be no edge.
     */
    PemScanner(String text) {
        int number = 0;
        int start = text.startsWith("\uFEFF") ? 1 : 0;
        while (start < text.length()) {
            int end = endOfLine(text, start);
            number++;
            if (begin == 0 || invalid || !isBase64(text, start, end)) {
                scan(number, text.substring(start, end).strip());
            } else {
                base64.append(text, start, end);
            }
            boolean two = end + 1 < text.length() && text.charAt(end) == '\r' && text.charAt(end + 1) == '\n';
            start = end + (two ? 2 : 1);
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

    private static int endOfLine(String text, int start) {
        int end = start;
        while (end < text.length() && text.charAt(end) != '\n' && text.charAt(end) != '\r') {
            end++;
        }
        return end;
    }

    /** Characters of base64, then at most two of padding. */
    private static boolean isBase64(CharSequence text, int start, int end) {
        int i = start;
        while (i < end && isDigit(text.charAt(i))) {
            i++;
        }
        int padding = end - i;
        while (i < end && text.charAt(i) == '=') {
            i++;
        }
        return i == end && padding <= 2;
    }

    private static boolean isDigit(char c) {
        return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '+' || c == '/';
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
            lost = true;
        } else if (begin > 0) {
            content(number, line);
        } else if (!line.isEmpty()) {
            title = line.startsWith("#") ? line.substring(1).strip() : "";
        }
    }

    private static boolean looksLikeEdge(String line) {
        // A block that is commented out as a whole is text.
        return !line.startsWith("#")
                && (line.contains("-----BEGIN")
                        || line.contains("-----END")
                        || NEARLY_EDGE.matcher(line).matches());
    }

    private void begin(int number, String newType) {
        if (begin > 0) {
            cutOff();
        }
        begin = number;
        type = newType;
        invalid = false;
        lost = false;
        base64.setLength(0);
        if (!type.equals(Block.TYPE)) {
            fault(
                    number,
                    "this block is of type " + type + ", but only " + Block.TYPE + " is allowed; "
                            + Block.remedy(type));
            invalid = true;
        }
    }

    private void end(int number, String endType) {
        if (begin == 0 && !lost) {
            fault(number, "a block ends here that did not begin; remove the line, or put its beginning back");
        } else if (begin > 0 && !endType.equals(type)) {
            fault(begin, "this block begins as " + type + ", but ends as " + endType + "; write the same at both ends");
        } else if (begin > 0 && !invalid) {
            complete();
        }
        begin = 0;
        lost = false;
        title = "";
    }

    private void content(int number, String line) {
        if (!invalid && base64.length() == 0 && HEADER.matcher(line).matches()) {
            fault(number, "programs in Go pass over a block with headers; remove the lines before its base64");
            invalid = true;
        } else if (!invalid && !isBase64(line, 0, line.length())) {
            fault(number, "this is not base64; put the certificate in again as a whole");
            invalid = true;
        }
        base64.append(line);
    }

    private void complete() {
        if (base64.length() % 4 != 0 || !isBase64(base64, 0, base64.length())) {
            fault(begin, "the base64 of this block is not complete; put the certificate in again as a whole");
            return;
        }
        blocks.add(
                new Block(begin, CertificateName.of(title), Base64.getDecoder().decode(base64.toString())));
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
