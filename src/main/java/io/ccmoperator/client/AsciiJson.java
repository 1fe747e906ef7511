// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.client;

import static java.nio.charset.CodingErrorAction.REPLACE;
import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

import io.fabric8.kubernetes.client.http.AsyncBody;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.util.List;

/**
 * Passes JSON on with each character beyond ASCII escaped. The watch of the Kubernetes client decodes each piece of a response by itself, with
 * as many characters as the piece has bytes: of other characters it would lose those that are in two pieces, and append NULs to all pieces.
 */
final class AsciiJson implements AsyncBody.Consumer<List<ByteBuffer>> {
    private final AsyncBody.Consumer<List<ByteBuffer>> consumer;
    private final CharsetDecoder decoder =
            UTF_8.newDecoder().onMalformedInput(REPLACE).onUnmappableCharacter(REPLACE);
    private ByteBuffer begun = ByteBuffer.allocate(0);

    AsciiJson(AsyncBody.Consumer<List<ByteBuffer>> consumer) {
        this.consumer = consumer;
    }

    @Override
    public void consume(List<ByteBuffer> pieces, AsyncBody body) throws Exception {
        consumer.consume(pieces.stream().map(this::escaped).toList(), body);
    }

    /** Keeps the first bytes of a character that continues in the next piece. */
    private ByteBuffer escaped(ByteBuffer piece) {
        ByteBuffer bytes = ByteBuffer.allocate(begun.remaining() + piece.remaining())
                .put(begun)
                .put(piece)
                .flip();
        CharBuffer characters = CharBuffer.allocate(bytes.remaining());
        decoder.decode(bytes, characters, false);
        begun = bytes;
        StringBuilder json = new StringBuilder(characters.flip().remaining());
        characters.chars().forEach(unit -> {
            if (unit < 0x80) {
                json.append((char) unit);
            } else {
                json.append("\\u%04x".formatted(unit));
            }
        });
        return US_ASCII.encode(json.toString());
    }
}
