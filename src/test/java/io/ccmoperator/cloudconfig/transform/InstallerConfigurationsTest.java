// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.cloudconfig.transform;

import static org.assertj.core.api.Assertions.assertThat;

import io.ccmoperator.SourceProviders;
import io.ccmoperator.YamlText;
import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.assets.ProviderDescriptor;
import io.ccmoperator.assets.ProviderIndex;
import io.ccmoperator.cluster.Distribution;
import io.ccmoperator.cluster.EnabledFeatures;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Configurations with the keys that OpenShift's installer writes (openshift/installer, pkg/asset/manifests: aws c765b0b3b, azure 0f625f6cc,
 * gcp 049cf2ac3, ibmcloud 08d9d1385, powervs 2d48e994d, nutanix 677d56845, openstack 0f9c7e7b0, vsphere 070b006f7). No administrator has edited them, so
 * there is nothing to warn of.
 */
class InstallerConfigurationsTest {
    private static final String VSPHERE = "type: VSphere, vsphere: {vcenters: [{server: vc.example.com, port: 443,"
            + " datacenters: [dc]}], failureDomains: [{name: a, server: vc.example.com, topology: {datacenter: dc}}]}";

    private SourceProviders providers;

    @BeforeEach
    void open() {
        providers = SourceProviders.open();
    }

    @AfterEach
    void close() {
        providers.close();
    }

