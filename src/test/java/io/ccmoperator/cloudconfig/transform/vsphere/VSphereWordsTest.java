// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.cloudconfig.transform.vsphere;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ccmoperator.cloudconfig.transform.TransformerFacts;
import io.ccmoperator.cluster.InvalidInputException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Words on which the cloud controller manager neither ends nor does what was meant, and the names of all keys in both forms. */
class VSphereWordsTest {
    private static final String CREDENTIALS = "global: {user: u, password: p}\n";
    private static final String SERVER =
            "is not a host name or IP address, so the vCenter cannot be reached and its nodes stay"
                    + " uninitialized; write its host name or IP address alone, without scheme, port and path";
    private static final String PORT =
            "is not a port, so the vCenter cannot be reached and its nodes stay uninitialized; write one such as 443";
    private static final String FAMILY =
            "is not one of ipv4, ipv6, so no address of a node is of that family and nodes stay"
                    + " uninitialized; write one of them";
    private static final String SUBNETS =
            ": a part of the value is not a network in CIDR notation, so no address of any node is found"
                    + " and nodes stay uninitialized; write one such as 10.0.0.0/16";

    private static void assertRejected(String source, String... lines) {
        for (TransformerFacts facts : List.of(Clusters.BARE, Clusters.onKubernetes(Clusters.BARE))) {
            assertThatExceptionOfType(InvalidInputException.class)
                    .isThrownBy(() -> Clusters.transform(source, facts))
                    .satisfies(e -> assertThat(e.lines()).containsExactly(lines));
        }
    }

    private static List<String> warnings(String source) {
        return Clusters.transform(source, Clusters.BARE).warnings();
    }

    @Test
    void rejectsWordsThatLeaveNodesUninitialized() {
        assertRejected(
                """
                global:
                  port: 65536
                  ipFamily: [ipv4, IPv6]
                vcenter:
                  a:
                    Server: https://vc.example.com
                    port: 99999
                    ipFamily: [dual]
                nodes:
                  internalNetworkSubnetCidr: 192.0.2.0/24, 198.51.100.0/24
                  externalNetworkSubnetCidr: 192.0.2.0
                  excludeInternalNetworkSubnetCidr: 192.0.2.0/24,
                  ExcludeExternalNetworkSubnetCidr: fd00::/129
                """,
                "line 2, column 3: global.port: the value " + PORT,
                "line 3, column 3: global.ipFamily: the value " + FAMILY,
                "line 6, column 5: vcenter.a.Server: the value " + SERVER,
                "line 7, column 5: vcenter.a.port: the value " + PORT,
                "line 8, column 5: vcenter.a.ipFamily: the value " + FAMILY,
                "line 11, column 3: nodes.externalNetworkSubnetCidr" + SUBNETS,
                "line 12, column 3: nodes.excludeInternalNetworkSubnetCidr" + SUBNETS,
                "line 13, column 3: nodes.ExcludeExternalNetworkSubnetCidr" + SUBNETS);
    }

    @Test
    void rejectsThemInIni() {
        assertRejected(
                """
                [VirtualCenter "vc.example.com:443"]
                [VirtualCenter "b"]
                server = vc.example.com/sdk
                ip-family = IPv6
                [Nodes]
                internal-network-subnet-cidr = 192.0.2.0
                """,
                "line 1: [VirtualCenter \"vc.example.com:443\"]: the value " + SERVER,
                "line 3: [VirtualCenter \"b\"] server: the value " + SERVER,
                "line 4: [VirtualCenter \"b\"] ip-family: the value " + FAMILY,
                "line 6: [Nodes] internal-network-subnet-cidr" + SUBNETS);
    }

    @ParameterizedTest
    @ValueSource(strings = {"vc.example.com", "192.0.2.1", "fd00::1", "v_c"})
    void takesServersThatCanBeReached(String server) {
        assertThat(Clusters.transform(CREDENTIALS + "vcenter: {a: {server: '" + server + "', port: 0}}", Clusters.BARE)
                        .text())
                .contains("server: " + server);
    }

