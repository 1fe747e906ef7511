// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.input;

import io.ccmoperator.assets.tree.FieldReader;
import io.ccmoperator.assets.tree.TreePath;
import io.ccmoperator.cluster.InvalidInputException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.BiFunction;
import java.util.regex.Pattern;

/** The entries of one ConfigMap or Secret, and all errors in them. */
public final class DataEntries {
    /** Kubernetes, validation of ConfigMap keys, also for Secrets. */
    private static final Pattern KEY = Pattern.compile("[-._a-zA-Z0-9]{1,253}");

    /** Kubernetes, validation of ConfigMaps and Secrets: the size of all values, without their keys. */
    private static final int MAX_BYTES = 1 << 20;

    private static final byte[] NOTHING = {};

    private final Path file;
    private final SortedMap<String, byte[]> entries = new TreeMap<>();
    private final List<String> errors = new ArrayList<>();

    private DataEntries(Path file) {
        this.file = file;
    }

    /**
     * The entries of a ConfigMap: the strings of data as UTF-8, and those of binaryData, decoded.
     *
     * @param file the source of the ConfigMap, for the errors
     * @param configMap as {@link ManifestFile} returns it
     * @return contents by key, sorted; each key is a plain file name
     * @throws InvalidInputException with a line for each key that Kubernetes does not allow, for each that is in both
     *     maps, and for each value of binaryData that is not base64; no line shows a value. Also if all values together are larger
     *     than 1 MiB, the limit of a ConfigMap
     */
    public static SortedMap<String, byte[]> ofConfigMap(Path file, Map<String, Object> configMap) {
        DataEntries entries = new DataEntries(file);
        entries.read(configMap, "data", (key, value) -> value.getBytes(StandardCharsets.UTF_8));
        entries.rejectKeysOf(configMap, "data", "binaryData");
        entries.read(
                configMap,
                "binaryData",
                (key, value) ->
                        entries.decode("binaryData", key, value, "encode it, or put the plain value under data"));
        return entries.result();
    }

    /**
     * The entries of a Secret: those of data, decoded, replaced by those of stringData, as the API server merges them.
     *
     * @param file the source of the Secret, for the errors
     * @param secret as {@link ManifestFile} returns it
     * @return contents by key, sorted; each key is a plain file name
     * @throws InvalidInputException with a line for each key that Kubernetes does not allow and for each value of data
     *     that is not base64; no line shows a value. Also if all values together are larger
     *     than 1 MiB, the limit of a Secret
     */
    public static SortedMap<String, byte[]> ofSecret(Path file, Map<String, Object> secret) {
        DataEntries entries = new DataEntries(file);
        entries.read(
                secret,
                "data",
                (key, value) ->
                        entries.decode("data", key, value, "encode it, or put the plain value under stringData"));
        entries.read(secret, "stringData", (key, value) -> value.getBytes(StandardCharsets.UTF_8));
        return entries.result();
    }

    /** Adds the entries of one field; an entry of the same key is replaced. */
    private void read(Map<String, Object> object, String field, BiFunction<String, String, byte[]> content) {
        FieldReader.of(object).map(field).forEach((key, value) -> {
            if (isKey(key)) {
                entries.put(key, content.apply(key, (String) value));
            } else {
                error(
                        field,
                        key,
                        "is not a valid key; a key has 1 to 253 letters, digits, '-', '_' and '.', is not '.'"
                                + " and does not begin with '..'");
            }
        });
    }

    /** Records an error for each key that is in both fields. */
    private void rejectKeysOf(Map<String, Object> object, String field, String other) {
        for (String key : FieldReader.of(object).map(field).keySet()) {
            if (FieldReader.of(object).map(other).containsKey(key)) {
                error(other, key, "is also under " + field + "; keep one of them");
            }
        }
    }

    /** Decodes base64 as the API server does: line breaks are ignored, padding is required. */
    private byte[] decode(String field, String key, String value, String remedy) {
        String joined = value.replace("\n", "").replace("\r", "");
        if (joined.length() % 4 == 0) {
            try {
                return Base64.getDecoder().decode(joined);
            } catch (IllegalArgumentException e) {
                // Its message shows a character of the value, which may be secret.
            }
        }
        error(field, key, "is not base64; " + remedy);
        return NOTHING;
    }

    /**
     * The entries.
     *
     * @throws InvalidInputException if there is any error
     */
    private SortedMap<String, byte[]> result() {
        long size =
                entries.values().stream().mapToLong(content -> content.length).sum();
        if (size > MAX_BYTES) {
            errors.add(file + ": the values have " + size + " bytes, but the limit of a ConfigMap or Secret is "
                    + MAX_BYTES + " (1 MiB); make them smaller");
        }
        if (!errors.isEmpty()) {
            throw new InvalidInputException(errors);
        }
        return entries;
    }

    private static boolean isKey(String key) {
        return KEY.matcher(key).matches() && !key.equals(".") && !key.startsWith("..");
    }

    private void error(String field, String key, String reason) {
        errors.add(file + ": " + TreePath.of(field, key) + ": " + reason);
    }
}
