// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.cloudconfig.transform;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ccmoperator.assets.CloudConfig;
import io.ccmoperator.cluster.InvalidInputException;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Configurations that are copied, with words that their programs take for something else than what was meant. */
class CopiedWordsTest {
    private static TransformedConfig copied(String transformer, String source) {
        TransformedConfig result = Transformers.of(new CloudConfig(CloudConfig.Source.USER, Optional.of(transformer)))
                .transform(source, Facts.onKubernetes());
        assertThat(result.text()).isEqualTo(source);
        return result;
    }

    private static List<String> warnings(String transformer, String source) {
        return copied(transformer, source).warnings();
    }

    private static void assertRefused(String transformer, String source, String message) {
        assertThatThrownBy(() -> copied(transformer, source))
                .isInstanceOf(InvalidInputException.class)
                .hasMessage(message);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
        stack-type = ipv6              | stack-type: the value is not one of IPV4, IPV6, IPV4_IPV6, so nodes get their addresses of IPv4 first; write one of them
        node-tags = a,b                | node-tags: the value is not a tag of up to 63 small letters, digits and hyphens that begins with a letter and does not end with a hyphen, so Google Cloud refuses the firewall rules of load balancers; write node-tags once for each tag
        alpha-features = ilbsubsets    | alpha-features: the value is not one of ILBSubsets, SkipIGsManagement, so no feature is on by it; write one of them
        firewall-rules-management = disabled | firewall-rules-management: the value is not one of Enabled, Disabled, so the cloud controller manager makes and deletes firewall rules, as with Enabled; write one of them
        """)
    void warnsOfWordsOfGoogleCloud(String line, String warning) {
        assertThat(warnings("gcp", "[GLOBAL]\n" + line + "\n")).containsExactly("line 2: [GLOBAL] " + warning);
    }

    @Test
    void judgesEachTagOfGoogleCloud() {
        assertThat(warnings("gcp", "[global]\nnode-tags = Masters\nnode-tags = nodes\nnode-tags = 1\n"))
                .hasSize(2)
                .allMatch(line -> line.matches("line [24]: \\[global] node-tags: .*"));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
        token-url = Nil               | token-url: the value is not nil, or an http or https URL with a host, so the cloud controller manager gets no tokens and nodes stay uninitialized; write one of them
        api-endpoint = compute.googleapis.com/compute/v1/ | api-endpoint: the value is not an http or https URL with a host, so each request to Google Cloud fails and nodes stay uninitialized; write one such as https://example.com
        """)
    void refusesWhatGoogleCloudCannotReach(String line, String fault) {
        assertRefused("gcp", "[global]\n" + line + "\n", "line 2: [global] " + fault);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "[global]\ntoken-url = nil\nstack-type = IPV4_IPV6\nnode-tags = a\nalpha-features = ILBSubsets\n",
                "[global]\napi-endpoint = https://compute.googleapis.com/compute/v1/\ntoken-url =\n",
                // The program ends with these, and says why.
                "[global]\nregional = maybe\nstack-type\n",
                "[other]\nstack-type = x\n",
                "[global]\nfuture = word\n",
            })
    void knowsWordsOfGoogleCloud(String source) {
        assertThat(warnings("gcp", source)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
        [provider] | cluster-default-provider = G2 | cluster-default-provider: the value is not one of g2, gc, so it counts as classic infrastructure, and neither VPC nor Power VS is asked for nodes and load balancers; write g2
        [provider] | g2EndpointOverride = vpc.example.com | g2EndpointOverride: the value is not an http or https URL with a host, so each request to VPC fails: load balancers do, and nodes of VPC stay uninitialized; write one such as https://example.com
        [provider] | rmEndpointOverride = rm.example.com | rmEndpointOverride: the value is not an http or https URL with a host, so the resource group is not found and load balancers fail; write one such as https://example.com
        [provider] | rcEndpointOverride = rc.example.com | rcEndpointOverride: the value is not an http or https URL with a host, so the service instance is not found by its name; write one such as https://example.com
        [kubernetes] | cniProvider = ovn | cniProvider: the value is not one of Calico, OVNKubernetes, so new nodes stay without network until the network plugin says otherwise, where set-network-unavailable is true; write one of them
        """)
    void warnsOfWordsOfIbm(String section, String line, String warning) {
        assertThat(warnings("ibm", section + "\n" + line + "\n")).containsExactly("line 2: " + section + " " + warning);
    }

    @Test
    void refusesWhatIbmCannotReach() {
        assertRefused("ibm", "[provider]\niamEndpointOverride = iam\n", """
                line 2: [provider] iamEndpointOverride: the value is not an http or https URL with a host, so the cloud controller manager gets no tokens; write one such as https://example.com\
                """);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "[global]\nversion = 1.1.0\n[kubernetes]\nconfig-file = \"\"\ncniProvider = OVNKubernetes\n"
                        + "[provider]\ncluster-default-provider = g2\ng2EndpointOverride = https://us-south.iaas.cloud.ibm.com\n",
                "[provider]\npowerVSEndpointOverride = dal.power-iaas.cloud.ibm.com\npowerVSZone = dal10\n",
                // The program ends with it.
                "[global]\nversion = 2\n",
            })
    void knowsWordsOfIbm(String source) {
        assertThat(warnings("ibm", source)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
        {"prismCentral":{"address":"https://pc.example.com"}} | line 1, column 18: prismCentral.address: the value is not a host name or IP address alone, so Prism Central is not found and nodes stay uninitialized; write one such as prism.example.com
        {"PrismCentral":{"port":0}} | line 1, column 18: PrismCentral.port: the value is not a port from 1 to 65535, so Prism Central is not found and nodes stay uninitialized; write one such as 9440
        {"prismCentral":{"credentialRef":{"Namespace":"kube-system"}}} | line 1, column 35: prismCentral.credentialRef.Namespace: the cloud controller manager reads Secrets of namespace MANAGED alone, so nodes stay uninitialized; create the Secret there, and remove the member
        """)
    void refusesConfigurationOfNutanixWithoutEffect(String source, String message) {
        assertRefused(
                "nutanix",
                source,
                message.replace("MANAGED", Facts.onKubernetes().managedNamespace()));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
        {"kind":"string"} | kind: the value is not one of String, ConfigMap, so it counts as ConfigMap, and nodes stay uninitialized where its namespace is not written; write one of them
        {"kind":"ConfigMap","name":"ca"} | name: the cloud controller manager does not check the certificate of Prism Central where additionalTrustBundle is set; remove it, and add the authority to the trusted CA bundle
        {"kind":"String","data":"PEM"} | data: the cloud controller manager does not check the certificate of Prism Central where additionalTrustBundle is set; remove it, and add the authority to the trusted CA bundle
        """)
    void warnsOfTrustBundleOfNutanix(String bundle, String warning) {
        assertThat(warnings("nutanix", "{\"prismCentral\":{\"additionalTrustBundle\":" + bundle + "}}"))
                .singleElement()
                .asString()
                .matches("line 1, column \\d+: .*")
                .endsWith("prismCentral.additionalTrustBundle." + warning);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"prismCentral\":{\"address\":\"10.0.0.1\",\"port\":9440,\"credentialRef\":{\"kind\":\"Secret\",\"name\":\"nutanix-credentials\"}},"
                        + "\"topologyDiscovery\":{\"type\":\"Prism\",\"topologyCategories\":null},\"enableCustomLabeling\":true}",
                "{\"prismCentral\":{\"address\":\"fd00::1\",\"port\":9440,\"credentialRef\":{\"namespace\":\"\"}}}",
                // The program ends with these.
                "{\"prismCentral\":{\"insecure\":\"0\",\"credentialRef\":7}}",
                "{\"topologyDiscovery\":{\"type\":\"prism\"}}",
                "{\"prismCentral\":[],\"ignoredNodeIPs\":\"x\"}",
                "{\"prismCentral\":{\"address\":\"https://pc\"}",
            })
    void knowsWordsOfNutanix(String source) {
        assertThat(warnings("nutanix", source)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
        {"Global":{"serviceBackendType":"ENI"}} | Global.serviceBackendType: the value is not one of eni, ecs, so it counts as ecs and load balancers send to nodes; write one of them
        {"global":{"vswitchid":"z:vsw-a,vsw-b"}} | global.vswitchid: a part of the value is not ZONE:VSWITCH without blanks, so that vSwitch is skipped and internal load balancers are not in it; write one such as cn-hangzhou-i:vsw-abc
        {"Global":{"routeTableIDs":"vtb-a, vtb-b"}} | Global.routeTableIDs: a part of the value is not an identifier without blanks, so that route table is not found and gets no routes; write vtb-abc,vtb-def
        {"Global":{"nodeMonitorPeriod":60}} | Global.nodeMonitorPeriod: the cloud controller manager does not use it; remove it
        """)
    void warnsOfWordsOfAlibabaCloud(String source, String warning) {
        assertThat(warnings("alibaba", source))
                .singleElement()
                .asString()
                .matches("line 1, column \\d+: .*")
                .endsWith(": " + warning);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Global:\n  serviceBackendType: eni\n  vswitchid: cn-hangzhou-i:vsw-a,cn-hangzhou-h:vsw-b\n",
                "Global: {accessKeyID: plain, routeTableIDs: 'vtb-a,vtb-b', serviceMaxConcurrentReconciles: many}\n",
                "- Global\n",
                "Global: [\n",
                "",
            })
    void knowsWordsOfAlibabaCloud(String source) {
        assertThat(warnings("alibaba", source)).isEmpty();
    }

    @Test
    void warnsOfValueThatCommentCuts() {
        assertThat(warnings("gcp", "[global]\nproject-id = a#b\n")).hasSize(1);
        assertThat(warnings("ibm", "[provider]\nclusterID = a;b\n")).hasSize(1);
        assertThat(warnings("ibm", "[provider]\nclusterID = a # b\n")).isEmpty();
    }

    @Test
    void showsNoValue() {
        assertThat(warnings("gcp", "[global]\nstack-type = hunter2\nalpha-features = hunter2\n"))
                .hasSize(2)
                .noneMatch(line -> line.contains("hunter2"));
        assertThatThrownBy(() -> copied("gcp", "[global]\ntoken-url = hunter2\n"))
                .message()
                .doesNotContain("hunter2");
    }
}
