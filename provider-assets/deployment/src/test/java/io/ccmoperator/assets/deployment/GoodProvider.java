// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.assets.deployment;

import static org.assertj.core.api.Assertions.assertThat;

import io.ccmoperator.assets.discovery.ProviderFolder;
import io.ccmoperator.assets.discovery.SourceFile;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** A provider that keeps all rules, to be changed in one thing or another. */
public final class GoodProvider {
    /** The one transformer that it asks for. */
    public static final String TRANSFORMER = "fog";

    private static final String PROGRAM = "programs/cloud-controller-manager.yaml";

    private static final List<String> FILES = List.of(
            "provider.yaml",
            "assets/10-deployment.yaml",
            "assets/20-daemonset.yaml",
            "assets/30-rbac.yaml",
            "assets/40-admission.yaml",
            "bootstrap/10-pod.yaml");

    private final String name;
    private final Map<String, String> files = new TreeMap<>();

    private GoodProvider(String name) {
        this.name = name;
        // The names of a provider's objects begin with its own.
        FILES.forEach(file -> files.put(file, resource("good/" + file).replace("fog-", name + "-")));
    }

    /** The provider fog as it is. */
    public static GoodProvider fog() {
        return new GoodProvider("fog");
    }

    /** The same provider in a folder of another name. */
    public static GoodProvider named(String name) {
        return new GoodProvider(name);
    }

    /** Replaces the first occurrence of a string, which must exist. */
    public GoodProvider replace(String file, String old, String replacement) {
        String text = files.get(file);
        assertThat(text).contains(old);
        int start = text.indexOf(old);
        files.put(file, text.substring(0, start) + replacement + text.substring(start + old.length()));
        return this;
    }

    /** Adds a file or replaces its content. */
    public GoodProvider with(String file, String text) {
        files.put(file, text);
        return this;
    }

    /** Adds what the program of the CCM prints with --help. */
    public GoodProvider withProgram() {
        return with(PROGRAM, resource("good-program.yaml"));
    }

    /** The content of a file, which must exist. */
    public String text(String file) {
        assertThat(files).containsKey(file);
        return files.get(file);
    }

    /** Leaves a file out. */
    public GoodProvider without(String file) {
        assertThat(files.remove(file)).isNotNull();
        return this;
    }

    /** Path from the root of the resources on, to text. */
    public Map<String, String> resources() {
        Map<String, String> resources = new TreeMap<>();
        files.forEach((file, text) -> resources.put("providers/" + name + "/" + file, text));
        return resources;
    }

    /** The folder as discovery finds it. */
    public ProviderFolder folder() {
        return folder("the application");
    }

    /** The folder as discovery finds it in an archive. */
    public ProviderFolder folder(String origin) {
        return new ProviderFolder(
                name,
                origin,
                resources().entrySet().stream()
                        .map(file ->
                                new SourceFile(file.getKey(), file.getValue().getBytes(StandardCharsets.UTF_8)))
                        .toList());
    }

    private static String resource(String path) {
        try (InputStream stream = GoodProvider.class.getClassLoader().getResourceAsStream(path)) {
            return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
