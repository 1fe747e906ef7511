// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.events;

import io.ccmoperator.assets.text.MessageText;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/** Many messages in few Events. */
public final class JoinedMessages {
    private JoinedMessages() {}

    /**
     * As few messages as hold everything within the length that the API allows.
     *
     * @param start what each message begins with; may be empty
     * @param separator what is between two parts
     * @return none when there is no part; a part that is too long by itself makes a message of its own
     */
    public static List<String> of(String start, String separator, Collection<String> parts) {
        List<String> messages = new ArrayList<>();
        StringBuilder message = new StringBuilder();
        for (String part : parts) {
            if (!message.isEmpty() && message.length() + separator.length() + part.length() > MessageText.MAX_LENGTH) {
                messages.add(message.toString());
                message.setLength(0);
            }
            message.append(message.isEmpty() ? start : separator).append(part);
        }
        if (!message.isEmpty()) {
            messages.add(message.toString());
        }
        return messages;
    }
}
