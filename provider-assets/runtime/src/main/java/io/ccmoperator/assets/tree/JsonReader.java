// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.assets.tree;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.json.JsonReadFeature;
import io.ccmoperator.assets.text.MessageText;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Optional;

/** Reads JSON into trees, strictly: duplicate members and content after the value are errors. Numbers keep all digits. */
public final class JsonReader {
    /** Names need no limit of their own: the input is in memory already. */
    private static final JsonFactory FACTORY = JsonFactory.builder()
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxNameLength(Integer.MAX_VALUE)
                    .build())
            .build();

    /**
     * Lengths need no limit: numbers are only copied, and the input is in memory already. A comma after the last member or item and
     * comments after # are read by programs that read JSON as YAML.
     */
    private static final JsonFactory UNLIMITED = JsonFactory.builder()
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxNumberLength(Integer.MAX_VALUE)
                    .maxNameLength(Integer.MAX_VALUE)
                    .build())
            .enable(JsonReadFeature.ALLOW_TRAILING_COMMA)
            .enable(JsonReadFeature.ALLOW_YAML_COMMENTS)
            .build();

    private JsonReader() {}

    /**
     * Reads the one value of a document.
     *
     * @param text UTF-8
     * @throws SyntaxException if the input is not exactly one JSON value
     */
    public static Object read(byte[] text) {
        try (JsonParser parser = FACTORY.createParser(text)) {
            return new JsonTree(parser, Numbers::of, false).build();
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
            return new JsonTree(parser, Numbers::of, false).build();
        } catch (JsonProcessingException e) {
            throw syntax(e);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Reads the one value of a document of another program, whose values may be credentials.
     *
     * @param text without a byte order mark; one comma after the last member or item is ignored, and so are comments after #
     * @return a tree whose numbers are {@link JsonNumber}s; of several members with one name it has the last, as readers of Go do
     * @throws SyntaxException if the input is not exactly one JSON value. The reason quotes names of members, but no value
     */
    public static Object readAsWritten(String text) {
        try (JsonParser parser = UNLIMITED.createParser(text)) {
            return new JsonTree(parser, number -> new JsonNumber(number.getText()), true).build();
        } catch (JsonProcessingException e) {
            throw new SyntaxException(
                    "no well-formed JSON; check quotes, commas and brackets", JsonTree.position(e.getLocation()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * The position of a member; for an item of a list, that of the member with the list.
     *
     * @param text as {@link #readAsWritten} has read it; it is read again
     * @param path names of members and indices of items, from the root
     * @return empty if the document has no such member
     */
    public static Optional<Position> position(String text, List<Object> path) {
        JsonPointer member = JsonPointer.empty();
        JsonPointer here = member;
        for (Object step : path) {
            here = step instanceof Integer index ? here.appendIndex(index) : here.appendProperty((String) step);
            member = step instanceof Integer ? member : here;
        }
        try (JsonParser parser = UNLIMITED.createParser(text)) {
            while (parser.nextToken() != null) {
                if (parser.getParsingContext().pathAsPointer().equals(member)) {
                    return Optional.ofNullable(JsonTree.position(parser.currentTokenLocation()));
                }
            }
            return Optional.empty();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static SyntaxException syntax(JsonProcessingException e) {
        return new SyntaxException(MessageText.oneLine(e.getOriginalMessage()), JsonTree.position(e.getLocation()));
    }
}
