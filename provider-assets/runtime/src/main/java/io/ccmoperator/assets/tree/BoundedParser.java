// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.assets.tree;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import org.snakeyaml.engine.v2.common.Anchor;
import org.snakeyaml.engine.v2.events.AliasEvent;
import org.snakeyaml.engine.v2.events.CollectionStartEvent;
import org.snakeyaml.engine.v2.events.Event;
import org.snakeyaml.engine.v2.events.NodeEvent;
import org.snakeyaml.engine.v2.events.ScalarEvent;
import org.snakeyaml.engine.v2.parser.Parser;

/**
 * A parser that ends with a {@link SyntaxException} as soon as the tree would become too large for the memory. An
 * alias counts as what it repeats, which is known from its anchor without repeating it; so a small text with nested aliases
 * costs no more than its own size.
 */
final class BoundedParser implements Parser {
    /** As in JSON: each level costs calls of the composer, the readers and the writers. */
    static final int MAX_DEPTH = 500;

    /** Keys and values. A ConfigMap of 1 MiB has fewer, unless they are of three characters each. */
    static final int MAX_VALUES = 250_000;

    /** The limit for short input, with its aliases. Longer input may have a value for each character. */
    private static final int VALUES_OF_SHORT_TEXT = 10_000;

    /** The same for the characters of keys and values: these, or four times those of the input. */
    private static final int CHARACTERS_OF_SHORT_TEXT = 64 << 10;

    private static final int CHARACTERS_PER_CHARACTER = 4;

    private final Parser parser;
    private final int maxValues;
    private final long maxCharacters;
    private final Map<Anchor, Size> anchors = new HashMap<>();
    private final Deque<Collection> open = new ArrayDeque<>();
    private int values;
    private long characters;
    private boolean aliases;

    /** What an anchored value has, with all aliases in it repeated; a scalar is 0 levels deep. */
    private record Size(int values, long characters, int depth) {}

    /** A map or list whose end has not been parsed, and what had been counted before it. */
    private static final class Collection {
        private final CollectionStartEvent start;
        private final int valuesBefore;
        private final long charactersBefore;
        private int depth = 1;

        Collection(CollectionStartEvent start, int valuesBefore, long charactersBefore) {
            this.start = start;
            this.valuesBefore = valuesBefore;
            this.charactersBefore = charactersBefore;
        }
    }

    /**
     * @param length of the input, in characters
     * @param parser of the input
     */
    BoundedParser(int length, Parser parser) {
        this.parser = parser;
        this.maxValues = Math.min(Math.max(length, VALUES_OF_SHORT_TEXT), MAX_VALUES);
        this.maxCharacters = Math.max((long) length * CHARACTERS_PER_CHARACTER, CHARACTERS_OF_SHORT_TEXT);
    }

    @Override
    public boolean checkEvent(Event.ID choice) {
        return parser.checkEvent(choice);
    }

    @Override
    public Event peekEvent() {
        return parser.peekEvent();
    }

    @Override
    public boolean hasNext() {
        return parser.hasNext();
    }

    @Override
    public Event next() {
        Event event = parser.next();
        switch (event.getEventId()) {
            case DocumentStart -> anchors.clear();
            case Scalar -> scalar((ScalarEvent) event);
            case Alias -> alias((AliasEvent) event);
            case SequenceStart, MappingStart -> begin((CollectionStartEvent) event);
            case SequenceEnd, MappingEnd -> end();
            default -> {
                // The rest has no value.
            }
        }
        return event;
    }

    private void scalar(ScalarEvent scalar) {
        Size size = new Size(1, scalar.getValue().length(), 0);
        count(size, scalar);
        scalar.getAnchor().ifPresent(anchor -> anchors.put(anchor, size));
    }

    /** Nothing is known of an anchor that does not exist or is not closed yet; the composer and TreeBuilder refuse these. */
    private void alias(AliasEvent alias) {
        aliases = true;
        Size size = anchors.get(alias.getAlias());
        if (size != null) {
            count(size, alias);
        }
    }

    private void begin(CollectionStartEvent start) {
        Collection collection = new Collection(start, values, characters);
        count(new Size(1, 0, 1), start);
        open.push(collection);
    }

    private void end() {
        Collection ended = open.pop();
        ended.start
                .getAnchor()
                .ifPresent(anchor -> anchors.put(
                        anchor,
                        new Size(values - ended.valuesBefore, characters - ended.charactersBefore, ended.depth)));
        deepen(ended.depth);
    }

    /** Notes in the collection around the place what it holds. */
    private void deepen(int depth) {
        Collection around = open.peek();
        if (around != null) {
            around.depth = Math.max(around.depth, depth + 1);
        }
    }

    private void count(Size size, NodeEvent place) {
        values += size.values();
        characters += size.characters();
        if (values > maxValues) {
            throw tooLarge(maxValues + " keys and values", place);
        }
        if (characters > maxCharacters) {
            throw tooLarge(maxCharacters + " characters", place);
        }
        if (open.size() + size.depth() > MAX_DEPTH) {
            throw fault("maps and lists are nested more than " + MAX_DEPTH + " deep; make the document flatter", place);
        }
        deepen(size.depth());
    }

    private SyntaxException tooLarge(String limit, NodeEvent place) {
        String remedy =
                aliases ? ", what aliases (*) repeat included; use fewer aliases" : "; make the document smaller";
        return fault("the document has more than " + limit + remedy, place);
    }

    private static SyntaxException fault(String reason, NodeEvent place) {
        return SyntaxException.ofLimit(
                reason, place.getStartMark().map(YamlReader::position).orElse(null));
    }
}
