// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.cloudconfig.transform.vsphere;

import static org.assertj.core.api.Assertions.assertThat;

import io.ccmoperator.cloudconfig.transform.TransformedConfig;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Values of configurations in INI: quotes, repetition, emptiness, in a cluster that adds nothing. */
class IniValuesTest {
    @ParameterizedTest
    @MethodSource
    void convertsValuesToEquivalentYaml(Conversion row) {
        TransformedConfig once = Clusters.convert(row.source(), Clusters.BARE);
        assertThat(once).isEqualTo(TransformedConfig.of(row.result()));
        assertThat(Clusters.convert(once.text(), Clusters.BARE)).isEqualTo(once);
    }

    static Stream<Conversion> convertsValuesToEquivalentYaml() {
        return Stream.of(
                new Conversion("values in quotes with escapes", """
                        [Global]
                        user = "DOMAIN\\\\admin"
                        password = "a#b;c \\"d\\" [e]\\ttab = 'f' \\\\"
                        thumbprint = two words
                        """, """
                        global:
                          password: "a#b;c \\"d\\" [e]\\ttab = 'f' \\\\"
                          thumbprint: two words
                          user: DOMAIN\\admin
                        """),
                new Conversion("values that YAML would take for something else", """
                        [Global]
                        user = yes
                        password = 007
                        thumbprint = 1e3
                        ca-file = ~
                        secret-name = "null"
                        secret-namespace = "- a: b"
                        """, """
                        global:
                          caFile: "~"
                          password: "007"
                          secretName: "null"
                          secretNamespace: '- a: b'
                          thumbprint: "1e3"
                          user: "yes"
                        """),
                new Conversion("comments and blank lines go", """
                        ; first
                        # second

                        [Global] ; third
                        ; user = comment
                        user = u # fourth
                        password = "p;#" ; fifth
                        """, """
                        global:
                          password: p;#
                          user: u
                        """),
                new Conversion("continued lines", """
                        [VirtualCenter "vc"]
                        datacenters = DC1,\\
                          DC2,\\
                        DC3
                        """, """
                        vcenter:
                          vc:
                            datacenters:
                            - DC1
                            - DC2
                            - DC3
                            server: vc
                        """),
                new Conversion("repeated keys of lists keep all values in order", """
                        [VirtualCenter "vc"]
                        datacenters = DC2
                        datacenters = "DC1, DC3"
                        ip-family = ipv6
                        ip-family = ipv4
                        """, """
                        vcenter:
                          vc:
                            datacenters:
                            - DC2
                            - DC1
                            - DC3
                            ipFamily:
                            - ipv6
                            - ipv4
                            server: vc
                        """),
                new Conversion("duplicate sections are merged", """
                        [VirtualCenter "vc"]
                        user = u
                        [Global]
                        user = g
                        [virtualCenter "vc"]
                        password = p
                        """, """
                        global:
                          user: g
                        vcenter:
                          vc:
                            password: p
                            server: vc
                            user: u
                        """),
                new Conversion(
                        "line ends of Windows and a byte order mark",
                        "\uFEFF[Global]\r\nuser = u\r\n\r\npassword = \"p\"\r\n",
                        """
                        global:
                          password: p
                          user: u
                        """),
                new Conversion("empty values are left out", """
                        [Global]
                        user =
                        password = ""
                        port = ""
                        insecure-flag = ""
                        datacenters = " , "
                        ip-family =
                        [Labels]
                        zone = ""
                        [VirtualCenter "vc"]
                        thumbprint =
                        """, """
                        global: {}
                        vcenter:
                          vc:
                            server: vc
                        """),
                new Conversion("a flag without a value is true", """
                        [Global]
                        insecure-flag
                        api-disable = off
                        """, """
                        global:
                          apiDisable: false
                          insecureFlag: true
                        """),
                new Conversion("numbers", """
                        [Global]
                        port = 0443
                        soap-roundtrip-count = +3
                        """, """
                        global:
                          port: 443
                          soapRoundtripCount: 3
                        """),
                new Conversion("names of vCenters that YAML would take for something else", """
                        [VirtualCenter "007"]
                        [VirtualCenter "fd00::1"]
                        [VirtualCenter "a \\"b\\" \\\\ c: d"]
                        """, """
                        vcenter:
                          "007":
                            server: "007"
                          'a "b" \\ c: d':
                            server: 'a "b" \\ c: d'
                          fd00::1:
                            server: fd00::1
                        """),
                new Conversion("an empty section", "[Global]", "global: {}\n"),
                new Conversion("only keys that are removed", "[Workspace]\nserver = vc\n", "{}\n"));
    }
}
