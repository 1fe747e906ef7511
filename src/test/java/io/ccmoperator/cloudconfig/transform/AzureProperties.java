// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.cloudconfig.transform;

import static org.assertj.core.api.Assertions.assertThat;

import io.ccmoperator.cloudconfig.transform.azure.JsonObject;
import io.ccmoperator.cluster.InvalidInputException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** Properties for members of any type. */
class AzureProperties {
    private static final List<String> SET = List.of("cloud", "vmType", "clusterServiceLoadBalancerHealthProbeMode");

    @Property
    void keepsOrRejectsWholeConfiguration(@ForAll("confs") List<String> members) {
        String source = object(members);
        Optional<String> text = transformed(source);

        text.ifPresent(output -> {
            assertThat(transformed(output)).as("of its result").contains(output);
            assertThat(others(output)).isEqualTo(others(source));
        });
        assertThat(transformed(source)).as("again").isEqualTo(text);
    }

    @Property
    void ignoresLetterCaseAndUnknownMembers(@ForAll("confs") List<String> members) {
        boolean taken = transformed(object(members)).isPresent();
        List<String> other = new ArrayList<>(
                members.stream().map(AzureProperties::inUpperCase).toList());
        other.add("\"future\":[\"true\",6.5,{}]");

        assertThat(transformed(object(other)).isPresent()).isEqualTo(taken);
    }

    @Property
    void rejectsInvalidMemberRegardlessOfOthers(@ForAll("confs") List<String> members) {
        boolean eachTaken = members.stream()
                .allMatch(member -> transformed(object(List.of(member))).isPresent());

        assertThat(transformed(object(members)).isPresent()).isEqualTo(eachTaken);
    }

    private static Optional<String> transformed(String source) {
        try {
            return Optional.of(new AzureTransformer()
                    .transform(source, AzureFacts.inCloud("AzurePublicCloud"))
                    .text());
        } catch (InvalidInputException refused) {
            assertThat(refused.lines()).allMatch(line -> line.matches("line 1, column \\d+: \\S+: must be an? .+; .+"));
            return Optional.empty();
        }
    }

    private static String object(List<String> members) {
        return "{" + String.join(",", members) + "}";
    }

    private static String inUpperCase(String member) {
        int end = member.indexOf(':');
        return member.substring(0, end).toUpperCase(Locale.ROOT) + member.substring(end);
    }

    private static String others(String text) {
        JsonObject conf = JsonObject.read(text);
        for (String name : SET) {
            conf = conf.without(name);
        }
        return conf.text();
    }

    /** Members, each of another name. */
    @Provide
    Arbitrary<List<String>> confs() {
        Arbitrary<String> names = Arbitraries.of(
                "useInstanceMetadata",
                "cloudProviderBackoffRetries",
                "clusterServiceSharedLoadBalancerHealthProbePort",
                "clusterServiceLoadBalancerHealthProbeMode",
                "cloudProviderRateLimitQPS",
                "cloudProviderBackoffJitter",
                "tenantId",
                "vmType",
                "location",
                "tagsMap",
                "Entries",
                "routeRateLimit",
                "multipleStandardLoadBalancerConfigurations",
                "unknown");
        return names.list()
                .uniqueElements()
                .ofMaxSize(5)
                .flatMap(list -> values().list().ofSize(list.size()).map(values -> {
                    List<String> members = new ArrayList<>();
                    for (int i = 0; i < list.size(); i++) {
                        members.add("\"" + list.get(i) + "\":" + values.get(i));
                    }
                    return members;
                }));
    }

    private static Arbitrary<String> values() {
        Arbitrary<String> scalars =
                Arbitraries.of("null", "true", "\"true\"", "\"\"", "6", "6.0", "6.5", "1e3", "1e39", "1e400", "9e18");
        Arbitrary<String> named = Combinators.combine(
                        Arbitraries.of("cloudProviderRateLimit", "name", "nodeSelector", "a"), scalars)
                .as((name, value) -> "{\"" + name + "\":" + value + "}");
        return Arbitraries.oneOf(scalars, scalars, named, named.map(value -> "[" + value + "]"), Arbitraries.of("[]"));
    }
}
