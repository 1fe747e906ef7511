package ${package};

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;

import io.ccmoperator.assets.deployment.PackValidation;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class ProviderPackTest {
    /** The rules of the operator's build, with its own providers and its release payload beside this pack. */
    @Test
    void keepsRulesOfOperatorBuild() {
        assertDoesNotThrow(() -> PackValidation.validate("${groupId}:${artifactId}", Path.of("target/classes")));
    }
}
