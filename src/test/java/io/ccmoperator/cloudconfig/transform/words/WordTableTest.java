// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.cloudconfig.transform.words;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ccmoperator.assets.ReleaseTag;
import io.ccmoperator.assets.tree.FieldReader;
import io.ccmoperator.assets.tree.JsonReader;
import io.ccmoperator.assets.tree.YamlReader;
import io.ccmoperator.cluster.InvalidInputException;
import io.ccmoperator.ini.IniDocument;
import io.ccmoperator.ini.IniEntry;
import io.ccmoperator.ini.IniReader;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class WordTableTest {
    private static final WordTable INI = table("""
            keys:
              Global:
                Name: string
                Mode: {type: string, words: [On, Off], otherwise: {is: error, effect: nodes stay uninitialized}}
                Families:
                  type: strings
                  words: [ipv4, ipv6]
                  ignoreCase: true
                  otherwise: {is: warning, effect: nodes have no addresses, remedy: write what nodes have}
                Order:
                  type: string
                  words: [disk, service]
                  separator: ","
                  trim: true
                  empty: false
                  otherwise: {is: warning, effect: it is empty}
                Subnet: {type: string, words: [any], format: cidr, otherwise: {is: error, effect: it is lost}}
                Network: {type: string, format: cidr, otherwise: {is: error, effect: it is lost}}
                Former: {type: string, otherwise: {is: warning, effect: nothing reads it}}
                "Port, Fatal": string
                Path: {type: string, needs: [Mode=On, [Port, Name]]}
                Token:
                  words: [old, new]
                  since: {releases: [v1.34.12, v1.36.3], words: [new]}
                  otherwise: {is: warning, effect: it is old}
              Class "*":
                Size: {type: string, words: [small], otherwise: {is: warning, effect: it is large}}
            """);

    private static final WordTable JSON = table("""
            keys:
              vmType: {words: [vmss], ignoreCase: true, otherwise: {is: error, effect: it is lost}}
              retries: string
              type: {type: {words: [a], otherwise: {is: warning, effect: it is b}}}
              tags: {"*": string}
              rules: {otherwise: {is: warning, effect: it has no effect}}
            """);

    private static WordTable table(String keys) {
        return TableReader.read(
                FieldReader.of(YamlReader.read(keys).get(0).map().orElseThrow()));
    }

    private static Verdict ini(String text) {
        return INI.judge(IniReader.read(text), Optional.empty());
    }

    @SuppressWarnings("unchecked")
    private static Verdict json(String text) {
        Map<String, Object> tree = (Map<String, Object>) JsonReader.readAsWritten(text);
        return JSON.judge(tree, path -> "line 1: " + WordTable.shown(path), Optional.empty())
                .and(JSON.judgeNames(tree, path -> "line 1: " + WordTable.shown(path)));
    }

    @Test
    void saysNothingOfKnownWordsAndOfUnknownKeys() {
        Verdict verdict = ini("""
                [global]
                mode = On
                FAMILIES = IPv4
                families = ipv6
                Order = disk, service
                Subnet = any
                Network = 10.0.0.0/8
                Former = ""
                Port = 7
                Other = x
                [Class "a"]
                size = small
                [Other]
                Mode = x
                """);

        assertThat(verdict).isEqualTo(new Verdict(List.of(), List.of()));
    }

    @Test
    void namesPlaceAllowedWordsEffectAndRemedyButNotValue() {
        Verdict verdict = ini("""
                [Global]
                Mode = on
                Families = secret
                Order = disk,secret
                Subnet = 10.0.0.1
                Network = 10.0.0.0/33
                Former = secret
                [class "x"]
                Size = large
                [Class]
                Size = larger
                """);

        assertThat(verdict.faults())
                .containsExactly(
                        "line 2: [Global] Mode: the value is not one of On, Off, so nodes stay uninitialized; write one of them",
                        "line 5: [Global] Subnet: the value is not any, or a network in CIDR notation, so it is lost;"
                                + " write one of them",
                        "line 6: [Global] Network: the value is not a network in CIDR notation, so it is lost; write one such as"
                                + " 10.0.0.0/16");
        assertThat(verdict.warnings())
                .containsExactly(
                        "line 3: [Global] Families: the value is not one of ipv4, ipv6, so nodes have no addresses;"
                                + " write what nodes have",
                        "line 4: [Global] Order: a part of the value is not one of disk, service, so it is empty;"
                                + " write one or more of them, with ',' between",
                        "line 7: [Global] Former: nothing reads it; remove it",
                        "line 9: [class \"x\"] Size: the value is not small, so it is large; write small",
                        "line 11: [Class] Size: the value is not small, so it is large; write small");
    }

    @Test
    void saysWhatIsNotReadForLackOfOtherKeys() {
        assertThat(ini("[Global]\nPath = /\nMODE = On\nName = a\n").warnings()).isEmpty();
        assertThat(ini("[Global]\nPath = \"\"\n").warnings()).isEmpty();
        assertThat(ini("[Global]\nPath = /\nMode = Off\nPort = 1\n").warnings())
                .containsExactly("line 2: [Global] Path: it is not read without Mode = On; write that, or remove it");
        assertThat(ini("[Global]\nPath = /\nName = \"\"\n").warnings())
                .containsExactly(
                        "line 2: [Global] Path: it is not read without Mode = On, and without Port or Name; write them,"
                                + " or remove it");
    }

    @Test
    void saysSinceWhichReleaseValueIsRead() {
        IniDocument document = IniReader.read("[Global]\nToken = new\n");

        assertThat(INI.judge(document, Optional.of(new ReleaseTag("v1.36.2"))).warnings())
                .containsExactly(
                        "line 2: [Global] Token: the cloud controller manager reads this value since release v1.36.3,"
                                + " and its image is v1.36.2; remove it, or name a later image");
        for (String release : List.of("v1.34.12", "v1.36.3", "v1.37.0")) {
            assertThat(INI.judge(document, Optional.of(new ReleaseTag(release))).warnings())
                    .isEmpty();
        }
        assertThat(INI.judge(document, Optional.of(new ReleaseTag("v1.35.9"))).warnings())
                .hasSize(1);
        assertThat(ini("[Global]\nToken = new\n").warnings()).isEmpty();
    }

    @Test
    void emptyValueIsOneThatIsNotSetUnlessTableSaysOtherwise() {
        Verdict verdict = ini("[Global]\nMode = \"\"\nOrder = \"\"\n");

        assertThat(verdict.faults()).isEmpty();
        assertThat(verdict.warnings()).singleElement().asString().startsWith("line 3: [Global] Order: a part");
    }

    @Test
    void blanksCountWhereProgramDoesNotTakeThemAway() {
        assertThat(ini("[Global]\nMode = \" On\"\n").faults()).hasSize(1);
        assertThat(ini("[Global]\nOrder = \" disk \"\n").warnings()).isEmpty();
    }

    @Test
    void lastEntryCounts() {
        assertThat(ini("[Global]\nMode = x\nMode = On\n").faults()).isEmpty();
        assertThat(ini("[Global]\nFamilies = x\nFamilies = ipv4\n").warnings()).hasSize(1);
        assertThat(ini("[Global]\nFamilies = x\nFamilies\nFamilies = ipv4\n").warnings())
                .isEmpty();
    }

    /** The operator tries a configuration and takes it back; what is said then are the words of the program. */
    @Test
    void leavesTypesToProgram() {
        assertThat(ini("[Global]\nMode\nPort = x\nFatal\n")).isEqualTo(new Verdict(List.of(), List.of()));
        assertThat(json("{\"retries\": [], \"type\": 7, \"tags\": []}")).isEqualTo(new Verdict(List.of(), List.of()));
    }

    @Test
    void sortsKeysAsTableHasThem() {
        IniDocument document =
                IniReader.read("[Global]\nport = 1\nb = 2\nfamilies = x\na = 3\nNAME = n\nfamilies = y\n");

        assertThat(INI.sorted(document.sections().get(0)).entries())
                .extracting(IniEntry::key)
                .containsExactly("NAME", "families", "families", "port", "b", "a");
    }

    @Test
    void judgesTreeWithItsPlaces() {
        Verdict verdict = json("""
                {"VMTYPE": "x", "type": {"TYPE": "b"}, "tags": {"re-tries": "z"}, "rules": {"a": 1}, "other": 1}
                """);

        assertThat(verdict.faults())
                .containsExactly("line 1: VMTYPE: the value is not vmss, so it is lost; write vmss");
        assertThat(verdict.warnings())
                .containsExactly(
                        "line 1: type.TYPE: the value is not a, so it is b; write a",
                        "line 1: rules: it has no effect; remove it");
    }

    @Test
    void asksForNameOfSameLettersInTree() {
        assertThat(json("{\"vm_type\": \"x\", \"Re-Tries\": 1, \"vmTypes\": 1, \"type\": {\"ty-pe\": 1}}")
                        .warnings())
                .containsExactly(
                        "line 1: vm_type is not a name that the cloud controller manager reads; is vmType meant?",
                        "line 1: Re-Tries is not a name that the cloud controller manager reads; is retries meant?",
                        "line 1: type.ty-pe is not a name that the cloud controller manager reads; is type meant?");
    }

    @Test
    void nullIsNothingInTree() {
        assertThat(json("{\"vmType\": null, \"rules\": null, \"type\": {\"type\": null}}"))
                .isEqualTo(new Verdict(List.of(), List.of()));
    }

    @Test
    void refusesWithFirstTwentyFaults() {
        String modes =
                IntStream.range(0, 30).mapToObj(i -> "[Global]\nMode = x\n").collect(Collectors.joining());
        Verdict faults = new Verdict(Collections.nCopies(30, "a"), List.of());

        assertThat(ini(modes).faults()).hasSize(1);
        assertThatThrownBy(faults::requireNoFaults)
                .isInstanceOfSatisfying(
                        InvalidInputException.class, e -> assertThat(e.lines()).hasSize(20));
        Verdict verdict = new Verdict(List.of(), List.of("a")).and(new Verdict(List.of(), List.of("b")));
        assertThat(verdict.requireNoFaults().warnings()).containsExactly("a", "b");
    }

    @Test
    void givesTypesInOrderOfTable() {
        assertThat(INI.types("Global").keySet())
                .startsWith("Name", "Mode", "Families")
                .endsWith("Port", "Fatal", "Path", "Token");
        assertThat(INI.types("Global"))
                .containsEntry("Families", KeyType.STRINGS)
                .containsEntry("Token", KeyType.STRING);
        assertThat(JSON.types("tags")).containsExactly(Map.entry("*", KeyType.STRING));
    }

    @Test
    void requiresResource() {
        assertThatThrownBy(() -> WordTable.read("absent"))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("/configurations/absent.yaml");
    }
}
