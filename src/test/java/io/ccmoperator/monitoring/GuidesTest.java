// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.monitoring;

import static org.assertj.core.api.Assertions.assertThat;

import io.ccmoperator.payload.PayloadFolder;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Readers get where links promise, and print no secrets. */
class GuidesTest {
    private static final Pattern LINK = Pattern.compile("]\\((?<path>[^)#:\\s]*)(?:#(?<anchor>[^)]+))?\\)");

    static List<String> guides() {
        return Guide.all();
    }

    @ParameterizedTest
    @MethodSource("guides")
    void resolvesEveryLink(String guide) {
        assertThat(LINK.matcher(Guide.text(guide)).results()).allSatisfy(link -> {
            Path target =
                    link.group(1).isEmpty() ? Path.of(guide) : Path.of(guide).resolveSibling(link.group(1));
            assertThat(PayloadFolder.project().resolve(target)).exists();
            if (link.group(2) != null) {
                assertThat(Guide.anchors(target.normalize().toString()))
                        .as(link.group())
                        .contains(link.group(2));
            }
        });
    }

    /** What a reader copies into a terminal is recorded, shared and pasted into reports. */
    @ParameterizedTest
    @MethodSource("guides")
    void printsNoWholeSecretAndNoPrivateKey(String guide) {
        assertThat(SecretOutput.in(Guide.text(guide))).isEmpty();
    }

    @Test
    void recognizesCommandsThatPrintSecrets() {
        assertThat(List.of(
                        "oc get secret a -o yaml",
                        "oc -n b get secrets/a -ojson",
                        "oc get configmap,secret \\\n  --output=yaml",
                        "kubectl get secret a -o jsonpath='{.data}'",
                        "kubectl get secret a -o jsonpath='{.data.tls\\.key}'",
                        "oc extract secret/a --to=-"))
                .allSatisfy(command -> assertThat(SecretOutput.in(command)).hasSize(1));
        assertThat(List.of(
                        "oc get secret a",
                        "oc describe secret a",
                        "oc get configmap a -o yaml",
                        "oc get secret a -o jsonpath='{.data.tls\\.crt}' | base64 -d"))
                .allSatisfy(command -> assertThat(SecretOutput.in(command)).isEmpty());
    }
}
