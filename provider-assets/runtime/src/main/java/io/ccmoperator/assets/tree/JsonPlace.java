// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.assets.tree;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/**
 * Finds a member in a JSON document, which is read again for it: few positions are needed, and to store those of all members
 * would take more memory than the members.
 */
final class JsonPlace {
    private final JsonParser parser;

    JsonPlace(JsonParser parser) {
        this.parser = parser;
    }

    /**
     * Where the name of a member begins; for an item of a list, where that of the member with the list does, and for the
     * root, where it begins itself.
     *
     * @param path names of members and indices of items, from the root
     * @return empty where the path does not exist
     */
    Optional<Position> find(List<Object> path) throws IOException {
        parser.nextToken();
        Position position = JsonTree.position(parser.currentTokenLocation());
        for (Object step : path) {
            if (step instanceof String name) {
                position = member(name);
            } else if (!isAtItem((Integer) step)) {
                return Optional.empty();
            }
            if (position == null) {
                return Optional.empty();
            }
        }
        return Optional.ofNullable(position);
    }

    /** Moves to the value of a member of the object here, and returns the position of its name; null without such a member. */
    private Position member(String name) throws IOException {
        if (parser.currentToken() != JsonToken.START_OBJECT) {
            return null;
        }
        while (parser.nextToken() == JsonToken.FIELD_NAME) {
            boolean found = parser.currentName().equals(name);
            Position position = JsonTree.position(parser.currentTokenLocation());
            parser.nextToken();
            if (found) {
                return position;
            }
            parser.skipChildren();
        }
        return null;
    }

    /** Moves to an item of the list here. */
    private boolean isAtItem(int index) throws IOException {
        if (parser.currentToken() != JsonToken.START_ARRAY) {
            return false;
        }
        for (int i = 0; parser.nextToken() != JsonToken.END_ARRAY; i++) {
            if (i == index) {
                return true;
            }
            parser.skipChildren();
        }
        return false;
    }
}
