// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.kubeconfig;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ccmoperator.cluster.InvalidInputException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Files as people write them; what kubectl 1.36 makes of the same is shown by KubeconfigsIT. */
class KubeconfigFileTest {
    private static final String GOOD = """
            apiVersion: v1
            kind: Config
            current-context: a
            contexts:
            - {name: a, context: {cluster: c, user: u}}
            clusters:
            - {name: c, cluster: {server: "https://api.test:6443"}}
            users:
            - {name: u, user: {token: t}}
            """;

    @TempDir
    Path folder;

    private Kubeconfig.Choice read(String text) throws Exception {
        KubeconfigFlags flags = KubeconfigFlags.of(Files.writeString(folder.resolve("config"), text));
        return Kubeconfig.find(flags, name -> null).orElseThrow().choose(flags);
    }

    private Optional<String> token(String text) throws Exception {
        return read(text).user().flatMap(KubeconfigUser::token);
    }

    @Test
    void takesEntriesThatAreNullForEmpty() throws Exception {
        assertThat(token(GOOD.replace("users:\n", "users:\n- null\n"))).contains("t");
        assertThat(token(GOOD.replace("{token: t}", "null"))).isEmpty();
        assertThat(read(GOOD.replace("{token: t}", "{as: jane, as-groups: [null], as-user-extra: {k: null}}"))
                        .user()
                        .orElseThrow()
                        .actsAs()
                        .orElseThrow()
                        .groups())
                .containsExactly("");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "kind: Config | kind: Secret | is not a kubeconfig, whose kind is Config; name another file",
                "apiVersion: v1 | apiVersion: v2 | is not a kubeconfig, whose apiVersion is v1; name another file",
                "token: t | token: 5 | users.user.token has the wrong type, a string is expected: put it in quotes;",
                "token: t | token: true | users.user.token has the wrong type, a string is expected: put it in quotes;",
                "'api.test:6443\"' | 'api.test\", disable-compression: \"true\"' | clusters.cluster.disable-compression has the wrong type, write true or false;",
                "'users:' | 'users: [{name: u, user: {token: s}}, {name: u}]\nx:' | users has two entries with the name 'u'; remove one of them",
                "token: t | 'token: t, token: s' | line 9, column 30: is not valid YAML, or has a key twice or a tab between words;",
                "https://api.test | https://a:b@api.test | the cluster's server has a user name; remove it,",
                "token: t | 'token: t, client-certificate-data: YWJj YWJj' | client-certificate-data is not base64;",
                "token: t | 'exec: {apiVersion: client.authentication.k8s.io/v1, interactiveMode: Never, command: a, env: [{name: a=b}]}' | has an equals sign in its name;",
                "token: t | 'exec: {apiVersion: client.authentication.k8s.io/v1, interactiveMode: Never, command: a, env: [null]}' | a variable in env of exec has no name;",
                "token: t | 'auth-provider: {name: oidc}' | user u: auth-provider is not supported; use a token,",
                "token: t | 'username: n, password: p' | user u: username and password are not supported,",
                "token: t | '<<: {token: t}' | a merge key (<<) is not supported;",
            })
    void saysWhatIsWrong(String good, String bad, String message) {
        assertThat(GOOD).contains(good);
        assertThatThrownBy(() -> read(GOOD.replace(good, bad)))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining(folder.resolve("config").toString())
                .hasMessageContaining(message)
                .hasMessageNotContaining("\n");
    }

    @Test
    void takesUpperCaseSchemeOfServer() throws Exception {
        assertThat(read(GOOD.replace("https://api", "HTTPS://api")).cluster().server())
                .hasToString("https://api.test:6443");
    }

    @ParameterizedTest
    @CsvSource({"HTTP://u:p%40s@proxy.test:3128/, u, p@s, false", "SOCKS5://proxy.test:3128, '', '', true"})
    void readsProxyAsGoDoes(String url, String user, String password, boolean socks) {
        assertThat(ProxyServer.ofField("x", url))
                .isEqualTo(new ProxyServer(socks, "proxy.test", 3128, user, password, url));
    }

    @ParameterizedTest
    @CsvSource({
        "proxy.test:3128, has no scheme",
        "https://proxy.test, 'names a proxy that is reached by TLS, which is not supported'",
        "http://proxy.test:99999, is no URL of an http or socks5 proxy",
        "http://u:%zz@proxy.test, is not a URL",
        "http://u:p@s@proxy.test, is no URL of an http or socks5 proxy"
    })
    void rejectsProxy(String url, String message) {
        assertThatThrownBy(() -> ProxyServer.ofField("x", url))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageStartingWith("x " + message + "; ");
    }
}
