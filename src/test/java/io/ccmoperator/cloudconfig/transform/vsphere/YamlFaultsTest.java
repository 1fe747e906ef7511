// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.cloudconfig.transform.vsphere;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ccmoperator.cluster.InvalidInputException;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class YamlFaultsTest {
    @ParameterizedTest
    @MethodSource
    void reportsFaultWithPositionAndRemedy(Conversion row) {
        assertThatThrownBy(() -> Clusters.convert(row.source(), Clusters.BARE))
                .isInstanceOf(InvalidInputException.class)
                .hasMessage(row.result().strip());
    }

    static Stream<Conversion> reportsFaultWithPositionAndRemedy() {
        return Stream.of(
                new Conversion(
                        "indentation",
                        "global:\n  user: u\n password: p\n",
                        "line 3, column 2: not well-formed YAML: the line is indented differently from the lines"
                                + " around it; align it with the others of its map or list; correct the YAML"),
                new Conversion("a colon alone", ":", """
                        line 1, column 1: not well-formed YAML: the line is indented differently from the lines around it; \
                        align it with the others of its map or list; correct the YAML
                        """),
                new Conversion("a duplicate section", "vcenter: {}\nglobal: {}\nvcenter: {}\n", """
                        line 3, column 1: not well-formed YAML: the key 'vcenter' is a duplicate; correct the YAML
                        """),
                new Conversion("a known key in two letter cases", """
                        global:
                          insecureFlag: true
                          port: 443
                          InsecureFlag: false
                          INSECUREFLAG: true
                        vcenter:
                          vc: {SERVER: hidden, server: vc}
                        """, """
                        line 4, column 3: global.InsecureFlag is the same key as global.insecureFlag, line 2, column 3, in other \
                        letter case; leave only one
                        line 5, column 3: global.INSECUREFLAG is the same key as global.insecureFlag, line 2, column 3, in other \
                        letter case; leave only one
                        line 7, column 24: vcenter.vc.server is the same key as vcenter.vc.SERVER, line 7, column 8, in other \
                        letter case; leave only one
                        """),
                new Conversion("a section in two letter cases", "Global: {}\nglobal: {user: u}\n", """
                        line 2, column 1: global is the same key as Global, line 1, column 1, in other letter case; leave only one
                        """),
                new Conversion("a wrong type under a key in another letter case", "GLOBAL: {Port: '443'}\n", """
                        line 1, column 10: GLOBAL.Port is a string but has to be a number; write digits without quotes
                        """),
                new Conversion("a key that is not UTF-8", "vcenter:\n  10: {server: vc}\n", """
                        line 2, column 3: not well-formed YAML: the key '10' is not a string; put it in quotes; correct the YAML
                        """),
                new Conversion(
                        "a password that looks like an alias is not shown", "global:\n  password: *hunter2\n", """
                        line 2, column 13: not well-formed YAML: an alias (*), anchor (&) or tag (!) that cannot be used here; \
                        put such a string in quotes
                        """),
                new Conversion("a password that looks like a tag is not shown", "global:\n  password: !hunter2\n", """
                        line 2, column 13: not well-formed YAML: an alias (*), anchor (&) or tag (!) that cannot be used here; \
                        put such a string in quotes
                        """),
                new Conversion("an alias in itself", "global: &g\n  future: *g\n", """
                        line 1, column 9: not well-formed YAML: an alias (*), anchor (&) or tag (!) that cannot be used here; \
                        put such a string in quotes
                        """),
                new Conversion("a tab that indents", "global:\n\tuser: u\n", """
                        line 2, column 1: not well-formed YAML: a tab cannot be indentation; write blanks; correct the YAML
                        """),
                new Conversion("a tab between tokens", "global: {user:\tu}\n", """
                        line 1, column 15: not well-formed YAML: a tab cannot be indentation; write blanks; correct the YAML
                        """),
                new Conversion("a control character", "global:\n  user: \u0007\n", """
                        line 2, column 9: not well-formed YAML: the character U+0007 is not allowed in YAML; correct the YAML
                        """),
                new Conversion("a second document", "global: {}\n---\nvcenter: {}\n", """
                        line 3, column 1: a second YAML document begins here; leave only one
                        """),
                new Conversion("a string", "user = u\npassword = p\n", """
                        line 1, column 1: the configuration is not a map; write sections such as 'global:' or, in the INI form, \
                        '[Global]'
                        """),
                new Conversion("a list", "- global\n", """
                        line 1, column 1: the configuration is not a map; write sections such as 'global:' or, in the INI form, \
                        '[Global]'
                        """),
                new Conversion("global as a string", "global: text\n", """
                        line 1, column 1: global is a string but has to be a map; write its keys below it, \
                        indented, each as 'key: value'
                        """),
                new Conversion("vcenter as a list", "vcenter:\n- server: vc\n", """
                        line 1, column 1: vcenter is a list but has to be a map; write its keys below it, \
                        indented, each as 'key: value'
                        """),
                new Conversion("a vCenter as a string", "vcenter:\n  vc.example.com: 443\n", """
                        line 2, column 3: vcenter["vc.example.com"] is a number, flag or date but has to be a map; \
                        write its keys below it, indented, each as 'key: value'
                        """),
                new Conversion("datacenters as a string", "vcenter:\n  vc:\n    datacenters: DC1,DC2\n", """
                        line 3, column 5: vcenter.vc.datacenters is a string but has to be a list; write each value \
                        on a line of its own after '- '
                        """),
                new Conversion("a map among datacenters", "global:\n  datacenters:\n  - DC1\n  - name: DC2\n", """
                        line 4, column 5: global.datacenters[1] is a map but has to be a string; write '- value' on \
                        one line
                        """),
                new Conversion("all faults at once", """
                        global:
                          port: "443"
                          soapRoundtripCount: -1
                          insecureFlag: 1
                          user: [u]
                        labels:
                          zone: {a: b}
                        nodes: 12:30
                        """, """
                        line 5, column 3: global.user is a list but has to be a string; write 'user: value' on one line
                        line 2, column 3: global.port is a string but has to be a number; write digits without quotes
                        line 4, column 3: global.insecureFlag is a number, flag or date but has to be a flag; write \
                        true or false without quotes
                        line 3, column 3: global.soapRoundtripCount is a number, flag or date but has to be a number; \
                        write digits without quotes
                        line 7, column 3: labels.zone is a map but has to be a string; write 'zone: value' on one line
                        line 8, column 1: nodes is a number, flag or date but has to be a map; write its keys below it, \
                        indented, each as 'key: value'
                        """),
                new Conversion("a merge of no map", "vcenter:\n  vc:\n    <<: text\n", """
                        line 3, column 9: not well-formed YAML: << merges a value that is not a map; correct the YAML
                        """),
                new Conversion("a date for a port", "global: {port: 2026-01-01}\n", """
                        line 1, column 10: global.port is a number, flag or date but has to be a number; write digits \
                        without quotes
                        """),
                new Conversion("nothing but a comment", "# nothing\n\n  ; here\n", """
                        the configuration is empty; write the sections global and vcenter, the latter with the server of each \
                        vCenter
                        """),
                new Conversion("an empty document", "---\n# nothing\n", """
                        the configuration is empty; write the sections global and vcenter, the latter with the server of each \
                        vCenter
                        """));
    }
}
