// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.bootstrap;

import io.ccmoperator.assets.ResourceKind;
import io.ccmoperator.certificates.BundleReader;
import io.ccmoperator.certificates.CaCertificate;
import io.ccmoperator.cluster.DescribedCluster;
import io.ccmoperator.cluster.Infrastructure;
import io.ccmoperator.cluster.Infrastructure.CloudConfigReference;
import io.ccmoperator.cluster.InvalidInputException;
import io.ccmoperator.input.DataEntries;
import io.ccmoperator.input.DescribingFile;
import io.ccmoperator.input.ManifestFile;
import io.ccmoperator.input.ManifestKind;
import io.ccmoperator.input.UnknownFields;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** The inputs of a rendering that may be absent. */
final class BootstrapInput {
    private static final String USUAL_KEY = "cloud.conf";
    private static final String AUTHORITIES = "ca-bundle.pem";

    private BootstrapInput() {}

    /**
     * What is used of the ConfigMap with the cloud's configuration.
     *
     * @param place where the configuration is, for messages: file and key
     * @param cloudConf the configuration as it is
     * @param authorities the certificate authorities that the cloud's certificates are from, as PEM, if there are any
     */
    record CloudConfigMap(String place, byte[] cloudConf, Optional<byte[]> authorities) {
        /**
         * The configuration, transformed by one after the other.
         *
         * @throws InvalidInputException if it cannot be transformed; each line names the place
         */
        byte[] transformed(List<Render.Transformation> transformations) {
            if (transformations.isEmpty()) {
                return cloudConf;
            }
            try {
                String text = StandardCharsets.UTF_8
                        .newDecoder()
                        .decode(ByteBuffer.wrap(cloudConf))
                        .toString();
                for (Render.Transformation transformation : transformations) {
                    text = transformation.transform(place, text);
                }
                return text.getBytes(StandardCharsets.UTF_8);
            } catch (CharacterCodingException e) {
                throw new InvalidInputException(
                        place + ": is not UTF-8, so that it cannot be transformed; put the string under data");
            }
        }
    }

    /**
     * The cloud's configuration, key cloud.conf of the ConfigMap, or else the key that the Infrastructure names, and the certificate
     * authorities under the key ca-bundle.pem.
     *
     * @throws InvalidInputException if the Infrastructure names a ConfigMap and no file is given, the file has no such key, or a
     *     certificate authority is not valid
     */
    static Optional<CloudConfigMap> cloudConfig(Render.Request request, Infrastructure infrastructure) {
        Optional<CloudConfigReference> named = infrastructure.cloudConfig();
        if (request.cloudConfig().isEmpty() && named.isPresent()) {
            throw new InvalidInputException(request.description() + ": "
                    + (request.description().isManager() ? DescribedCluster.FIELD : "spec") + ".cloudConfig names the "
                    + named.get().kind().kind() + " '" + named.get().name()
                    + "'; give its manifest with --cloud-config-file");
        }
        return request.cloudConfig().map(file -> {
            SortedMap<String, byte[]> entries =
                    entries(file, infrastructure.kindOfCloudConf(), request.unknownFields());
            String namedKey = named.map(CloudConfigReference::key).orElse("");
            String key = entries.containsKey(USUAL_KEY) ? USUAL_KEY : namedKey;
            byte[] content = entries.get(key);
            if (content == null) {
                throw new InvalidInputException(file + ": " + missing(namedKey, request.description()));
            }
            return new CloudConfigMap(
                    file + ", key " + key,
                    content,
                    Optional.ofNullable(entries.get(AUTHORITIES))
                            .map(bundle -> authorities(file + ", key " + AUTHORITIES, bundle)));
        });
    }

    private static SortedMap<String, byte[]> entries(Path file, ResourceKind kind, UnknownFields unknownFields) {
        return kind == ResourceKind.SECRET
                ? DataEntries.ofSecret(file, ManifestFile.read(file, ManifestKind.SECRET, unknownFields))
                : DataEntries.ofConfigMap(file, ManifestFile.read(file, ManifestKind.CONFIG_MAP, unknownFields));
    }

    /** The same certificates in blocks that every reader finds: Go's reads none that is indented or follows a byte order mark. */
    private static byte[] authorities(String place, byte[] bundle) {
        try {
            return BundleReader.strict(new String(bundle, StandardCharsets.UTF_8)).certificates().stream()
                    .map(CaCertificate::pem)
                    .collect(Collectors.joining())
                    .getBytes(StandardCharsets.US_ASCII);
        } catch (InvalidInputException e) {
            throw e.at(place + ": ");
        }
    }

    /** The entries of the credentials' Secret; none when no file is given. */
    static SortedMap<String, byte[]> credentials(Render.Request request) {
        return request.credentials()
                .map(file -> DataEntries.ofSecret(
                        file, ManifestFile.read(file, ManifestKind.SECRET, request.unknownFields())))
                .orElseGet(() -> Collections.unmodifiableSortedMap(new TreeMap<>()));
    }

    private static String missing(String namedKey, DescribingFile infrastructure) {
        return namedKey.isEmpty() || namedKey.equals(USUAL_KEY)
                ? "the ConfigMap has no key 'cloud.conf' and " + infrastructure
                        + " names no other one in spec.cloudConfig.key; put the configuration under cloud.conf"
                : "the ConfigMap has neither the key 'cloud.conf' nor '" + namedKey + "', which " + infrastructure
                        + " names in spec.cloudConfig.key; put the configuration under one of them";
    }
}
