// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.cli;

import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.assets.Provider;
import io.ccmoperator.assets.ProviderIndex;
import io.ccmoperator.assets.tree.YamlWriter;
import io.ccmoperator.cluster.ClusterFacts;
import io.ccmoperator.cluster.Distribution;
import io.ccmoperator.cluster.ImageReferences;
import io.ccmoperator.cluster.Infrastructure;
import io.ccmoperator.cluster.InvalidInputException;
import io.ccmoperator.cluster.WithWarnings;
import io.ccmoperator.input.ClusterFiles;
import io.ccmoperator.input.DescribingFile;
import io.ccmoperator.input.ImagesFile;
import io.ccmoperator.output.AtomicFiles;
import io.ccmoperator.substitution.CheckedOverrides;
import io.ccmoperator.substitution.DesiredResources;
import io.ccmoperator.substitution.ImageChoice;
import io.ccmoperator.substitution.ProviderSelection;
import io.ccmoperator.substitution.RequiredFacts;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

@Command(
        name = "manifests",
        description = {
            "Prints, as YAML, what 'run' would apply in a cluster that files describe.",
            "",
            "The environment variable RELEASE_VERSION chooses the entry of the FeatureGate.",
            ""
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  ccm-operator manifests --images-file=images.yaml \\",
            "      --cluster-infrastructure-file=infrastructure.yaml | kubectl diff -f -",
            "",
            "  ccm-operator manifests --images-file=images.yaml --output-dir=objects \\",
            "      --cluster-infrastructure-file=infrastructure.yaml",
            "",
            "  ccm-operator manifests --cluster-file=cloudcontrollermanager.yaml"
        },
        mixinStandardHelpOptions = true,
        versionProvider = BuildVersion.class)
final class ManifestsCommand implements Runnable {
    @Spec
    CommandSpec command;

    @Mixin
    InfrastructureInput input;

    @Option(
            names = ImagesInput.NAME,
            paramLabel = "FILE",
            description = ImagesInput.DESCRIPTION + " Required on OpenShift.")
    Path images;

    @Mixin
    DistributionInput distribution;

    @Mixin
    TlsInput tls;

    @Option(names = "--proxy-file", paramLabel = "FILE", description = "Manifest of the Proxy 'cluster'.")
    Path proxy;

    @Option(
            names = "--cluster-network-file",
            paramLabel = "FILE",
            description = "Manifest of the Network 'cluster' with its status; provider alibaba requires it.")
    Path network;

    @Option(names = "--apiserver-file", paramLabel = "FILE", description = "Manifest of the APIServer 'cluster'.")
    Path apiServer;

    @Option(
            names = "--output-dir",
            paramLabel = "DIR",
            description = "Write one file an object into this directory instead of printing them.")
    Path outputDirectory;

    @Override
    public void run() {
        List<KubernetesObject> objects = desired();
        if (outputDirectory != null) {
            write(outputDirectory, objects);
        } else {
            command.commandLine()
                    .getOut()
                    .print(YamlWriter.writeAll(
                            objects.stream().map(KubernetesObject::tree).toList()));
            command.commandLine().getOut().flush();
        }
    }

    private List<KubernetesObject> desired() {
        DescribingFile description = input.description();
        if (description.isManager()) {
            refuseFilesOfOpenShift();
        }
        ClusterFiles files = new ClusterFiles(
                description,
                Optional.ofNullable(proxy),
                Optional.ofNullable(network),
                Optional.ofNullable(input.featureGate),
                Optional.ofNullable(apiServer),
                Optional.ofNullable(input.manager));
        WithWarnings<ClusterFacts> facts = files.read(
                distribution.of(description),
                input.namespace(),
                InfrastructureInput.release(),
                tls.settings(),
                input.unknownFields());
        facts.warnings().forEach(input::warn);
        ImageReferences references = references(facts.value().distribution());
        Infrastructure infrastructure = facts.value().infrastructure();
        ProviderIndex providers = input.providers.index();
        ProviderSelection.mistake(infrastructure, description.isManager(), providers)
                .ifPresent(mistake -> {
                    throw new InvalidInputException(description + ": " + mistake);
                });
        Optional<Provider> provider = ProviderSelection.of(infrastructure, providers);
        if (provider.isEmpty()) {
            input.warn(ProviderSelection.whyNone(infrastructure) + "; nothing would be applied");
        }
        return provider.map(found -> desired(found, facts.value(), references)).orElse(List.of());
    }

    /** Where no release names the images, the newest version that a provider knows chooses those that are not given. */
    private ImageReferences references(Distribution distribution) {
        if (images == null && distribution == Distribution.OPENSHIFT) {
            throw new ParameterException(
                    command.commandLine(),
                    "Missing required option: '" + ImagesInput.NAME
                            + "=FILE', which names the images of OpenShift's release");
        }
        return new ImageReferences(images == null ? Map.of() : ImagesFile.read(images, input.unknownFields()));
    }

    /** A cluster has either. */
    private void refuseFilesOfOpenShift() {
        Map<String, Path> files = new LinkedHashMap<>();
        files.put("--proxy-file", proxy);
        files.put("--cluster-network-file", network);
        files.put("--featuregate-file", input.featureGate);
        files.put("--apiserver-file", apiServer);
        files.forEach((flag, file) -> {
            if (file != null) {
                throw input.ofOpenShiftOnly(flag);
            }
        });
    }

    private List<KubernetesObject> desired(Provider provider, ClusterFacts facts, ImageReferences references) {
        RequiredFacts.missingName(provider.descriptor(), facts).ifPresent(line -> {
            throw new InvalidInputException(input.description() + ": " + line);
        });
        List<String> missing = RequiredFacts.missingNetworks(provider.descriptor(), facts);
        if (!missing.isEmpty()) {
            if (input.description().isManager()) {
                throw new InvalidInputException(missing).at(input.manager + ": ");
            }
            String remedy = "; give the manifest of the Network as the cluster has it";
            throw new InvalidInputException(
                            missing.stream().map(line -> line + remedy).toList())
                    .at(network == null ? "--cluster-network-file is not given: " : network + ": ");
        }
        CheckedOverrides overrides = CheckedOverrides.of(provider, facts, CheckedOverrides.Live.NONE);
        if (!overrides.refused().isEmpty()) {
            throw new InvalidInputException(overrides.refused()).at(input.manager + ": ");
        }
        overrides.warnings().forEach(line -> input.warn(input.manager + ": " + line));
        facts.omitted(provider).forEach(input::warn);
        ImageChoice choice = ImageChoice.of(provider, facts, references, Optional.empty());
        choice.warnings().forEach(input::warn);
        return DesiredResources.of(provider, facts, choice.images());
    }

    /**
     * Writes all objects, or none.
     *
     * @throws OutputException if a file cannot be written
     */
    private static void write(Path directory, List<KubernetesObject> objects) {
        AtomicFiles files = new AtomicFiles();
        files.directory(directory);
        for (int i = 0; i < objects.size(); i++) {
            KubernetesObject object = objects.get(i);
            files.write(
                    directory.resolve(name(i + 1, object)),
                    YamlWriter.write(object.tree()).getBytes(StandardCharsets.UTF_8));
        }
        files.commit();
    }

    /** Names of roles may contain a colon, which not every file system allows. */
    private static String name(int number, KubernetesObject object) {
        return "%02d-%s-%s.yaml"
                .formatted(
                        number,
                        object.kind().toLowerCase(Locale.ROOT),
                        object.name().replaceAll("[^A-Za-z0-9.-]", "-"));
    }
}
