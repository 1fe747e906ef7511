// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.cluster;

import java.util.function.Function;

/**
 * A function of which the last result is kept: it is computed again only for another argument. Whoever makes one says what the
 * result depends on, all of it. For one thread at a time.
 *
 * @param <A> the argument; equal arguments have to be cheap to recognize, as strings and trees of the same cached object are
 * @param <R> the result, which is not modified
 */
public final class LastResult<A, R> implements Function<A, R> {
    private final Function<A, R> function;
    private A argument;
    private R result;

    /** @param function depends on its argument alone; an exception is not kept */
    public LastResult(Function<A, R> function) {
        this.function = function;
    }

    @Override
    public R apply(A newest) {
        if (argument == null || !argument.equals(newest)) {
            result = function.apply(newest);
            argument = newest;
        }
        return result;
    }
}
