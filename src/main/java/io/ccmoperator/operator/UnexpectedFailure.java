// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.operator;

/**
 * The cause of a failure that a controller did not expect, for its condition: the same string each time. What an input can
 * bring about, lack of memory or stack, names the remedy.
 */
final class UnexpectedFailure {
    private static final int MEBIBYTE = 1 << 20;

    private UnexpectedFailure() {}

    static String cause(Throwable failure) {
        if (failure instanceof OutOfMemoryError) {
            // The message of the error depends on where the memory ended.
            return "out of memory: the reconcile needs more than the maximum heap of "
                    + Runtime.getRuntime().maxMemory() / MEBIBYTE
                    + " MiB; look for an unusually large ConfigMap or Secret";
        }
        if (failure instanceof StackOverflowError) {
            return "stack overflow: look for a ConfigMap or another object that is nested unusually deeply";
        }
        return "unexpected failure: " + failure;
    }
}
