// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator;

import io.ccmoperator.apiserver.Account;
import java.util.List;
import java.util.stream.Stream;

/** Secrets that tests give the program: whatever it prints, reports or serves must not contain one. */
public final class PlantedSecrets {
    /** In every Secret of a test cluster. */
    public static final String VALUE = "planted-5e0f2c9a";

    /** In cloud configurations of tests. */
    private static final String PASSWORD = "hunter2";

    private static final List<String> ALL = Stream.concat(
                    Stream.of(VALUE, PASSWORD), Stream.of(Account.values()).map(Account::token))
            .toList();

    private PlantedSecrets() {}

    /**
     * Searches a string.
     *
     * @param where the text comes from, such as the log of a process
     * @throws AssertionError if the text has a secret; the message does not show it
     */
    public static void assertNoneIn(String where, String text) {
        for (String secret : ALL) {
            int found = text.indexOf(secret);
            if (found >= 0) {
                String line = text.substring(text.lastIndexOf('\n', found) + 1, found);
                throw new AssertionError(where + " has a secret after: " + line);
            }
        }
    }
}
