// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.chart;

import static java.util.stream.Collectors.toMap;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.marcnuri.helm.Helm;
import com.marcnuri.helm.TemplateCommand;
import com.marcnuri.helm.jni.NativeLibrary;
import io.ccmoperator.YamlText;
import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.assets.tree.FieldReader;
import io.ccmoperator.assets.tree.YamlReader;
import io.ccmoperator.assets.tree.YamlWriter;
import io.ccmoperator.payload.PayloadFolder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * The chart of the project, and Helm.
 *
 * @param scratch a folder for files with values
 */
record Chart(Path scratch) {
    /** The operator's image where values name none. */
    static final String IMAGE = "registry.example.com/ccm-operator";

    /** Values for a cluster that has nothing of OpenShift. */
    static final String KUBERNETES = "{ccm: {cluster: {provider: aws, name: sample-1}}}";

    /** The namespace of the release: on Kubernetes the operator's, on OpenShift that of the release's record alone. */
    static final String NAMESPACE = "ccm-operator";

    private static final Path FOLDER = PayloadFolder.project().resolve("helm/ccm-operator");

    /** A recent one; the library knows none by itself. */
    private static final String KUBERNETES_VERSION = "1.34.0";

    /** Skips tests on a machine for which there is no Helm as a library. */
    static void assumeHelm() {
        assumeTrue(
                ServiceLoader.load(NativeLibrary.class).findFirst().isPresent(),
                "helm-java has no library for %s on %s; run these tests on another machine"
                        .formatted(System.getProperty("os.name"), System.getProperty("os.arch")));
    }

    static Helm helm() {
        return new Helm(FOLDER);
    }

    /**
     * The objects that Helm makes of the chart and of values, YAML, with images as {@link #file}. Kinds of the folder crds and hooks are not
     * among them.
     *
     * @param more further files with values, each of which is merged into the former ones
     */
    List<KubernetesObject> rendered(String values, String... more) {
        TemplateCommand command = template(FOLDER).withValuesFile(file(values));
        Stream.of(more).map(this::write).forEach(command::withValuesFile);
        return objects(command.call());
    }

    /** What Helm prints of a release. */
    String notes(String values) {
        return helm().install()
                .withName("ccm-operator")
                .withNamespace(NAMESPACE)
                .withKubeVersion(KUBERNETES_VERSION)
                .clientOnly()
                .dryRun()
                .withValuesFile(file(values))
                .call()
                .getOutput()
                .split("NOTES:\n", 2)[1];
    }

    private static TemplateCommand template(Path folder) {
        return new Helm(folder)
                .template()
                .withName("ccm-operator")
                .withNamespace(NAMESPACE)
                .withKubeVersion(KUBERNETES_VERSION)
                .skipCrds();
    }

    /** The same by kind, namespace and name. */
    Map<String, KubernetesObject> byName(String values) {
        return byName(rendered(values));
    }

    /** Objects by kind, namespace and name. */
    static Map<String, KubernetesObject> byName(List<KubernetesObject> objects) {
        return new TreeMap<>(objects.stream().collect(toMap(KubernetesObject::display, object -> object)));
    }

    /**
     * The hooks, by kind, namespace and name. Helm's library prints no object that is a hook, so that they are rendered from a
     * copy of the chart in which they are none: the annotation is {@code hook}.
     */
    Map<String, KubernetesObject> hooks(String values) {
        return byName(objects(template(copy()).withValuesFile(file(values)).call()).stream()
                .filter(object -> object.fields().map("metadata", "annotations").containsKey("hook"))
                .toList());
    }

    private Path copy() {
        try (var files = Files.walk(FOLDER)) {
            Path copy = Files.createTempDirectory(scratch, "chart").resolve("ccm-operator");
            for (Path file : files.toList()) {
                Path to = copy.resolve(FOLDER.relativize(file).toString());
                Files.copy(file, to);
                if (file.startsWith(FOLDER.resolve("templates")) && Files.isRegularFile(file)) {
                    Files.writeString(to, Files.readString(file).replace("helm.sh/hook:", "hook:"));
                }
            }
            return copy;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Why Helm refuses values, YAML. */
    String refusal(String values) {
        Throwable refusal = catchThrowable(() -> rendered(values));
        assertThat(refusal).as("the refusal of %s", values).isInstanceOf(IllegalStateException.class);
        return refusal.getMessage();
    }

    /** Why Helm refuses values, YAML, for a version of Kubernetes; empty if it does not. */
    Optional<String> refusalFor(String version, String values) {
        TemplateCommand command = template(FOLDER).withValuesFile(file(values)).withKubeVersion(version);
        return Optional.ofNullable(catchThrowable(command::call)).map(Throwable::getMessage);
    }

    /** Whether Helm refuses values, YAML. */
    boolean refuses(String values) {
        return catchThrowable(() -> rendered(values)) != null;
    }

    /** A file with values, YAML; with an image for the operator and, on Kubernetes, a cluster and an image for each platform, where they have none. */
    Path file(String values) {
        Map<String, Object> tree = new LinkedHashMap<>(YamlText.tree(values));
        tree.putIfAbsent("image", Map.of("repository", IMAGE));
        if ("Kubernetes".equals(tree.get("distribution"))) {
            tree.putIfAbsent("ccm", YamlText.tree(KUBERNETES).get("ccm"));
        }
        if (!FieldReader.of(tree).map("ccm", "cluster").isEmpty()) {
            tree.putIfAbsent("images", images());
        }
        return write(YamlWriter.write(tree));
    }

    private static Map<String, Object> images() {
        Map<String, Object> images = new LinkedHashMap<>(
                FieldReader.of(YamlText.tree(text("values.yaml"))).map("images"));
        images.values().removeIf(""::equals);
        images.replaceAll((key, image) -> "registry.example.com/" + key.toLowerCase(Locale.ROOT) + ":1");
        return images;
    }

    private Path write(String values) {
        try {
            return Files.writeString(Files.createTempFile(scratch, "values", ".yaml"), values);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The kinds that the release brings. */
    static List<KubernetesObject> kinds() {
        try (var files = Files.list(FOLDER.resolve("crds"))) {
            return files.sorted().flatMap(file -> objects(text(file)).stream()).toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Chart.yaml. */
    static Map<String, Object> metadata() {
        return YamlText.tree(text("Chart.yaml"));
    }

    /** A file of the chart. */
    static String text(String name) {
        return text(FOLDER.resolve(name));
    }

    private static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The documents of a file with YAML. */
    static List<KubernetesObject> objects(String yaml) {
        return YamlReader.read(yaml).stream()
                .flatMap(document -> document.map().stream())
                .map(KubernetesObject::new)
                .toList();
    }
}
