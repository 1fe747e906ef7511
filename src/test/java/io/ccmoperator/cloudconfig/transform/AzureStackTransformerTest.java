// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.cloudconfig.transform;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ccmoperator.cluster.InvalidInputException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AzureStackTransformerTest {
    private static String transformed(String source) {
        return new AzureStackTransformer()
                .transform(source, AzureFacts.inCloud("AzureStackCloud"))
                .text();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{}                                       | {\"vmType\":\"standard\"}",
                "{\"Entries\":null,\"putVMSSVMBatchSize\":0} | {\"Entries\":null,\"putVMSSVMBatchSize\":0,\"vmType\":\"standard\"}",
                "{\"vmType\":\"vmss\",\"a\":-0}           | {\"vmType\":\"vmss\",\"a\":-0}",
                "{\"VmType\":\"vmss\"}                    | {\"vmType\":\"vmss\"}",
                "{\"VmType\":\"\"}                        | {\"vmType\":\"standard\"}",
                "{\"cloud\":\"x\",\"clusterServiceLoadBalancerHealthProbeMode\":\"y\",\"vmType\":\"z\"}"
                        + " | {\"cloud\":\"x\",\"clusterServiceLoadBalancerHealthProbeMode\":\"y\",\"vmType\":\"z\"}",
            })
    void setsOnlyVmType(String source, String expected) {
        assertThat(transformed(source)).isEqualTo(expected);
        assertThat(transformed(expected)).isEqualTo(expected);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "null", "[]", "{"})
    void rejectsInvalidConfiguration(String source) {
        assertThatThrownBy(() -> transformed(source)).isInstanceOf(InvalidInputException.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"AzurePublicCloud", "AzureGermanCloud", "x"})
    void rejectsOtherCloud(String cloud) {
        assertThatThrownBy(() -> new AzureStackTransformer().transform("{}", AzureFacts.inCloud(cloud)))
                .isInstanceOf(InvalidInputException.class)
                .hasMessage("Infrastructure cluster: status.platformStatus.azure.cloudName: '" + cloud
                        + "' is not Azure Stack Hub; it has to be AzureStackCloud");
    }

    @Test
    void assumesPublicCloudWhenInfrastructureNamesNone() {
        assertThatThrownBy(() -> new AzureStackTransformer().transform("{}", AzureFacts.of("{type: Azure}")))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("'AzurePublicCloud' is not Azure Stack Hub");
    }
}
