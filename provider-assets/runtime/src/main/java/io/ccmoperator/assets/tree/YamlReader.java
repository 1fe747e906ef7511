// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.assets.tree;

import io.ccmoperator.assets.text.MessageText;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.composer.Composer;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.ReaderException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.exceptions.YamlVersionException;
import org.snakeyaml.engine.v2.schema.CoreSchema;

/**
 * Reads YAML 1.2 (core schema) into trees, strictly: a duplicate key, a key that is not a string, a tag that is not of
 * the core schema, and an alias that contains itself are errors. So is input with more than 250,000 keys and values, what
 * aliases repeat included, more than 500 levels, or a document with more than 50 aliases of maps and lists.
 */
public final class YamlReader {
    private static final LoadSettings SETTINGS = LoadSettings.builder()
            .setSchema(new CoreSchema())
            .setAllowDuplicateKeys(false)
            .setCodePointLimit(Integer.MAX_VALUE)
            // A scalar that is longer than the buffer is copied each time the buffer grows by its size.
            .setBufferSize(16 << 10)
            .build();

    private static final String NOT_ALIGNED =
            "the line is indented differently from the lines around it; align it with the others"
                    + " of its map or list";

    /** What is wrong and the remedy, by a part of what the parser says. The first one applies. */
    private static final List<Problem> PROBLEMS = List.of(
            new Problem("(TAB)", false, "a tab cannot be indentation; write blanks"),
            new Problem("that cannot start", false, "a value cannot begin with this character; put it in quotes"),
            new Problem(
                    "unknown escape character",
                    false,
                    "not an escape in double quotes; write \\\\ for a backslash, or use single quotes"),
            new Problem(
                    "undefined alias",
                    false,
                    "there is no such anchor above; put a value that begins with * in quotes"),
            new Problem("scanning an alias", false, "a value that begins with * has to be in quotes"),
            new Problem("scanning an anchor", false, "a value that begins with & has to be in quotes"),
            new Problem(
                    "mapping values are not allowed",
                    false,
                    "a colon and a blank are not allowed here; put a value that has them in quotes, and align the keys of a"
                            + " map"),
            new Problem(
                    "expected ':'", true, "the line has no key with a colon and a blank after it; write key: value"),
            new Problem(
                    "quoted scalar: found unexpected",
                    true,
                    "the quote is not closed; end the value with the same quote"),
            new Problem(
                    "flow sequence", true, "the list is not closed, or has no comma between two items; write [a, b]"),
            new Problem(
                    "flow mapping",
                    true,
                    "the map is not closed, or has no comma between two keys; write {a: b, c: d}"),
            new Problem(
                    "expected the node content", false, "a value is missing here; a [ or { above may not be closed"),
            new Problem("expected <block end>", false, NOT_ALIGNED),
            new Problem("entries are not allowed", false, NOT_ALIGNED));

    /**
     * @param said a part of what the parser says
     * @param above whether its place is the beginning of what has no end: the parser notices it far below
     */
    private record Problem(String said, boolean above, String reason) {}

    private YamlReader() {}

    /**
     * Reads all documents.
     *
     * @param text UTF-8; a byte order mark is skipped
     * @return the documents in order; input of blanks and comments has none
     * @throws SyntaxException if the text is not well-formed UTF-8 or YAML
     */
    public static List<YamlDocument> read(byte[] text) {
        try {
            String decoded = StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(text))
                    .toString();
            return read(decoded.startsWith("\uFEFF") ? decoded.substring(1) : decoded);
        } catch (CharacterCodingException e) {
            throw new SyntaxException("the input is not UTF-8; save the file in this encoding", null);
        }
    }

    /**
     * Reads all documents.
     *
     * @return the documents in order; input of blanks and comments has none
     * @throws SyntaxException if the input is not well-formed YAML
     */
    public static List<YamlDocument> read(String text) {
        return read(text, false);
    }

    /**
     * The first document of a resource.
     *
     * @param owner the class that the resource belongs to
     * @param name relative to the package of the class, or with a leading slash
     * @throws IllegalStateException if there is no such resource
     */
    public static FieldReader resource(Class<?> owner, String name) {
        try (InputStream stream = owner.getResourceAsStream(name)) {
            if (stream == null) {
                throw new IllegalStateException("the application has no resource " + name);
            }
            return FieldReader.of(read(stream.readAllBytes()).get(0).value());
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read the resource " + name, e);
        }
    }

    /**
     * Reads documents for a reader whose types are not known here: each scalar without quotes that is more than
     * text, such as {@code 007} or {@code yes}, becomes a {@link PlainScalar}, but for null. A key {@code <<} without quotes
     * merges maps into its own, as YAML 1.1 has it; its own members have precedence at every position. Of several values of one key
     * the last one counts, as it does for the readers of Go; two maps of one key are an error.
     *
     * @return the documents in order; input of blanks and comments has none
     * @throws SyntaxException if the input is not well-formed YAML
     */
    public static List<YamlDocument> readAsWritten(String text) {
        return read(text, true);
    }

    private static List<YamlDocument> read(String text, boolean asWritten) {
        List<YamlDocument> documents = new ArrayList<>();
        try {
            Composer composer = new Composer(SETTINGS, new BoundedParser(SETTINGS, text));
            TreeBuilder trees = new TreeBuilder(text, asWritten);
            while (composer.hasNext()) {
                documents.add(trees.build(composer.next()));
            }
        } catch (MarkedYamlEngineException e) {
            throw syntax(e);
        } catch (ReaderException e) {
            throw new SyntaxException(
                    "the character U+%04X is not allowed in YAML".formatted(e.getCodePoint()),
                    position(text, e.getPosition()));
        } catch (YamlVersionException e) {
            throw new SyntaxException("the version in the directive %YAML is unknown; write 1.2 or leave it out", null);
        } catch (YamlEngineException e) {
            // Its limit of aliases has no mark.
            throw e.getMessage().contains("aliases")
                    ? SyntaxException.ofLimit(
                            "a document has more than " + SETTINGS.getMaxAliasesForCollections()
                                    + " aliases (*) of maps and lists; write out what they repeat",
                            null)
                    : new SyntaxException(MessageText.oneLine(e.getMessage()), null);
        } catch (IllegalArgumentException e) {
            // The parser turns the digits of an escape into a number and the number into a character without a look at
            // them.
            throw new SyntaxException("an escape \\x, \\u or \\U in double quotes is not a character", null);
        }
        return documents;
    }

    private static SyntaxException syntax(MarkedYamlEngineException error) {
        String said = Stream.of(error.getContext(), error.getProblem())
                .filter(Objects::nonNull)
                .collect(Collectors.joining(": "));
        Problem problem = PROBLEMS.stream()
                .filter(known -> said.contains(known.said()))
                .findFirst()
                .orElseGet(() -> new Problem(said, false, MessageText.oneLine(said)));
        Optional<Mark> mark =
                problem.above() ? error.getContextMark().or(error::getProblemMark) : error.getProblemMark();
        return new SyntaxException(
                problem.reason(), mark.map(YamlReader::position).orElse(null));
    }

    static Position position(Mark mark) {
        return new Position(mark.getLine() + 1, mark.getColumn() + 1);
    }

    private static Position position(String text, int offset) {
        String before = text.substring(0, Math.min(offset, text.length()));
        int line = (int) before.chars().filter(c -> c == '\n').count() + 1;
        return new Position(line, before.length() - before.lastIndexOf('\n'));
    }
}
