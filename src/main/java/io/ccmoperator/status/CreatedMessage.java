/*
 * Copyright the ccm-operator authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.ccmoperator.status;

import io.ccmoperator.client.ObjectKey;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/** The message that names created objects. */
final class CreatedMessage {
    private static final String START = "created ";
    private static final String SEPARATOR = ", ";

    private CreatedMessage() {}

    /** As few messages as name them all within the length that the API allows; none when nothing was created. */
    static List<String> of(Collection<ObjectKey> created) {
        List<String> messages = new ArrayList<>();
        StringBuilder message = new StringBuilder();
        for (ObjectKey key : created) {
            String name = key.toString();
            if (message.length() + SEPARATOR.length() + name.length() > OneLine.MAX_LENGTH) {
                messages.add(message.toString());
                message.setLength(0);
            }
            message.append(message.isEmpty() ? START : SEPARATOR).append(name);
        }
        if (!message.isEmpty()) {
            messages.add(message.toString());
        }
        return messages;
    }
}
