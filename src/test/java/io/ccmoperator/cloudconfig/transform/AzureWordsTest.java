// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.cloudconfig.transform;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeout;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Words that the Azure cloud provider takes for something else than what was meant, and says nothing of. */
class AzureWordsTest {
    private static final Path UPSTREAM = Path.of("test/resources/io/ccmoperator/cloudconfig/transform/upstream/azure");

    private static List<String> onKubernetes(String source) {
        TransformedConfig result = new AzureTransformer().transform(source, AzureFacts.onKubernetes("{type: Azure}"));
        assertThat(result.text()).isEqualTo(source);
        return result.warnings();
    }

    private static List<String> onOpenShift(String source, String cloud) {
        return new AzureTransformer()
                .transform(source, AzureFacts.inCloud(cloud))
                .warnings();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
        {"cloud":"AzureGermanCloud"} | cloud: the value is not one of AzurePublicCloud, AzureCloud, AzureUSGovernmentCloud, AzureUSGovernment, AzureChinaCloud, AzureStackCloud, so the endpoints of the public cloud count, unless resourceManagerEndpoint names others; write one of them
        {"identitySystem":"adfs"} | identitySystem: the value is not azure_ad, so releases from 1.32 on ask Microsoft Entra ID for tokens all the same; write azure_ad, or remove it
        {"vmType":"scaleset"} | vmType: the value is not one of vmss, standard, vmssflex, so it counts as standard, and the instances of scale sets are not found; write one of them
        {"VMTYPE":"vmss "} | VMTYPE: the value is not one of vmss, standard, vmssflex, so it counts as standard, and the instances of scale sets are not found; write one of them
        {"loadBalancerSku":7} | loadBalancerSku: the value is not one of standard, basic, service, so load balancers get the SKU Basic; write one of them
        {"preConfiguredBackendPoolLoadBalancerTypes":"Internal"} | preConfiguredBackendPoolLoadBalancerTypes: the value is not one of internal, external, all, so the cloud controller manager changes the backend pools of all load balancers; write one of them
        {"extendedLocationType":"CustomLocation","extendedLocationName":"n"} | extendedLocationType: the value is not EdgeZone, so it counts as EdgeZone; write EdgeZone
        {"tags":"team=a,cost"} | tags: a part of the value is not a name and a value, so that tag is left out; write one such as team=a
        {"tags":"a=b=c"} | tags: a part of the value is not a name and a value, so that tag is left out; write one such as team=a
        {"clusterServiceSharedLoadBalancerHealthProbePort":70000} | clusterServiceSharedLoadBalancerHealthProbePort: the value is not 0, or a port from 1 to 65535, so Azure refuses the health probes of load balancers; write a port such as 10256
        {"cloudConfigType":"files"} | cloudConfigType: the value is not one of file, secret, merge, so the cloud controller manager ends when it becomes the leader; write one of them
        {"loadBalancerBackendPoolConfigurationType":"nodes"} | loadBalancerBackendPoolConfigurationType: the value is not one of nodeIPConfiguration, nodeIP, podIP, so the cloud controller manager ends when it becomes the leader; write one of them
        {"clusterServiceLoadBalancerHealthProbeMode":"bogus"} | clusterServiceLoadBalancerHealthProbeMode: the value is not one of servicenodeport, shared, so the cloud controller manager ends when it becomes the leader; write one of them
        """)
    void namesWordThatHasNotTheEffectThatWasMeant(String source, String warning) {
        assertThat(onKubernetes(source)).containsExactly("line 1, column 2: " + warning);
    }

    @ParameterizedTest
    @ValueSource(strings = {"in", "", "Equals"})
    void namesOperatorOfSelector(String operator) {
        assertThat(onKubernetes(
                        "{\"multipleStandardLoadBalancerConfigurations\":[{\"nodeSelector\":{\"matchExpressions\":"
                                + "[{\"key\":\"a\",\"operator\":\"" + operator + "\"}]}}]}"))
                .singleElement()
                .asString()
                .endsWith("multipleStandardLoadBalancerConfigurations[0].nodeSelector.matchExpressions[0].operator: the"
                        + " value is not one of In, NotIn, Exists, DoesNotExist, so the selector is invalid and load balancers"
                        + " fail; write one of them");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"cloud\":\" azurecloud \",\"identitySystem\":\"AZURE_AD\",\"vmType\":\"VMSS\",\"loadBalancerSku\":\"Standard\"}",
                "{\"cloud\":\"\",\"vmType\":\"\",\"loadBalancerSku\":null,\"tags\":\"\",\"extendedLocationType\":\"\"}",
                "{\"preConfiguredBackendPoolLoadBalancerTypes\":\"all\",\"extendedLocationType\":\"edgezone\",\"extendedLocationName\":\"n\"}",
                "{\"tags\":\"team=a, cost center = b ,empty=\",\"tagsMap\":{\"a=b\":\",\"}}",
                "{\"clusterServiceSharedLoadBalancerHealthProbePort\":0,\"cloudConfigType\":\"Merge\"}",
                "{\"clusterServiceSharedLoadBalancerHealthProbePort\":65535}",
                "{\"loadBalancerBackendPoolConfigurationType\":\"NODEIP\",\"clusterServiceLoadBalancerHealthProbeMode\":\"Shared\"}",
                "{\"future\":\"word\",\"cloudProviderRateLimit\":true}",
            })
    void knowsWordsOfProvider(String source) {
        assertThat(onKubernetes(source)).isEmpty();
    }

    @Test
    void judgesLargeValueWithinSeconds() {
        String source = "{\"tags\":\"" + "a".repeat(900 << 10) + "\"}";

        assertThat(assertTimeout(Duration.ofSeconds(5), () -> onKubernetes(source)))
                .hasSize(1);
    }

    @Test
    void judgesWhatUserHasWrittenAndNotWhatOperatorSets() {
        assertThat(onOpenShift("{\"clusterServiceLoadBalancerHealthProbeMode\":\"bogus\"}", "AzureUSSecCloud"))
                .containsExactly(
                        "line 1, column 2: clusterServiceLoadBalancerHealthProbeMode: 'bogus' has no effect, since the"
                                + " operator sets 'shared'; write that, or remove it");
        assertThat(onOpenShift("{\"cloud\":\"AzureUSSecCloud\",\"vmType\":\"\"}", "AzureUSSecCloud"))
                .singleElement()
                .asString()
                .contains("cloud: the value is not one of");
        assertThat(onOpenShift(
                        "{\"cloud\":\"x\",\"CLOUD\":\"AzurePublicCloud\",\"vmType\":\"a\",\"VmType\":\"vmss\"}",
                        "AzurePublicCloud"))
                .isEmpty();
    }

    @Test
    void judgesAzureStackByTheSameTable() {
        String source = "{\"cloud\":\"AzureStackCloud\",\"clusterServiceLoadBalancerHealthProbeMode\":\"bogus\"}";

        assertThat(new AzureStackTransformer()
                        .transform(source, AzureFacts.inCloud("AzureStackCloud"))
                        .warnings())
                .singleElement()
                .asString()
                .contains("clusterServiceLoadBalancerHealthProbeMode: the value is not one of servicenodeport, shared");
    }

    @Test
    void saysNothingOfWhatToolsHaveWritten() throws IOException {
        try (Stream<Path> files = Files.list(UPSTREAM)) {
            for (Path file : files.toList()) {
                assertThat(new AzureTransformer()
                                .transform(Files.readString(file), AzureFacts.onKubernetes("{type: Azure}"))
                                .warnings())
                        .as(file.toString())
                        .isEmpty();
            }
        }
    }
}
