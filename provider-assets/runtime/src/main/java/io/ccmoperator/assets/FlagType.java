// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.assets;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The type of a flag's value. */
public enum FlagType {
    BOOLEAN("true or false", "1|t|T|TRUE|true|True|0|f|F|FALSE|false|False"),
    COUNT("an integer of 1 or more", "[1-9]\\d*"),
    INTEGER("an integer such as 2", "-?\\d+"),
    UNSIGNED("an integer of 0 or more", "\\d+"),
    INTEGERS("integers such as 80,443", "-?\\d+(,-?\\d+)*"),
    NUMBER("a number such as 20 or 0.5", "-?\\d+(\\.\\d+)?([eE][+-]?\\d+)?"),
    PORT("a port from 0 to 65535", "\\d{1,4}|[1-5]\\d{4}|6[0-4]\\d{3}|65[0-4]\\d{2}|655[0-2]\\d|6553[0-5]"),
    DURATION("a duration with a unit, such as 137s", "0|(\\d+(\\.\\d+)?(ns|us|ms|s|m|h))+"),
    ADDRESS("an IP address such as 127.0.0.1", FlagType::isAddress),
    GATES("feature gates such as Name=true", "(\\w+=(true|false)(,|$))*"),
    PAIRS("pairs such as key=value", "([^=,]+=[^,]*(,|$))*"),
    STRING("a string", value -> true);

    private static final Pattern IP_V4 = Pattern.compile("((25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)(\\.(?!$)|$)){4}");

    /** By the names that {@code --help} shows; a value of any other type is a string that the program itself checks. */
    private static final Map<String, FlagType> NAMES = names();

    /** Flags whose values are fewer than those of their type. */
    private static final Map<String, FlagType> NARROWER = Map.of(
            "concurrent-node-status-updates",
            COUNT,
            "concurrent-node-syncs",
            COUNT,
            "concurrent-service-syncs",
            COUNT,
            "secure-port",
            PORT,
            "webhook-secure-port",
            PORT);

    private final String description;
    private final Predicate<String> values;

    FlagType(String description, String pattern) {
        this(description, Pattern.compile(pattern).asMatchPredicate());
    }

    FlagType(String description, Predicate<String> values) {
        this.description = description;
        this.values = values;
    }

    /**
     * The type of a flag.
     *
     * @param flag without dashes
     * @param type as {@code --help} shows it
     */
    public static FlagType of(String flag, String type) {
        return NARROWER.getOrDefault(flag, NAMES.getOrDefault(type, STRING));
    }

    /** What a value has to be, for messages. */
    public String description() {
        return description;
    }

    /** Whether the flag takes a value. */
    public boolean accepts(String value) {
        return values.test(value);
    }

    private static boolean isAddress(String value) {
        if (!value.contains(":")) {
            return IP_V4.matcher(value).matches();
        }
        try {
            // A string with a colon is never looked up; in brackets, it would be part of a URL.
            return !value.startsWith("[") && InetAddress.getByName(value) != null;
        } catch (UnknownHostException e) {
            return false;
        }
    }

    private static Map<String, FlagType> names() {
        Map<String, FlagType> names = new HashMap<>();
        put(names, BOOLEAN, "bool");
        put(names, INTEGER, "int int8 int16 int32 int64 Level");
        put(names, UNSIGNED, "uint uint8 uint16 uint32 uint64");
        put(names, INTEGERS, "ints intSlice int32Slice int64Slice");
        put(names, NUMBER, "float float32 float64");
        put(names, DURATION, "duration");
        put(names, ADDRESS, "ip");
        put(names, GATES, "mapStringBool");
        put(names, PAIRS, "stringToString mapStringString");
        return Map.copyOf(names);
    }

    private static void put(Map<String, FlagType> names, FlagType type, String list) {
        Stream.of(list.split(" ")).forEach(name -> names.put(name, type));
    }
}
