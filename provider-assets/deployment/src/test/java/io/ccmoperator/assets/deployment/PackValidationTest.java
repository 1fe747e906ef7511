// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.assets.deployment;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ccmoperator.assets.Transformer;
import io.ccmoperator.assets.validation.InvalidProvidersException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PackValidationTest {
    private static final String PACK = "com.example:fog-provider-pack";

    @TempDir
    Path operator;

    @TempDir
    Path pack;

    @Transformer(GoodProvider.TRANSFORMER)
    private static final class Fog {}

    @BeforeEach
    void writeOperator() throws IOException {
        write(operator, new GoodPayload().resources());
        String transformer = Fog.class.getName().replace('.', '/') + ".class";
        Path target = operator.resolve(transformer);
        Files.createDirectories(target.getParent());
        try (InputStream bytes = Fog.class.getClassLoader().getResourceAsStream(transformer)) {
            Files.copy(bytes, target);
        }
    }

    @Test
    void acceptsPackThatKeepsAllRules() throws IOException {
        write(pack, GoodProvider.fog().resources());

        assertThatCode(() -> PackValidation.validate(PACK, pack, operator)).doesNotThrowAnyException();
    }

    @Test
    void namesPlaceAndRemedyOfFault() throws IOException {
        write(
                pack,
                GoodProvider.fog()
                        .replace("assets/10-deployment.yaml", "hostNetwork: true", "hostNetwrok: true")
                        .resources());

        assertThatThrownBy(() -> PackValidation.validate(PACK, pack, operator))
                .isInstanceOf(InvalidProvidersException.class)
                .hasMessageStartingWith(
                        "The provider assets have 1 fault:\n  providers/fog/assets/10-deployment.yaml, ")
                .hasMessageContaining("hostNetwrok")
                .hasMessageEndingWith("is hostNetwork meant? [schema]");
    }

    @Test
    void comparesPackWithProvidersOfOperator() throws IOException {
        write(operator, GoodProvider.fog().resources());
        write(pack, GoodProvider.fog().resources());

        assertThatThrownBy(() -> PackValidation.validate(PACK, pack, operator))
                .isInstanceOf(InvalidProvidersException.class)
                .hasMessageContaining("is in " + PACK + " and in io.ccmoperator:ccm-operator");
    }

    @Test
    void comparesPackWithTransformersOfOperator(@TempDir Path other) throws IOException {
        write(pack, GoodProvider.fog().resources());
        write(other, new GoodPayload().resources());

        assertThatThrownBy(() -> PackValidation.validate(PACK, pack, other))
                .isInstanceOf(InvalidProvidersException.class)
                .hasMessageContaining("there is no transformer fog");
    }

    @Test
    void rejectsFolderWithoutProvider() {
        assertThatThrownBy(() -> PackValidation.validate(PACK, pack, operator))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(pack + ": has no folder providers/NAME with a provider.yaml");
    }

    @Test
    void namesRemedyWhereOperatorIsMissing() {
        assertThatThrownBy(() -> PackValidation.validate(PACK, pack))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage(
                        "the operator is not on the class path; add io.ccmoperator:ccm-operator with scope test to the"
                                + " pack's pom.xml");
    }

    private static void write(Path folder, Map<String, String> files) throws IOException {
        for (var file : files.entrySet()) {
            Path path = folder.resolve(file.getKey());
            Files.createDirectories(path.getParent());
            Files.writeString(path, file.getValue());
        }
    }
}
