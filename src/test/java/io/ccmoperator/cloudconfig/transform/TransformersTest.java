// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.cloudconfig.transform;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ccmoperator.SourceProviders;
import io.ccmoperator.assets.CloudConfig;
import io.ccmoperator.assets.CloudConfig.Source;
import io.ccmoperator.assets.ProviderIndex;
import io.ccmoperator.assets.Transformer;
import java.io.IOException;
import java.io.InputStream;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jboss.jandex.AnnotationInstance;
import org.jboss.jandex.Index;
import org.jboss.jandex.Indexer;
import org.junit.jupiter.api.Test;

/** The build believes the annotations, the program its table: they have to say the same. */
class TransformersTest {
    private static CloudConfigTransformer of(String name) {
        return Transformers.of(new CloudConfig(Source.USER, Optional.of(name)));
    }

    /** Name to class of all that are annotated; only class files have the annotation. */
    private static Map<String, String> annotated() throws IOException, URISyntaxException {
        Path classes = Path.of(Transformers.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .toURI());
        Indexer indexer = new Indexer();
        List<Path> files;
        try (Stream<Path> all = Files.walk(classes)) {
            files = all.filter(file -> file.toString().endsWith(".class")).toList();
        }
        for (Path file : files) {
            try (InputStream stream = Files.newInputStream(file)) {
                indexer.index(stream);
            }
        }
        Index index = indexer.complete();
        Map<String, String> names = new TreeMap<>();
        for (AnnotationInstance annotation : index.getAnnotations(Transformer.class)) {
            for (String name : annotation.value().asStringArray()) {
                names.put(name, annotation.target().asClass().name().toString());
            }
        }
        return names;
    }

    @Test
    void registersEveryAnnotatedTransformerByName() throws Exception {
        Map<String, String> annotated = annotated();

        assertThat(annotated).containsKeys("aws", "azure", "azurestack", "gcp", "openstack", "vsphere");
        annotated.forEach((name, type) ->
                assertThat(of(name).getClass().getName()).as(name).isEqualTo(type));
    }

    @Test
    void registersEveryTransformerThatProvidersName() throws Exception {
        Map<String, String> annotated = annotated();
        try (SourceProviders providers = SourceProviders.open()) {
            assertThat(providers).isSameAs(Thread.currentThread().getContextClassLoader());
            List<CloudConfig> configs = ProviderIndex.load().entries().stream()
                    .map(entry -> ProviderIndex.provider(entry).descriptor().cloudConfig())
                    .flatMap(Optional::stream)
                    .toList();

            assertThat(configs).hasSizeGreaterThan(5);
            assertThat(configs)
                    .allSatisfy(config -> assertThat(Transformers.of(config)).isNotNull());
            assertThat(configs.stream().flatMap(config -> config.transformer().stream()))
                    .as("each has a provider")
                    .hasSameElementsAs(annotated.keySet());
        }
    }

    @Test
    void rejectsUnknownName() {
        assertThatThrownBy(() -> of("fog")).hasMessage("there is no transformer fog");
    }
}
