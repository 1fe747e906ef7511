// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.cloudconfig.transform.vsphere;

import static org.assertj.core.api.Assertions.as;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.InstanceOfAssertFactories.STRING;

import io.ccmoperator.cloudconfig.transform.TransformedConfig;
import io.ccmoperator.cloudconfig.transform.TransformerFacts;
import io.ccmoperator.cluster.InvalidInputException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** YAML with keys that are spelled as in INI: the cloud controller manager does not read them. */
class IniSpellingTest {
    private static final String SOURCE = """
            Global:
              secret-name: mine
              secret-namespace: ccm
              Insecure-Flag: true
            VirtualCenter:
              vc.example.com: {server: vc.example.com, ip-family: [ipv4]}
            nodes:
              exclude-internal-network-subnet-cidr: 192.0.2.10/32
            loadBalancer: {ip-pool-name: p}
            later: {secret-name: mine}
            """;

    private static final String RESULT = """
            global:
              insecureFlag: true
              secretName: mine
              secretNamespace: ccm
            later:
              secret-name: mine
            loadBalancer:
              ipPoolName: p
            nodes:
              excludeInternalNetworkSubnetCidr: 192.0.2.10/32
            vcenter:
              vc.example.com:
                ipFamily:
                - ipv4
                server: vc.example.com
            """;

    private static final String VALID = "global: {user: u, password: p}\nvcenter: {a: {server: a}}\n";

    private static String read(String place, String key) {
        return place + " is the spelling of the INI form and is read as " + key + "; write " + key;
    }

    private static String unread(String place, String key) {
        return place
                + " is the spelling of the INI form, which the cloud controller manager does not read in YAML; write "
                + key + ", or remove it";
    }

    @Test
    void readsKeysOfIniAsThoseOfYaml() {
        TransformedConfig once = Clusters.convert(SOURCE, Clusters.BARE);

        assertThat(once.text()).isEqualTo(RESULT);
        assertThat(once.warnings())
                .containsExactly(
                        read("line 5, column 1: VirtualCenter", "vcenter"),
                        read("line 2, column 3: Global.secret-name", "secretName"),
                        read("line 3, column 3: Global.secret-namespace", "secretNamespace"),
                        read("line 4, column 3: Global.Insecure-Flag", "insecureFlag"),
                        read("line 6, column 44: VirtualCenter[\"vc.example.com\"].ip-family", "ipFamily"),
                        read(
                                "line 8, column 3: nodes.exclude-internal-network-subnet-cidr",
                                "excludeInternalNetworkSubnetCidr"),
                        read("line 9, column 16: loadBalancer.ip-pool-name", "ipPoolName"));
        assertThat(Clusters.convert(once.text(), Clusters.BARE)).isEqualTo(TransformedConfig.of(RESULT));
    }

    @Test
    void rejectsKeyInBothSpellings() {
        assertThatExceptionOfType(InvalidInputException.class)
                .isThrownBy(() -> Clusters.convert("global: {secretName: a, secret-name: b}", Clusters.BARE))
                .satisfies(e -> assertThat(e.lines())
                        .containsExactly(
                                "line 1, column 25: global.secret-name is the same key as global.secretName, line 1,"
                                        + " column 10, in other spelling; leave only one"));
    }

    @Test
    void warnsOfKeysOfIniOnKubernetes() {
        assertThat(Clusters.transform("""
                        VirtualCenter: {}
                        global: {user: u, password: p, secret-name: mine, Insecure-Flag: '1'}
                        vcenter:
                          vc.example.com: {server: vc.example.com, ip-family: ipv4}
                        nodes: {exclude-internal-network-subnet-cidr: 192.0.2.10}
                        loadBalancerClass: {a: {ip-pool-name: p}}
                        later: {secret-name: mine}
                        """, Clusters.onKubernetes(Clusters.BARE)).warnings())
                .startsWith(
                        unread("line 1, column 1: VirtualCenter", "vcenter"),
                        unread("line 2, column 32: global.secret-name", "secretName"),
                        unread("line 2, column 51: global.Insecure-Flag", "insecureFlag"),
                        unread("line 4, column 44: vcenter[\"vc.example.com\"].ip-family", "ipFamily"),
                        unread(
                                "line 5, column 9: nodes.exclude-internal-network-subnet-cidr",
                                "excludeInternalNetworkSubnetCidr"),
                        unread("line 6, column 25: loadBalancerClass.a.ip-pool-name", "ipPoolName"));
    }

