// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.cloudconfig.transform.vsphere;

import static org.assertj.core.api.Assertions.assertThat;

import io.ccmoperator.YamlText;
import io.ccmoperator.cloudconfig.transform.TransformerFacts;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Which configurations the reader of the cloud controller manager accepts, before it reads its environment. */
class ReaderRequirementsTest {
    private static final TransformerFacts FACTS = Clusters.withCredentials(Clusters.BARE);
    private static final String PROVIDERS = "secretName: vsphere-cloud-credentials, secretNamespace: ccm";

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{global: {user: u, password: p}, vcenter: {a: {server: a}}} | true",
                "{vcenter: {a: {server: a, user: u, password: p}, b: {server: b, user: u, password: p}}} | true",
                "{vcenter: {a: {server: a, user: u, password: p}, b: {server: b}}} | false",
                "{global: {user: u, password: p, secretName: s}, vcenter: {a: {server: a}}} | false",
                "{vcenter: {a: {server: a, user: u, password: p, secretName: s}}} | false",
            })
    void knowsConfigurationThatNeedsNoSecret(String config, boolean expected) {
        assertThat(new VSphereTransformer().hasCredentials(config)).contains(expected);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "no section         | vcenter: {a: {server: a}}                       | global: {%1$s}",
                "nothing            | {global: {}, vcenter: {a: {server: a}}}          | global: {%1$s}",
                "no password        | {global: {user: u}, vcenter: {a: {server: a}}}   | global: {%1$s, user: u}",
                "no user            | {vcenter: {a: {server: a, password: p}}}         | global: {%1$s}",
                "a vCenter without  | {vcenter: {a: {server: a, user: u, password: p}, b: {server: b}}} | global: {%1$s}",
                "half a Secret      | {global: {secretName: s}, vcenter: {a: {server: a}}} | global: {secretName: s, secretNamespace: ccm}",
                "the other half     | {global: {secretNamespace: n}, vcenter: {a: {server: a}}} | global: {secretName: vsphere-cloud-credentials, secretNamespace: n}",
                "half a Secret of a vCenter | {vcenter: {a: {server: a, secretName: s}}} | global: {%1$s}",
                "the global vCenter | {global: {server: a}}                            | global: {%1$s, server: a}",
                "the global vCenter beside another | {global: {server: b}, vcenter: {a: {server: a, user: u, password: p}}} | global: {%1$s, server: b}",
            })
    void namesSecretOfProviderWhereReaderMissesCredentials(String title, String source, String global) {
        String text = Clusters.transform(source, FACTS).text();

        assertThat(YamlText.tree(text).get("global"))
                .as(title)
                .isEqualTo(YamlText.tree(global.formatted(PROVIDERS)).get("global"));
        assertThat(Clusters.transform(text, FACTS).text()).isEqualTo(text);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{global: {user: u, password: p}, vcenter: {a: {server: a}}}",
                "{global: {user: u}, vcenter: {a: {server: a, password: p}}}",
                "{vcenter: {a: {server: a, user: u, password: p}}}",
                "{vcenter: {a: {server: a, secretName: s, secretNamespace: n}}}",
                "{global: {secretName: s, secretNamespace: n}, vcenter: {a: {server: a}}}",
                "{global: {secretsDirectory: /d}, vcenter: {a: {server: a}}}",
                "{global: {server: a, user: u, password: p}}",
                "{global: {server: a}, vcenter: {a: {server: a, user: u, password: p}}}",
                "{global: {secretsDirectory: /d, secretName: s, user: u, password: p}, vcenter: {a: {server: a}}}",
            })
    void keepsNamedCredentials(String source) {
        assertThat(YamlText.tree(Clusters.transform(source, FACTS).text())).isEqualTo(YamlText.tree(source));
    }

    @Test
    void keepsConfigurationOfProviderWithoutSecret() {
        assertThat(Clusters.transform("vcenter: {a: {server: a}}", Clusters.BARE)
                        .text())
                .isEqualTo("vcenter:\n  a:\n    server: a\n");
    }

    @Test
    void namesSecretInYamlOfLegacyIni() {
        assertThat(Clusters.transform("[VirtualCenter \"a\"]\n", FACTS).text()).isEqualTo("""
                        global:
                          secretName: vsphere-cloud-credentials
                          secretNamespace: ccm
                        vcenter:
                          a:
                            server: a
                        """);
    }

    /** The program ends, and says what it misses. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "global: {user: u, password: p}",
                "[Global]\nuser = u\npassword = p\n",
                "{global: {user: u, password: p}, vcenter: {a: {port: 443}}}",
            })
    void leavesMissingVCenterToProgram(String source) {
        assertThat(Clusters.transform(source, FACTS).warnings()).isEmpty();
    }

    @Test
    void acceptsVCentersOfInfrastructure() {
        TransformerFacts facts = Clusters.withCredentials(Clusters.of("{vcenters: [{server: a}]}"));

        assertThat(Clusters.transform("global: {}", facts).text())
                .isEqualTo("global:\n  secretName: vsphere-cloud-credentials\n  secretNamespace: ccm\n"
                        + "vcenter:\n  a:\n    server: a\n");
    }
}
