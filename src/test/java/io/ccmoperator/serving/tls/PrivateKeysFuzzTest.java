/*
 * Copyright the ccm-operator authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.ccmoperator.serving.tls;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.ccmoperator.cluster.InvalidInputException;
import io.ccmoperator.files.InputFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

class PrivateKeysFuzzTest {
    private static final List<String> TYPES = List.of("PRIVATE KEY", "RSA PRIVATE KEY", "EC PRIVATE KEY");

    @FuzzTest(maxDuration = "")
    void anyKeyIsReadOrRefusedInALineThatDoesNotShowIt(byte[] bytes) {
        String text = text(bytes);
        try {
            assertThat(PrivateKeys.of(new InputFile(Path.of("tls.key"), text)).getEncoded())
                    .isNotEmpty();
        } catch (InvalidInputException refused) {
            assertThat(refused.lines()).hasSize(1).first().asString().startsWith("tls.key");
            assertThat(text.lines().filter(line -> line.length() > 24 && !line.startsWith("-----")))
                    .allSatisfy(line -> assertThat(refused.getMessage()).doesNotContain(line));
        }
    }

    /** A text, or after 0, 1 or 2 what a block of a type encodes: nothing would ever come upon base64 of a key. */
    private static String text(byte[] bytes) {
        return bytes.length > 0 && bytes[0] >= 0 && bytes[0] < TYPES.size()
                ? SamplePair.block(TYPES.get(bytes[0]), Arrays.copyOfRange(bytes, 1, bytes.length))
                : new String(bytes, StandardCharsets.UTF_8);
    }
}
