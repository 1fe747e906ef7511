// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.assets.provider;

import io.ccmoperator.assets.discovery.SourceFile;
import io.ccmoperator.assets.findings.Findings;
import io.ccmoperator.assets.tree.FieldReader;
import io.ccmoperator.assets.tree.JsonReader;
import io.ccmoperator.assets.tree.SyntaxException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Reads the files of the release payload; what cannot be read is found, and the rest is handed on to the rules. */
public final class PayloadReader {
    private final Findings findings;

    /** @param findings gets what cannot be read */
    public PayloadReader(Findings findings) {
        this.findings = findings.of("payload-file");
    }

    /** Reads the files; one that cannot be read leaves the payload incomplete. */
    public Payload read(List<SourceFile> files) {
        DocumentReader reader = new DocumentReader(findings);
        List<SourceFile> known = files.stream().filter(this::isKnown).toList();
        Payload payload = new Payload(reader.read(known), Map.of(), reader.complete());
        return new Payload(payload.documents(), images(payload), payload.complete());
    }

    private boolean isKnown(SourceFile file) {
        boolean known = file.path().endsWith(".yaml") || file.path().equals(Payload.IMAGE_REFERENCES);
        if (!known) {
            findings.add(file.path(), "no component reads this file; the payload has *.yaml and image-references");
        }
        return known;
    }

    private Map<String, String> images(Payload payload) {
        Optional<FieldReader> json =
                payload.imagesJson().filter(field -> !field.string().isEmpty());
        if (json.isEmpty()) {
            if (payload.complete()) {
                findings.add(
                        "manifests/",
                        "no ConfigMap " + Payload.IMAGES_CONFIG_MAP + " with the key " + Payload.IMAGES_KEY
                                + "; providers get their images from it");
            }
            return Map.of();
        }
        try {
            return images(json.get(), JsonReader.read(json.get().string().getBytes(StandardCharsets.UTF_8)));
        } catch (SyntaxException e) {
            findings.add(json.get(), "is not JSON: " + e.getMessage());
            return Map.of();
        }
    }

    private Map<String, String> images(FieldReader field, Object tree) {
        if (!(tree instanceof Map<?, ?> map)) {
            findings.add(field, "has to be a JSON object with an image for each key");
            return Map.of();
        }
        Map<String, String> images = new TreeMap<>();
        map.forEach((key, image) -> {
            if (image instanceof String text && !text.isBlank()) {
                images.put((String) key, text);
            } else {
                findings.add(field, key + " has to be a string, the name of an image");
            }
        });
        return images;
    }
}
