// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.assets.tree;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import io.ccmoperator.assets.text.MessageText;
import java.io.IOException;
import java.io.UncheckedIOException;

/** Reads JSON into trees, strictly: duplicate members and content after the value are errors. Numbers keep all digits. */
public final class JsonReader {
    private static final JsonFactory FACTORY = new JsonFactory();

    private JsonReader() {}

    /**
     * Reads the one value of a document.
     *
     * @param text UTF-8
     * @throws SyntaxException if the input is not exactly one JSON value
     */
    public static Object read(byte[] text) {
        try (JsonParser parser = FACTORY.createParser(text)) {
            return new JsonTree(parser, Numbers::of).build();
        } catch (JsonProcessingException e) {
            throw syntax(e);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Reads the one value of a document.
     *
     * @throws SyntaxException if the input is not exactly one JSON value
     */
    public static Object read(String text) {
        try (JsonParser parser = FACTORY.createParser(text)) {
            return new JsonTree(parser, Numbers::of).build();
        } catch (JsonProcessingException e) {
            throw syntax(e);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static SyntaxException syntax(JsonProcessingException e) {
        return new SyntaxException(MessageText.oneLine(e.getOriginalMessage()), JsonTree.position(e.getLocation()));
    }
}
