// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.input;

import io.ccmoperator.cluster.InvalidInputException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import java.util.SortedMap;

/** The entries of a ConfigMap. */
public final class ConfigMapEntries {
    private ConfigMapEntries() {}

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
    public static SortedMap<String, byte[]> of(Path file, Map<String, Object> configMap) {
        EntryReader entries = new EntryReader(file);
        entries.read(configMap, "data", (key, value) -> value.getBytes(StandardCharsets.UTF_8));
        entries.rejectKeysOf(configMap, "data", "binaryData");
        entries.read(
                configMap,
                "binaryData",
                (key, value) ->
                        entries.decode("binaryData", key, value, "encode it, or put the plain value under data"));
        return entries.result();
    }
}
