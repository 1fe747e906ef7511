/*
 * Copyright the ccm-operator authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.ccmoperator.files;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;

/** Why a file system refused something, in words: the exceptions of the JDK often have a path for their only message. */
final class IoReason {
    private IoReason() {}

    /** The reason, without any path. */
    static String of(IOException failure) {
        if (failure instanceof NoSuchFileException) {
            return "No such file or directory";
        } else if (failure instanceof AccessDeniedException) {
            return "Permission denied";
        } else if (failure instanceof FileAlreadyExistsException) {
            return "Something else stands there";
        } else if (failure instanceof FileSystemException exception && exception.getReason() != null) {
            return exception.getReason();
        } else if (failure instanceof FileSystemException || failure.getMessage() == null) {
            return failure.getClass().getSimpleName();
        }
        return failure.getMessage();
    }
}
