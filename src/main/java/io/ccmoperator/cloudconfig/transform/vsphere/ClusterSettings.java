// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.cloudconfig.transform.vsphere;

import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.assets.tree.FieldWriter;
import io.ccmoperator.cloudconfig.transform.TransformerFacts;
import io.ccmoperator.cloudconfig.transform.words.IpNetwork;
import io.ccmoperator.cluster.InvalidInputException;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The settings of the configuration from the cluster's objects. */
final class ClusterSettings {
    /** The vSphere tags by which the installer marks the zones and regions that it knows. */
    static final Map<String, Object> TAGS = Map.of("zone", "openshift-zone", "region", "openshift-region");

    private ClusterSettings() {}

    /**
     * Completes a configuration. Without spec.platformSpec.vsphere in the Infrastructure it stays as the user wrote it. On Kubernetes it
     * gets what the cluster's description says, and neither tags nor address families that OpenShift has by default.
     *
     * @param config the configuration's tree, which is changed
     * @throws InvalidInputException if an address in the cluster's objects is none
     */
    static void merge(Map<String, Object> config, TransformerFacts facts) {
        KubernetesObject infrastructure = facts.infrastructure();
        if (!(infrastructure.fields().at("spec", "platformSpec", "vsphere") instanceof Map)) {
            return;
        }
        ServiceNetworks networks = ServiceNetworks.of(facts.network());
        boolean openShift = facts.isOpenShift();
        if (openShift && networks.hasIpv6()) {
            new FieldWriter(config).map(Section.GLOBAL.yaml()).put("ipFamily", networks.families());
        }
        NodeNetworking.merge(
                config,
                infrastructure,
                !openShift || networks.hasIpv6()
                        ? ExcludedSubnets.of(infrastructure, openShift)
                        : ExcludedSubnets.NONE);
        VirtualCenters.merge(config, infrastructure);
        List<?> domains = infrastructure.fields().maps("spec", "platformSpec", "vsphere", "failureDomains");
        if (openShift && domains.size() > 1) {
            new FieldWriter(config).map(Section.LABELS.yaml()).putAll(TAGS);
        }
    }

    /**
     * The address families of the cluster's service networks, which are those of the cluster.
     *
     * @param families {@code ipv4}, {@code ipv6}, each at most once, the primary one first
     */
    record ServiceNetworks(List<String> families) {
        ServiceNetworks {
            families = List.copyOf(families);
        }

        /**
         * Reads spec.serviceNetwork.
         *
         * @param network Network {@code cluster}
         * @throws InvalidInputException if an item is not a network in CIDR notation
         */
        static ServiceNetworks of(Optional<KubernetesObject> network) {
            List<String> networks =
                    Tree.strings(network.map(object -> object.fields().at("spec", "serviceNetwork"))
                            .orElse(null));
            Set<String> families = new LinkedHashSet<>();
            for (String cidr : networks) {
                IpNetwork parsed = IpNetwork.parse(cidr)
                        .orElseThrow(() -> new InvalidInputException("Network cluster: spec.serviceNetwork has '" + cidr
                                + "', which is not a network in CIDR notation; write one such as 172.30.0.0/16"));
                families.add(parsed.isIpv6() ? "ipv6" : "ipv4");
            }
            return new ServiceNetworks(List.copyOf(families));
        }

        boolean hasIpv6() {
            return families.contains("ipv6");
        }
    }
}
