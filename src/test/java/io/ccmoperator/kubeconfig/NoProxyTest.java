// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.kubeconfig;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NoProxyTest {
    /** The verdicts of golang.org/x/net/http/httpproxy v0.38.0. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "https://api.test:6443 | '' | false",
                "https://api.test:6443 | * | true",
                "https://api.test:6443 | api.test | true",
                "https://api.test:6443 | 'a, API.test ,b' | true",
                "https://api.test:6443 | test | true",
                "https://api.test:6443 | .test | true",
                "https://api.test:6443 | *.test | true",
                "https://test:6443 | .test | false",
                "https://test:6443 | test | true",
                "https://api.test:6443 | est | false",
                "https://api.test:6443 | api.test:6443 | true",
                "https://api.test:6443 | api.test:443 | false",
                "https://api.test | api.test:443 | true",
                "https://10.1.2.3:6443 | 10.0.0.0/8 | true",
                "https://10.1.2.3:6443 | 10.1.2.0/31 | false",
                "https://10.1.2.3:6443 | 10.1.2.2/31 | true",
                "https://10.1.2.3:6443 | 10.1.2.3 | true",
                "https://10.1.2.3:6443 | 10.1.2.3:443 | false",
                "https://10.1.2.3:6443 | 2.3 | false",
                "https://10.1.2.3:6443 | 10.0.0.0/x | false",
                "https://10.1.2.3:6443 | 10.0.0.0/99 | false",
                "https://[fd00::1]:6443 | fd00::/8 | true",
                "https://[fd00::1]:6443 | fd00:0::1 | true",
                "https://[fd00::1]:6443 | [fd00::1]:6443 | true",
                "https://[fd00::1]:6443 | [fd00::1]:443 | false",
                "https://localhost:6443 | '' | true",
                "https://127.8.0.1:6443 | '' | true",
                "https://[::1]:6443 | '' | true",
            })
    void namesServersAsGoDoes(String server, String variable, boolean direct) {
        assertThat(NoProxy.of(variable).names(URI.create(server))).isEqualTo(direct);
    }
}
