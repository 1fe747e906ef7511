// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.serving;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ccmoperator.cluster.InvalidInputException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ListenAddressTest {
    @ParameterizedTest
    @CsvSource({
        "127.0.0.1:9259, 127.0.0.1, 9259",
        ":9258, 0.0.0.0, 9258",
        "localhost:0, localhost, 0",
        "[::1]:9259, ::1, 9259",
    })
    void readsAddressesLikeGoPrograms(String text, String host, int port) {
        assertThat(ListenAddress.of("--health-addr", text)).isEqualTo(new ListenAddress(host, port));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "9259", "127.0.0.1", "127.0.0.1:", "127.0.0.1:65536", "::1:9259", "host:port"})
    void rejectsAnythingElseWithFlag(String text) {
        assertThatThrownBy(() -> ListenAddress.of("--health-addr", text))
                .isInstanceOf(InvalidInputException.class)
                .hasMessage("--health-addr: '" + text
                        + "' is not an address; write host:port, such as 127.0.0.1:9259 or :9258");
    }

    @Test
    void rejectsAddressOfAnotherProcess() throws IOException {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"))) {
            ListenAddress address = new ListenAddress("127.0.0.1", taken.getLocalPort());

            assertThatThrownBy(() -> address.requireFree("--health-addr"))
                    .isInstanceOf(InvalidInputException.class)
                    .hasMessage("--health-addr: cannot listen on " + address
                            + ": Address already in use; free the address, or choose another one");
        }
    }

    @Test
    void acceptsFreeAddress() {
        new ListenAddress("127.0.0.1", 0).requireFree("--health-addr");
    }
}
