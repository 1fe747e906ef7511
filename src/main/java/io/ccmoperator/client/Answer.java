/*
 * Copyright the ccm-operator authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.ccmoperator.client;

import io.ccmoperator.assets.Manifest;
import io.ccmoperator.assets.tree.JsonReader;
import io.ccmoperator.assets.tree.SyntaxException;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * What the API server answered.
 *
 * @param code the HTTP status
 * @param retryAfter the header Retry-After, or the empty text
 * @param body JSON as a rule; never to be logged
 */
record Answer(int code, String retryAfter, byte[] body) {
    private static final Pattern SECONDS = Pattern.compile("[0-9]{1,9}");

    boolean isSuccess() {
        return code >= 200 && code < 300;
    }

    /**
     * The object in the body.
     *
     * @throws SyntaxException if the body is none
     */
    Manifest object() {
        if (JsonReader.read(body) instanceof Map<?, ?> map) {
            @SuppressWarnings("unchecked")
            Map<String, Object> tree = (Map<String, Object>) map;
            return new Manifest(tree);
        }
        throw new SyntaxException("the body is no object", null);
    }

    /**
     * How long the server asks to wait before the request is sent again; only an overloaded one (429, 503) is heard.
     *
     * @param atMost what is waited where it asks for more
     */
    Optional<Duration> pause(Duration atMost) {
        if ((code != 429 && code != 503) || !SECONDS.matcher(retryAfter).matches()) {
            return Optional.empty();
        }
        Duration asked = Duration.ofSeconds(Long.parseLong(retryAfter));
        return Optional.of(asked.compareTo(atMost) < 0 ? asked : atMost);
    }

    /** The server's own words for a failure on one line, where it has some, and the HTTP status where it has not. */
    String reason() {
        String message = statusMessage();
        return message.isBlank() ? "HTTP status " + code : message.strip().replaceAll("\\s*\\R\\s*", " ");
    }

    /** Only a Status is made to be shown; whatever else comes, from a proxy in between say, may hold anything. */
    private String statusMessage() {
        try {
            Manifest status = object();
            return status.kind().equals("Status") ? status.text("message") : "";
        } catch (SyntaxException e) {
            return "";
        }
    }
}
