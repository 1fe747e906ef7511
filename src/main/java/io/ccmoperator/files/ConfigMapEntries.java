/*
 * Copyright the ccm-operator authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.ccmoperator.files;

import io.ccmoperator.cluster.InvalidInputException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import java.util.SortedMap;

/** What a ConfigMap holds. */
public final class ConfigMapEntries {
    private ConfigMapEntries() {}

    /**
     * The entries of a ConfigMap: the texts of data as UTF-8, and those of binaryData, decoded.
     *
     * @param file where the ConfigMap comes from, for the errors
     * @param configMap as {@link ManifestFile} returns it
     * @return contents by key, sorted; each key is a plain file name
     * @throws InvalidInputException with a line for each key that Kubernetes does not allow, for each that is in both
     *     maps, and for each value of binaryData that is not base64; no line shows a value. Also if
     *     the values are larger than 1 MiB together, which no ConfigMap may be
     */
    public static SortedMap<String, byte[]> of(Path file, Map<String, Object> configMap) {
        EntryReader entries = new EntryReader(file);
        entries.read(configMap, "data", (key, text) -> text.getBytes(StandardCharsets.UTF_8));
        entries.refuseAgain(configMap, "data", "binaryData");
        entries.read(
                configMap,
                "binaryData",
                (key, text) ->
                        entries.decode("binaryData", key, text, "encode it, or put the text as it is under data"));
        return entries.result();
    }
}
