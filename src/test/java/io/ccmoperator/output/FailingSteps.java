/*
 * Copyright the ccm-operator authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.ccmoperator.output;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Set;

/** Lets the changes of certain numbers fail. */
final class FailingSteps implements FileSteps.BeforeChange {
    private final Set<Integer> failing;
    private int count;

    /** @param failing counted from 0; changes that restore others count too */
    FailingSteps(Integer... failing) {
        this.failing = Set.of(failing);
    }

    int count() {
        return count;
    }

    @Override
    public void accept(Path path) throws IOException {
        if (failing.contains(count++)) {
            throw new IOException("No space left on device");
        }
    }
}
