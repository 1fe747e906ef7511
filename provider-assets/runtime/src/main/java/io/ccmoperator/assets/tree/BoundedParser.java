// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.assets.tree;

import java.util.Optional;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.events.Event;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.parser.ParserImpl;
import org.snakeyaml.engine.v2.scanner.StreamReader;

/**
 * A parser that ends with a {@link SyntaxException} as soon as the nodes would need too much memory or stack. What aliases
 * repeat, {@link TreeBuilder} limits.
 */
final class BoundedParser extends ParserImpl {
    /** As in JSON: each level costs calls of the composer, the readers and the writers. */
    private static final int MAX_DEPTH = 500;

    /** Keys and values. A ConfigMap of 1 MiB has fewer, unless they are of three characters each. */
    static final int MAX_VALUES = 250_000;

    private int depth;
    private int values;

    BoundedParser(LoadSettings settings, String text) {
        super(settings, new StreamReader(settings, text));
    }

    @Override
    public Event next() {
        Event event = super.next();
        switch (event.getEventId()) {
            case Scalar, Alias -> requireValues(++values, event.getStartMark());
            case SequenceStart, MappingStart -> {
                requireValues(++values, event.getStartMark());
                requireDepth(++depth, event.getStartMark());
            }
            case SequenceEnd, MappingEnd -> depth--;
            default -> {
                // The rest has no value.
            }
        }
        return event;
    }

    private static void requireValues(int values, Optional<Mark> place) {
        if (values > MAX_VALUES) {
            throw SyntaxException.ofLimit(
                    "the document has more than " + MAX_VALUES + " keys and values; make the document smaller",
                    place.map(YamlReader::position).orElse(null));
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
