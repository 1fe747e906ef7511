// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.cloudconfig.transform.vsphere;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ccmoperator.cloudconfig.transform.TransformerFacts;
import io.ccmoperator.cluster.InvalidInputException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Node networking, address families and excluded subnets. */
class NetworkingTest {
    private static final String USERS_NODES = """
            nodes:
              excludeExternalNetworkSubnetCidr: 192.0.2.1/32
              excludeInternalNetworkSubnetCidr: 192.0.2.2/32
              externalNetworkSubnetCidr: 192.0.2.0/24
              externalVmNetworkName: mine
              internalNetworkSubnetCidr: 192.0.2.0/25
              internalVmNetworkName: own
            """;

    @Test
    void keepsUserSettingsThatInfrastructureLeavesEmpty() {
        for (String networking : new String[] {
            "",
            "nodeNetworking: null",
            "nodeNetworking: {external: {network: '', networkSubnetCidr: []}, internal: null}"
        }) {
            assertThat(transform(USERS_NODES, "{" + networking + "}")).isEqualTo(USERS_NODES);
        }
        assertThat(transform("global: {}", "{nodeNetworking: {external: {}, internal: {}}}"))
                .isEqualTo("global: {}\n");
    }

    @Test
    void replacesUserSettingsByThoseOfInfrastructure() {
        assertThat(transform(USERS_NODES, """
                {nodeNetworking: {
                  external: {network: ext, networkSubnetCidr: [10.0.0.0/24, 'fe80::3/128']},
                  internal: {excludeNetworkSubnetCidr: [10.0.1.0/24, 'fe80::1/128']}}}
                """)).isEqualTo("""
                        nodes:
                          excludeExternalNetworkSubnetCidr: 192.0.2.1/32
                          excludeInternalNetworkSubnetCidr: 10.0.1.0/24,fe80::1/128
                          externalNetworkSubnetCidr: 10.0.0.0/24,fe80::3/128
                          externalVmNetworkName: ext
                          internalNetworkSubnetCidr: 192.0.2.0/25
                          internalVmNetworkName: own
                        """);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "172.30.0.0/16                      | mine",
                "172.30.0.0/16,172.31.0.0/16        | mine",
                "''                                 | mine",
                "fd00::/112                         | ipv6",
                "fd00::/112,fd01::/112              | ipv6",
                "172.30.0.0/16,fd00::/112           | ipv4,ipv6",
                "fd00::/112,172.30.0.0/16           | ipv6,ipv4",
                "fd00::/112,fd01::/112,172.30.0.0/16| ipv6,ipv4",
            })
    void derivesFamiliesFromServiceNetworks(String networks, String families) {
        assertThat(transform("global: {ipFamily: [mine]}", vips(networks, "[]", "[]")))
                .contains("  ipFamily:\n  - " + families.strip().replace(",", "\n  - ") + "\n");
    }

    @Test
    void excludesNothingWithoutIpv6Network() {
        assertThat(transform(USERS_NODES, vips("172.30.0.0/16", "[10.0.0.2]", "[no address]")))
                .isEqualTo(USERS_NODES);
    }

    @Test
    void appendsVirtualAddressesToExclusionsOfUser() {
        assertThat(transform(USERS_NODES, vips("fd00::/112,172.30.0.0/16", "[10.0.0.2]", "['fd00::3']")))
                .contains("excludeExternalNetworkSubnetCidr: 192.0.2.1/32,10.0.0.2/32,fd00::3/128,fd69::2/128\n")
                .contains("excludeInternalNetworkSubnetCidr: 192.0.2.2/32,10.0.0.2/32,fd00::3/128,fd69::2/128\n");
    }

    @Test
    void excludesAddressOnceInAnySpelling() {
        assertThat(transform(
                        """
                nodes:
                  excludeInternalNetworkSubnetCidr: "FD69:0:0::0002/128, 10.0.0.2/32,,not checked"
                """, vips("fd00::/112", "[10.0.0.2, 'fd00::a']", "['fd00:0::A', '::ffff:10.0.0.2', 10.0.0.2]")))
                .contains("excludeInternalNetworkSubnetCidr: FD69:0:0::0002/128,10.0.0.2/32,not checked,fd00::a/128\n")
                .contains("excludeExternalNetworkSubnetCidr: 10.0.0.2/32,fd00::a/128,fd69::2/128\n");
    }

    @Test
    void keepsCompleteListUnchanged() {
        assertThat(transform(
                        "nodes: {excludeInternalNetworkSubnetCidr: 'fd69::2/128 , a'}",
                        vips("fd00::/112", "[]", "null")))
                .contains("excludeInternalNetworkSubnetCidr: fd69::2/128,a\n");
    }

    @Test
    void excludesAddressOfOvnKubernetesWithoutVirtualAddresses() {
        TransformerFacts facts = Clusters.cluster(
                "spec: {platformSpec: {vsphere: {}}}\nstatus: {platformStatus: {type: VSphere}}", "fd00::/112");
        assertThat(Clusters.convert("global: {}", facts).text()).isEqualTo("""
                        global:
                          ipFamily:
                          - ipv6
                        nodes:
                          excludeExternalNetworkSubnetCidr: fd69::2/128
                          excludeInternalNetworkSubnetCidr: fd69::2/128
                        """);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "api.example.com",
                "10.0.0.256",
                "10.0.0",
                "010.0.0.1",
                "10.0.0.1/32",
                "fd00::1%eth0",
                "fd00:::1",
                ".:1",
                "1:2:3:4:5:6:7:8:9",
                "face",
                "[fd00::1]"
            })
    void rejectsInvalidVirtualAddress(String address) {
        assertThatThrownBy(() -> Clusters.convert(
                        "global: {}", vips("fd00::/112", "[10.0.0.2]", "['10.0.0.3', '" + address + "']")))
                .isInstanceOf(InvalidInputException.class)
                .hasMessage("Infrastructure cluster: status.platformStatus.vsphere.ingressIPs has '" + address
                        + "', which is not an IP address; correct it");
    }

    @ParameterizedTest
    @ValueSource(strings = {"172.30.0.0", "fd00::/129", "172.30.0.0/33", "nonsense/8", "172.30.0.0/x", "/16"})
    void rejectsInvalidServiceNetwork(String network) {
        assertThatThrownBy(() -> Clusters.convert("global: {}", vips(network, "[]", "[]")))
                .isInstanceOf(InvalidInputException.class)
                .hasMessage("Network cluster: spec.serviceNetwork has '" + network
                        + "', which is not a network in CIDR notation; write one such as 172.30.0.0/16");
    }

    private static TransformerFacts vips(String serviceNetworks, String api, String ingress) {
        return Clusters.cluster(
                "spec: {platformSpec: {vsphere: {}}}\nstatus: {platformStatus: {type: VSphere, vsphere: "
                        + "{apiServerInternalIPs: " + api + ", ingressIPs: " + ingress + "}}}",
                serviceNetworks);
    }

    private static String transform(String source, String vsphere) {
        return transform(source, Clusters.of(vsphere));
    }

    private static String transform(String source, TransformerFacts facts) {
        String once = Clusters.convert(source, facts).text();
        assertThat(Clusters.convert(once, facts).text()).isEqualTo(once);
        return once;
    }
}
