/*
 * Copyright the ccm-operator authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.ccmoperator.files;

import io.ccmoperator.files.AtomicFiles.Change;
import java.nio.file.Path;
import java.util.List;

/** One commit of {@link AtomicFiles}. */
final class Transaction {
    Transaction(FileSteps steps, List<Path> directories, List<Change> changes) {}

    void run() {
        throw new UnsupportedOperationException();
    }
}
