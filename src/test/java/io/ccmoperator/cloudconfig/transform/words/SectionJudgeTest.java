// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.cloudconfig.transform.words;

import static org.assertj.core.api.Assertions.assertThat;

import io.ccmoperator.assets.tree.FieldReader;
import io.ccmoperator.assets.tree.YamlReader;
import io.ccmoperator.ini.IniReader;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SectionJudgeTest {
    private static final WordTable TABLE = table("""
            keys:
              Balancer:
                provider: string
                method: {type: string, needs: [provider!=ovn]}
                families: {type: strings, words: [v4, v6], otherwise: {is: error, effect: it is lost}}
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
        return TableReader.read(
                FieldReader.of(YamlReader.read(keys).get(0).map().orElseThrow()));
    }

    private static Verdict judged(String text) {
        return TABLE.judge(IniReader.read(text), Optional.empty());
    }

    private static Verdict judge(String text) {
        return judged("[Balancer]\n" + text);
    }

    @Test
    void saysWhatIsNotReadBesideValueOfAnother() {
        assertThat(judge("method = c\nprovider = other\n").warnings()).isEmpty();
        assertThat(judge("method = c\nprovider = ovn\n").warnings())
                .containsExactly(
                        "line 2: [Balancer] method: it is not read without provider other than ovn; write that, or"
                                + " remove it");
    }

    @Test
    void countsWhatIsAfterLastKeyAlone() {
        assertThat(judge("families = x\nfamilies\nfamilies = v4\n")).isEqualTo(judge(""));
        assertThat(judge("families = x\nfamilies = v4\n").warnings()).hasSize(1);
        assertThat(judge("families = v4\nfamilies\nfamilies = x\n").faults())
                .containsExactly(
                        "line 4: [Balancer] families: the value is not one of v4, v6, so it is lost; write one of them");
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
        assertThat(judged("[" + section + "]\n" + key + " = x\n").warnings())
                .containsExactly("line 2: [" + section + "] " + key
                        + " is not a key that the cloud controller manager reads; is " + meant + " meant?");
    }

    @ParameterizedTest
    @ValueSource(strings = {"[Balancer]\nMETHOD = x", "[Balancer]\nmethods = x", "[Other]\nmeth-od = x", "[Balancers]"})
    void asksForNothingElse(String text) {
        assertThat(judged(text).warnings()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "Bal-ancer, [Balancer]",
        "cl-ass, '[Class \"name\"]'",
        "OtherClass, [Other_Class]",
    })
    void asksForSectionWithSameLetters(String section, String meant) {
        assertThat(judged("[" + section + "]\nzone = x\n").warnings())
                .containsExactly("line 1: [" + section
                        + "] is not a section that the cloud controller manager reads; is " + meant + " meant?");
    }

    @Test
    void warningsHaveLimit() {
        String lines = String.join(
                "", IntStream.range(0, 30).mapToObj(i -> "net-works = x\n").toList());

        assertThat(judge(lines).warnings()).hasSize(20);
    }

    /** The program ignores such a section as a whole. */
    @Test
    void asksForSectionWithoutSubsection() {
        assertThat(judged("[Balancer \"a\"]\nmethod = x\n").warnings())
                .containsExactly("line 1: [Balancer \"a\"] is not a section that the cloud controller manager reads; is"
                        + " [Balancer] meant?");
    }

    @Test
    void asksForKeyOfAnotherSection() {
        assertThat(judge("zone = x\nsubnetid = y\n").warnings())
                .containsExactly(
                        "line 2: [Balancer] zone is not a key that the cloud controller manager reads; is [Other_Class] zone"
                                + " meant?",
                        "line 3: [Balancer] subnetid is not a key that the cloud controller manager reads; is [Class \"name\"]"
                                + " subnet-id meant?");
    }
}
