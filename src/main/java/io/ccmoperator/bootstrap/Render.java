// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.bootstrap;

import io.ccmoperator.assets.Bootstrap;
import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.assets.ManagedNamespace;
import io.ccmoperator.assets.Provider;
import io.ccmoperator.assets.ProviderIndex;
import io.ccmoperator.bootstrap.BootstrapInput.CloudConfigMap;
import io.ccmoperator.cluster.ClusterFacts;
import io.ccmoperator.cluster.ClusterNetworks;
import io.ccmoperator.cluster.Distribution;
import io.ccmoperator.cluster.EnabledFeatures;
import io.ccmoperator.cluster.ImageReferences;
import io.ccmoperator.cluster.Infrastructure;
import io.ccmoperator.cluster.InvalidInputException;
import io.ccmoperator.cluster.Overrides;
import io.ccmoperator.cluster.ProxySettings;
import io.ccmoperator.cluster.TlsSettings;
import io.ccmoperator.input.DescribingFile;
import io.ccmoperator.input.ImagesFile;
import io.ccmoperator.input.UnknownFields;
import io.ccmoperator.output.OutputException;
import io.ccmoperator.substitution.BootstrapPods;
import io.ccmoperator.substitution.ProviderSelection;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.stream.Stream;

/** Renders the bootstrap files: reads the installer's manifests, fills them in, writes all results or none. */
public final class Render {
    private Render() {}

    /**
     * What to render from and to.
     *
     * @param destination the directory to write to; it is made if need be
     * @param description names the platform
     * @param images manifest of the images ConfigMap, or images.json
     * @param cloudConfig manifest of the ConfigMap with the cloud's configuration, if given
     * @param transformation what becomes of the cloud's configuration; none: it is written as it is
     * @param credentials manifest of the Secret with credentials, if given
     * @param unknownFields what becomes of fields that this release does not know
     */
    public record Request(
            Path destination,
            DescribingFile description,
            Path images,
            Optional<Path> cloudConfig,
            Optional<Transformation> transformation,
            Optional<Path> credentials,
            UnknownFields unknownFields) {}

    /** Makes the cloud's configuration one for the external cloud controller manager. */
    @FunctionalInterface
    public interface Transformation {
        /**
         * Transforms it.
         *
         * @param place the source of the configuration in messages
         * @throws InvalidInputException if the configuration cannot be transformed
         */
        String transform(String place, String text);
    }

    /**
     * Renders. The same input gives the same bytes.
     *
     * @return why there is no static Pod, and what initializes nodes instead, on one line, where the provider says so
     * @throws InvalidInputException if a file is not what it should be, or one that is needed is not given
     * @throws OutputException if a result cannot be written; then none is
     */
    public static Optional<String> run(Request request, ProviderIndex providers) {
        Infrastructure infrastructure = request.description().infrastructure(request.unknownFields());
        ImageReferences images = new ImageReferences(ImagesFile.read(request.images(), request.unknownFields()));
        Optional<CloudConfigMap> cloudConfig = BootstrapInput.cloudConfig(request, infrastructure);
        SortedMap<String, byte[]> credentials = BootstrapInput.credentials(request);
        boolean described = request.description().isManager();
        // An installer calls the command on every platform of OpenShift.
        ProviderSelection.mistake(infrastructure, described, providers)
                .filter(mistake -> described)
                .ifPresent(mistake -> {
                    throw new InvalidInputException(request.description() + ": " + mistake);
                });
        Optional<Provider> provider = ProviderSelection.of(infrastructure, providers);
        List<KubernetesObject> pods = provider.map(
                        found -> BootstrapPods.of(found, facts(infrastructure, overrides(request)), images))
                .orElse(List.of());
        Optional<Bootstrap> declared = provider.map(found -> found.descriptor().bootstrap());
        List<Transformation> transformations = Stream.of(
                        request.transformation(),
                        declared.flatMap(Bootstrap::kubeconfigKey)
                                .<Transformation>map(key -> KubeconfigSetting.of(key, pods)))
                .flatMap(Optional::stream)
                .toList();
        new BootstrapFolder(request.destination(), providers)
                .write(
                        pods,
                        cloudConfig.map(config -> config.transformed(transformations)),
                        cloudConfig.flatMap(CloudConfigMap::authorities),
                        credentials);
        return declared.flatMap(Bootstrap::whyNoPod);
    }

    /** Of the cluster, nothing but the Infrastructure is there yet. */
    private static ClusterFacts facts(Infrastructure infrastructure, Overrides overrides) {
        return new ClusterFacts(
                infrastructure,
                // Static Pods are the same everywhere.
                Distribution.OPENSHIFT,
                ManagedNamespace.DEFAULT,
                ProxySettings.NONE,
                ClusterNetworks.NONE,
                EnabledFeatures.NONE,
                TlsSettings.UNSET,
                overrides);
    }

    /** Of which the images count; all else is set in the cluster. */
    private static Overrides overrides(Request request) {
        return request.description().isManager()
                ? Overrides.of(request.description()
                        .cluster(request.unknownFields())
                        .object()
                        .tree())
                : Overrides.NONE;
    }
}
