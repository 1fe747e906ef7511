// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.cloudconfig.transform;

import static org.assertj.core.api.Assertions.assertThat;

import io.ccmoperator.cluster.InvalidInputException;
import io.ccmoperator.ini.IniArbitraries;
import io.ccmoperator.ini.IniDocument;
import io.ccmoperator.ini.IniEntry;
import io.ccmoperator.ini.IniReader;
import io.ccmoperator.ini.IniSection;
import io.ccmoperator.ini.IniText;
import io.ccmoperator.ini.IniWriter;
import java.util.List;
import java.util.Map;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** What a transformer of INI gives differs from what it got in what its rules say, and in nothing else. */
class TransformerProperties {
    private static final String GATE = "AWSServiceLBNetworkSecurityGroup";
    private static final String PROBE_MODE = "ClusterServiceLoadBalancerHealthProbeMode";

    @Property
    void keepsAllOfAwsConfigurationExceptModesOfOperator(@ForAll("aws") IniDocument source, @ForAll boolean managed) {
        TransformerFacts facts = managed ? Facts.withGates() : Facts.withoutGates(GATE);
        String text;
        try {
            text = transformed(new AwsTransformer(), IniWriter.write(source), facts);
        } catch (InvalidInputException refused) {
            assertThat(refused.lines())
                    .allMatch(line -> line.matches("line \\d+: \\[.+: the value is not one of ipv4, ipv6, so .*; .*"));
            assertThat(hasOtherFamily(source)).isTrue();
            return;
        }
        IniSection global = source.section("Global").orElse(IniSection.empty("Global"));
        if (global.value(PROBE_MODE).orElse("").isEmpty()) {
            global = global.with(PROBE_MODE, "Shared");
        }
        if (managed) {
            global = global.with("NLBSecurityGroupMode", "Managed");
        }
        assertThat(IniText.found(IniReader.read(text))).isEqualTo(IniText.found(source.with(global)));
    }

    private static boolean hasOtherFamily(IniDocument source) {
        return source.section("Global").stream()
                .flatMap(section -> section.entries("NodeIPFamilies").stream())
                .anyMatch(entry -> !List.of("ipv4", "ipv6").contains(entry.text()));
    }

    @Property
    void keepsAllOfOpenStackConfigurationExceptKeysOfRules(@ForAll("openStack") IniDocument source) {
        String text;
        try {
            text = transformed(new OpenStackTransformer(), IniWriter.write(source), Facts.withGates());
        } catch (InvalidInputException refused) {
            assertThat(refused.lines())
                    .allMatch(line -> line.matches(
                            "line \\d+: (?:'\\[Global] (secret-name|secret-namespace|kubeconfig-path)' is set to a non-default value"
                                    + "|(?i:\\[Global] region: the key has no value"
                                    + "|\\[LoadBalancer] (manage-security-groups: the value is not a boolean"
                                    + "|max-shared-lb: the value is not an integer of 64 bits))); .*"));
            return;
        }
        IniSection global = source.section("Global")
                .orElse(IniSection.empty("Global"))
                .without("secret-name")
                .without("secret-namespace")
                .without("kubeconfig-path")
                .with("use-clouds", "true")
                .with("clouds-file", "/etc/openstack/secret/clouds.yaml")
                .with("cloud", "openstack");
        IniSection balancer = source.section("LoadBalancer")
                .orElse(IniSection.empty("LoadBalancer"))
                .without("use-octavia");
        for (Map.Entry<String, String> set :
                Map.of("max-shared-lb", "1", "manage-security-groups", "true").entrySet()) {
            balancer =
                    balancer.entry(set.getKey()).isPresent() ? balancer : balancer.with(set.getKey(), set.getValue());
        }
        assertThat(IniText.found(IniReader.read(text)))
                .isEqualTo(IniText.found(
                        withoutFormerQuotes(source.with(global).with(balancer).without("BlockStorage"))));
    }

    private static IniDocument withoutFormerQuotes(IniDocument document) {
        return new IniDocument(document.sections().stream()
                .map(section -> section.with(section.entries().stream()
                        .map(entry -> new IniEntry(
                                entry.key(),
                                entry.value().map(TransformerProperties::withoutFormerQuotes),
                                entry.line()))
                        .toList()))
                .toList());
    }

    private static String withoutFormerQuotes(String value) {
        return value.matches("(?s)'[^']*'|`.*`") ? withoutFormerQuotes(value.substring(1, value.length() - 1)) : value;
    }

    @Property
    void writesSameAwsConfigurationForKeysInAnotherOrder(@ForAll("knownAwsKeys") List<String> keys) {
        String source = "[Global]\n"
                + String.join("", keys.stream().map(key -> key + " = a\n").toList());
        String sorted = "[Global]\n"
                + String.join(
                        "", keys.stream().sorted().map(key -> key + " = a\n").toList());

        assertThat(new AwsTransformer().transform(source, Facts.withGates()))
                .extracting(TransformedConfig::text)
                .isEqualTo(new AwsTransformer()
                        .transform(sorted, Facts.withGates())
                        .text());
    }

    /** The output of a transformation, after the assertion that it is the same each time and its own transformation. */
    private static String transformed(CloudConfigTransformer transformer, String source, TransformerFacts facts) {
        TransformedConfig config = transformer.transform(source, facts);
        assertThat(transformer.transform(source, facts)).as("again").isEqualTo(config);
        TransformedConfig twice = transformer.transform(config.text(), facts);
        assertThat(twice.text()).as("of its result").isEqualTo(config.text());
        // A value that the operator has replaced does not come again; a key that is not read is in copies of overrides,
        // too.
        assertThat(twice.warnings())
                .filteredOn(line -> !line.endsWith(" meant?"))
                .hasSizeLessThanOrEqualTo(config.warnings().size());
        return config.text();
    }

    @Provide
    Arbitrary<IniDocument> aws() {
        return IniArbitraries.documents(
                List.of("Global", "ServiceOverride", "Other"),
                List.of("Zone", "NodeIPFamilies", PROBE_MODE, "NLBSecurityGroupMode", "Service", "Region", "URL"));
    }

    @Provide
    Arbitrary<IniDocument> openStack() {
        return IniArbitraries.documents(
                List.of("Global", "LoadBalancer", "BlockStorage", "Other"),
                List.of(
                        "cloud",
                        "use-clouds",
                        "use-octavia",
                        "max-shared-lb",
                        "manage-security-groups",
                        "kubeconfig-path",
                        "region"));
    }

    @Provide
    Arbitrary<List<String>> knownAwsKeys() {
        return Arbitraries.shuffle("Zone", "Region", "VPC", "SubnetID", "RouteTableID", PROBE_MODE, "ElbSecurityGroup");
    }
}
