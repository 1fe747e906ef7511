/*
 * Copyright the ccm-operator authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.ccmoperator.files;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/** What leads back to the state before, newest first. */
final class Undo {
    private final Deque<Entry> entries = new ArrayDeque<>();

    /** A change to the file system. */
    @FunctionalInterface
    interface Action {
        void run() throws IOException;
    }

    private record Entry(Path shown, String remedy, Action action) {}

    /**
     * Remembers how a change is taken back.
     *
     * @param shown what the user knows it as
     */
    void add(Path shown, Action action) {
        add(shown, "", action);
    }

    /**
     * Remembers how a change is taken back.
     *
     * @param shown what the user knows it as
     * @param remedy the end of the line when it cannot be taken back
     */
    void add(Path shown, String remedy, Action action) {
        entries.push(new Entry(shown, remedy, action));
    }

    boolean isEmpty() {
        return entries.isEmpty();
    }

    /** The way back is closed: what has been done stays. */
    void clear() {
        entries.clear();
    }

    /** Takes every change back, also when one of them resists, and returns a line for each that did. */
    List<String> run() {
        List<String> failures = new ArrayList<>();
        while (!entries.isEmpty()) {
            Entry entry = entries.pop();
            try {
                entry.action().run();
            } catch (IOException e) {
                failures.add("cannot put " + entry.shown() + " back as it was: " + IoReason.of(e) + entry.remedy());
            }
        }
        return failures;
    }
}
