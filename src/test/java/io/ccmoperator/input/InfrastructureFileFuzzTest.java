// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.input;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.ccmoperator.SourceProviders;
import io.ccmoperator.assets.ProviderIndex;
import io.ccmoperator.cluster.InvalidInputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;

class InfrastructureFileFuzzTest {
    private static final ProviderIndex PROVIDERS = SourceProviders.index();

    @TempDir
    Path folder;

    @FuzzTest(maxDuration = "")
    void readsOrRejectsAnyFileByName(byte[] bytes) throws IOException {
        Path file = Files.write(folder.resolve("infrastructure"), bytes);
        List<String> lines = new ArrayList<>();
        try {
            assertThat(new DescribingFile(file, ManifestKind.INFRASTRUCTURE, PROVIDERS)
                            .infrastructure(UnknownFields.warn(lines::add))
                            .platform())
                    .isNotEmpty();
        } catch (InvalidInputException refused) {
            assertThat(refused.lines()).isNotEmpty();
            lines.addAll(refused.lines());
        }
        assertThat(lines).allMatch(line -> line.startsWith(file.toString()));
    }
}
