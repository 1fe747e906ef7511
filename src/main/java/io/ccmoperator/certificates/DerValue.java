// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.certificates;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/**
 * A value of ASN.1 in its distinguished encoding (DER).
 *
 * @param tag its first byte: class, form and number, which is below 31
 * @param content the bytes after tag and length
 */
record DerValue(int tag, byte[] content) {
    static final int BOOLEAN = 0x01;
    static final int INTEGER = 0x02;
    static final int BIT_STRING = 0x03;
    static final int OCTET_STRING = 0x04;
    static final int OBJECT_IDENTIFIER = 0x06;
    static final int UTF8_STRING = 0x0c;
    static final int NUMERIC_STRING = 0x12;
    static final int PRINTABLE_STRING = 0x13;
    static final int IA5_STRING = 0x16;
    static final int UTC_TIME = 0x17;
    static final int GENERALIZED_TIME = 0x18;
    static final int BMP_STRING = 0x1e;
    static final int SEQUENCE = 0x30;
    static final int SET = 0x31;

    /** The first byte of a value whose type its context says: primitive, and one that holds values. */
    static final int CONTEXT = 0x80;

    static final int CONTEXT_CONSTRUCTED = 0xa0;

    private static final int BYTE = 0xff;
    private static final int HIGH_TAG = 0x1f;
    private static final int LONG_LENGTH = 0x80;
    private static final int MAX_LENGTH_BYTES = 4;

    /**
     * The values that bytes hold, one after the other.
     *
     * @throws IllegalArgumentException if they hold anything else
     */
    static List<DerValue> all(byte[] bytes) {
        List<DerValue> values = new ArrayList<>();
        ByteBuffer rest = ByteBuffer.wrap(bytes);
        while (rest.hasRemaining()) {
            values.add(next(rest));
        }
        return values;
    }

    /**
     * The value that bytes begin with.
     *
     * @throws IllegalArgumentException if they begin with anything else
     */
    static DerValue first(byte[] bytes) {
        return next(ByteBuffer.wrap(bytes));
    }

    private static DerValue next(ByteBuffer bytes) {
        require(bytes.remaining() >= 2);
        int tag = bytes.get() & BYTE;
        require((tag & HIGH_TAG) != HIGH_TAG);
        long length = bytes.get() & BYTE;
        if (length >= LONG_LENGTH) {
            int size = (int) length - LONG_LENGTH;
            require(size > 0 && size <= MAX_LENGTH_BYTES && size <= bytes.remaining());
            length = 0;
            for (int i = 0; i < size; i++) {
                length = length << Byte.SIZE | bytes.get() & BYTE;
            }
            // As few bytes as will do.
            require(length >= LONG_LENGTH && length >> Byte.SIZE * (size - 1) > 0);
        }
        require(length <= bytes.remaining());
        byte[] content = new byte[(int) length];
        bytes.get(content);
        return new DerValue(tag, content);
    }

    /** The values that this one holds. */
    List<DerValue> values() {
        return all(content);
    }

    /** The value at an index of those that this one holds. */
    DerValue value(int index) {
        List<DerValue> values = values();
        require(index < values.size());
        return values.get(index);
    }

    boolean has(int expected) {
        return tag == expected;
    }

    private static void require(boolean holds) {
        if (!holds) {
            throw new IllegalArgumentException("not DER");
        }
    }
}
