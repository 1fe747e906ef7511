// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.ccmoperator.SourceProviders;
import io.ccmoperator.assets.ProviderIndex;
import io.ccmoperator.input.ProviderDir;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What diff and status know of the providers of an operator's folder. */
class ProvidersInputTest {
    private static final Optional<ProviderDir> OF_POD =
            Optional.of(new ProviderDir(Path.of("/etc/ccm-operator/providers")));

    private SourceProviders sources;

    @BeforeEach
    void open() {
        sources = SourceProviders.open();
    }

    @AfterEach
    void close() {
        sources.close();
    }

    /** An index that is not extended makes External a platform without a provider, whose objects are deleted. */
    @Test
    void countsProvidersOfOperatorsFolderAsRefusedWithoutCopy() {
        ProviderIndex index = new ProvidersInput().index(OF_POD);

        assertThat(index.isExtended()).isTrue();
        assertThat(index.refused())
                .contains(
                        "providers of the operator's folder /etc/ccm-operator/providers are not known here; give a copy of"
                                + " the folder with --provider-dir");
    }

    @Test
    void hasBuiltInProvidersAloneBesideOperatorWithoutFolder() {
        ProviderIndex index = new ProvidersInput().index(Optional.empty());

        assertThat(index.isExtended()).isFalse();
        assertThat(index.entries()).isEqualTo(index.builtIn());
    }
}
