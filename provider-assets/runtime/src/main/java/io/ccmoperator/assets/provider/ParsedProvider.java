// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.assets.provider;

import io.ccmoperator.assets.ClusterFact;
import io.ccmoperator.assets.FlagSource;
import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.assets.Ordered;
import io.ccmoperator.assets.Provider;
import io.ccmoperator.assets.ProviderDescriptor;
import io.ccmoperator.assets.ProviderIndex;
import io.ccmoperator.assets.discovery.ProviderFolder;
import io.ccmoperator.assets.tree.FieldReader;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A provider as it was read; the rules judge it. What could not be read is not in it, so that the rest is judged even then.
 *
 * @param folder where it was found
 * @param descriptorDocument provider.yaml, if there is one document in it that is a map
 * @param validDescriptor what provider.yaml says, if it has the shape of a descriptor
 * @param assets the documents of assets/
 * @param bootstrap the documents of bootstrap/
 * @param programs container to what its program prints with {@code --help}, where that is known
 * @param images what images.yaml says, if there is one without a fault
 * @param complete false when a manifest could not be read: then nothing can be said of objects that seem to be missing
 */
public record ParsedProvider(
        ProviderFolder folder,
        Optional<ProviderDocument> descriptorDocument,
        Optional<ProviderDescriptor> validDescriptor,
        List<ProviderDocument> assets,
        List<ProviderDocument> bootstrap,
        Map<String, Program> programs,
        Optional<FieldReader> images,
        boolean complete) {
    public ParsedProvider {
        assets = List.copyOf(assets);
        bootstrap = List.copyOf(bootstrap);
        programs = Ordered.copy(programs);
    }

    /**
     * The descriptor; every provider that the rules let through has one.
     *
     * @throws java.util.NoSuchElementException if provider.yaml is missing or faulty
     */
    public ProviderDescriptor descriptor() {
        return validDescriptor.orElseThrow();
    }

    /**
     * The descriptor as it is written.
     *
     * @throws java.util.NoSuchElementException if provider.yaml is missing or cannot be read
     */
    public Map<String, Object> descriptorTree() {
        return descriptorDocument.orElseThrow().manifest().tree();
    }

    /**
     * The fields of the descriptor.
     *
     * @throws java.util.NoSuchElementException if provider.yaml is missing or cannot be read
     */
    public FieldReader descriptorFields() {
        return descriptorDocument.orElseThrow().fields();
    }

    /** What runs in the cluster. */
    public List<KubernetesObject> assetManifests() {
        return assets.stream().map(ProviderDocument::manifest).toList();
    }

    /** Static Pods for the bootstrap VM. */
    public List<KubernetesObject> bootstrapManifests() {
        return bootstrap.stream().map(ProviderDocument::manifest).toList();
    }

    /**
     * The line of the index.
     *
     * @throws java.util.NoSuchElementException if provider.yaml is missing or faulty
     */
    public ProviderIndex.Entry entry() {
        ProviderDescriptor descriptor = descriptor();
        return new ProviderIndex.Entry(
                folder.name(),
                descriptor.platform(),
                descriptor.variant(),
                bootstrapManifests().stream().map(KubernetesObject::name).toList());
    }

    /**
     * The feature gates of {@link Provider#CLOUD_FEATURE_GATES} that each container knows which gets them.
     *
     * @throws java.util.NoSuchElementException if provider.yaml is missing or faulty
     */
    public List<String> featureGates() {
        List<String> containers = descriptor().flags().entrySet().stream()
                .filter(flags -> flags.getValue().containsValue(new FlagSource.OfFact(ClusterFact.CLOUD_FEATURE_GATES)))
                .map(Map.Entry::getKey)
                .toList();
        return Provider.CLOUD_FEATURE_GATES.stream()
                .filter(gate -> !containers.isEmpty()
                        && containers.stream()
                                .allMatch(name -> program(name).featureGates().contains(gate)))
                .toList();
    }

    /** What is known of the program of a container. */
    public Program program(String container) {
        return programs.getOrDefault(container, Program.COMMON);
    }

    /** The documents of assets/ and bootstrap/. */
    public List<ProviderDocument> documents() {
        return Stream.concat(assets.stream(), bootstrap.stream()).toList();
    }

    /** The assets of a kind. */
    public List<FieldReader> assetsOf(String kind) {
        return assets.stream()
                .filter(document -> document.manifest().kind().equals(kind))
                .map(ProviderDocument::fields)
                .toList();
    }

    /** The pods of Deployments. */
    public List<Pod> deployments() {
        return workloads().stream().filter(pod -> pod.isOf("Deployment")).toList();
    }

    /** The pods of Deployments and DaemonSets. */
    public List<Pod> workloads() {
        return assets.stream()
                .filter(document -> document.manifest().isWorkload())
                .flatMap(document -> Pod.of(document).stream())
                .toList();
    }

    /** The static Pods for the bootstrap VM. */
    public List<Pod> bootstrapPods() {
        return bootstrap.stream()
                .filter(document -> document.manifest().kind().equals("Pod"))
                .flatMap(document -> Pod.of(document).stream())
                .toList();
    }

    /** The pods of workloads and those for the bootstrap VM. */
    public List<Pod> pods() {
        return Stream.concat(workloads().stream(), bootstrapPods().stream()).toList();
    }
}
