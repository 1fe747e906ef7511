// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.cloudconfig.transform.azure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.ccmoperator.assets.tree.YamlReader;
import io.ccmoperator.cluster.InvalidInputException;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class CloudProviderReaderTest {
    private static void require(String conf) {
        CloudProviderReader.require(JsonObject.read(conf));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{\"useInstanceMetadata\":\"true\"} | line 1, column 2: useInstanceMetadata: must be a boolean, but is a string; write true or false without quotes",
                "{\"useInstanceMetadata\":1}        | line 1, column 2: useInstanceMetadata: must be a boolean, but is a number; write true or false without quotes",
                "{\"excludeMasterFromStandardLB\":[true]} | line 1, column 2: excludeMasterFromStandardLB: must be a boolean, but is a list; write true or false without quotes",
                "{\"USEInstanceMETADATA\":\"\"}     | line 1, column 2: USEInstanceMETADATA: must be a boolean, but is a string; write true or false without quotes",
                "{\"cloudProviderBackoffRetries\":\"6\"} | line 1, column 2: cloudProviderBackoffRetries: must be an integer, but is a string; write digits without quotes",
                "{\"cloudProviderBackoffRetries\":true}  | line 1, column 2: cloudProviderBackoffRetries: must be an integer, but is a boolean; write digits without quotes",
                "{\"cloudProviderBackoffRetries\":6.5}   | line 1, column 2: cloudProviderBackoffRetries: must be an integer, but is a number with a fraction; write digits only",
                "{\"cloudProviderBackoffRetries\":99999999999999999999} | line 1, column 2: cloudProviderBackoffRetries: must be an integer, but is out of the range of 64 bits; write a smaller number",
                "{\"clusterServiceSharedLoadBalancerHealthProbePort\":2147483648} | line 1, column 2: clusterServiceSharedLoadBalancerHealthProbePort: must be an integer, but is out of the range of 32 bits; write a smaller number",
                "{\"cloudProviderRateLimitQPS\":\"6.0\"} | line 1, column 2: cloudProviderRateLimitQPS: must be a number, but is a string; write it without quotes",
                "{\"cloudProviderRateLimitQPS\":1e39}    | line 1, column 2: cloudProviderRateLimitQPS: must be a number, but is out of the range of 32 bits; write a smaller number",
                "{\"cloudProviderBackoffJitter\":1e309}  | line 1, column 2: cloudProviderBackoffJitter: must be a number, but is out of the range of 64 bits; write a smaller number",
                "{\"cloudProviderBackoffExponent\":{}}   | line 1, column 2: cloudProviderBackoffExponent: must be a number, but is an object; write it without quotes",
                "{\"tenantId\":7}                   | line 1, column 2: tenantId: must be a string, but is a number; write one value in quotes",
                "{\"subscriptionId\":false}         | line 1, column 2: subscriptionId: must be a string, but is a boolean; write one value in quotes",
                "{\"location\":[\"westeurope\"]}    | line 1, column 2: location: must be a string, but is a list; write one value in quotes",
                "{\"tags\":{\"a\":\"b\"}}           | line 1, column 2: tags: must be a string, but is an object; write one value in quotes",
                "{\"tagsMap\":\"a=b\"}              | line 1, column 2: tagsMap: must be an object, but is a string; write {\"name\": value}",
                "{\"tagsMap\":{\"a/b\":{}}}         | line 1, column 13: tagsMap[\"a/b\"]: must be a string, but is an object; write one value in quotes",
                "{\"Entries\":[]}                   | line 1, column 2: Entries: must be an object, but is a list; write {\"name\": value}",
                "{\"Entries\":{\"disk\":{\"cloudProviderRateLimitBucket\":1.5}}} | line 1, column 21: Entries.disk.cloudProviderRateLimitBucket: must be an integer, but is a number with a fraction; write digits only",
                "{\"routeRateLimit\":true}          | line 1, column 2: routeRateLimit: must be an object, but is a boolean; write {\"name\": value}",
                "{\"routeRateLimit\":{\"cloudProviderRateLimit\":\"no\"}} | line 1, column 20: routeRateLimit.cloudProviderRateLimit: must be a boolean, but is a string; write true or false without quotes",
                "{\"auxiliaryTokenProvider\":{\"vaultName\":1}} | line 1, column 28: auxiliaryTokenProvider.vaultName: must be a string, but is a number; write one value in quotes",
                "{\"multipleStandardLoadBalancerConfigurations\":{}} | line 1, column 2: multipleStandardLoadBalancerConfigurations: must be a list, but is an object; write [value, value]",
                "{\"multipleStandardLoadBalancerConfigurations\":[{},7]} | line 1, column 2: multipleStandardLoadBalancerConfigurations[1]: must be an object, but is a number; write {\"name\": value}",
                "{\"multipleStandardLoadBalancerConfigurations\":[{\"nodeSelector\":{\"matchLabels\":{\"a\":7}}}]} | line 1, column 80: multipleStandardLoadBalancerConfigurations[0].nodeSelector.matchLabels.a: must be a string, but is a number; write one value in quotes",
            })
    void rejectsValueOfOtherType(String conf, String message) {
        assertThatThrownBy(() -> require(conf))
                .isInstanceOf(InvalidInputException.class)
                .hasMessage(message);
    }

    @ParameterizedTest
    @MethodSource
    void knowsTypeOfEveryMember(String name, String other) {
        assertThatThrownBy(() -> require("{\"" + name + "\":" + other + "}"))
                .hasMessageStartingWith("line 1, column 2: " + name + ": must be a")
                .hasMessageContaining(", but is a");
        assertThatCode(() -> require("{\"" + name + "\":null}")).doesNotThrowAnyException();
    }

    static Stream<Arguments> knowsTypeOfEveryMember() {
        return YamlReader.resource(CloudProviderReader.class, "/configurations/azure.yaml")
                .map("keys")
                .entrySet()
                .stream()
                .map(member -> Arguments.of(member.getKey(), member.getValue() instanceof List ? "{}" : "[]"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"unknown\":[{}],\"useInstanceMetadatas\":\"true\"}",
                "{\"useInstanceMetadata\":true,\"USEINSTANCEMETADATA\":null}",
                "{\"cloudProviderBackoffRetries\":6.0,\"cloudProviderBackoffDuration\":1e3,\"putVMSSVMBatchSize\":-0}",
                "{\"cloudProviderBackoffDuration\":9223372036854775807}",
                "{\"clusterServiceSharedLoadBalancerHealthProbePort\":-2147483648}",
                "{\"cloudProviderRateLimitQPS\":6,\"cloudProviderRateLimitQPSWrite\":1.10,\"cloudProviderBackoffJitter\":1e39}",
                "{\"location\":7,\"resourceGroup\":true,\"tenantId\":\"\"}",
                "{\"tagsMap\":{\"number\":7,\"boolean\":true,\"null\":null,\"string\":\"a\",\"large\":1e999}}",
                "{\"Entries\":{\"disk\":null,\"route\":{\"cloudProviderRateLimitQPS\":0.5,\"other\":\"x\"}}}",
                "{\"multipleStandardLoadBalancerConfigurations\":[null,{\"name\":7,\"activeNodes\":{\"a\":1},"
                        + "\"nodeSelector\":{\"matchExpressions\":[{\"key\":\"a\",\"values\":[\"b\",null]}]}}]}",
            })
    void acceptsWhatProviderReads(String conf) {
        assertThatCode(() -> require(conf)).doesNotThrowAnyException();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{\"unknown\":[{\"a\":\"\\uD800\"}]}     | line 1, column 14: unknown[0].a: the string has half of a surrogate pair (\\uD800 to \\uDFFF); correct it",
                "{\"tagsMap\":{\"a\":[],\"b\":\"\\uDE00\\uD83D\"}} | line 1, column 13: tagsMap.a: must be a string, but is a list; write one value in quotes",
            })
    void rejectsWhatYamlCannotHold(String conf, String message) {
        assertThatThrownBy(() -> require(conf))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageStartingWith(message);
    }

    @ParameterizedTest
    @CsvSource({"a, 1022", "é, 1022", "\u007F, 170", "😀, 1022"})
    void acceptsNamesOfMaximalLengthInYaml(String character, int number) {
        String longest = character.repeat(number);

        assertThatCode(() -> require("{\"" + longest + "\":1}")).doesNotThrowAnyException();
        assertThatThrownBy(() -> require("{\"\":{\"" + longest + "aaa\":1}}"))
                .hasMessageEndingWith(": the name takes more than 1024 characters with its quotes; shorten it");
    }

    @Test
    void reportsPositionsInOrderOfMembers() {
        assertThatThrownBy(() -> require("""
                        {
                          "tagsMap": {
                            "a": [1],
                            "b": 1
                          },
                          "vmCacheTTLInSeconds": "1", "tags": 1,
                            "useInstanceMetadata": "true",
                            "UseInstanceMetadata": 0
                        }
                        """)).hasMessage("""
                        line 3, column 5: tagsMap.a: must be a string, but is a list; write one value in quotes
                        line 6, column 3: vmCacheTTLInSeconds: must be an integer, but is a string; write digits without quotes
                        line 7, column 5: useInstanceMetadata: must be a boolean, but is a string; write true or false without quotes
                        line 8, column 5: UseInstanceMetadata: must be a boolean, but is a number; write true or false without quotes\
                        """);
    }

    @ParameterizedTest
    @ValueSource(strings = {"[\"hidden\"]", "{\"hidden\":\"hidden\"}", "8453425"})
    void hidesValuesInMessages(String value) {
        assertThatThrownBy(() -> require("{\"aadClientSecret\":" + value + "}"))
                .hasMessageStartingWith("line 1, column 2: aadClientSecret: must be a string, but is a")
                .message()
                .doesNotContain("hidden", "8453425");
    }

    @Test
    void shortensMessagesForManyAndLongNames() {
        String members = String.join(
                ",",
                IntStream.range(0, 1000)
                        .mapToObj(i -> "\"" + i + "\u2028" + "n".repeat(500) + "\":[]")
                        .toList());

        InvalidInputException refused =
                catchThrowableOfType(InvalidInputException.class, () -> require("{\"tagsMap\":{" + members + "}}"));

        assertThat(refused.lines()).hasSize(20).allMatch(line -> line.length() < 300);
    }
}
