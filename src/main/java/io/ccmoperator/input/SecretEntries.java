// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.input;

import io.ccmoperator.cluster.InvalidInputException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import java.util.SortedMap;

/** The entries of a Secret. */
public final class SecretEntries {
    private SecretEntries() {}

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
    public static SortedMap<String, byte[]> of(Path file, Map<String, Object> secret) {
        EntryReader entries = new EntryReader(file);
        entries.read(
                secret,
                "data",
                (key, value) ->
                        entries.decode("data", key, value, "encode it, or put the plain value under stringData"));
        entries.read(secret, "stringData", (key, value) -> value.getBytes(StandardCharsets.UTF_8));
        return entries.result();
    }
}