    /** A file that the Pod does not have, or a Secret that it may not read, would take away what works. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "ca-file: /etc/vsphere/ca.crt",
                "secret-name: mine\n    secret-namespace: demo",
                "ip-family: [IPv4]",
                "secretName: a\n    secretNamespace: ccm\n    secret-name: b",
            })
    void keepsWhatHasNoEffectWithoutEffectOnKubernetes(String keys) {
        String source = "global:\n  user: u\n  password: p\nvcenter:\n  a:\n    server: a\n    " + keys + "\n";

        assertThat(Clusters.transform(source, Clusters.onKubernetes(Clusters.BARE))
                        .text())
                .isEqualTo(source);
    }

    /** The cloud controller manager continues without these sections, and nodes are initialized. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "loadBalancer: {tags: team}     | line 3, column 16: loadBalancer.tags is a string but has to be a map",
                "nsxt: {insecureFlag: perhaps}  | line 3, column 8: nsxt.insecureFlag is a string but has to be a flag",
                "route: {routerPath: [a]}       | line 3, column 9: route.routerPath is a list but has to be a string",
                "loadBalancerClass: [a]         | line 3, column 1: loadBalancerClass is a list but has to be a map",
            })
    void warnsOfSectionsThatCannotBeRead(String section, String warning) {
        String source = VALID + section + "\n";
        TransformedConfig onKubernetes = Clusters.transform(source, Clusters.onKubernetes(Clusters.BARE));

        assertThat(onKubernetes.text()).isEqualTo(source);
        assertThat(onKubernetes.warnings())
                .first(as(STRING))
                .startsWith(warning)
                .endsWith("; until then there are no load balancers and routes");
    }

    @Test
    void keepsValuesThatCannotBeReadInSectionsOfLoadBalancers() {
        String ini =
                "[Global]\nuser = u\npassword = p\n[VirtualCenter \"a\"]\n[LoadBalancer]\nsnat-disabled = maybe\n[LoadBalancerClass]\n";
        TransformedConfig result = Clusters.convert(ini, Clusters.BARE);

        assertThat(result.text())
                .contains("loadBalancer:\n  snatDisabled: maybe\n")
                .doesNotContain("Class");
        assertThat(result.warnings())
                .startsWith(
                        "line 6: [LoadBalancer] snat-disabled is neither true nor false; write one of them; until then"
                                + " there are no load balancers and routes",
                        "line 7: [LoadBalancerClass] names no class; write [LoadBalancerClass \"name\"]; until then there"
                                + " are no load balancers and routes");
    }

    @Test
    void takesBlanksAloneForNoSubnets() {
        assertThat(Clusters.transform(VALID + "nodes: {internalNetworkSubnetCidr: ' '}\n", Clusters.BARE)
                        .text())
                .doesNotContain("nodes");
    }

    /** Another byte of what is published restarts all nodes, and the library that writes it does not know these names. */
    @Test
    void doesNotPublishThem() {
        TransformerFacts facts = Clusters.with(Clusters.BARE, "VSphereMultiVCenterDay2");

        assertThat(Clusters.transform("""
                        global: {secret-name: mine, user: u, password: p}
                        vcenter: {vc: {server: vc, ca-file: ca.pem}}
                        nodes: {internalNetworkSubnetCidr: '192.0.2.0/24, 198.51.100.0/24'}
                        """, facts).published()).contains("""
                        global:
                          password: p
                          user: u
                        nodes:
                          internalNetworkSubnetCidr: 192.0.2.0/24, 198.51.100.0/24
                        vcenter:
                          vc:
                            server: vc
                        """);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "global: {user: u, password: p}\nvcenter: {a: {Server: a}}",
                "global: {user: u, password: p}\nvcenter: {a: {server: a}}\nloadBalancerClass: {x: }",
                "global: {user: u, password: p}\nvcenter: {a: {server: a}}\nnodes: {internalNetworkSubnetCidr: '10.0.0.0/8, fd00::/8'}",
                "[Global]\nuser = u\npassword = p\nip-family = ipv4, ipv6\n[VirtualCenter \"a\"]",
                "[Global]\nuser = u\npassword = p\ndatacenters = a\ndatacenters = b\n[VirtualCenter \"a\"]"
            })
    void writesOnKubernetesWhatWouldBeReadOtherwise(String source) {
        assertThat(Clusters.transform(source, Clusters.onKubernetes(Clusters.BARE))
                        .text())
                .isNotEqualTo(source)
                .isEqualTo(Clusters.transform(source, Clusters.BARE).text());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "global: {user: u, password: p}\nvcenter: {a: {server: a}}",
                "[Global]\nuser = u\npassword = p\nip-family = ipv4,ipv6\ndatacenters = a, b\n[VirtualCenter \"a\"]"
            })
    void keepsTextOnKubernetesOtherwise(String source) {
        assertThat(Clusters.transform(source, Clusters.onKubernetes(Clusters.BARE)))
                .isEqualTo(new TransformedConfig(source, List.of()));
    }
}
