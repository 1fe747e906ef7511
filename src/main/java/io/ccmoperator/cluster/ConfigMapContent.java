// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.cluster;

import io.ccmoperator.assets.KubernetesObject;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The content of a ConfigMap, or of a Secret, whose data is binary.
 *
 * @param data strings by key
 * @param binaryData base64 by key; no key is in both
 */
public record ConfigMapContent(SortedMap<String, String> data, SortedMap<String, String> binaryData) {
    /** No entry. */
    public static final ConfigMapContent EMPTY = new ConfigMapContent(new TreeMap<>(), new TreeMap<>());

    public ConfigMapContent {
        data = Collections.unmodifiableSortedMap(new TreeMap<>(data));
        binaryData = Collections.unmodifiableSortedMap(new TreeMap<>(binaryData));
    }

    /** The content of a ConfigMap or Secret of the API. */
    public static ConfigMapContent of(KubernetesObject object) {
        SortedMap<String, String> data = strings(object.fields().map("data"));
        return object.kind().equals("Secret")
                ? new ConfigMapContent(new TreeMap<>(), data)
                : new ConfigMapContent(data, strings(object.fields().map("binaryData")));
    }

    /** Whether there is an entry of that key. */
    public boolean has(String key) {
        return data.containsKey(key) || binaryData.containsKey(key);
    }

    /**
     * The value of an entry.
     *
     * @return none if there is no such entry
     * @throws InvalidInputException if it is in binaryData and is not UTF-8; the line names the key
     */
    public Optional<String> text(String key) {
        if (data.containsKey(key)) {
            return Optional.of(data.get(key));
        }
        return Optional.ofNullable(binaryData.get(key)).map(base64 -> decode(key, base64));
    }

    /** The same with an entry of data set, whichever of both had it before. */
    public ConfigMapContent with(String key, String text) {
        ConfigMapContent without = without(key);
        SortedMap<String, String> strings = new TreeMap<>(without.data);
        strings.put(key, text);
        return new ConfigMapContent(strings, without.binaryData);
    }

    /** The same without an entry. */
    public ConfigMapContent without(String key) {
        SortedMap<String, String> strings = new TreeMap<>(data);
        SortedMap<String, String> binaries = new TreeMap<>(binaryData);
        strings.remove(key);
        binaries.remove(key);
        return new ConfigMapContent(strings, binaries);
    }

    /**
     * The desired ConfigMap with this content.
     *
     * @param annotations those that it must have; others stay, as all labels do
     */
    public KubernetesObject configMap(String namespace, String name, Map<String, String> annotations) {
        Map<String, Object> metadata = new LinkedHashMap<>();
        metadata.put("name", name);
        metadata.put("namespace", namespace);
        if (!annotations.isEmpty()) {
            metadata.put("annotations", new LinkedHashMap<String, Object>(annotations));
        }
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("apiVersion", "v1");
        tree.put("kind", "ConfigMap");
        tree.put("metadata", metadata);
        tree.put("data", new LinkedHashMap<String, Object>(data));
        if (!binaryData.isEmpty()) {
            tree.put("binaryData", new LinkedHashMap<String, Object>(binaryData));
        }
        return new KubernetesObject(tree);
    }

    /** The desired Secret with this content. */
    public KubernetesObject secret(String namespace, String name) {
        Map<String, Object> entries = new TreeMap<>(binaryData);
        data.forEach((key, text) ->
                entries.put(key, Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8))));
        Map<String, Object> metadata = new LinkedHashMap<>();
        metadata.put("name", name);
        metadata.put("namespace", namespace);
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("apiVersion", "v1");
        tree.put("kind", "Secret");
        tree.put("metadata", metadata);
        tree.put("data", new LinkedHashMap<>(entries));
        return new KubernetesObject(tree);
    }

    private static String decode(String key, String base64) {
        try {
            byte[] bytes = Base64.getDecoder().decode(base64);
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString();
        } catch (IllegalArgumentException | CharacterCodingException e) {
            // As Windows exports a certificate: the first bytes of its encoding are 30 82.
            throw new InvalidInputException("key " + key + " of binaryData is "
                    + (base64.startsWith("MII")
                            ? "DER; put in what openssl x509 -inform der -in FILE makes of it"
                            : "not UTF-8; put the string under data"));
        }
    }

    private static SortedMap<String, String> strings(Map<String, Object> entries) {
        SortedMap<String, String> strings = new TreeMap<>();
        entries.forEach((key, value) -> strings.put(key, String.valueOf(value)));
        return strings;
    }
}
