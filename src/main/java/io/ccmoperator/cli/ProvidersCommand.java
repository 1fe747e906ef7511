// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.cli;

import io.ccmoperator.assets.ProviderIndex;
import io.ccmoperator.assets.tree.JsonWriter;
import io.ccmoperator.assets.tree.YamlWriter;
import java.io.PrintWriter;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

@Command(
        name = "providers",
        description = "Lists the providers that the program was built with.",
        footerHeading = "%nExamples:%n",
        footer = {"  ccm-operator providers", "  ccm-operator providers -o yaml"},
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
            description = "text (a table), json or yaml (default: text).")
    Format format = Format.TEXT;

    @Override
    public void run() {
        List<ProviderSummary> providers = ProviderIndex.load().entries().stream()
                .map(ProviderIndex::provider)
                .map(ProviderSummary::of)
                .toList();
        PrintWriter out = command.commandLine().getOut();
        switch (format) {
            case TEXT ->
                out.print(new Table(
                        HEAD, providers.stream().map(ProvidersCommand::row).toList()));
            case JSON -> out.print(JsonWriter.indented(tree(providers)));
            case YAML -> out.print(YamlWriter.write(tree(providers)));
        }
        out.flush();
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
