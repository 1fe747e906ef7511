// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ccmoperator.assets.Bootstrap.KubeconfigKey;
import io.ccmoperator.cluster.InvalidInputException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class KubeconfigSettingTest {
    private static final KubeconfigSetting SETTING =
            new KubeconfigSetting(new KubeconfigKey("kubernetes", "config-file"), "/secrets/kubeconfig");

    private static String set(String text) {
        return SETTING.transform("cm.yaml, key cloud.conf", text);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "[kubernetes];config-file = \"\" | [kubernetes];config-file = /secrets/kubeconfig;",
                "[Kubernetes];Config-File = /a | [Kubernetes];Config-File = /secrets/kubeconfig;",
                "[kubernetes];config-file | [kubernetes];config-file = /secrets/kubeconfig;",
                "[kubernetes];config-file = /a;config-file = /b | [kubernetes];config-file = /secrets/kubeconfig;",
                "[kubernetes];config-file = /a;[global];version = 1.1.0;[kubernetes];config-file = /b"
                        + " | [kubernetes];config-file = /secrets/kubeconfig;;[global];version = 1.1.0;",
                "[kubernetes] | [kubernetes];config-file = /secrets/kubeconfig;",
                "[global];version = 1.1.0"
                        + " | [global];version = 1.1.0;;[kubernetes];config-file = /secrets/kubeconfig;",
                "[kubernetes \"of another\"];config-file = /a"
                        + " | [kubernetes \"of another\"];config-file = /a;;[kubernetes];config-file = /secrets/kubeconfig;",
                "`` | [kubernetes];config-file = /secrets/kubeconfig;",
            })
    void replacesEveryValueOfKey(String source, String expected) {
        assertThat(set(source.replace(';', '\n'))).isEqualTo(expected.replace(';', '\n'));
    }

    @Test
    void keepsOtherSectionsKeysAndValuesInQuotes() {
        String source = """
                # of the user
                [kubernetes]
                config-file = ""
                cniProvider = OVNKubernetes
                [provider]
                clusterID = "a;b # \\"c\\""
                g2Credentials =
                alone
                g2VpcSubnetNames = one
                g2VpcSubnetNames = two
                """;

        String written = set(source);

        assertThat(written).isEqualTo("""
                        [kubernetes]
                        config-file = /secrets/kubeconfig
                        cniProvider = OVNKubernetes

                        [provider]
                        clusterID        = "a;b # \\"c\\""
                        g2Credentials    = ""
                        alone
                        g2VpcSubnetNames = one
                        g2VpcSubnetNames = two
                        """);
        assertThat(set(written)).isEqualTo(written);
    }

    @Test
    void namesPlaceInConfigurationThatIsNotIni() {
        assertThatThrownBy(() -> set("[global\n"))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageStartingWith("cm.yaml, key cloud.conf: line 1, column 8: ");
    }
}
