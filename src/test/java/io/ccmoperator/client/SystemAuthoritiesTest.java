// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ccmoperator.cluster.InvalidInputException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SystemAuthoritiesTest {
    @Test
    void takesFileThatIsNamed(@TempDir Path folder) throws Exception {
        Path file = Files.createFile(folder.resolve("ca.pem"));

        assertThat(SystemAuthorities.file(Map.of("SSL_CERT_FILE", file.toString())::get))
                .contains(file);
    }

    /** Other programs trust what is in these folders: without a word the server would be one of an unknown authority. */
    @Test
    void refusesFolders() {
        assertThatThrownBy(() -> SystemAuthorities.file(Map.of("SSL_CERT_DIR", "/a:/b")::get))
                .isInstanceOf(InvalidInputException.class)
                .hasMessage("environment variable SSL_CERT_DIR is not supported; name one file with SSL_CERT_FILE, or"
                        + " unset it");
    }

    /** Distributions set both, of the same authorities. */
    @Test
    void takesFileBesideFolders(@TempDir Path folder) throws Exception {
        Path file = Files.createFile(folder.resolve("ca.pem"));

        assertThat(SystemAuthorities.file(
                        Map.of("SSL_CERT_FILE", file.toString(), "SSL_CERT_DIR", "/etc/ssl/certs")::get))
                .contains(file);
    }
}
