// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.cloudconfig.transform.words;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ccmoperator.assets.tree.FieldReader;
import io.ccmoperator.assets.tree.YamlReader;
import io.ccmoperator.ini.IniReader;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SectionJudgeTest {
    private static final WordTable TABLE = table("""
            keys:
              Balancer:
                provider:
                  type: string
                  default: plain
                  beside:
                    ovn:
                      method: {words: [a, b], otherwise: {is: warning, effect: it fails}}
                      managed: {words: ["true", "yes"], otherwise: {is: error, effect: it is open, remedy: open it}}
                      flavor: {otherwise: {is: warning, effect: it is lost}}
                    plain:
                      flavor: {format: uuid, otherwise: {is: warning, effect: it is unknown}}
                method: {type: string, default: c}
                managed: {type: boolean, default: "false"}
                flavor: string
                networks: {type: string, separator: ", ", format: cidr, otherwise: {is: warning, effect: it is lost}}
                seconds:
                  type: string
                  format: {pattern: "[0-9]+s", is: a number of seconds, example: 5s}
                  otherwise: {is: warning, effect: it is cut}
              Class "*":
                subnet-id: string
              Other_Class:
                zone: string
            """);

    private static WordTable table(String keys) {
        String source = "source: owner/repository\ncommit: \"0123abc\"\ndate: \"2026-08-19\"\nfiles: [a.go]\n";
        return TableReader.read(
                FieldReader.of(YamlReader.read(source + keys).get(0).map().orElseThrow()));
    }

    private static Verdict judge(String text) {
        return TABLE.judge(IniReader.read("[Balancer]\n" + text));
    }

    @Test
    void judgesKeysBesideValueOfAnother() {
        Verdict verdict = judge("method = c\nmanaged = off\nflavor = x\nProvider = ovn\n");

        assertThat(verdict.faults())
                .containsExactly(
                        "line 3: [Balancer] managed: beside provider = ovn the value is not one of true, yes, so it is open; open it");
        assertThat(verdict.warnings())
                .containsExactly(
                        "line 2: [Balancer] method: beside provider = ovn the value is not one of a, b, so it fails; write one of them",
                        "line 4: [Balancer] flavor: beside provider = ovn it is lost; remove it");
    }

    @Test
    void saysOfDefaultThatKeyIsMissing() {
        Verdict verdict = judge("provider = ovn\n");

        assertThat(verdict.faults())
                .containsExactly("line 2: [Balancer] provider: managed is missing, so it is open; open it");
        assertThat(verdict.warnings())
                .containsExactly("line 2: [Balancer] provider: method is missing, so it fails; write it");
    }

    @Test
    void countsLastValueAndBooleanAlone() {
        assertThat(judge("provider = ovn\nmethod = c\nmethod = b\nmanaged\nflavor =\n")
                        .warnings())
                .isEmpty();
        assertThat(judge("provider = ovn\nprovider = other\n")).isEqualTo(judge(""));
    }

    @Test
    void judgesKeyBesideDefault() {
        assertThat(judge("flavor = x\n").warnings())
                .containsExactly(
                        "line 2: [Balancer] flavor: beside provider = plain the value is not a UUID, so it is unknown; write"
                                + " one such as 00000000-0000-0000-0000-000000000001");
        assertThat(judge("provider = other\nflavor = x\n").warnings()).isEmpty();
    }

    @Test
    void separatesAtEachCharacter() {
        assertThat(judge("networks = \"10.0.0.0/8, 192.0.2.0/24 2001:db8::/32,\"\n")
                        .warnings())
                .isEmpty();
        assertThat(judge("networks = \"10.0.0.0/8;192.0.2.0/24\"\n").warnings())
                .containsExactly(
                        "line 2: [Balancer] networks: a part of the value is not a network in CIDR notation, so it is lost;"
                                + " write one such as 10.0.0.0/16");
    }

    @Test
    void judgesByPatternOfTable() {
        assertThat(judge("seconds = 15s\n").warnings()).isEmpty();
        assertThat(judge("seconds = \"15s \"\n").warnings())
                .containsExactly(
                        "line 2: [Balancer] seconds: the value is not a number of seconds, so it is cut; write one such as 5s");
    }

    @ParameterizedTest
    @CsvSource({"Balancer, net-works, networks", "'Class \"a\"', SubnetID, subnet-id", "Class, Subnet-I-D, subnet-id"})
    void asksForKeyWithSameLetters(String section, String key, String meant) {
        assertThat(TABLE.judge(IniReader.read("[" + section + "]\n" + key + " = x\n"))
                        .warnings())
                .containsExactly("line 2: [" + section + "] " + key
                        + " is not a key that the cloud controller manager reads; is " + meant + " meant?");
    }

    @ParameterizedTest
    @ValueSource(strings = {"[Balancer]\nMETHOD = x", "[Balancer]\nmethods = x", "[Other]\nmeth-od = x", "[Balancers]"})
    void asksForNothingElse(String text) {
        assertThat(TABLE.judge(IniReader.read(text)).warnings()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "Bal-ancer, [Balancer]",
        "cl-ass, '[Class \"name\"]'",
        "OtherClass, [Other_Class]",
    })
    void asksForSectionWithSameLetters(String section, String meant) {
        assertThat(TABLE.judge(IniReader.read("[" + section + "]\nzone = x\n")).warnings())
                .containsExactly("line 1: [" + section
                        + "] is not a section that the cloud controller manager reads; is " + meant + " meant?");
    }

    @Test
    void warningsHaveLimit() {
        String lines = String.join(
                "", IntStream.range(0, 30).mapToObj(i -> "net-works = x\n").toList());

        assertThat(judge(lines).warnings()).hasSize(20);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{pattern: '(', is: a, example: b} # format.pattern: '(' is unknown",
                "{pattern: a, is: b} # format: there is no example",
                "{regex: a} # format.regex: there is no such attribute",
            })
    void refusesFormatThatIsNone(String line) {
        String[] parts = line.split(" # ");

        assertThatThrownBy(() -> table(
                        "keys: {A: {b: {type: string, otherwise: {is: error, effect: e}, format: " + parts[0] + "}}}"))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining(parts[1]);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{form: json, keys: {a: {type: string, beside: {b: {c: {otherwise: {is: error, effect: e}}}}}}} # only keys of INI",
                "{keys: {A: {a: {type: string, beside: {b: {c: {words: [d]}}}}}}} # there is a type, or no otherwise",
                "{keys: {A: {a: {type: string, beside: {b: {c: {type: string}}}}}}} # there is a type, or no otherwise",
            })
    void refusesCompanionsThatAreNone(String line) {
        String[] parts = line.split(" # ");
        String body = parts[0].substring(1, parts[0].length() - 1).replace(", keys", "\nkeys");

        assertThatThrownBy(() -> table(body))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining(parts[1]);
    }
}
