/*
 * Copyright the ccm-operator authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.ccmoperator.operator;

/** Platforms as their Infrastructure tells of them. */
public enum Platform {
    AWS("{platformSpec: {type: AWS}}", "{type: AWS, aws: {region: eu-west-1}}"),
    AZURE("{platformSpec: {type: Azure}}", "{type: Azure, azure: {cloudName: AzurePublicCloud}}"),
    AZURE_STACK("{platformSpec: {type: Azure}}", "{type: Azure, azure: {cloudName: AzureStackCloud}}"),
    GCP("{platformSpec: {type: GCP}}", "{type: GCP}"),
    IBM_CLOUD("{platformSpec: {type: IBMCloud}}", "{type: IBMCloud}"),
    POWER_VS("{platformSpec: {type: PowerVS}}", "{type: PowerVS}"),
    NUTANIX("{platformSpec: {type: Nutanix}}", "{type: Nutanix}"),
    ALIBABA_CLOUD("{platformSpec: {type: AlibabaCloud}}", "{type: AlibabaCloud}"),
    VSPHERE("{platformSpec: {type: VSphere}}", "{type: VSphere}"),
    OPEN_STACK("{platformSpec: {type: OpenStack}}", "{type: OpenStack}"),
    DIGITAL_OCEAN(
            "{platformSpec: {type: External, external: {platformName: digitalocean}}}",
            "{type: External, external: {cloudControllerManager: {state: External}}}"),
    EXTERNAL_WITHOUT(
            "{platformSpec: {type: External, external: {platformName: digitalocean}}}",
            "{type: External, external: {cloudControllerManager: {state: None}}}"),
    NONE("{platformSpec: {type: None}}", "{type: None}"),
    BARE_METAL("{platformSpec: {type: BareMetal}}", "{type: BareMetal}");

    final String spec;
    final String status;

    Platform(String spec, String status) {
        this.spec = spec;
        this.status = status;
    }
}
