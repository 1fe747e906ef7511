// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.ini;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.ccmoperator.cluster.InvalidInputException;
import java.nio.charset.StandardCharsets;

class IniReaderFuzzTest {
    @FuzzTest(maxDuration = "")
    void readsOrRejectsAnyTextWithPosition(byte[] bytes) {
        IniDocument document;
        try {
            document = IniReader.read(new String(bytes, StandardCharsets.UTF_8));
        } catch (InvalidInputException refused) {
            assertThat(refused.lines()).hasSize(1).first().asString().matches("line \\d+, column \\d+: .+");
            return;
        }
        assertThat(IniReader.cutValues(new String(bytes, StandardCharsets.UTF_8)))
                .allMatch(line -> line.matches("(?s)line \\d+: \\[.* ends at '[#;]'; put the value in quotes .*"));
        String written = IniWriter.write(document);
        IniDocument again = IniReader.read(written);
        assertThat(IniText.withoutLines(again)).isEqualTo(IniText.withoutLines(document));
        assertThat(IniWriter.write(again)).isEqualTo(written);
    }
}
