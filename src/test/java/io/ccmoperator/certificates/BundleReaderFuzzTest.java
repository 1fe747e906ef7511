// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.certificates;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.ccmoperator.cluster.InvalidInputException;
import java.nio.charset.StandardCharsets;
import java.util.stream.Collectors;

class BundleReaderFuzzTest {
    @FuzzTest(maxDuration = "")
    void readsOrRejectsAnyText(byte[] bytes) {
        String text = new String(bytes, StandardCharsets.UTF_8);
        Bundle bundle;
        try {
            bundle = BundleReader.lenient(text);
        } catch (InvalidInputException refused) {
            assertThat(refused.lines()).hasSizeBetween(1, 11).allMatch(line -> line.matches("line \\d+.*|there .+"));
            return;
        }
        assertThat(bundle.certificates()).isNotEmpty();
        assertThat(bundle.leftOut()).allMatch(line -> line.matches("line \\d+.*"));
        String written = bundle.certificates().stream().map(CaCertificate::pem).collect(Collectors.joining());
        assertThat(BundleReader.strict(written).certificates()).isEqualTo(bundle.certificates());
    }
}
