// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.operator;

import java.util.Locale;
import java.util.Set;

/** Platforms as their Infrastructure describes them. */
public enum Platform {
    AWS("{platformSpec: {type: AWS}}", "{type: AWS, aws: {region: eu-west-1}}"),
    AZURE("{platformSpec: {type: Azure}}", "{type: Azure, azure: {cloudName: AzurePublicCloud}}"),
    AZURE_STACK("{platformSpec: {type: Azure}}", "{type: Azure, azure: {cloudName: AzureStackCloud}}"),
    GCP("{platformSpec: {type: GCP}}", "{type: GCP}"),
    IBM_CLOUD("{platformSpec: {type: IBMCloud}}", "{type: IBMCloud}"),
    POWER_VS("{platformSpec: {type: PowerVS}}", "{type: PowerVS}"),
    NUTANIX("{platformSpec: {type: Nutanix}}", "{type: Nutanix}"),
    ALIBABA(
            "{platformSpec: {type: External, external: {platformName: alibaba}}}",
            "{type: External, external: {cloudControllerManager: {state: External}}}"),
    VSPHERE("{platformSpec: {type: VSphere}}", "{type: VSphere}"),
    OPEN_STACK("{platformSpec: {type: OpenStack}}", "{type: OpenStack}"),
    DIGITAL_OCEAN(
            "{platformSpec: {type: External, external: {platformName: digitalocean}}}",
            "{type: External, external: {cloudControllerManager: {state: External}}}"),
    EXOSCALE(
            "{platformSpec: {type: External, external: {platformName: exoscale}}}",
            "{type: External, external: {cloudControllerManager: {state: External}}}"),
    HETZNER(
            "{platformSpec: {type: External, external: {platformName: hetzner}}}",
            "{type: External, external: {cloudControllerManager: {state: External}}}"),
    KUBEVIRT(
            "{platformSpec: {type: External, external: {platformName: kubevirt}}}",
            "{type: External, external: {cloudControllerManager: {state: External}}}"),
    LINODE(
            "{platformSpec: {type: External, external: {platformName: linode}}}",
            "{type: External, external: {cloudControllerManager: {state: External}}}"),
    ORACLE(
            "{platformSpec: {type: External, external: {platformName: oci}}}",
            "{type: External, external: {cloudControllerManager: {state: External}}}"),
    OUTSCALE(
            "{platformSpec: {type: External, external: {platformName: outscale}}}",
            "{type: External, external: {cloudControllerManager: {state: External}}}"),
    PROXMOX(
            "{platformSpec: {type: External, external: {platformName: proxmox}}}",
            "{type: External, external: {cloudControllerManager: {state: External}}}"),
    SCALEWAY(
            "{platformSpec: {type: External, external: {platformName: scaleway}}}",
            "{type: External, external: {cloudControllerManager: {state: External}}}"),
    STACKIT(
            "{platformSpec: {type: External, external: {platformName: stackit}}}",
            "{type: External, external: {cloudControllerManager: {state: External}}}"),
    VULTR(
            "{platformSpec: {type: External, external: {platformName: vultr}}}",
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

    /** spec of the Infrastructure, as YAML. */
    public String spec() {
        return spec;
    }

    /** status.platformStatus of the Infrastructure, as YAML. */
    public String status() {
        return status;
    }

    /** A cloud configuration as users have it there. */
    public String cloudConf() {
        return switch (this) {
            case AWS -> "[Global]\nZone = first\n";
            case AZURE -> "{\"cloud\": \"AzurePublicCloud\", \"resourceGroup\": \"rg\"}";
            case AZURE_STACK -> "{\"cloud\": \"AzureStackCloud\", \"resourceGroup\": \"rg\"}";
            case OPEN_STACK -> "[LoadBalancer]\nuse-octavia = true\n";
            case VSPHERE ->
                "[Global]\nsecret-name = vsphere-creds\nsecret-namespace = kube-system\n"
                        + "[Workspace]\nserver = vc\ndatacenter = dc\n[VirtualCenter \"vc\"]\ndatacenters = dc\n";
            case ALIBABA -> "{\"Global\": {}}";
            case KUBEVIRT -> "kubeconfig: /etc/infra-kubeconfig/kubeconfig\nnamespace: sample-1\n";
            case ORACLE -> "useInstancePrincipals: true\nloadBalancer: {disabled: true}\n";
            default -> "[global]\nkey = value\n";
        };
    }

    /** The names of the Deployments of the operator there. */
    public Set<String> deployments() {
        String name = switch (this) {
            case AZURE_STACK -> "azure";
            case IBM_CLOUD -> "ibm";
            case EXTERNAL_WITHOUT, NONE, BARE_METAL -> "";
            default -> name().replace("_", "").toLowerCase(Locale.ROOT);
        };
        return name.isEmpty() ? Set.of() : Set.of(name + "-cloud-controller-manager");
    }
}
