// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.cloudconfig.transform;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ccmoperator.cluster.InvalidInputException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Which values of OpenStack are rejected: those with which the cloud controller manager would not start. */
class OpenStackValidationTest {
    private final OpenStackTransformer transformer = new OpenStackTransformer();

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "[LoadBalancer] | max-shared-lb = abc | an integer of 64 bits; write a number such as 2",
                "[LoadBalancer] | max-shared-lb = 9223372036854775808 | an integer of 64 bits; write a number such as 2",
                "[loadbalancer] | MAX-Shared-LB = 1.5 | an integer of 64 bits; write a number such as 2",
                "[LoadBalancer] | max-shared-lb | an integer of 64 bits; write a number such as 2",
                "[LoadBalancer] | max-shared-lb = | an integer of 64 bits; write a number such as 2",
                "[LoadBalancer] | monitor-max-retries = -1 | an integer of 64 bits without a sign; write a number such as 3",
                "[LoadBalancer] | monitor-max-retries = +1 | an integer of 64 bits without a sign; write a number such as 3",
                "[LoadBalancer] | monitor-max-retries-down = 0x1_0000_0000_0000_0000 | an integer of 64 bits without a sign; write a number such as 3",
                "[LoadBalancer] | enabled = maybe | a boolean; write true or false",
                "[LoadBalancer] | enabled = | a boolean; write true or false",
                "[LoadBalancer] | provider-requires-serial-api-calls = 2 | a boolean; write true or false",
                "[LoadBalancer] | monitor-delay = 5 | a duration; write a number with a unit, such as 5s or 1m30s",
                "[LoadBalancer] | monitor-delay | a duration; write a number with a unit, such as 5s or 1m30s",
                "[LoadBalancer] | monitor-timeout = 5 s | a duration; write a number with a unit, such as 5s or 1m30s",
                "[Metadata]     | request-timeout = 1d | a duration; write a number with a unit, such as 5s or 1m30s",
                "[Metadata]     | request-timeout = 3000000h | a duration; write a number with a unit, such as 5s or 1m30s",
                "[Networking]   | ipv6-support-disabled = nope | a boolean; write true or false",
                "[Global]       | os-endpoint-type = | a single word; write one such as public",
            })
    void rejectsValueOfOtherType(String section, String line, String expected) {
        String key = line.split(" ", 2)[0];

        assertThatThrownBy(() -> transformer.transform(section + "\nfuture = x\n" + line, Facts.withGates()))
                .isInstanceOf(InvalidInputException.class)
                .hasMessage("line 3: " + section + " " + key + ": the value is not " + expected);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "[LoadBalancer]\nmax-shared-lb = -9223372036854775808",
                "[LoadBalancer]\nmax-shared-lb = 010",
                "[LoadBalancer]\nmax-shared-lb = 0x1F",
                "[LoadBalancer]\nmax-shared-lb = 0x_1_f",
                "[LoadBalancer]\nmonitor-max-retries = 18446744073709551615",
                "[LoadBalancer]\nenabled",
                "[LoadBalancer]\nenabled = oFF",
                "[LoadBalancer]\nmonitor-delay = 0",
                "[LoadBalancer]\nmonitor-delay = -1.5h30m.5s",
                "[LoadBalancer]\nmonitor-delay = 1h2m3s4ms5us6\u00B5s7\u03BCs8ns",
                "[LoadBalancer]\nmonitor-delay = 2562047h47m16.854775807s",
                "[Networking]\npublic-network-name",
                "[Global]\nos-endpoint-type = internal",
                "[LoadBalancer \"x\"]\nmax-shared-lb = abc",
                "[Future]\nmonitor-delay = 5",
                "[BlockStorage]\nignore-volume-az = maybe",
            })
    void acceptsValuesLikeGcfg(String source) {
        assertThat(transformer.transform(source, Facts.withGates()).text()).isNotEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "[Global]\nregion",
                "[Route]\nrouter-id",
                "[LoadBalancerClass \"x\"]\nsubnet-id",
                "[LoadBalancer]\nlb-method"
            })
    void rejectsStringWithoutValue(String source) {
        String[] lines = source.split("\n", 2);

        assertThatThrownBy(() -> transformer.transform(source, Facts.withGates()))
                .hasMessage("line 2: " + lines[0] + " " + lines[1] + ": the key has no value; write " + lines[1]
                        + " = value, or remove the line");
    }

    @Test
    void namesAllFaultsAtOnce() {
        assertThatThrownBy(() -> transformer.transform("""
                        [Global]
                        secret-name = mine
                        [LoadBalancer]
                        enabled = maybe
                        enabled = true
                        [Metadata]
                        request-timeout = soon
                        """, Facts.withGates()))
                .hasMessageContainingAll("line 2: '[Global] secret-name'", "line 4: [LoadB", "line 7: [Metadata]")
                .message()
                .hasLineCount(3);
    }
}
