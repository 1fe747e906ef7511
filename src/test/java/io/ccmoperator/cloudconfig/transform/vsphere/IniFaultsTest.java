// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.cloudconfig.transform.vsphere;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ccmoperator.cluster.InvalidInputException;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class IniFaultsTest {
    @ParameterizedTest
    @MethodSource
    void reportsFaultWithSectionKeyAndLine(Conversion row) {
        assertThatThrownBy(() -> Clusters.convert(row.source(), Clusters.BARE))
                .isInstanceOf(InvalidInputException.class)
                .hasMessage(row.result().strip());
    }

    static Stream<Conversion> reportsFaultWithSectionKeyAndLine() {
        return Stream.of(
                new Conversion("a port that is not a number", "[Global]\nuser = u\nport = https\n", """
                        line 3: [Global] port is not a number; write digits
                        """),
                new Conversion("a negative count", "[VirtualCenter \"vc\"]\nsoap-roundtrip-count = -1\n", """
                        line 2: [VirtualCenter "vc"] soap-roundtrip-count is not a number; write digits
                        """),
                new Conversion("a port beyond all numbers", "[Global]\nport = 99999999999999999999\n", """
                        line 2: [Global] port is not a number; write digits
                        """),
                new Conversion("a flag that is none", "[Global]\n\ninsecure-flag = maybe\n", """
                        line 3: [Global] insecure-flag is neither true nor false; write one of them
                        """),
                new Conversion("a string without a value", "[Labels]\nzone\n", """
                        line 2: [Labels] zone has no value; write zone = value, or remove the line
                        """),
                new Conversion("a vCenter without a name", "[Global]\n[VirtualCenter]\nuser = u\n", """
                        line 2: [VirtualCenter] names no vCenter; write [VirtualCenter "server"] with the vCenter's host name
                        """),
                new Conversion("several faults", """
                        [Global]
                        port = a
                        api-disable = 2
                        [VirtualCenter "vc"]
                        port = b
                        """, """
                        line 2: [Global] port is not a number; write digits
                        line 3: [Global] api-disable is neither true nor false; write one of them
                        line 5: [VirtualCenter "vc"] port is not a number; write digits
                        """));
    }

    @ParameterizedTest
    @MethodSource
    void reportsTextThatIsNotIniWithPosition(Conversion row) {
        assertThatThrownBy(() -> Clusters.convert(row.source(), Clusters.BARE))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageStartingWith(row.result().strip());
    }

    static Stream<Conversion> reportsTextThatIsNotIniWithPosition() {
        return Stream.of(
                new Conversion("a header that is not closed", "[Global\nuser = u\n", "line 1, column 8: "),
                new Conversion(
                        "quotes that are not closed",
                        "[Global]\npassword = \"p\n",
                        "line 2, column 12: [Global] password: "),
                new Conversion("a list of YAML", "[DC1, DC2]\n", "line 1, column 5: "),
                new Conversion("YAML after a header", "[Global]\nuser: u\n", "line 2, column 5: [Global] user: "));
    }
}
