// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.cloudconfig.transform.azure;

import static io.ccmoperator.cloudconfig.transform.azure.ScalarType.BOOLEAN;
import static io.ccmoperator.cloudconfig.transform.azure.ScalarType.FLOAT;
import static io.ccmoperator.cloudconfig.transform.azure.ScalarType.FLOAT_32;
import static io.ccmoperator.cloudconfig.transform.azure.ScalarType.INTEGER;
import static io.ccmoperator.cloudconfig.transform.azure.ScalarType.INTEGER_32;
import static io.ccmoperator.cloudconfig.transform.azure.ScalarType.STRING;
import static io.ccmoperator.cloudconfig.transform.azure.ScalarType.STRING_OR_SCALAR;

import io.ccmoperator.assets.tree.MemberNames;
import io.ccmoperator.cloudconfig.transform.azure.MemberType.Items;
import io.ccmoperator.cloudconfig.transform.azure.MemberType.KnownMembers;
import io.ccmoperator.cloudconfig.transform.azure.MemberType.Values;
import java.util.HashMap;
import java.util.Map;

/**
 * The members that the Azure cloud provider reads: type Config of kubernetes-sigs/cloud-provider-azure, pkg/provider/config,
 * with the types that it embeds, as releases 1.28 to 1.36 have them.
 *
 * <p>A string of Config itself also takes a number or a boolean: the reader turns them into strings there, but not in the
 * embedded types.
 */
final class AzureMembers {
    private static final KnownMembers RATE_LIMIT = members(BOOLEAN, "cloudProviderRateLimit")
            .and(members(FLOAT_32, "cloudProviderRateLimitQPS", "cloudProviderRateLimitQPSWrite"))
            .and(members(INTEGER, "cloudProviderRateLimitBucket", "cloudProviderRateLimitBucketWrite"));

    /** One for each client; up to release 1.31 as members of their own, then in the object Entries. */
    private static final KnownMembers RATE_LIMITS = members(
                    RATE_LIMIT,
                    "attachDetachDiskRateLimit",
                    "availabilitySetRateLimit",
                    "containerServiceRateLimit",
                    "deploymentRateLimit",
                    "diskRateLimit",
                    "interfaceRateLimit",
                    "loadBalancerRateLimit",
                    "privateDNSRateLimit",
                    "privateDNSZoneGroupRateLimit",
                    "privateEndpointRateLimit",
                    "privateLinkServiceRateLimit",
                    "publicIPAddressRateLimit",
                    "routeRateLimit",
                    "routeTableRateLimit",
                    "securityGroupRateLimit",
                    "snapshotRateLimit",
                    "storageAccountRateLimit",
                    "subnetsRateLimit",
                    "virtualMachineRateLimit",
                    "virtualMachineScaleSetRateLimit",
                    "virtualMachineSizesRateLimit",
                    "virtualNetworkRateLimit")
            .and(members(new Values(RATE_LIMIT), "Entries"));

    private static final KnownMembers AUXILIARY_TOKEN_PROVIDER =
            members(STRING, "subscriptionID", "resourceGroup", "vaultName", "secretName");

    /** LabelSelector of Kubernetes. */
    private static final KnownMembers SELECTOR = members(new Values(STRING), "matchLabels")
            .and(members(
                    new Items(members(STRING, "key", "operator").and(members(new Items(STRING), "values"))),
                    "matchExpressions"));

    private static final KnownMembers LOAD_BALANCER = members(STRING_OR_SCALAR, "name")
            .and(members(BOOLEAN, "allowServicePlacement"))
            .and(members(STRING, "primaryVMSet"))
            .and(members(SELECTOR, "serviceLabelSelector", "serviceNamespaceSelector", "nodeSelector"))
            .and(members(new KnownMembers(Map.of()), "activeServices", "activeNodes"));

    private static final KnownMembers EMBEDDED = members(
                    STRING,
                    "aadClientCertPassword",
                    "aadClientCertPath",
                    "aadClientId",
                    "aadClientSecret",
                    "aadFederatedTokenFile",
                    "aadMSIDataPlaneIdentityPath",
                    "cloud",
                    "identitySystem",
                    "networkResourceSubscriptionID",
                    "networkResourceTenantID",
                    "resourceManagerEndpoint",
                    "subscriptionId",
                    "tenantId",
                    "userAgent",
                    "userAssignedIdentityID")
            .and(members(AUXILIARY_TOKEN_PROVIDER, "auxiliaryTokenProvider"));

