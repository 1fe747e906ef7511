// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.cloudconfig.transform;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ccmoperator.cluster.InvalidInputException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** On Kubernetes a configuration gets what the Pods of the operator need, and no default of OpenShift. */
class OnKubernetesTest {
    private static final String CREDENTIALS = """
            use-clouds  = true
            clouds-file = /etc/openstack/secret/clouds.yaml
            """;

    private static TransformedConfig aws(String source) {
        return new AwsTransformer().transform(source, Facts.onKubernetes());
    }

    private static TransformedConfig azure(String source, String platform) {
        return withoutMissingGroup(new AzureTransformer().transform(source, AzureFacts.onKubernetes(platform)));
    }

    private static TransformedConfig azureStack(String source) {
        return withoutMissingGroup(new AzureStackTransformer()
                .transform(source, AzureFacts.onKubernetes("{type: Azure, azure: {cloudName: AzureStackCloud}}")));
    }

    private static TransformedConfig withoutMissingGroup(TransformedConfig config) {
        return new TransformedConfig(config.text(), AzureFacts.withoutMissingGroup(config.warnings()));
    }

    private static TransformedConfig openStack(String source) {
        return new OpenStackTransformer().transform(source, Facts.onKubernetes());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "; by hand\n[Global]\n  Zone=a   # mine\r\n\nElbSecurityGroup = sg-1\n",
                "[Global]\nNLBSecurityGroupMode = Managed\nClusterServiceLoadBalancerHealthProbeMode = ServiceNodePort\n",
                "[ServiceOverride \"7\"]\nService=EC2\nRegion=r\nURL=https://e\nSigningRegion=r\n[Global]\n[Unknown]\nkey\n",
            })
    void keepsConfigurationOfAws(String source) {
        assertThat(aws(source)).isEqualTo(TransformedConfig.of(source));
    }

    @Test
    void saysWhichNamesOfServicesNewReleasesOfAwsIgnore() {
        String former =
                "[ServiceOverride \"1\"]\nService=elasticloadbalancing\nRegion=r\nURL=https://e\nSigningRegion=r\n";
        String current = former.replace("\"1\"", "\"2\"").replace("elasticloadbalancing", "Elastic Load Balancing");

        assertThat(aws(former).warnings())
                .containsExactly(
                        "line 1: [ServiceOverride \"1\"]: releases with version 2 of the AWS SDK do not know the"
                                + " service 'elasticloadbalancing' and ignore the override; add one with Service = Elastic Load"
                                + " Balancing, and one with Service = Elastic Load Balancing v2");
        assertThat(aws(former + current).warnings())
                .singleElement()
                .asString()
                .endsWith("; add one with Service = Elastic Load Balancing v2");
        assertThat(aws(former + current + current.replace("\"2\"", "\"3\"").replace("Balancing", "Balancing v2"))
                        .warnings())
                .isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                "{\n  \"tenantId\": \"t\",\r\n  \"vmType\": \"\"\n}\n",
                "{\"vmType\":\"vmss\",\"disableAvailabilitySetNodes\":true}",
                "{\"vmType\":\"standard\",\"disableAvailabilitySetNodes\":true}",
                "{\"vmType\":[],\"useInstanceMetadata\":\"true\"}",
                "{\"a\": 1, \"a\": 2, # twice\n}",
                "{\"disableAvailabilitySetNodes\":true}",
                "{\"vmType\":\"standard\",\"disableAvailabilitySetNodes\":false}",
                "{\"cloud\":\"AzureChinaCloud\",\"clusterServiceLoadBalancerHealthProbeMode\":\"servicenodeport\"}",
            })
    void keepsConfigurationOfAzure(String source) {
        assertThat(azure(source, "{type: Azure}")).isEqualTo(TransformedConfig.of(source));
        assertThat(azureStack(source)).isEqualTo(TransformedConfig.of(source));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
        { }                          | {"cloud":"AzureChinaCloud"}
        {"a": 1, "Cloud": null}      | {"a":1,"cloud":"AzureChinaCloud"}
        {"cloud": "azurechinacloud"} | {"cloud": "azurechinacloud"}
        {"cloud": "AzureChinaCloud", "clusterServiceLoadBalancerHealthProbeMode": "servicenodeport"} | {"cloud": "AzureChinaCloud", "clusterServiceLoadBalancerHealthProbeMode": "servicenodeport"}
        """)
    void writesCloudThatObjectNamesWhereConfigurationHasNone(String source, String expected) {
        assertThat(azure(source, "{type: Azure, azure: {cloudName: AzureChinaCloud}}"))
                .isEqualTo(TransformedConfig.of(expected));
    }

    @Test
    void refusesOtherCloudThanObjectNames() {
        assertThatThrownBy(() ->
                        azure("{\"cloud\":\"AzurePublicCloud\"}", "{type: Azure, azure: {cloudName: AzureChinaCloud}}"))
                .isInstanceOf(InvalidInputException.class)
                .hasMessage(
                        "line 1, column 2: cloud: conflicts with CloudControllerManager cluster:"
                                + " spec.cluster.azure.cloudName, which says 'AzureChinaCloud'; write that, or leave the member out");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "[]"})
    void refusesWhatReaderOfAzureRefuses(String source) {
        assertThatThrownBy(() -> azure(source, "{type: Azure}")).isInstanceOf(InvalidInputException.class);
        assertThatThrownBy(() -> azureStack(source)).isInstanceOf(InvalidInputException.class);
    }

    @Test
    void setsNothingButPlaceOfCredentialsOfOpenStack() {
        assertThat(openStack("").text()).isEqualTo("[Global]\n" + CREDENTIALS + "cloud       = openstack\n");
        TransformedConfig config = openStack("""
                [BlockStorage]
                bs-version = v3
                [Global]
                secret-name = mine
                cloud = production
                clouds-file = /etc/config/clouds.yaml
                [LoadBalancer]
                use-octavia = true
                """);

        assertThat(config.text()).isEqualTo("""
                [BlockStorage]
                bs-version = v3

                [Global]
                secret-name = mine
                cloud       = production
                clouds-file = /etc/openstack/secret/clouds.yaml
                use-clouds  = true

                [LoadBalancer]
                use-octavia = true
                """);
        assertThat(config.warnings())
                .containsExactly(
                        "line 6: [Global] clouds-file: '/etc/config/clouds.yaml' has no effect, since the operator"
                                + " sets '/etc/openstack/secret/clouds.yaml'; put the file into Secret credentials of namespace"
                                + " ccm, key clouds.yaml, and remove the line");
        assertThat(openStack(config.text())).isEqualTo(TransformedConfig.of(config.text()));
    }

    @Test
    void readsConfigurationOfAzureThatIsYaml() {
        TransformedConfig result = azure("""
                # As Gardener writes it.
                tenantId: "t"
                cloudProviderBackoff: yes
                cloudProviderRateLimitQPS: 10.0
                tagsMap: {a: b}
                vmType:
                """, "{type: Azure}");

        assertThat(result)
                .isEqualTo(TransformedConfig.of("{\"tenantId\":\"t\",\"cloudProviderBackoff\":true,"
                        + "\"cloudProviderRateLimitQPS\":10.0,\"tagsMap\":{\"a\":\"b\"},\"vmType\":null}"));
        assertThat(azureStack("tenantId: t\n").text()).isEqualTo("{\"tenantId\":\"t\"}");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            tenantId: [ | no well-formed JSON or YAML; check quotes, commas and indents
            just-text | line 1, column 1: one object {...} of JSON or one map of YAML is needed
            {tenantId: t | line 1, column 2: no well-formed JSON; check quotes, commas and brackets
            """)
    void refusesConfigurationOfAzure(String source, String message) {
        assertThatThrownBy(() -> azure(source.replace('~', '\n'), "{type: Azure}"))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining(message);
    }

    @Test
    void warnsOfFilesOfTheHost() {
        assertThat(openStack("[Global]\nca-file = /etc/kubernetes/ca.pem\n").warnings())
                .containsExactly(
                        "line 2: [Global] ca-file: the Pod of the cloud controller manager does not have the file,"
                                + " without which the program ends; add the certificate authority to those that the cluster trusts"
                                + " (spec.cluster.trustedCA of the CloudControllerManager), and remove the key");
        assertThat(openStack("[Global]\ncert-file = /srv/a.pem\nkey-file = /etc/openstack/secret/a.key\n")
                        .warnings())
                .singleElement()
                .asString()
                .startsWith("line 2: [Global] cert-file: ");
        assertThat(openStack("[Global]\nca-file = /etc/ssl/certs/a.pem\n").warnings())
                .isEmpty();
    }
}
