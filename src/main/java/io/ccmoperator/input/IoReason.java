// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.input;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;

/** The reason of a file system error: the message of the JDK's exception is often only a path. */
public final class IoReason {
    private IoReason() {}

    /** The reason, without any path. */
    public static String of(IOException failure) {
        if (failure instanceof NoSuchFileException) {
            return "No such file or directory";
        } else if (failure instanceof AccessDeniedException) {
            return "Permission denied";
        } else if (failure instanceof FileAlreadyExistsException) {
            return "File exists";
        } else if (failure instanceof FileSystemException exception && exception.getReason() != null) {
            return exception.getReason();
        } else if (failure instanceof FileSystemException || failure.getMessage() == null) {
            return failure.getClass().getSimpleName();
        }
        return failure.getMessage();
    }
}
