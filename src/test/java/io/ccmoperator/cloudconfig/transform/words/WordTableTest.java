// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.cloudconfig.transform.words;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ccmoperator.assets.tree.FieldReader;
import io.ccmoperator.assets.tree.JsonReader;
import io.ccmoperator.assets.tree.YamlReader;
import io.ccmoperator.cluster.InvalidInputException;
import io.ccmoperator.ini.IniDocument;
import io.ccmoperator.ini.IniEntry;
import io.ccmoperator.ini.IniReader;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WordTableTest {
    private static final String SOURCE = """
            source: owner/repository
            commit: "0123abc"
            date: "2026-08-19"
            files: [a.go]
            """;

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
                Fatal: {type: string, words: [v2], otherwise: {is: ends, effect: it ends}}
                Port: int32
                Path: {type: string, needs: [Mode=On, [Port, Name]]}
              Class "*":
                Size: {type: word, words: [small], otherwise: {is: warning, effect: it is large}}
            """);

    private static final WordTable JSON = table("""
            form: json
            ignoreCaseOfKeys: true
            keys:
              vmType: {type: stringOrScalar, words: [vmss], ignoreCase: true, otherwise: {is: error, effect: it is lost}}
              retries: integer
              type: {type: {type: string, words: [a], otherwise: {is: warning, effect: it is b}}}
              tags: {"*": string}
              rules: [{name: string, sort: {type: string, words: [up], otherwise: {is: warning, effect: it is down}}}]
            """);

    private static WordTable table(String keys) {
        return TableReader.read(
                FieldReader.of(YamlReader.read(SOURCE + keys).get(0).map().orElseThrow()));
    }

    private static Verdict ini(String text) {
        return INI.judge(IniReader.read(text));
    }

    @SuppressWarnings("unchecked")
    private static Verdict json(String text) {
        return JSON.judge(
                (Map<String, Object>) JsonReader.readAsWritten(text), path -> "line 1: " + WordTable.shown(path));
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

    /** The operator tries a configuration and takes it back; what is said then are the words of the program. */
    @Test
    void doesNotCheckWordsForWhichProgramEnds() {
        assertThat(ini("[Global]\nFatal = v3\n")).isEqualTo(new Verdict(List.of(), List.of()));
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
    void everyEntryHasItsTypeAndLastOneTheWord() {
        assertThat(ini("[Global]\nMode = x\nMode = On\n").faults()).isEmpty();
        assertThat(ini("[Global]\nPort = x\nPort = 1\n").faults())
                .containsExactly(
                        "line 2: [Global] Port: the value is not an integer of 32 bits; write a number such as 10256");
        assertThat(ini("[Global]\nFamilies = x\nFamilies = ipv4\n").warnings()).hasSize(1);
        assertThat(ini("[Global]\nFamilies = x\nFamilies\nFamilies = ipv4\n").warnings())
                .isEmpty();
    }

    @Test
    void keyAloneIsJudgedByItsTypeOnly() {
        assertThat(ini("[Global]\nMode\n").faults())
                .containsExactly("line 2: [Global] Mode: the key has no value; write Mode = value, or remove the line");
    }

    @Test
    void sectionWithSubsectionIsAnother() {
        assertThat(ini("[Global \"x\"]\nMode = x\n").faults()).isEmpty();
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
                {"VMTYPE": "x", "Retries": 1.5, "type": {"TYPE": "b"}, "tags": {"x": [], "y": "z"},
                 "rules": [{"name": "a", "sort": "up"}, {"sort": "down"}, 7], "other": 1}
                """);

        assertThat(verdict.faults())
                .containsExactly(
                        "line 1: VMTYPE: the value is not vmss, so it is lost; write vmss",
                        "line 1: Retries: must be an integer, but is a number with a fraction; write digits only",
                        "line 1: tags.x: must be a string, but is a list; write one value in quotes",
                        "line 1: rules[2]: must be an object, but is a number; write {\"name\": value}");
        assertThat(verdict.warnings())
                .containsExactly(
                        "line 1: type.TYPE: the value is not a, so it is b; write a",
                        "line 1: rules[1].sort: the value is not up, so it is down; write up");
    }

    @Test
    void nullIsNothingInTree() {
        assertThat(json("{\"vmType\": null, \"rules\": null, \"type\": {\"type\": null}}"))
                .isEqualTo(new Verdict(List.of(), List.of()));
        assertThat(json("{\"rules\": {}}").faults())
                .containsExactly("line 1: rules: must be a list, but is an object; write [value, value]");
    }

    @Test
    void refusesWithFirstTwentyFaults() {
        String ports = "Port = x\n".repeat(30);

        assertThatThrownBy(() -> ini("[Global]\n" + ports).requireNoFaults())
                .isInstanceOfSatisfying(
                        InvalidInputException.class, e -> assertThat(e.lines()).hasSize(20));
        Verdict verdict = new Verdict(List.of(), List.of("a")).and(new Verdict(List.of(), List.of("b")));
        assertThat(verdict.requireNoFaults().warnings()).containsExactly("a", "b");
    }

    @Test
    void linesHaveLimit() {
        String items =
                String.join(",", IntStream.range(0, 100).mapToObj(i -> "1").toList());

        assertThat(json("{\"rules\": [" + items + "]}").faults()).hasSize(20);
    }

    @Test
    void givesRulesInOrderOfTable() {
        assertThat(INI.rules("Global").keySet())
                .startsWith("Name", "Mode", "Families")
                .endsWith("Path");
        assertThat(INI.rules("Global").get("Port").type()).isEqualTo(GcfgType.INT32);
        assertThat(JSON.rules().keySet()).containsExactly("vmType", "retries");
        assertThat(JSON.rules("tags").get("*").type()).isEqualTo(JsonType.STRING);
        assertThat(JSON.rules("absent")).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "keys: {Global: {A: text}} # type text: ",
                "keys: {Global: {A: {type: string, word: [a]}}} # keys.Global.A.word: there is no such attribute",
                "keys: {Global: {A: {type: string, words: [a]}}} # keys.Global.A: there are words or a format, but no otherwise",
                "keys: {Global: {A: {type: string, words: a}}} # keys.Global.A.words: a list of strings is needed",
                "keys: {Global: {A: {type: string, words: [yes, 1]}}} # keys.Global.A.words: a list of strings is needed",
                "keys: {Global: {A: {type: string, trim: 1}}} # keys.Global.A.trim: a boolean is needed",
                "keys: {Global: {A: {type: string, format: color}}} # keys.Global.A.format: 'color' is unknown",
                "keys: {Global: {A: {type: string, needs: B}}} # keys.Global.A.needs: a list is needed",
                "keys: {Global: {A: {type: string, needs: [[]]}}} # keys.Global.A.needs[0]: a key or a list of keys is needed",
                "{form: json, keys: {A: {type: string, needs: [B]}}} # keys.A.needs: only keys of INI have others beside them",
                "keys: {Global: {A: {type: string, otherwise: {is: bad, effect: e}}}} # is: 'bad' is unknown",
                "keys: {Global: {A: {type: string, otherwise: {is: error}}}} # otherwise: there is no effect",
                "keys: {Global: {A: {type: string, otherwise: {is: error, effect: e, why: w}}}} # why: there is no such",
                "keys: {Global: {A: string, a: string}} # keys.Global: 'a' is there twice, in other letter case",
                "keys: {Global: string} # keys.Global: a section of INI has keys",
                "keys: {Global: {A: {B: string}}} # keys.Global.A: a key of INI has a type",
                "{form: json, keys: {A: []}} # keys.A: a list has one kind of items",
                "{form: json, keys: {A: 7}} # keys.A: there is neither a type nor a map nor a list",
                "{form: toml, keys: {A: string}} # form: 'toml' is unknown",
                "{name: x, keys: {A: string}} # name: there is no such attribute"
            })
    void refusesTablesThatAreNone(String line) {
        String[] parts = line.split(" # ");
        String body = parts[0].startsWith("{")
                ? parts[0].substring(1, parts[0].length() - 1).replace(", keys", "\nkeys")
                : parts[0];

        assertThatThrownBy(() -> table(body))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining(parts[1]);
    }

    @ParameterizedTest
    @ValueSource(strings = {"source", "commit", "date", "files"})
    void requiresSource(String attribute) {
        Map<String, Object> table = YamlReader.read(SOURCE + "keys: {Global: {A: string}}")
                .get(0)
                .map()
                .orElseThrow();
        table.remove(attribute);

        assertThatThrownBy(() -> TableReader.read(FieldReader.of(table)))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining(attribute);
    }

    @Test
    void requiresResource() {
        assertThatThrownBy(() -> WordTable.read("absent"))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("/configurations/absent.yaml");
    }

    @Test
    void leavesTypesToProgramThatJudgesThemItself() {
        WordTable ini = table("""
                checkTypes: false
                keys: {Global: {Port: int32, Mode: {type: string, words: [On], otherwise: {is: error, effect: it is off}}}}
                """);
        WordTable json = table("""
                form: json
                checkTypes: false
                keys:
                  port: {type: integer, format: url, otherwise: {is: warning, effect: it is closed}}
                  list: [string]
                  map: {a: string}
                """);

        assertThat(ini.judge(IniReader.read("[Global]\nPort = a\nMode\n")))
                .isEqualTo(new Verdict(List.of(), List.of()));
        assertThat(ini.judge(IniReader.read("[Global]\nMode = Off\n")).faults())
                .containsExactly("line 2: [Global] Mode: the value is not On, so it is off; write On");
        assertThat(judged(json, "{\"port\":\"0\",\"list\":{},\"map\":[1]}"))
                .isEqualTo(new Verdict(List.of(), List.of()));
        assertThat(judged(json, "{\"port\":0}").warnings())
                .containsExactly(
                        "port: the value is not an http or https URL with a host, so it is closed; write one such as https://example.com");
    }

    @SuppressWarnings("unchecked")
    private static Verdict judged(WordTable table, String json) {
        return table.judge(
                (Map<String, ?>) JsonReader.readAsWritten(json),
                path -> WordTable.shown(path).toString());
    }
}
