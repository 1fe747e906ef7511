// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.plan;

import io.ccmoperator.client.ObjectKey;
import java.util.Collection;
import java.util.stream.Collectors;

/** Objects that a plan depends on have not been read (yet). The message names them. */
public final class UnreadableException extends Exception {
    private static final long serialVersionUID = 1L;

    UnreadableException(Collection<ObjectKey> objects) {
        super(objects.stream().map(ObjectKey::toString).collect(Collectors.joining(", ", "", " cannot be read")));
    }
}
