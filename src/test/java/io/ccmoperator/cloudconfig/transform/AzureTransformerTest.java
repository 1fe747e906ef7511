// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.cloudconfig.transform;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assertions.assertTimeout;

import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.cluster.InvalidInputException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AzureTransformerTest {
    private static final String PROBE = ",\"clusterServiceLoadBalancerHealthProbeMode\":\"shared\"}";

    private static String transformed(String source, TransformerFacts facts) {
        TransformedConfig result = new AzureTransformer().transform(source, facts);
        assertThat(AzureFacts.withoutMissingGroup(result.warnings())).isEmpty();
        return result.text();
    }

    private static String inPublicCloud(String source) {
        return transformed(source, AzureFacts.inCloud("AzurePublicCloud"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{type: Azure}",
                "{type: Azure, azure: {}}",
                "{type: Azure, azure: {cloudName: ''}}",
                "{type: Azure, azure: {cloudName: AzurePublicCloud}}",
            })
    void assumesPublicCloudWhenInfrastructureNamesNone(String platformStatus) {
        assertThat(transformed("{}", AzureFacts.of(platformStatus)))
                .isEqualTo("{\"cloud\":\"AzurePublicCloud\",\"vmType\":\"standard\"" + PROBE);
    }

    @ParameterizedTest
    @CsvSource({
        "AzurePublicCloud, AZUREPUBLICCLOUD",
        "AzureUSGovernmentCloud, azureusgovernmentcloud",
        "AzureChinaCloud, AzureChinaCloud",
        "AzureGermanCloud, ''",
        "AzureUSSecCloud, ''",
    })
    void writesCloudInSpellingOfInfrastructure(String cloud, String written) {
        assertThat(transformed("{\"cloud\":\"" + written + "\"}", AzureFacts.inCloud(cloud)))
                .isEqualTo("{\"cloud\":\"" + cloud + "\",\"vmType\":\"standard\"" + PROBE);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{\"vmType\":\"vmss\"}                     | {\"vmType\":\"vmss\",\"cloud\":\"AzurePublicCloud\"",
                "{\"VMTYPE\":\"vmss\",\"a\":1}             | {\"vmType\":\"vmss\",\"a\":1,\"cloud\":\"AzurePublicCloud\"",
                "{\"vmType\":\"\"}                         | {\"vmType\":\"standard\",\"cloud\":\"AzurePublicCloud\"",
                "{\"vmType\":null}                         | {\"vmType\":\"standard\",\"cloud\":\"AzurePublicCloud\"",
                "{\"vmType\":\"vmss\",\"VmType\":\"vmssflex\"} | {\"vmType\":\"vmssflex\",\"cloud\":\"AzurePublicCloud\"",
                "{\"Cloud\":null,\"a\":1}                  | {\"cloud\":\"AzurePublicCloud\",\"a\":1,\"vmType\":\"standard\"",
                "{\"cloud\":\"x\",\"CLOUD\":\"AzurePublicCloud\"} | {\"cloud\":\"AzurePublicCloud\",\"vmType\":\"standard\"",
            })
    void replacesMemberInAnyLetterCase(String source, String expected) {
        assertThat(inPublicCloud(source)).isEqualTo(expected + PROBE);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"clusterServiceLoadBalancerHealthProbeMode\":\"servicenodeport\",\"vmType\":\"standard\",\"cloud\":\"\"}",
                "{\"ClusterServiceLoadbalancerHealthProbeMode\":7,\"vmType\":\"standard\",\"cloud\":\"\"}",
            })
    void sharesHealthProbeRegardlessOfUser(String source) {
        TransformedConfig result = new AzureTransformer().transform(source, AzureFacts.inCloud("AzurePublicCloud"));

        assertThat(result.text())
                .isEqualTo("{\"clusterServiceLoadBalancerHealthProbeMode\":\"shared\",\"vmType\":\"standard\","
                        + "\"cloud\":\"AzurePublicCloud\"}");
        assertThat(AzureFacts.withoutMissingGroup(result.warnings()))
                .containsExactly("line 1, column 2: clusterServiceLoadBalancerHealthProbeMode: '"
                        + (source.contains("7") ? "7" : "servicenodeport")
                        + "' has no effect, since the operator sets 'shared'; write that, or remove it");
    }

    @Test
    void keepsEveryOtherMemberInItsOrder() {
        String kept = "\"Entries\":null,\"loadBalancer\":{\"cloudProviderRateLimitQPS\":1.10,\"x\":[1E5,-0]},"
                + "\"future\":12345678901234567890,\"putVMSSVMBatchSize\":6.0,\"unknown\":{\"é\":\"\\\"<&>\\\\\"},\"NEW\":1,\"new\":2";

        assertThat(inPublicCloud("{" + kept + "}"))
                .isEqualTo("{" + kept + ",\"cloud\":\"AzurePublicCloud\",\"vmType\":\"standard\"" + PROBE);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"{}", "{\"VmType\":\"vmss\",\"vmtype\":\"vmssflex\"}", "{\"a\":{\"b\":[1.0]},\"CLOUD\":null}"})
    void keepsOwnResultUnchanged(String source) {
        String once = inPublicCloud(source);

        assertThat(inPublicCloud(once)).isEqualTo(once);
    }

    /** The program reads YAML. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{\"vmType\":\"vmss\",\"a\":1,\"a\":2}     | {\"vmType\":\"vmss\",\"a\":2,\"cloud\":\"AzurePublicCloud\"",
                "{\"vmType\":\"vmss\", # as before~ \"a\":1} | {\"vmType\":\"vmss\",\"a\":1,\"cloud\":\"AzurePublicCloud\"",
                "vmType: vmss~a: 'x'~a: z                 | {\"vmType\":\"vmss\",\"a\":\"z\",\"cloud\":\"AzurePublicCloud\"",
                "{vmType: vmss, a: 0777}                  | {\"vmType\":\"vmss\",\"a\":0777,\"cloud\":\"AzurePublicCloud\"",
                "{\"vmType\":7}                            | {\"vmType\":7,\"cloud\":\"AzurePublicCloud\"",
                "{\"vmType\":\"vmss\",\"useInstanceMetadata\":\"true\"} | {\"vmType\":\"vmss\",\"useInstanceMetadata\":\"true\",\"cloud\":\"AzurePublicCloud\"",
            })
    void readsWhatProgramReads(String source, String expected) {
        TransformedConfig result =
                new AzureTransformer().transform(source.replace('~', '\n'), AzureFacts.inCloud("AzurePublicCloud"));

        assertThat(result.text()).isEqualTo(expected + PROBE);
    }

    @Test
    void acceptsByteOrderMarkAndWindowsLineEnds() {
        assertThat(inPublicCloud("\uFEFF{\r\n  \"a\": 1\r\n}\r\n")).isEqualTo(inPublicCloud("{\"a\":1}"));
    }

    @Test
    void transformsConfigurationOfMaximalSizeWithinSeconds() {
        StringBuilder source = new StringBuilder("{\"m0\":0");
        for (int i = 1; source.length() < 900 << 10; i++) {
            source.append(",\"m").append(i).append("\":").append(i);
        }

        String result = assertTimeout(Duration.ofMinutes(1), () -> inPublicCloud(source + "}"));

        assertThat(result).startsWith(source);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " \r\n", "\uFEFF"})
    void explainsWhereToNameMissingConfiguration(String source) {
        assertRefused(
                source,
                "the configuration is empty, but Azure needs one, an object {...} of JSON; name the ConfigMap that has it,"
                        + " and its key, in spec.cloudConfig of the Infrastructure, or in spec.cluster.cloudConfig of the"
                        + " CloudControllerManager where there is none");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "null                | line 1, column 1: one object {...} of JSON or one map of YAML is needed; correct the JSON there",
                "[{}]                | line 1, column 1: one object {...} of JSON or one map of YAML is needed; correct the JSON there",
                "vmType: [           | line 1, column 10: no well-formed JSON or YAML; check quotes, commas and indents",
                "{}}                 | line 1, column 3: no well-formed JSON; check quotes, commas and brackets",
            })
    void rejectsInvalidConfigurationWithPosition(String source, String message) {
        assertRefused(source, message);
    }

    @Test
    void rejectsDeepNestingWithoutOverflow() {
        assertThatThrownBy(() -> inPublicCloud("{\"a\":" + "[".repeat(10_000)))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("nested more than 500 deep");
    }

    @Test
    void rejectsCloudThatConflictsWithInfrastructure() {
        assertThatThrownBy(() -> transformed(
                        "{\n  \"Cloud\": \"AzurePublicCloud\"}", AzureFacts.inCloud("AzureUSGovernmentCloud")))
                .isInstanceOf(InvalidInputException.class)
                .hasMessage("line 2, column 3: cloud: conflicts with Infrastructure cluster:"
                        + " status.platformStatus.azure.cloudName, which says 'AzureUSGovernmentCloud'; write that, or leave the"
                        + " member out");
    }

    @ParameterizedTest
    @ValueSource(strings = {"AzureAnotherCloud", "azurepubliccloud"})
    void passesCloudThatIsNotKnownWithWarningThatListsKnownOnes(String cloud) {
        TransformedConfig result = new AzureTransformer().transform("{}", AzureFacts.inCloud(cloud));

        assertThat(result.text()).isEqualTo("{\"cloud\":\"" + cloud + "\",\"vmType\":\"standard\"" + PROBE);
        assertThat(AzureFacts.withoutMissingGroup(result.warnings()))
                .containsExactly("Infrastructure cluster: status.platformStatus.azure.cloudName: '" + cloud
                        + "' is not a cloud of Azure that this release knows (AzurePublicCloud, AzureUSGovernmentCloud,"
                        + " AzureChinaCloud, AzureGermanCloud, AzureUSSecCloud); it is passed to the cloud controller"
                        + " manager, which uses the endpoints of the public cloud if it does not know it either");
    }

    @Test
    void rejectsCloudOfOtherTransformer() {
        assertThatThrownBy(() -> transformed("{}", AzureFacts.inCloud("AzureStackCloud")))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageStartingWith(
                        "Infrastructure cluster: status.platformStatus.azure.cloudName: 'AzureStackCloud'"
                                + " has a configuration of another kind");
    }

    @Test
    void keepsInfrastructureUnchanged() {
        TransformerFacts facts = AzureFacts.inCloud("AzureChinaCloud");
        KubernetesObject before = facts.infrastructure().copy();

        transformed("{}", facts);

        assertThat(facts.infrastructure()).isEqualTo(before);
    }

    @Test
    void requiresNeitherFeatureGatesNorNetwork() {
        for (CloudConfigTransformer transformer : List.of(new AzureTransformer(), new AzureStackTransformer())) {
            assertThat(transformer.featureGates()).isEmpty();
            assertThat(transformer.needsNetwork()).isFalse();
        }
    }

    private static void assertRefused(String source, String message) {
        assertThatThrownBy(() -> inPublicCloud(source))
                .isInstanceOf(InvalidInputException.class)
                .hasMessage(message);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            {}                                                          | false
            {"useManagedIdentityExtension": true}                       | true
            {"useManagedIdentityExtension": false}                      | false
            {"USEMANAGEDIDENTITYEXTENSION": "true"}                     | true
            {"useFederatedWorkloadIdentityExtension": true}             | true
            {"aadClientId": "i", "aadClientSecret": "s"}                | true
            {"aadClientId": "i", "aadClientCertPath": "/p"}             | true
            {"aadClientId": "i"}                                        | false
            {"aadClientId": "", "aadClientSecret": "s"}                 | false
            {"aadClientSecret": null, "aadClientId": "i"}               | false
            """)
    void knowsConfigurationThatNeedsNoSecret(String config, boolean expected) {
        assertThat(new AzureTransformer().hasCredentials(config)).contains(expected);
        assertThat(new AzureStackTransformer().hasCredentials(config)).contains(expected);
    }
}
