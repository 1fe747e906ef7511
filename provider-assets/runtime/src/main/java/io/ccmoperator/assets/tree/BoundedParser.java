// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.assets.tree;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.common.Anchor;
import org.snakeyaml.engine.v2.events.AliasEvent;
import org.snakeyaml.engine.v2.events.Event;
import org.snakeyaml.engine.v2.events.NodeEvent;
import org.snakeyaml.engine.v2.events.ScalarEvent;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.parser.ParserImpl;
import org.snakeyaml.engine.v2.scanner.StreamReader;

/**
 * A parser that ends with a {@link SyntaxException} as soon as the tree would become too large for the memory. An
 * alias counts as what it repeats, which is known from its anchor without repeating it; so a small text with nested aliases
 * costs no more than its own size. How deep they nest, {@link TreeBuilder} knows.
 */
final class BoundedParser extends ParserImpl {
    /** As in JSON: each level costs calls of the composer, the readers and the writers. */
    static final int MAX_DEPTH = 500;

    /** Keys and values. A ConfigMap of 1 MiB has fewer, unless they are of three characters each. */
    static final int MAX_VALUES = 250_000;

    /** The limit for short input, with its aliases. Longer input may have a value for each character. */
    private static final int VALUES_OF_SHORT_TEXT = 10_000;

    /** The same for the characters of keys and values: these, or four times those of the input. */
    private static final int CHARACTERS_OF_SHORT_TEXT = 64 << 10;

    private static final int CHARACTERS_PER_CHARACTER = 4;

    private final Size max;
    private final Map<Anchor, Size> anchors = new HashMap<>();
    private final Deque<Collection> open = new ArrayDeque<>();
    private Size size = new Size(0, 0);
    private boolean aliases;

    /** What a part of the text has, with all aliases in it repeated. */
    private record Size(int values, long characters) {}

    /** A map or list whose end has not been parsed. */
    private record Collection(Optional<Anchor> anchor, Size before) {}

    BoundedParser(LoadSettings settings, String text) {
        super(settings, new StreamReader(settings, text));
        max = new Size(
                Math.min(Math.max(text.length(), VALUES_OF_SHORT_TEXT), MAX_VALUES),
                Math.max((long) text.length() * CHARACTERS_PER_CHARACTER, CHARACTERS_OF_SHORT_TEXT));
    }

    @Override
    public Event next() {
        Event event = super.next();
        switch (event.getEventId()) {
            case DocumentStart -> anchors.clear();
            case Scalar -> {
                ScalarEvent scalar = (ScalarEvent) event;
                Size ofScalar = new Size(1, scalar.getValue().length());
                count(ofScalar, scalar);
                scalar.getAnchor().ifPresent(anchor -> anchors.put(anchor, ofScalar));
            }
            case Alias -> {
                aliases = true;
                AliasEvent alias = (AliasEvent) event;
                // One that is unknown or not closed yet is rejected by the composer or TreeBuilder.
                count(anchors.getOrDefault(alias.getAlias(), new Size(0, 0)), alias);
            }
            case SequenceStart, MappingStart -> {
                NodeEvent start = (NodeEvent) event;
                open.push(new Collection(start.getAnchor(), size));
                count(new Size(1, 0), start);
                requireDepth(open.size(), start.getStartMark());
            }
            case SequenceEnd, MappingEnd -> {
                Size before = open.peek().before();
                Size ended = new Size(size.values() - before.values(), size.characters() - before.characters());
                open.pop().anchor().ifPresent(anchor -> anchors.put(anchor, ended));
            }
            default -> {
                // The rest has no value.
            }
        }
        return event;
    }

    private void count(Size more, NodeEvent place) {
        size = new Size(size.values() + more.values(), size.characters() + more.characters());
        if (size.values() > max.values() || size.characters() > max.characters()) {
            throw SyntaxException.ofLimit(
                    "the document has more than "
                            + (size.values() > max.values()
                                    ? max.values() + " keys and values"
                                    : max.characters() + " characters")
                            + (aliases
                                    ? ", what aliases (*) repeat included; use fewer aliases"
                                    : "; make the document smaller"),
                    place.getStartMark().map(YamlReader::position).orElse(null));
        }
    }

    /** Ends the reading of a map or list that is nested too deep. */
    static void requireDepth(int depth, Optional<Mark> place) {
        if (depth > MAX_DEPTH) {
            throw SyntaxException.ofLimit(
                    "maps and lists are nested more than " + MAX_DEPTH + " deep; make the document flatter",
                    place.map(YamlReader::position).orElse(null));
        }
    }
}
