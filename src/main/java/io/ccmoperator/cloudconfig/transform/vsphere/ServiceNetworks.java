// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.cloudconfig.transform.vsphere;

import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.cloudconfig.transform.words.IpNetwork;
import io.ccmoperator.cluster.InvalidInputException;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

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
