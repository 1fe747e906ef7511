// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.assets.deployment;

import io.ccmoperator.assets.Transformer;
import io.ccmoperator.assets.deployment.discovery.PayloadFiles;
import io.ccmoperator.assets.deployment.discovery.ProviderFolders;
import io.ccmoperator.assets.deployment.discovery.WatchedFiles;
import io.ccmoperator.assets.discovery.ProviderFolder;
import io.ccmoperator.assets.discovery.SourceFile;
import io.ccmoperator.assets.provider.IndexFiles;
import io.ccmoperator.assets.validation.BuildFacts;
import io.ccmoperator.assets.validation.ProviderValidation;
import io.quarkus.deployment.annotations.BuildProducer;
import io.quarkus.deployment.annotations.BuildStep;
import io.quarkus.deployment.annotations.Produce;
import io.quarkus.deployment.builditem.AdditionalApplicationArchiveMarkerBuildItem;
import io.quarkus.deployment.builditem.ApplicationArchivesBuildItem;
import io.quarkus.deployment.builditem.CombinedIndexBuildItem;
import io.quarkus.deployment.builditem.FeatureBuildItem;
import io.quarkus.deployment.builditem.GeneratedResourceBuildItem;
import io.quarkus.deployment.builditem.HotDeploymentWatchedFileBuildItem;
import io.quarkus.deployment.builditem.nativeimage.NativeImageResourceBuildItem;
import io.quarkus.deployment.pkg.builditem.ArtifactResultBuildItem;
import io.quarkus.deployment.pkg.builditem.OutputTargetBuildItem;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** From provider folders to the index that the running application reads. */
class ProviderAssetsProcessor {
    @BuildStep
    FeatureBuildItem feature() {
        return new FeatureBuildItem("ccm-provider-assets");
    }

    /** A dependency that has a folder of providers is looked into, with or without a class in it. */
    @BuildStep
    AdditionalApplicationArchiveMarkerBuildItem archivesWithProviders() {
        return new AdditionalApplicationArchiveMarkerBuildItem("providers");
    }

    @BuildStep
    HotDeploymentWatchedFileBuildItem reloadOnChange() {
        return HotDeploymentWatchedFileBuildItem.builder()
                .setLocationPredicate(WatchedFiles::contain)
                .setRestartNeeded(true)
                .build();
    }

    @BuildStep
    void transformers(CombinedIndexBuildItem classes, BuildProducer<CloudConfigTransformerBuildItem> transformers) {
        classes.getIndex().getAnnotations(Transformer.class).stream()
                .flatMap(annotation -> Stream.of(annotation.value().asStringArray()))
                .forEach(name -> transformers.produce(new CloudConfigTransformerBuildItem(name)));
    }

    @BuildStep
    ProvidersBuildItem validate(
            ApplicationArchivesBuildItem archives, List<CloudConfigTransformerBuildItem> transformers) {
        List<ProviderFolder> folders = ProviderFolders.find(archives.getAllApplicationArchives());
        List<SourceFile> payload = PayloadFiles.find(archives.getRootArchive());
        return new ProvidersBuildItem(ProviderValidation.validate(folders, payload, names(transformers)));
    }

    private static Set<String> names(List<CloudConfigTransformerBuildItem> transformers) {
        return transformers.stream().map(CloudConfigTransformerBuildItem::name).collect(Collectors.toSet());
    }

    /** For values of the Helm chart, and for who reviews what the operator may do. */
    @BuildStep
    @Produce(ArtifactResultBuildItem.class)
    void rules(ProvidersBuildItem providers, ApplicationArchivesBuildItem archives, OutputTargetBuildItem target)
            throws IOException {
        Path folder = Files.createDirectories(target.getOutputDirectory().resolve(RuleFiles.FOLDER));
        List<SourceFile> payload = PayloadFiles.find(archives.getRootArchive());
        for (var file : RuleFiles.of(providers.providers(), payload).entrySet()) {
            Files.writeString(folder.resolve(file.getKey()), file.getValue());
        }
    }

    @BuildStep
    void index(
            ProvidersBuildItem providers,
            ApplicationArchivesBuildItem archives,
            List<CloudConfigTransformerBuildItem> transformers,
            BuildProducer<GeneratedResourceBuildItem> resources,
            BuildProducer<NativeImageResourceBuildItem> nativeResources) {
        Map<String, String> index = new TreeMap<>(IndexFiles.of(providers.providers()));
        index.put(
                BuildFacts.RESOURCE,
                BuildFacts.json(PayloadFiles.find(archives.getRootArchive()), names(transformers)));
        index.forEach((path, text) ->
                resources.produce(new GeneratedResourceBuildItem(path, text.getBytes(StandardCharsets.UTF_8))));
        nativeResources.produce(new NativeImageResourceBuildItem(List.copyOf(index.keySet())));
    }
}
