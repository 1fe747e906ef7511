// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.ccm;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class TerminationMessageTest {
    static Stream<Arguments> messages() {
        return Stream.of(
                Arguments.of("", ""),
                Arguments.of("\n  \n", ""),
                Arguments.of("Error: unknown flag: --cloud\n", "Error: unknown flag: --cloud"),
                Arguments.of("usage of x\nunknown flag: --cloud", "unknown flag: --cloud"),
                Arguments.of(
                        "E1125 10:00:00.123456       1 run.go:74] \"command failed\" err=\"unrecognized feature gate: X\"\n",
                        "unrecognized feature gate: X"),
                Arguments.of(
                        "E1125 10:00:00.123456       1 run.go:74] \"command failed\" err=\"a \\\"b\\\" c\"",
                        "a \"b\" c"),
                Arguments.of(
                        "I1125 10:00:00.1 1 a.go:1] begins\nF1125 10:00:01.1   1 main.go:87] no cloud: timeout\n"
                                + "goroutine 1 [running]:\nmain.main()\n\t/main.go:87 +0x1",
                        "no cloud: timeout"),
                Arguments.of(
                        "E1125 10:00:00.1 1 a.go:1] first\nE1125 10:00:01.1 1 a.go:2] last\nI1125 10:00:01.1 1 a.go:3] ends",
                        "last"),
                Arguments.of(
                        "panic: nil map\n\ngoroutine 1 [running]:\nE1125 10:00:01.1 1 a.go:2] other", "panic: nil map"),
                Arguments.of(
                        "panic: regexp: Compile(`p[4`): error parsing regexp: missing closing ]: `[4`\n\n"
                                + "goroutine 1 [running]:\nregexp.MustCompile({0xc000016230, 0x3})\n\t/regexp.go:319 +0xbb\n",
                        "panic: regexp: Compile(`p[4`): error parsing regexp: missing closing ]: `[4`"),
                Arguments.of(
                        "W1125 10:00:00.1 1 config.go:69] ReadCPIConfigYAML failed: No Virtual Center hosts defined\n"
                                + "E1125 10:00:00.1 1 config.go:73] ReadConfigINI failed: 1:1: expected section header\n"
                                + "F1125 10:00:00.1 1 main.go:410] Cloud provider could not be initialized: 1:1: expected section header",
                        "ReadCPIConfigYAML failed: No Virtual Center hosts defined; Cloud provider could not be initialized: 1:1: expected section header"),
                Arguments.of(
                        "F1125 10:00:00.1 1 main.go:1] yaml: unmarshal errors:\n  line 2: cannot unmarshal !!str `perhaps` into bool\n"
                                + "  line 3: cannot unmarshal !!str `dc` into []string\n",
                        "yaml: unmarshal errors: line 2: cannot unmarshal !!str `perhaps` into bool line 3: cannot unmarshal !!str `dc` into []string"),
                Arguments.of("cannot log in, password=abc", "cannot log in, password=<masked>"));
    }

    @ParameterizedTest
    @MethodSource("messages")
    void findsCause(String message, String cause) {
        assertThat(TerminationMessage.cause(message)).isEqualTo(cause);
    }
}
