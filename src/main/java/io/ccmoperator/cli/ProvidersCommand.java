// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.cli;

import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.assets.ProviderIndex;
import io.ccmoperator.assets.provider.ProviderDocument;
import io.ccmoperator.assets.rbac.ChartRules;
import io.ccmoperator.assets.tree.JsonWriter;
import io.ccmoperator.assets.tree.YamlWriter;
import io.ccmoperator.assets.validation.BuildFacts;
import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

@Command(
        name = "providers",
        description = "Lists the providers that the program was built with, and those of a folder.",
        footerHeading = "%nExamples:%n",
        footer = {
            "  ccm-operator providers",
            "  ccm-operator providers -o yaml",
            "  ccm-operator providers --provider-dir=packs -o rules"
        },
        mixinStandardHelpOptions = true,
        versionProvider = BuildVersion.class)
final class ProvidersCommand implements Runnable {
    private static final List<String> HEAD = List.of(
            "NAME", "PLATFORM", "VARIANT", "OBJECTS", "BOOTSTRAP PODS", "CLOUD CONFIG", "TRANSFORMER", "IMAGE KEYS");

    @Spec
    CommandSpec command;

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FORMAT",
            description =
                    "text (a table), json or yaml; rules: values of the Helm chart with what the operator has to be permitted"
                            + " for --provider-dir (default: text).")
    Output format = Output.TEXT;

    @Mixin
    ProvidersInput input;

    /** The formats of this command. */
    enum Output {
        TEXT,
        JSON,
        YAML,
        RULES;

        /** As completion proposes it. */
        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    @Override
    public void run() {
        ProvidersInput.Extended extended = input.extended();
        extended.judged().ifPresent(judged -> judged.remarks().forEach(remark -> Diagnostics.warning(command, remark)));
        List<ProviderSummary> providers = extended.index().entries().stream()
                .map(ProviderIndex::provider)
                .map(ProviderSummary::of)
                .toList();
        PrintWriter out = command.commandLine().getOut();
        switch (format) {
            case TEXT -> out.print(table(providers));
            case JSON -> out.print(JsonWriter.indented(tree(providers)));
            case YAML -> out.print(YamlWriter.write(tree(providers)));
            case RULES -> out.print(rules(extended));
        }
        out.flush();
    }

    /** What the roles of the chart give already is not in it. */
    private String rules(ProvidersInput.Extended extended) {
        List<KubernetesObject> assets = extended
                .judged()
                .orElseThrow(() -> new ParameterException(
                        command.commandLine(),
                        "-o rules: needs --provider-dir; the chart has the rules for providers that are built in"))
                .providers()
                .stream()
                .flatMap(provider -> provider.assetManifests().stream())
                .toList();
        List<KubernetesObject> payload = BuildFacts.load().payload().stream()
                .map(ProviderDocument::manifest)
                .toList();
        Map<String, Object> values = ChartRules.ofPacks(assets, payload);
        return values.isEmpty()
                ? "# The providers need no rules beside those of the chart.\n{}\n"
                : YamlWriter.write(values);
    }

    private static Table table(List<ProviderSummary> providers) {
        return new Table(HEAD, providers.stream().map(ProvidersCommand::row).toList());
    }

    private static Map<String, Object> tree(List<ProviderSummary> providers) {
        return Map.of("providers", providers.stream().map(ProviderSummary::tree).toList());
    }

    private static List<String> row(ProviderSummary provider) {
        return List.of(
                provider.name(),
                provider.platform(),
                provider.variant(),
                String.valueOf(provider.objects().size()),
                String.join(",", provider.bootstrapPods()),
                provider.cloudConfigSource(),
                provider.transformer(),
                String.join(",", provider.imageKeys()));
    }
}
