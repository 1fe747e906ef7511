// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.cloudconfig.transform.vsphere;

import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.cloudconfig.transform.words.IpNetwork;
import io.ccmoperator.cluster.Infrastructure;
import io.ccmoperator.cluster.InvalidInputException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The addresses that a node's network interface may carry without being the node's own.
 *
 * @param subnets in CIDR notation, in the order in which they are to be excluded
 */
record ExcludedSubnets(List<String> subnets) {
    ExcludedSubnets {
        subnets = List.copyOf(subnets);
    }

    /** OVN-Kubernetes gives it to every node, for traffic between host and pods. */
    private static final String MASQUERADE = "fd69::2/128";

    /** Nothing to exclude. */
    static final ExcludedSubnets NONE = new ExcludedSubnets(List.of());

    /**
     * The virtual IPs of API server and ingress, then the address that OVN-Kubernetes uses.
     *
     * @param infrastructure Infrastructure {@code cluster}
     * @param ovn whether nodes have OVN-Kubernetes
     * @throws InvalidInputException if a virtual IP is not an IP address
     */
    static ExcludedSubnets of(KubernetesObject infrastructure, boolean ovn) {
        List<String> subnets = new ArrayList<>();
        for (String field : List.of("apiServerInternalIPs", "ingressIPs")) {
            for (String address :
                    Tree.strings(infrastructure.fields().at("status", "platformStatus", "vsphere", field))) {
                subnets.add(subnet(Infrastructure.place(infrastructure, "vsphere." + field), address));
            }
        }
        if (ovn) {
            subnets.add(MASQUERADE);
        }
        return new ExcludedSubnets(subnets);
    }

    private static String subnet(String place, String address) {
        IpNetwork network = IpNetwork.ofAddress(address)
                .orElseThrow(() -> new InvalidInputException(
                        place + " has '" + address + "', which is not an IP address; correct it"));
        // An IPv4 address may be written as an IPv6 one, which has no prefix of 32 bits.
        boolean mapped = !network.isIpv6() && address.indexOf(':') >= 0;
        return (mapped ? network.address().getHostAddress() : address) + "/" + network.prefix();
    }

    /**
     * A list with these subnets.
     *
     * @param list subnets with commas between them; may be empty
     * @return the list itself where it has them all; otherwise the missing ones are added at the end
     */
    String addedTo(String list) {
        List<String> items = new ArrayList<>();
        Set<Object> seen = new HashSet<>();
        for (String item : list.split(",")) {
            if (!item.isBlank()) {
                items.add(item.strip());
                seen.add(identity(item.strip()));
            }
        }
        boolean changed = false;
        for (String subnet : subnets) {
            if (seen.add(identity(subnet))) {
                items.add(subnet);
                changed = true;
            }
        }
        return changed ? String.join(",", items) : list;
    }

    private static Object identity(String subnet) {
        return IpNetwork.parse(subnet).map(Object.class::cast).orElse(subnet);
    }
}
