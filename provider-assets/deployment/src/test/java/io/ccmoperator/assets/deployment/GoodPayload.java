// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.assets.deployment;

import static org.assertj.core.api.Assertions.assertThat;

import io.ccmoperator.assets.discovery.SourceFile;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** A valid release payload that matches {@link GoodProvider}; tests change it. */
public final class GoodPayload {
    private static final List<String> FILES = List.of(
            "01_images.yaml",
            "02_rbac_operator.yaml",
            "03_rbac.yaml",
            "13_credentials.yaml",
            "60_clusteroperator.yaml",
            "image-references");

    private final Map<String, String> files = new TreeMap<>();

    /** The payload as it is. */
    public GoodPayload() {
        FILES.forEach(file -> files.put(file, resource("good-payload/" + file)));
    }

    /** Replaces the first occurrence of a string, which must exist. */
    public GoodPayload replace(String file, String old, String replacement) {
        String text = files.get(file);
        assertThat(text).contains(old);
        int start = text.indexOf(old);
        files.put(file, text.substring(0, start) + replacement + text.substring(start + old.length()));
        return this;
    }

    /** Adds a file or replaces its content. */
    public GoodPayload with(String file, String text) {
        files.put(file, text);
        return this;
    }

    /** Leaves out the rules of the operator that name objects of {@link GoodProvider}. */
    public GoodPayload withoutNamedRules() {
        files.computeIfPresent(
                "02_rbac_operator.yaml",
                (file, text) -> text.replaceAll(
                        "(?m)^  - apiGroups: .*\\n    resources: .*\\n    resourceNames:\\n(?:      - .*\\n)+    verbs: .*\\n",
                        ""));
        return this;
    }

    /** Leaves a file out. */
    public GoodPayload without(String file) {
        assertThat(files.remove(file)).isNotNull();
        return this;
    }

    /** Path from the root of the resources on, to text. */
    public Map<String, String> resources() {
        Map<String, String> resources = new TreeMap<>();
        files.forEach((file, text) -> resources.put("META-INF/payload/" + file, text));
        return resources;
    }

    /** The files as discovery finds them. */
    public List<SourceFile> files() {
        return files.entrySet().stream()
                .map(file -> new SourceFile(
                        "manifests/" + file.getKey(), file.getValue().getBytes(StandardCharsets.UTF_8)))
                .toList();
    }

    private static String resource(String path) {
        try (InputStream stream = GoodPayload.class.getClassLoader().getResourceAsStream(path)) {
            return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
