// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.cloudconfig;

import io.ccmoperator.assets.CloudConfig;
import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.assets.ProviderDescriptor;
import io.ccmoperator.assets.ProviderIndex;
import io.ccmoperator.assets.ReleaseTag;
import io.ccmoperator.cloudconfig.transform.CloudConfigTransformer;
import io.ccmoperator.cloudconfig.transform.TransformedConfig;
import io.ccmoperator.cloudconfig.transform.TransformerFacts;
import io.ccmoperator.cloudconfig.transform.Transformers;
import io.ccmoperator.cluster.Distribution;
import io.ccmoperator.cluster.EnabledFeatures;
import io.ccmoperator.cluster.Infrastructure;
import io.ccmoperator.cluster.InvalidInputException;
import io.ccmoperator.cluster.Overrides;
import io.ccmoperator.input.DescribingFile;
import io.ccmoperator.input.ManifestFile;
import io.ccmoperator.input.ManifestKind;
import io.ccmoperator.input.UnknownFields;
import io.ccmoperator.substitution.ProviderSelection;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Transforms a cloud configuration for a cluster that files describe, as the controller does for one that the API server
 * knows.
 *
 * @param description names the platform
 * @param network manifest of the Network, if given; a CloudControllerManager has the networks itself
 * @param managedNamespace the namespace of cloud controller managers
 * @param features the feature gates that the cluster lists
 * @param unknownFields what becomes of fields that this release does not know
 */
public record FileTransformation(
        DescribingFile description,
        Optional<Path> network,
        String managedNamespace,
        EnabledFeatures features,
        UnknownFields unknownFields) {
    /**
     * Transforms.
     *
     * @param place the source of the configuration in messages
     * @throws InvalidInputException if a file is not what it should be, one that the platform needs is not given, the
     *     platform has no cloud configuration, or the text cannot be transformed; each line names the file
     */
    public TransformedConfig transform(String place, String text, ProviderIndex providers) {
        KubernetesObject object = description.read(unknownFields);
        ProviderDescriptor descriptor = descriptor(object, providers);
        CloudConfigTransformer transformer = Transformers.of(cloudConfig(descriptor));
        if (transformer.needsNetwork() && network.isEmpty() && !description.isManager()) {
            throw new InvalidInputException(description + ": the configuration of this platform depends on the Network"
                    + " 'cluster'; give its manifest with --cluster-network-file");
        }
        Optional<KubernetesObject> networkObject = description.isManager()
                ? Optional.of(description.cluster(unknownFields).network())
                : network.map(
                        file -> new KubernetesObject(ManifestFile.read(file, ManifestKind.NETWORK, unknownFields)));
        Overrides overrides = description.isManager()
                ? Overrides.of(description.cluster(unknownFields).object().tree())
                : Overrides.NONE;
        TransformerFacts facts = new TransformerFacts(
                description.isManager() ? Distribution.KUBERNETES : Distribution.OPENSHIFT,
                object,
                networkObject,
                features.withGraduated(descriptor.graduatedFeatureGates()),
                managedNamespace,
                overrides.credentials().secret(descriptor.credentialsSecret()),
                overrides.image(Overrides.CCM).flatMap(ReleaseTag::ofImage));
        TransformedConfig transformed = named(place, () -> transformer.transform(text, facts));
        List<String> warnings = new ArrayList<>(transformed.warnings());
        CloudConfigSource.exposed(Infrastructure.of(object.tree()), facts.distribution(), transformed.text())
                .ifPresent(warnings::add);
        return new TransformedConfig(transformed.text(), warnings, transformed.published());
    }

    private ProviderDescriptor descriptor(KubernetesObject object, ProviderIndex providers) {
        Infrastructure read = named(description.toString(), () -> Infrastructure.of(object.tree()));
        if (description.isManager()) {
            ProviderSelection.mistake(read, true, providers).ifPresent(mistake -> {
                throw new InvalidInputException(description + ": " + mistake);
            });
        }
        return ProviderSelection.of(read, providers)
                .orElseThrow(() -> new InvalidInputException(description + ": " + ProviderSelection.whyNone(read)
                        + "; 'ccm-operator providers' lists the platforms that have one"))
                .descriptor();
    }

    private CloudConfig cloudConfig(ProviderDescriptor descriptor) {
        return descriptor
                .cloudConfig()
                .orElseThrow(() -> new InvalidInputException(description + ": platform " + descriptor.platform()
                        + " has no cloud configuration that the operator makes; no command is needed for it"));
    }

    private static <T> T named(String place, Supplier<T> work) {
        try {
            return work.get();
        } catch (InvalidInputException e) {
            throw e.at(place + ": ");
        }
    }
}
