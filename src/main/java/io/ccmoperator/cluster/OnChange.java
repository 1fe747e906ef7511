// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.cluster;

import java.util.function.Consumer;

/**
 * Acts on a value only when it differs from the value before, such as a log line that says nothing new otherwise. Safe for use by
 * several threads.
 *
 * @param <T> has equals
 */
public final class OnChange<T> implements Consumer<T> {
    private final Consumer<? super T> action;
    private T last;

    /**
     * @param initial a value that is no change; null: the first value is one
     * @param action receives each changed value
     */
    public OnChange(T initial, Consumer<? super T> action) {
        this.last = initial;
        this.action = action;
    }

    /** Logs a fault when it is another one than before, and again when it comes back; without a fault the value is empty. */
    public static OnChange<String> ofFault(Consumer<String> log) {
        return new OnChange<>("", fault -> {
            if (!fault.isEmpty()) {
                log.accept(fault);
            }
        });
    }

    /** Takes in the value of now. */
    @Override
    public synchronized void accept(T value) {
        if (!value.equals(last)) {
            last = value;
            action.accept(value);
        }
    }
}
