/*
 * Copyright the ccm-operator authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.ccmoperator.bootstrap;

import io.ccmoperator.cluster.Infrastructure;
import io.ccmoperator.cluster.Infrastructure.CloudConfigReference;
import io.ccmoperator.cluster.InvalidInputException;
import io.ccmoperator.input.ConfigMapEntries;
import io.ccmoperator.input.ManifestFile;
import io.ccmoperator.input.ManifestKind;
import io.ccmoperator.input.SecretEntries;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Collections;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/** The inputs of a rendering that may be absent. */
final class BootstrapInput {
    private static final String USUAL_KEY = "cloud.conf";

    private BootstrapInput() {}

    /**
     * The cloud's configuration, transformed if asked for: key cloud.conf of the ConfigMap, or else the key that the Infrastructure names.
     *
     * @throws InvalidInputException if the Infrastructure names a ConfigMap and no file is given, or the file has no such key
     */
    static Optional<byte[]> cloudConfig(Render.Request request, Infrastructure infrastructure) {
        Optional<CloudConfigReference> named = infrastructure.cloudConfig();
        if (request.cloudConfig().isEmpty() && named.isPresent()) {
            throw new InvalidInputException(request.infrastructure() + ": spec.cloudConfig names the ConfigMap '"
                    + named.get().name() + "'; give its manifest with --cloud-config-file");
        }
        return request.cloudConfig().map(file -> {
            SortedMap<String, byte[]> entries = ConfigMapEntries.of(
                    file, ManifestFile.read(file, ManifestKind.CONFIG_MAP, request.unknownFields()));
            String namedKey = named.map(CloudConfigReference::key).orElse("");
            String key = entries.containsKey(USUAL_KEY) ? USUAL_KEY : namedKey;
            byte[] content = entries.get(key);
            if (content == null) {
                throw new InvalidInputException(file + ": " + missing(namedKey, request.infrastructure()));
            }
            return request.transformation()
                    .map(transformation -> transformed(transformation, file + ", key " + key, content))
                    .orElse(content);
        });
    }

    private static byte[] transformed(Render.Transformation transformation, String place, byte[] content) {
        try {
            String text = StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(content))
                    .toString();
            return transformation.transform(place, text).getBytes(StandardCharsets.UTF_8);
        } catch (CharacterCodingException e) {
            throw new InvalidInputException(
                    place + ": is not UTF-8, so that it cannot be transformed; put the string under data");
        }
    }

    /** The entries of the credentials' Secret; none when no file is given. */
    static SortedMap<String, byte[]> credentials(Render.Request request) {
        return request.credentials()
                .map(file ->
                        SecretEntries.of(file, ManifestFile.read(file, ManifestKind.SECRET, request.unknownFields())))
                .orElseGet(() -> Collections.unmodifiableSortedMap(new TreeMap<>()));
    }

    private static String missing(String namedKey, Path infrastructure) {
        return namedKey.isEmpty() || namedKey.equals(USUAL_KEY)
                ? "the ConfigMap has no key 'cloud.conf' and " + infrastructure
                        + " names no other one in spec.cloudConfig.key; put the configuration under cloud.conf"
                : "the ConfigMap has neither the key 'cloud.conf' nor '" + namedKey + "', which " + infrastructure
                        + " names in spec.cloudConfig.key; put the configuration under one of them";
    }
}
