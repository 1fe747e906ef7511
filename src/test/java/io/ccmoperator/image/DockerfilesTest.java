// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.image;

import static org.assertj.core.api.Assertions.assertThat;

import io.ccmoperator.payload.PayloadFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What both images have in common, and what the guide says of them. {@link ImageContentIT} builds the images. */
class DockerfilesTest {
    private static final Path PROJECT = PayloadFolder.project();

    @Test
    void givesBothImagesSameLabels() throws IOException {
        assertThat(labels("jvm")).isEqualTo(labels("native"));
    }

    @ParameterizedTest
    @CsvSource({
        "native, BUILDER, quay.io/quarkus/ubi9-quarkus-mandrel-builder-image:jdk-25",
        "native, BASE, registry.access.redhat.com/ubi9/ubi-minimal:9.7",
        "jvm, BUILDER, registry.access.redhat.com/ubi9/openjdk-21:1.23",
        "jvm, BASE, registry.access.redhat.com/ubi9/openjdk-21-runtime:1.23"
    })
    void usesDocumentedDefaultsOfBuilderAndBase(String kind, String argument, String image) throws IOException {
        assertThat(dockerfile(kind)).contains("\nARG " + argument + "=" + image + "\n");
        assertThat(Files.readString(PROJECT.resolve("docs/development/image.md")))
                .contains("`" + image + "`");
    }

    private static String labels(String kind) throws IOException {
        String text = dockerfile(kind);
        return text.substring(text.indexOf("\nLABEL "), text.indexOf("\n# Modes "));
    }

    private static String dockerfile(String kind) throws IOException {
        return Files.readString(PROJECT.resolve("src/main/docker/Dockerfile." + kind));
    }
}
