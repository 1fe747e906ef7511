// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.cloudconfig.transform.vsphere;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Notations of YAML, in a cluster that adds nothing. */
class YamlSyntaxTest {
    @ParameterizedTest
    @MethodSource
    void readsNotationsOfYaml(Conversion row) {
        String once = Clusters.convert(row.source(), Clusters.BARE).text();
        assertThat(once).isEqualTo(row.result());
        assertThat(Clusters.convert(once, Clusters.BARE).text()).isEqualTo(once);
    }

    static Stream<Conversion> readsNotationsOfYaml() {
        return Stream.of(
                new Conversion("special characters stay in quotes", """
                        global:
                          password: "a # b: 'c' \\"d\\" \\\\ [e] {f}, *g & !h % @i ` |"
                          user: 'it''s'
                          thumbprint: "tab\\there"
                          secretName: "ü \\u20ac"
                        """, """
                        global:
                          password: 'a # b: ''c'' "d" \\ [e] {f}, *g & !h % @i ` |'
                          secretName: "ü €"
                          thumbprint: "tab\\there"
                          user: it's
                        """),
                new Conversion("a folded and a literal text keep their lines", """
                        global:
                          user: >-
                            one
                            line
                          password: |
                            two
                            lines
                        """, """
                        global:
                          password: |
                            two
                            lines
                          user: one line
                        """),
                new Conversion("numbers keep their digits", """
                        global: {port: 0443, soapRoundtripCount: 18446744073709551615}
                        vcenter: {vc: {port: 0x1bb}}
                        """, """
                        global:
                          port: 0443
                          soapRoundtripCount: 18446744073709551615
                        vcenter:
                          vc:
                            port: 0x1bb
                        """),
                new Conversion("flags of YAML 1.1 are flags", """
                        global: {insecureFlag: yes, apiDisable: OFF}
                        vcenter: {vc: {insecureFlag: y}}
                        """, """
                        global:
                          apiDisable: false
                          insecureFlag: true
                        vcenter:
                          vc:
                            insecureFlag: true
                        """),
                new Conversion("what is empty is left out", """
                        global: {user: '', password: , datacenters: [], caFile: ~, port: ""}
                        vcenter: {vc: {server: vc, thumbprint: null, datacenters: [~, DC, '']}, bare: }
                        labels: {zone: ''}
                        nodes: {}
                        """, """
                        global: {}
                        vcenter:
                          bare: {}
                          vc:
                            datacenters:
                            - DC
                            server: vc
                        """),
                new Conversion("sections without content", "global: \nvcenter: {}\nlabels: []\n", "vcenter: {}\n"),
                new Conversion("an empty map", "{}", "{}\n"),
                new Conversion("comments and blank lines go", """

                        # first
                        global: # here
                          # there
                          user: a#b # but not in a string

                        ; not a comment: but a key
                        """, """
                        ; not a comment: but a key
                        global:
                          user: a#b
                        """),
                new Conversion("line ends of Windows", "global:\r\n  user: u\r\n  password: p\r\n", """
                        global:
                          password: p
                          user: u
                        """),
                new Conversion("a byte order mark", "\uFEFFglobal:\n  user: u\n", "global:\n  user: u\n"),
                new Conversion("document markers and a directive", """
                        %YAML 1.1
                        ---
                        global: {user: u}
                        ...
                        ---
                        # nothing
                        """, "global:\n  user: u\n"),
                new Conversion("aliases are written out", """
                        global: {user: &user u, datacenters: &all [DC1, DC2]}
                        vcenter: {vc: {user: *user, datacenters: *all}}
                        """, """
                        global:
                          datacenters:
                          - DC1
                          - DC2
                          user: u
                        vcenter:
                          vc:
                            datacenters:
                            - DC1
                            - DC2
                            user: u
                        """),
                new Conversion("merge keys are resolved, a map's own keys first", """
                        defaults: &defaults {port: 443, insecureFlag: true}
                        more: &more {port: 1, thumbprint: AB}
                        vcenter:
                          a: {<<: *defaults, server: a}
                          b: {port: 8443, <<: [*defaults, *more]}
                        """, """
                        defaults:
                          port: 443
                          insecureFlag: true
                        more:
                          port: 1
                          thumbprint: AB
                        vcenter:
                          a:
                            insecureFlag: true
                            port: 443
                            server: a
                          b:
                            insecureFlag: true
                            port: 8443
                            thumbprint: AB
                        """),
                new Conversion(
                        "JSON",
                        "{\n  \"global\": {\"user\": \"007\", \"port\": 443, \"insecureFlag\": true}\n}\n",
                        """
                        global:
                          insecureFlag: true
                          port: 443
                          user: "007"
                        """),
                new Conversion("names of vCenters that are more than text", """
                        vcenter:
                          'yes': {server: a}
                          "10": {server: b}
                          fd00::1: {server: 'fd00::1'}
                          "a: b": {server: c}
                          off: {server: d}
                        """, """
                        vcenter:
                          "10":
                            server: b
                          'a: b':
                            server: c
                          fd00::1:
                            server: fd00::1
                          "off":
                            server: d
                          "yes":
                            server: a
                        """),
                new Conversion("lists in lists that are not known", """
                        future: [[1, [2]], {a: [b]}]
                        """, """
                        future:
                        - - 1
                          - - 2
                        - a:
                          - b
                        """),
                new Conversion("an explicit tag", "global: {user: !!str 007, port: !!int '443'}\n", """
                        global:
                          port: 443
                          user: "007"
                        """));
    }
}
