// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.input;

import io.ccmoperator.assets.tree.Position;
import io.ccmoperator.cluster.InvalidInputException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The content of a file that the user named.
 *
 * @param file as the user named it
 * @param text the content without a byte order mark
 */
public record InputFile(Path file, String text) {
    /** The limit of an API server for one request. A wrong file or a device does not fill the memory. */
    private static final int MAX_BYTES = 3 << 20;

    /** What was read from pipes and standard input, which have their content once; commands read some files twice. */
    private static final Map<Path, byte[]> PIPES = new ConcurrentHashMap<>();

    /**
     * Reads a file.
     *
     * @param expected the expected content, for the errors: {@code the manifest of a Secret v1}
     * @throws InvalidInputException if the file is missing, a directory, unreadable, too large or not UTF-8
     */
    public static InputFile read(Path file, String expected) {
        return find(file, expected).orElseThrow(() -> missing(file, expected));
    }

    private static InvalidInputException missing(Path file, String expected) {
        return new InvalidInputException(file + ": does not exist; name a file with " + expected);
    }

    /**
     * Reads a file that may be missing.
     *
     * @param expected the expected content, for the errors
     * @return nothing if the file does not exist
     * @throws InvalidInputException if the file is a directory, unreadable, too large or not UTF-8
     */
    public static Optional<InputFile> find(Path file, String expected) {
        return bytes(file, expected).map(bytes -> new InputFile(file, decode(file, bytes)));
    }

    /**
     * Reads a file of which only ASCII parts are needed.
     *
     * @param expected the expected content, for the errors
     * @return the content; bytes that are not UTF-8 are replaced
     * @throws InvalidInputException if the file is missing, a directory, unreadable or too large
     */
    public static String readTolerantly(Path file, String expected) {
        return bytes(file, expected)
                .map(bytes -> new String(bytes, StandardCharsets.UTF_8))
                .orElseThrow(() -> missing(file, expected));
    }

    private static Optional<byte[]> bytes(Path file, String expected) {
        if (file.toString().isEmpty()) {
            throw new InvalidInputException("the name of a file is empty; name a file with " + expected);
        }
        if (Files.isDirectory(file)) {
            throw new InvalidInputException(file + ": is a directory; name a file with " + expected);
        }
        byte[] before = PIPES.get(file);
        if (before != null) {
            return Optional.of(before);
        }
        try (InputStream stream = Files.newInputStream(file)) {
            byte[] content = stream.readNBytes(MAX_BYTES + 1);
            if (content.length > MAX_BYTES) {
                throw new InvalidInputException(file + ": is larger than 3 MiB; name a file with " + expected);
            }
            if (!Files.isRegularFile(file)) {
                PIPES.put(file, content);
            }
            return Optional.of(content);
        } catch (NoSuchFileException e) {
            return Optional.empty();
        } catch (AccessDeniedException e) {
            throw new InvalidInputException(file + ": this user may not read it; change its permissions");
        } catch (IOException e) {
            throw new InvalidInputException(
                    file + ": cannot be read: " + IoReason.of(e) + "; name a file with " + expected);
        }
    }

    /** True if the content, if it is JSON, is an object. */
    boolean isJsonObject() {
        return text.stripLeading().startsWith("{");
    }

    /** An error's line, or a warning's, about the file as a whole. */
    String line(String reason) {
        return file + ": " + reason;
    }

    /**
     * An error's line, or a warning's, about a position in the file.
     *
     * @param position null if it is not known
     */
    public String line(Position position, String reason) {
        return position == null ? line(reason) : file + ", " + position + ": " + reason;
    }

    private static String decode(Path file, byte[] bytes) {
        CharsetDecoder decoder = StandardCharsets.UTF_8.newDecoder();
        CharBuffer text = CharBuffer.allocate(bytes.length);
        CoderResult result = decoder.decode(ByteBuffer.wrap(bytes), text, true);
        text.flip();
        if (result.isError()) {
            Position position = endOf(text.toString());
            throw new InvalidInputException(file + ", " + position + ": is not UTF-8; save the file in this encoding");
        }
        return text.toString().startsWith("\uFEFF") ? text.toString().substring(1) : text.toString();
    }

    private static Position endOf(String text) {
        int line = (int) text.chars().filter(c -> c == '\n').count() + 1;
        return new Position(line, text.length() - text.lastIndexOf('\n'));
    }
}