    @ParameterizedTest
    @ValueSource(strings = {"[fd00::1]", "vc:8443", "vc/", "v c", "fe80::1%eth0"})
    void rejectsServersThatCannot(String server) {
        assertRejected(
                CREDENTIALS + "vcenter: {a: {server: '" + server + "'}}",
                "line 2, column 15: vcenter.a.server: the value " + SERVER);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "10.0.0.0/8 ,\t172.16.0.0/12 | 10.0.0.0/8,172.16.0.0/12",
                "10.1.2.3/08                 | 10.1.2.3/08",
                "::ffff:10.0.0.0/104         | ::ffff:10.0.0.0/104",
            })
    void takesBlanksAroundSubnetsAway(String written, String result) {
        assertThat(Clusters.transform(
                                CREDENTIALS + "vcenter: {a: {server: a}}\nnodes: {internalNetworkSubnetCidr: \""
                                        + written + "\"}",
                                Clusters.BARE)
                        .text())
                .contains("internalNetworkSubnetCidr: " + result + "\n");
    }

    /** What the Infrastructure replaces is not read. */
    @Test
    void judgesWhatCounts() {
        assertThat(Clusters.transform(
                                "vcenter: {a: {server: 'https://a', port: 99999}}\nnodes: {internalNetworkSubnetCidr: a}",
                                Clusters.withCredentials(
                                        Clusters.of("{vcenters: [{server: vc, port: 443, datacenters: [dc]}],"
                                                + " nodeNetworking: {internal: {networkSubnetCidr: [10.0.0.0/8]}}}")))
                        .text())
                .contains("internalNetworkSubnetCidr: 10.0.0.0/8\n", "server: vc\n");
    }

    @Test
    void warnsOfWordsThatTurnFeaturesOff() {
        assertThat(warnings("""
                vcenter: {a: {server: a, user: u, password: p, thumbprint: '5a:1c'}}
                loadBalancer: {size: small, lbServiceId: 1, tcpAppProfileName: t, udpAppProfileName: u, ipPoolName: p}
                """))
                .containsExactly(
                        "line 1, column 48: vcenter.a.thumbprint: the value is not a fingerprint of SHA-1 or SHA-256 in capital"
                                + " letters with colons, so no certificate matches it, and the vCenter cannot be reached unless"
                                + " its certificate is trusted without it; write one such as 5A:1C:...:9F, all 20 or 32 bytes",
                        "line 2, column 16: loadBalancer.size: the value is not one of SMALL, MEDIUM, LARGE, XLARGE, DLB, so"
                                + " Services of type LoadBalancer get no load balancer; write one of them");
    }

    @ParameterizedTest
    @ValueSource(ints = {20, 32})
    void takesThumbprintsOfBothHashes(int bytes) {
        assertThat(warnings("vcenter: {a: {server: a, user: u, password: p, thumbprint: '" + "A0:".repeat(bytes - 1)
                        + "9F'}}"))
                .isEmpty();
    }

    @Test
    void refusesFilesThatPodDoesNotHave() {
        String source = """
                global: {caFile: /etc/kubernetes/ca.pem}
                vcenter:
                  a: {server: a, user: u, password: p, caFile: '/etc/pki/a.pem:ca.pem'}
                  b: {server: b, user: u, password: p, caFile: '/etc/ssl/certs/a.pem:/etc/pki/b.pem'}
                """;
        String missing =
                ": the Pod of the cloud controller manager does not have the file, so the vCenter cannot be reached and nodes stay"
                        + " uninitialized; add the certificate authority to those that the cluster trusts and remove the key, or name"
                        + " a file in /etc/pki/, /etc/ssl/";

        assertThatThrownBy(() -> Clusters.transform(source, Clusters.BARE))
                .isInstanceOf(InvalidInputException.class)
                .hasMessage("line 3, column 40: vcenter.a.caFile" + missing + ", /etc/kubernetes/");
        assertThatThrownBy(() -> Clusters.transform(source, Clusters.onKubernetes(Clusters.BARE)))
                .isInstanceOf(InvalidInputException.class)
                .hasMessage("line 1, column 10: global.caFile" + missing + "\nline 3, column 40: vcenter.a.caFile"
                        + missing);
    }

    @Test
    void asksForNamesThatAreMeant() {
        assertThat(warnings("""
                vcenter: {a: {server: a, user: u, password: p, insecure-flag: true}}
                load-balancer: {size: SMALL}
                """))
                .containsExactly(
                        "line 2, column 1: load-balancer is not a name that the cloud controller manager reads; is loadBalancer"
                                + " meant?",
                        "line 1, column 48: vcenter.a.insecure-flag is not a name that the cloud controller manager reads; is"
                                + " insecureFlag meant?");
    }

    /** One that is not indented, say. */
    @Test
    void asksForNamesOfOtherMaps() {
        assertThat(warnings("""
                global: {user: u, password: p, zone: z}
                insecureFlag: true
                vcenter: {a: {server: a, region: r}}
                """))
                .containsExactly(
                        "line 2, column 1: insecureFlag is not a name that the cloud controller manager reads; is"
                                + " global.insecureFlag meant?",
                        "line 1, column 32: global.zone is not a name that the cloud controller manager reads; is labels.zone"
                                + " meant?",
                        "line 3, column 26: vcenter.a.region is not a name that the cloud controller manager reads; is"
                                + " labels.region meant?");
    }

    @Test
    void warnsOfValuesThatCommentsEnd() {
        assertThat(warnings("[Global]\nuser = u\npassword = ab#PLANTED\n[VirtualCenter \"a\"]\n"))
                .singleElement()
                .asString()
                .startsWith("line 3: [Global] password")
                .doesNotContain("PLANTED", "ab");
    }

    @ParameterizedTest
    @CsvSource({
        "LOAD_BALANCER, tier1GatewayPath, tier1-gateway-path",
        "LOAD_BALANCER, lbServiceId, lb-service-id",
        "LOAD_BALANCER_CLASS, udpAppProfilePath, udp-app-profile-path",
        "GLOBAL, soapRoundtripCount, soap-roundtrip-count",
        "VCENTER, ipFamily, ip-family",
        "NODES, excludeExternalNetworkSubnetCidr, exclude-external-network-subnet-cidr",
        "NSXT, vmcAccessToken, vmc-access-token",
        "ROUTE, routerPath, router-path"
    })
    void namesKeysInIni(Section section, String yaml, String ini) {
        assertThat(section.keys())
                .filteredOn(key -> key.yaml().equals(yaml))
                .singleElement()
                .satisfies(key -> assertThat(key.ini()).isEqualTo(ini));
    }

    @Test
    void hasAllKeysOfReader() {
        assertThat(List.of(Section.values()))
                .extracting(section -> section.keys().size())
                .containsExactly(15, 12, 2, 6, 11, 6, 12, 1);
    }
}
