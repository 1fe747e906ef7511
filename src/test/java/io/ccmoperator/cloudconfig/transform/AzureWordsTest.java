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
        return AzureFacts.withoutMissingGroup(result.warnings());
    }

    private static List<String> onOpenShift(String source, String cloud) {
        return AzureFacts.withoutMissingGroup(new AzureTransformer()
                .transform(source, AzureFacts.inCloud(cloud))
                .warnings());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
        {"cloud":"AzureGermanCloud"} | cloud: the value is not one of AzurePublicCloud, AzureCloud, AzureUSGovernmentCloud, AzureUSGovernment, AzureChinaCloud, AzureStackCloud, so the endpoints of the public cloud count, unless resourceManagerEndpoint names others; write one of them
        {"identitySystem":"adfs"} | identitySystem: the value is not azure_ad, so the cloud controller manager asks Microsoft Entra ID for tokens all the same; write azure_ad, or remove it
        {"vmType":"scaleset"} | vmType: the value is not one of vmss, standard, vmssflex, so it counts as standard, and the instances of scale sets are not found; write one of them
        {"VMTYPE":"vmss "} | VMTYPE: the value is not one of vmss, standard, vmssflex, so it counts as standard, and the instances of scale sets are not found; write one of them
        {"loadBalancerSku":7} | loadBalancerSku: the value is not one of standard, service, so load balancers get the SKU Basic, which Azure has retired; write one of them
        {"loadBalancerSKU":"basic"} | loadBalancerSKU: the value is not one of standard, service, so load balancers get the SKU Basic, which Azure has retired; write one of them
        {"load_balancer_sku":"standard"} | load_balancer_sku is not a name that the cloud controller manager reads; is loadBalancerSku meant?
        {"Resource-Group":"g"} | Resource-Group is not a name that the cloud controller manager reads; is resourceGroup meant?
        {"cloudProviderRateLimit":true,"cloudProviderRateLimitQPS":6} | cloudProviderRateLimit: the value is not false, so it has no effect since release 1.32; remove the rate limits
        {"routeRateLimit":{"cloudProviderRateLimit":true}} | routeRateLimit: it has no effect since release 1.32; remove the rate limits
        {"preConfiguredBackendPoolLoadBalancerTypes":"Internal"} | preConfiguredBackendPoolLoadBalancerTypes: the value is not one of internal, external, all, so the cloud controller manager changes the backend pools of all load balancers; write one of them
        {"extendedLocationType":"CustomLocation","extendedLocationName":"n"} | extendedLocationType: the value is not EdgeZone, so it counts as EdgeZone; write EdgeZone
        {"AADClientCertPath":"/etc/kubernetes/sp.pfx"} | aadClientCertPath: the Pod of the cloud controller manager does not have the file, and a configuration with no other credentials ends the program; write aadClientSecret instead, or name a Secret in spec.credentials of the CloudControllerManager and remove the member
        """)
    void namesWordThatHasNotTheEffectThatWasMeant(String source, String warning) {
        assertThat(onKubernetes(source)).containsExactly("line 1, column 2: " + warning);
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
                "{\"aadClientCertPath\":\"\"}",
                "{\"aadClientCertPath\":\"/etc/ssl/sp.pfx\"}",
                "{\"future\":\"word\",\"cloudProviderRateLimit\":false}",
                "{\"cloudConfigType\":\"files\",\"clusterServiceLoadBalancerHealthProbeMode\":\"bogus\",\"useInstanceMetadata\":\"true\"}",
            })
    void knowsWordsOfProvider(String source) {
        assertThat(onKubernetes(source)).isEmpty();
    }

    @Test
    void judgesLargeValueWithinSeconds() {
        String source = "{\"vmType\":\"" + "a".repeat(900 << 10) + "\"}";

        assertThat(assertTimeout(Duration.ofMinutes(1), () -> onKubernetes(source)))
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
    void saysThatResourceGroupIsMissing() {
        String missing =
                "resourceGroup is missing, so the cloud controller manager finds no virtual machine and nodes stay"
                        + " uninitialized; write it";

        assertThat(new AzureTransformer()
                        .transform("{\"resourceGroup\":\"\"}", AzureFacts.onKubernetes("{type: Azure}"))
                        .warnings())
                .containsExactly(missing);
        assertThat(new AzureStackTransformer()
                        .transform("{}", AzureFacts.inCloud("AzureStackCloud"))
                        .warnings())
                .containsExactly(missing);
        assertThat(new AzureTransformer()
                        .transform("{\"RESOURCEGROUP\":\"g\"}", AzureFacts.inCloud("AzurePublicCloud"))
                        .warnings())
                .isEmpty();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
        {"serviceGatewayEnabled":true} | v1.36.4 | serviceGatewayEnabled: the cloud controller manager reads it since release v1.36.5
        {"loadBalancerSku":"Service"} | v1.36.4 | loadBalancerSku: the cloud controller manager reads this value since release v1.36.5
        {"nodeInstanceNotFoundGracePeriodInSeconds":1} | v1.35.6 | nodeInstanceNotFoundGracePeriodInSeconds: the cloud controller manager reads it since release v1.35.7
        {"enableIPTagMutationForExistingPublicIP":true} | v1.34.8 | enableIPTagMutationForExistingPublicIP: the cloud controller manager reads it since release v1.34.9
        {"listVmssVirtualMachinesWithoutInstanceView":true} | v1.33.2 | listVmssVirtualMachinesWithoutInstanceView: the cloud controller manager reads it since release v1.33.3
        """)
    void saysSinceWhichReleaseMemberIsRead(String source, String release, String warning) {
        TransformerFacts facts = Facts.withRelease(AzureFacts.onKubernetes("{type: Azure}"), release);

        assertThat(AzureFacts.withoutMissingGroup(
                        new AzureTransformer().transform(source, facts).warnings()))
                .containsExactly("line 1, column 2: " + warning + ", and its image is " + release
                        + "; remove it, or name a later image");
        assertThat(onKubernetes(source)).isEmpty();
    }

    @Test
    void saysOfWhatToolsHaveWrittenWhatHasNoEffect() throws IOException {
        try (Stream<Path> files = Files.list(UPSTREAM)) {
            for (Path file : files.toList()) {
                assertThat(new AzureTransformer()
                                .transform(Files.readString(file), AzureFacts.onKubernetes("{type: Azure}"))
                                .warnings())
                        .as(file.toString())
                        .allMatch(line -> line.contains("has no effect since release 1.32"));
            }
        }
    }
}
