// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.cloudconfig;

/** A configuration of vSphere in which each list repeats the list before it many times, below a long key. */
public final class NestedAliases {
    private static final int REPEATED = 40;
    private static final int KEY_LENGTH = 160;

    private NestedAliases() {}

    /** YAML of at least this size, and less than 1 KiB more. */
    public static String ofKibibytes(int kibibytes) {
        StringBuilder text = new StringBuilder("global: {user: u, password: hunter2}\na0: &a0 [x]\n");
        for (int level = 1; text.length() < kibibytes * 1024; level++) {
            text.append("a%d: &a%d {? %s : [%s]}\n"
                    .formatted(level, level, "k".repeat(KEY_LENGTH), ("*a" + (level - 1) + ",").repeat(REPEATED)));
        }
        return text.toString();
    }
}
