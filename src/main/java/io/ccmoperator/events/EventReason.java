// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.events;

/** The reasons of the operator's Kubernetes Events. */
public enum EventReason {
    RESOURCE_CREATE_SUCCESS("ResourceCreateSuccess", false),
    RESOURCE_UPDATE_SUCCESS("ResourceUpdateSuccess", false),
    RESOURCE_RECREATING("ResourceRecreating", false),
    RESOURCE_RECREATE_SUCCESS("ResourceRecreateSuccess", false),
    RESOURCE_DELETE_SUCCESS("ResourceDeleteSuccess", false),
    RESOURCE_CREATE_FAILED("ResourceCreateFailed", true),
    RESOURCE_UPDATE_FAILED("ResourceUpdateFailed", true),
    RESOURCE_DELETE_FAILED("ResourceDeleteFailed", true),
    /** Nodes that were initialized before got a label of the provider. */
    NODES_LABELED("NodesLabeled", false),
    /** An object of the provider is not applied, since another component has it, or the operator itself makes it. */
    RESOURCE_NOT_OWNED("ResourceNotOwned", true),
    /** Another client keeps overwriting an object. */
    RESOURCE_CONTESTED("ResourceContested", true),
    /** A ConfigMap or Secret that a workload refers to is missing. */
    CONFIGURATION_CHECK_FAILED("ConfigurationCheckFailed", true),
    /** The Pods of a configuration end, and the one of the last complete rollout is rolled out. */
    CONFIGURATION_TAKEN_BACK("ConfigurationTakenBack", true),
    /** A Pod of a workload does not start, or ends. */
    POD_FAILED("PodFailed", true),
    /** A setting of the CloudControllerManager that is not applied. */
    OVERRIDES_REFUSED("OverridesRefused", true),
    /** The CloudControllerManager describes a cluster for which no provider is built in. */
    PROVIDER_UNKNOWN("ProviderUnknown", true),
    /** Another cloud controller manager runs in the cluster. */
    OTHER_MANAGER_RUNS("OtherCloudControllerManagerRuns", true),
    /** Something about the source of cloud-conf that the CCM may refuse. */
    CLOUD_CONFIG_CHECK_FAILED("CloudConfigCheckFailed", true),
    /** A bundle or certificate that was left out of ccm-trusted-ca, or is expired. */
    TRUSTED_CA_CHECK_FAILED("TrustedCABundleCheckFailed", true);

    private final String text;
    private final boolean warning;

    EventReason(String text, boolean warning) {
        this.text = text;
        this.warning = warning;
    }

    /** The reason as the API has it. */
    public String value() {
        return text;
    }

    /** The type of such an Event: Normal or Warning. */
    String type() {
        return warning ? "Warning" : "Normal";
    }
}
