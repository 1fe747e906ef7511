// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.cloudconfig.transform;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ccmoperator.cluster.Distribution;
import io.ccmoperator.cluster.InvalidInputException;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class OpenStackTransformerTest {
    private static final String GLOBAL = """
            [Global]
            use-clouds  = true
            clouds-file = /etc/openstack/secret/clouds.yaml
            cloud       = openstack
            """;
    private static final String MINIMAL = GLOBAL + """

            [LoadBalancer]
            max-shared-lb          = 1
            manage-security-groups = true
            """;

    private static final String COPIED =
            "Secret openstack-credentials of namespace kube-system, which the Cloud Credential Operator copies";

    private final OpenStackTransformer transformer = new OpenStackTransformer();

    @ParameterizedTest
    @MethodSource("cases")
    void transformsSource(String source, String expected) {
        TransformedConfig config = transformer.transform(source, Facts.withGates());

        assertThat(config.text()).isEqualTo(expected);
        assertThat(config.warnings()).isEmpty();
        assertThat(transformer.transform(expected, Facts.withGates()).text())
                .as("transformed again")
                .isEqualTo(expected);
    }

    @Test
    void replacesCredentialsThatAreSetInTheirPlacesWithWarnings() {
        TransformedConfig config = transformer.transform("""
                        [Global]
                        cloud = mine
                        region = r
                        use-clouds = false
                        clouds-file =
                        cloud = other
                        """, Facts.withGates());

        assertThat(config.text()).isEqualTo("""
                        [Global]
                        cloud       = openstack
                        region      = r
                        use-clouds  = true
                        clouds-file = /etc/openstack/secret/clouds.yaml

                        [LoadBalancer]
                        max-shared-lb          = 1
                        manage-security-groups = true
                        """);
        assertThat(config.warnings())
                .containsExactly(
                        "line 4: [Global] use-clouds: 'false' has no effect, since the operator sets 'true'; put the credentials"
                                + " into clouds.yaml of " + COPIED + ", and remove the line",
                        "line 6: [Global] cloud: 'other' has no effect, since the operator sets 'openstack'; name the entry"
                                + " openstack in clouds.yaml of " + COPIED + ", and remove the line");
    }

    @Test
    void namesSecretForOtherFileOfClouds() {
        assertThat(transformer
                        .transform("[Global]\nclouds-file = '/etc/config/clouds.yaml'\n", Facts.withGates())
                        .warnings())
                .containsExactly(
                        "line 2: [Global] clouds-file: '/etc/config/clouds.yaml' has no effect, since the operator sets"
                                + " '/etc/openstack/secret/clouds.yaml'; put the file into " + COPIED + ","
                                + " key clouds.yaml, and remove the line");
    }

    @ParameterizedTest
    @ValueSource(strings = {"use-clouds", "use-clouds = yes", "use-clouds = 1"})
    void warnsOfNoOtherSpellingOfTheSameValue(String line) {
        assertThat(transformer
                        .transform("[Global]\n" + line + "\n", Facts.withGates())
                        .warnings())
                .isEmpty();
    }

    static Stream<Arguments> cases() {
        return Stream.of(
                becomes("empty", "", MINIMAL),
                becomes("blank", "\r\n \t\n", MINIMAL),
                becomes("comments only", "; nothing\n# here", MINIMAL),
                becomes("a byte order mark", "\uFEFF[Global]", MINIMAL),
                becomes("its own output", MINIMAL, MINIMAL),
                becomes("the legacy keys", """
                        [Global]
                        secret-name = openstack-credentials
                        secret-namespace = kube-system
                        """, MINIMAL),
                becomes(
                        "the legacy keys in other letters, one of them empty",
                        """
                        [GLOBAL]
                        Secret-Name = "openstack-credentials"
                        kubeconfig-path =
                        SECRET-NAMESPACE = kube-system # as always
                        """,
                        MINIMAL.replace("Global", "GLOBAL")),
                becomes("the legacy keys in single quotes", """
                        [Global]
                        secret-name = 'openstack-credentials'
                        secret-namespace = `kube-system` ; quoted
                        kubeconfig-path = ''
                        """, MINIMAL),
                becomes("a legacy key whose last value is the default", """
                        [Global]
                        secret-name = other
                        secret-name = openstack-credentials
                        """, MINIMAL),
                becomes("block storage is removed, in any case and number", """
                        [Global]
                        [BlockStorage]
                        ignore-volume-az = true
                        [blockstorage]
                        bs-version = v3
                        """, MINIMAL),
                becomes("load balancer keys that are set stay, use-octavia is removed", """
                        [Global]
                        secret-name = openstack-credentials

                        [LoadBalancer]
                        Max-Shared-LB = 2
                        use-octavia = false
                        lb-provider = f5
                        manage-security-groups
                        """, GLOBAL + """

                        [LoadBalancer]
                        Max-Shared-LB          = 2
                        lb-provider            = f5
                        manage-security-groups
                        """),
                becomes("one load balancer key does not replace the other", """
                        [LoadBalancer]
                        manage-security-groups = false
                        [Global]
                        """, """
                        [LoadBalancer]
                        manage-security-groups = false
                        max-shared-lb          = 1

                        """ + GLOBAL),
                becomes("unknown keys and sections pass through", """
                        [Networking]
                        public-network-name = a
                        public-network-name = b
                        ipv6-support-disabled
                        [LoadBalancerClass "gold"]
                        floating-network-id = 00000000-0000-0000-0000-000000000001
                        [LoadBalancerClass "GOLD"]
                        floating-network-id = 00000000-0000-0000-0000-000000000002
                        [Global]
                        tls-insecure = true
                        [BlockStorage "x"]
                        key = 1
                        [Empty]
                        """, """
                        [Networking]
                        public-network-name   = a
                        public-network-name   = b
                        ipv6-support-disabled

                        [LoadBalancerClass "gold"]
                        floating-network-id = 00000000-0000-0000-0000-000000000001

                        [LoadBalancerClass "GOLD"]
                        floating-network-id = 00000000-0000-0000-0000-000000000002

                        [Global]
                        tls-insecure = true
                        use-clouds   = true
                        clouds-file  = /etc/openstack/secret/clouds.yaml
                        cloud        = openstack

                        [BlockStorage "x"]
                        key = 1

                        [Empty]

                        [LoadBalancer]
                        max-shared-lb          = 1
                        manage-security-groups = true
                        """),
                becomes("values keep what has a meaning in INI", """
                        [Metadata]
                        a = "x # y; z"
                        b = q\\"q
                        c = "C:\\\\dir\\\\"
                        d = " [x] "
                        e = ""
                        f = "two\\nlines\\t"
                        g = a" ; "b ; comment
                        """, """
                        [Metadata]
                        a = "x # y; z"
                        b = "q\\"q"
                        c = "C:\\\\dir\\\\"
                        d = " [x] "
                        e = ""
                        f = "two\\nlines\\t"
                        g = "a ; b"

                        """ + MINIMAL),
                becomes("continued lines of Windows", "[Route]\r\nfuture = a\\\r\nb\r\n[Global]\r\n", """
                        [Route]
                        future = ab

                        """ + MINIMAL),
                becomes("sections of one name are one", """
                        [LoadBalancer]
                        availability-zone = a
                        [Global]
                        [loadbalancer]
                        availability-zone = b
                        """, """
                        [LoadBalancer]
                        availability-zone      = a
                        availability-zone      = b
                        max-shared-lb          = 1
                        manage-security-groups = true

                        """ + GLOBAL));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "secret-name = foo                    | secret-name",
                "Secret-Name = foo                    | secret-name",
                "secret-name =                        | secret-name",
                "secret-name                          | secret-name",
                "secret-name = Openstack-Credentials  | secret-name",
                "secret-name = 'foo'                  | secret-name",
                "secret-name = 'openstack-credentials | secret-name",
                "secret-name = ''openstack-credentials'' | secret-name",
                "kubeconfig-path = '                  | kubeconfig-path",
                "secret-namespace = foo               | secret-namespace",
                "kubeconfig-path = https://foo        | kubeconfig-path"
            })
    void rejectsLegacyKeyWithNonDefaultValue(String line, String key) {
        assertThatThrownBy(() -> transformer.transform("[global]\n" + line, Facts.withGates()))
                .isInstanceOf(InvalidInputException.class)
                .hasMessage("line 2: '[Global] " + key + "' is set to a non-default value; remove the key");
    }

    @Test
    void namesAllLegacyKeysWithNonDefaultValuesAtOnce() {
        assertThatThrownBy(() -> transformer.transform(
                        "[Global]\nsecret-namespace=a\n\nsecret-name=b\nkubeconfig-path=c", Facts.withGates()))
                .hasMessageContainingAll("line 4: '[Global] secret-name'", "line 2: ", "line 5: ");
    }

    /** The right column is what gopkg.in/ini.v1 1.67.1 makes of the value, and gcfg of what it writes. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '^',
            value = {
                "'ext net'     | ext net",
                "' x '         | \" x \"",
                "''            | \"\"",
                "'\"x\"'       | x",
                "'x' ; comment | x",
                "`x`           | x",
                "`a'b`         | a'b",
                "'`x`'         | x",
                "`'x'`         | x",
                "```           | `",
            })
    void takesQuotesOfPreviousReaderOff(String written, String value) {
        TransformedConfig config =
                transformer.transform("[Networking]\npublic-network-name = " + written, Facts.withGates());

        assertThat(config.text()).startsWith("[Networking]\npublic-network-name = " + value + "\n\n");
        assertThat(config.warnings()).isEmpty();
        assertThat(transformer.transform(config.text(), Facts.withGates()))
                .isEqualTo(TransformedConfig.of(config.text()));
    }

    @ParameterizedTest
    @ValueSource(strings = {"'it's'", "'a' 'b'", "'open", "close'", "'", "o'a'", "`x` y"})
    void keepsQuotesThatWereNoneToPreviousReader(String written) {
        assertThat(transformer.transform("[Networking]\npublic-network-name = " + written, Facts.withGates()))
                .isEqualTo(TransformedConfig.of("[Networking]\npublic-network-name = " + written + "\n\n" + MINIMAL));
    }

    @Test
    void keepsQuotesOnKubernetes() {
        TransformedConfig config =
                transformer.transform("[Global]\nusername = u\npassword = 'secret'\n", Facts.onKubernetes());

        assertThat(config).isEqualTo(TransformedConfig.of("[Global]\nusername = u\npassword = 'secret'\n"));
    }

    @Test
    void namesSecretWhereCloudsAreNotUsedOnKubernetes() {
        TransformedConfig config =
                transformer.transform("[Global]\nuse-clouds = false\ncloud = mine\n", Facts.onKubernetes());

        assertThat(config.text()).startsWith("[Global]\nuse-clouds  = true\ncloud       = mine\n");
        assertThat(config.warnings())
                .containsExactly(
                        "line 2: [Global] use-clouds: 'false' has no effect, since the operator sets 'true'; put the"
                                + " credentials into clouds.yaml of Secret credentials of namespace ccm, and remove the line");
    }

    @Test
    void keepsLegacyKeysOutsideOfGlobal() {
        assertThat(transformer
                        .transform(
                                "[Other]\nsecret-name = foo\nuse-octavia = true\n[Global]\nuse-octavia = true",
                                Facts.withGates())
                        .text())
                .startsWith("[Other]\nsecret-name = foo\nuse-octavia = true\n\n[Global]\nuse-octavia = true\n");
    }

    @ParameterizedTest
    @ValueSource(strings = {"{\"auth\": {}}", "clouds:\n  openstack: {}", "[Global", "cloud = a", "[Global]\na = \"b"})
    void rejectsTextThatIsNotIni(String source) {
        assertThatThrownBy(() -> transformer.transform(source, Facts.withGates()))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageStartingWith("line ");
    }

    @Test
    void requiresNothing() {
        assertThat(transformer.featureGates()).isEmpty();
        assertThat(transformer.needsNetwork()).isFalse();
    }

    private static Arguments becomes(String name, String source, String expected) {
        return Arguments.of(Named.of(name, source), expected);
    }

    private static TransformerFacts kubernetes(Optional<String> secret) {
        TransformerFacts facts = Facts.of(Distribution.KUBERNETES, List.of(), List.of());
        return new TransformerFacts(
                facts.distribution(),
                facts.infrastructure(),
                facts.network(),
                facts.features(),
                facts.managedNamespace(),
                secret);
    }

    /** On Kubernetes, where a Secret has the configuration, credentials in it count; on OpenShift clouds.yaml does. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "username = u\npassword = p",
                "user-id = u\npassword = p\nuse-clouds = false",
                "application-credential-id = a\napplication-credential-secret = s",
                "trust-id = t\ntrustee-id = i\ntrustee-password = p"
            })
    void keepsCredentialsOfConfigurationOnKubernetes(String credentials) {
        String source = "[Global]\nauth-url = https://a\n" + credentials;

        String config =
                transformer.transform(source, kubernetes(Optional.of("s"))).text();

        assertThat(config).doesNotContain("clouds-file", "use-clouds  = true");
        assertThat(transformer.hasCredentials(config)).contains(true);
        assertThat(transformer.transform(source, kubernetes(Optional.empty())).text())
                .isEqualTo(config);
        assertThat(transformer.transform(source, Facts.withGates()).text()).contains("clouds-file");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "auth-url = https://a",
                "username = u",
                "username = u\npassword =",
                "username = u\npassword = p\nuse-clouds",
                "username = u\npassword = p\nuse-clouds = yes"
            })
    void namesMountedCloudsWithoutCredentials(String global) {
        String source = "[Global]\n" + global;

        String config =
                transformer.transform(source, kubernetes(Optional.of("s"))).text();

        assertThat(config).contains("clouds-file");
        assertThat(transformer.hasCredentials(config)).contains(false);
        assertThatThrownBy(() -> transformer.transform(source, kubernetes(Optional.empty())))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("[Global] has no credentials")
                .hasMessageEndingWith("or set spec.credentials.secretName");
    }
}