    static Stream<Arguments> configurations() {
        return Stream.of(
                Arguments.of("aws", "type: AWS", "[Global]\n"),
                Arguments.of("azure", "type: Azure, azure: {cloudName: AzurePublicCloud}", """
                        {
                        \t"cloud": "AzurePublicCloud",
                        \t"tenantId": "00000000-0000-0000-0000-000000000001",
                        \t"aadClientId": "",
                        \t"aadClientSecret": "",
                        \t"aadClientCertPath": "",
                        \t"aadClientCertPassword": "",
                        \t"useManagedIdentityExtension": true,
                        \t"userAssignedIdentityID": "",
                        \t"subscriptionId": "00000000-0000-0000-0000-000000000002",
                        \t"resourceGroup": "mycluster-rg",
                        \t"location": "eastus",
                        \t"vnetName": "mycluster-vnet",
                        \t"vnetResourceGroup": "mycluster-rg",
                        \t"subnetName": "mycluster-worker-subnet",
                        \t"securityGroupName": "mycluster-nsg",
                        \t"routeTableName": "mycluster-node-routetable",
                        \t"primaryAvailabilitySetName": "",
                        \t"vmType": "",
                        \t"primaryScaleSetName": "",
                        \t"cloudProviderBackoff": true,
                        \t"cloudProviderBackoffRetries": 0,
                        \t"cloudProviderBackoffExponent": 0,
                        \t"cloudProviderBackoffDuration": 6,
                        \t"cloudProviderBackoffJitter": 0,
                        \t"cloudProviderRateLimit": false,
                        \t"cloudProviderRateLimitQPS": 0,
                        \t"cloudProviderRateLimitBucket": 0,
                        \t"cloudProviderRateLimitQPSWrite": 0,
                        \t"cloudProviderRateLimitBucketWrite": 0,
                        \t"useInstanceMetadata": true,
                        \t"loadBalancerSku": "standard",
                        \t"excludeMasterFromStandardLB": null,
                        \t"disableOutboundSNAT": null,
                        \t"maximumLoadBalancerRuleCount": 0
                        }
                        """),
                Arguments.of("gcp", "type: GCP", """
                        [global]
                        project-id      = project
                        regional        = true
                        multizone       = true
                        node-tags       = mycluster-x7k2p-master
                        node-tags       = mycluster-x7k2p-control-plane
                        node-tags       = mycluster-x7k2p-worker
                        node-instance-prefix = mycluster-x7k2p
                        external-instance-groups-prefix = mycluster-x7k2p
                        subnetwork-name = mycluster-x7k2p-worker-subnet
                        network-project-id = host

                        """),
                Arguments.of("ibm", "type: IBMCloud", """
                        [global]
                        version = 1.1.0
                        [kubernetes]
                        config-file = /mnt/etc/kubernetes/controller-manager-kubeconfig
                        [provider]
                        accountID = 0123
                        clusterID = mycluster-x7k2p
                        cluster-default-provider = g2
                        g2workerServiceAccountID = 0123

                        """),
                Arguments.of("powervs", "type: PowerVS", """
                        [global]
                        version = 1.1.0
                        [kubernetes]
                        config-file = ""
                        [provider]
                        accountID = 0123
                        clusterID = mycluster-x7k2p
                        cluster-default-provider = g2
                        region = eu-de
                        g2Credentials = /etc/vpc/ibmcloud_api_key
                        g2ResourceGroupName = group
                        g2VpcName = vpc
                        g2workerServiceAccountID = 0123
                        g2VpcSubnetNames = one,two
                        """),
                Arguments.of("nutanix", "type: Nutanix", """
                        {
                        \t"prismCentral": {
                        \t\t"address": "prism.example.com",
                        \t\t"port": 9440,
                        \t\t"credentialRef": {
                        \t\t\t"kind": "Secret",
                        \t\t\t"name": "nutanix-credentials",
                        \t\t\t"namespace": "openshift-cloud-controller-manager"
                        \t\t}
                        \t},
                        \t"topologyDiscovery": {
                        \t\t"type": "Prism",
                        \t\t"topologyCategories": null
                        \t},
                        \t"enableCustomLabeling": true
                        }
                        """),
                Arguments.of("openstack", "type: OpenStack", """
                        [Global]
                        secret-name = openstack-credentials
                        secret-namespace = kube-system
                        region = RegionOne
                        ca-file = /etc/kubernetes/static-pod-resources/configmaps/cloud-config/ca-bundle.pem
                        """),
                Arguments.of("vsphere", VSPHERE, """
                        [Global]
                        secret-name = "vsphere-creds"
                        secret-namespace = "kube-system"
                        insecure-flag = "1"

                        [VirtualCenter "vc.example.com"]
                        port = "443"

                        datacenters = "dc"

                        [Workspace]
                        server = "vc.example.com"
                        datacenter = "dc"
                        default-datastore = "/dc/datastore/ds"
                        folder = "/dc/vm/mycluster"
                        resourcepool-path = "/dc/host/cluster/Resources"

                        [Labels]
                        region = "openshift-region"
                        zone = "openshift-zone"
                        """),
                Arguments.of("vsphere", VSPHERE, """
                        global:
                          user: ""
                          password: ""
                          server: ""
                          port: 0
                          insecureFlag: true
                          datacenters: []
                          soapRoundtripCount: 0
                          caFile: ""
                          thumbprint: ""
                          secretName: vsphere-creds
                          secretNamespace: kube-system
                          secretsDirectory: ""
                          apiDisable: false
                          apiBinding: ""
                          ipFamily: []
                        vcenter:
                          vc.example.com:
                            user: ""
                            password: ""
                            tenantref: ""
                            server: vc.example.com
                            port: 443
                            insecureFlag: true
                            datacenters:
                            - dc
                            soapRoundtripCount: 0
                            caFile: ""
                            thumbprint: ""
                            secretref: ""
                            secretName: ""
                            secretNamespace: ""
                            ipFamily: []
                        labels:
                          zone: openshift-zone
                          region: openshift-region
                        """));
    }

    @ParameterizedTest
    @MethodSource("configurations")
    void warnsOfNothing(String provider, String platform, String source) {
        ProviderDescriptor descriptor = ProviderIndex.load()
                .named(provider)
                .map(entry -> ProviderIndex.provider(entry).descriptor())
                .orElseThrow();
        TransformerFacts facts = new TransformerFacts(
                Distribution.OPENSHIFT,
                new KubernetesObject(
                        YamlText.tree("{kind: Infrastructure, metadata: {name: cluster}, spec: {platformSpec: {"
                                + platform + "}}, status: {platformStatus: {" + platform + "}}}")),
                Optional.of(new KubernetesObject(YamlText.tree("spec: {serviceNetwork: [172.30.0.0/16]}"))),
                EnabledFeatures.NONE,
                "openshift-cloud-controller-manager",
                descriptor.credentialsSecret());
        CloudConfigTransformer transforms =
                Transformers.of(descriptor.cloudConfig().orElseThrow());
        TransformedConfig result = transforms.transform(source, facts);

        assertThat(result.warnings()).isEmpty();
        assertThat(transforms.transform(result.text(), facts).text()).isEqualTo(result.text());
    }
}
