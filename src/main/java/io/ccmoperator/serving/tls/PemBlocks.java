/*
 * Copyright the ccm-operator authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.ccmoperator.serving.tls;

import io.ccmoperator.cluster.InvalidInputException;
import io.ccmoperator.files.InputFile;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Finds the blocks of a file in PEM. Text around them is passed over. No message shows any content: it may be a key. */
final class PemBlocks {
    /** Types are shown in messages, so nothing that may be more than a type is one. */
    private static final Pattern EDGE = Pattern.compile("-----(BEGIN|END) ([A-Z0-9 ]{1,24})-----");

    private final InputFile file;
    private final List<PemBlock> blocks = new ArrayList<>();
    private final StringBuilder base64 = new StringBuilder();

    /** The block that is being read; 0 for none. */
    private int begin;

    private String type = "";

    private PemBlocks(InputFile file) {
        this.file = file;
    }

    /**
     * The blocks of a file, in their order.
     *
     * @throws InvalidInputException if a block is cut off, encrypted, or no base64; the line names file, line and remedy
     */
    static List<PemBlock> of(InputFile file) {
        PemBlocks scan = new PemBlocks(file);
        int number = 0;
        for (String line : file.text().lines().toList()) {
            scan.line(++number, line.strip());
        }
        scan.requireComplete();
        return scan.blocks;
    }

    private void line(int number, String line) {
        Matcher edge = EDGE.matcher(line);
        if (!edge.matches()) {
            if (begin > 0) {
                content(line);
            }
        } else if (edge.group(1).equals("BEGIN")) {
            requireComplete();
            begin = number;
            type = edge.group(2);
            base64.setLength(0);
        } else if (begin > 0 && edge.group(2).equals(type)) {
            blocks.add(new PemBlock(type, begin, decoded()));
            begin = 0;
        } else {
            throw fault(number, "a block ends here that did not begin; write the file anew");
        }
    }

    private void content(String line) {
        if (line.contains(":")) {
            throw fault(begin, "this " + type + " is encrypted; write it without a passphrase");
        }
        base64.append(line);
    }

    private byte[] decoded() {
        try {
            return Base64.getDecoder().decode(base64.toString());
        } catch (IllegalArgumentException e) {
            // Its message shows a piece of what it could not decode.
            throw fault(begin, "this " + type + " is no base64; write the file anew");
        }
    }

    private void requireComplete() {
        if (begin > 0) {
            throw fault(begin, "this " + type + " is cut off; write the file anew");
        }
    }

    private InvalidInputException fault(int line, String reason) {
        return new InvalidInputException(file.file() + ", line " + line + ": " + reason);
    }
}