    private static final KnownMembers STRINGS = members(
                    STRING_OR_SCALAR,
                    "cloudConfigType",
                    "clusterServiceLoadBalancerHealthProbeMode",
                    "clusterServiceSharedLoadBalancerHealthProbePath",
                    "extendedLocationName",
                    "extendedLocationType",
                    "loadBalancerBackendPoolConfigurationType",
                    "loadBalancerName",
                    "loadBalancerResourceGroup",
                    "loadBalancerSku",
                    "location",
                    "preConfiguredBackendPoolLoadBalancerTypes",
                    "primaryAvailabilitySetName",
                    "primaryScaleSetName",
                    "privateLinkServiceResourceGroup",
                    "resourceGroup",
                    "routeTableName",
                    "routeTableResourceGroup",
                    "securityGroupName",
                    "securityGroupResourceGroup",
                    "subnetName",
                    "systemTags",
                    "tags",
                    "vmType",
                    "vnetName",
                    "vnetResourceGroup")
            .and(members(new Values(STRING_OR_SCALAR), "tagsMap"));

    private static final KnownMembers BOOLEANS = members(
            BOOLEAN,
            "cloudProviderBackoff",
            "disableAPICallCache",
            "disableAvailabilitySetNodes",
            "disableAzureStackCloud",
            "disableOutboundSNAT",
            "enableIPTagMutationForExistingPublicIP",
            "enableMigrateToIPBasedBackendPoolAPI",
            "enableMinimumRetryAfter",
            "enableVmssFlexNodes",
            "excludeMasterFromStandardLB",
            "listVmssVirtualMachinesWithoutInstanceView",
            "serviceGatewayEnabled",
            "useFederatedWorkloadIdentityExtension",
            "useInstanceMetadata",
            "useManagedIdentityExtension");

    private static final KnownMembers NUMBERS = members(
                    INTEGER,
                    "availabilitySetNodesCacheTTLInSeconds",
                    "availabilitySetsCacheTTLInSeconds",
                    "cloudProviderBackoffDuration",
                    "cloudProviderBackoffRetries",
                    "loadBalancerBackendPoolUpdateIntervalInSeconds",
                    "loadBalancerCacheTTLInSeconds",
                    "maximumLoadBalancerRuleCount",
                    "nodeInstanceNotFoundGracePeriodInSeconds",
                    "nonVmssUniformNodesCacheTTLInSeconds",
                    "nsgCacheTTLInSeconds",
                    "plsCacheTTLInSeconds",
                    "publicIPCacheTTLInSeconds",
                    "putVMSSVMBatchSize",
                    "routeTableCacheTTLInSeconds",
                    "routeUpdateIntervalInSeconds",
                    "routeUpdateWaitingInSeconds",
                    "vmCacheTTLInSeconds",
                    "vmssCacheTTLInSeconds",
                    "vmssFlexCacheTTLInSeconds",
                    "vmssFlexVMCacheTTLInSeconds",
                    "vmssVirtualMachinesCacheTTLInSeconds")
            .and(members(INTEGER_32, "clusterServiceSharedLoadBalancerHealthProbePort"))
            .and(members(FLOAT, "cloudProviderBackoffExponent", "cloudProviderBackoffJitter"));

    /** The whole configuration. */
    static final KnownMembers CONFIG = EMBEDDED.and(STRINGS)
            .and(BOOLEANS)
            .and(NUMBERS)
            .and(RATE_LIMIT)
            .and(RATE_LIMITS)
            .and(members(new Items(LOAD_BALANCER), "multipleStandardLoadBalancerConfigurations"));

    private AzureMembers() {}

    private static KnownMembers members(MemberType type, String... names) {
        Map<String, MemberType> members = new HashMap<>();
        for (String name : names) {
            members.put(MemberNames.folded(name), type);
        }
        return new KnownMembers(members);
    }
}
