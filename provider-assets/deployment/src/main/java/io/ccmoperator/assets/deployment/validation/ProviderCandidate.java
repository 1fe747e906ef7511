/*
 * Copyright the ccm-operator authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.ccmoperator.assets.deployment.validation;

import io.ccmoperator.assets.DescriptorTree;
import io.ccmoperator.assets.Manifest;
import io.ccmoperator.assets.ProviderDescriptor;
import io.ccmoperator.assets.ProviderIndex;
import io.ccmoperator.assets.deployment.discovery.ProviderFolder;
import java.util.List;
import java.util.Map;

/**
 * A provider whose files could be read and whose descriptor is sound; the rules judge it.
 *
 * @param folder where it was found
 * @param descriptorDocument provider.yaml
 * @param assets the documents of assets/
 * @param bootstrap the documents of bootstrap/
 */
public record ProviderCandidate(
        ProviderFolder folder,
        ProviderDocument descriptorDocument,
        List<ProviderDocument> assets,
        List<ProviderDocument> bootstrap) {

    /** The descriptor. */
    public ProviderDescriptor descriptor() {
        return DescriptorTree.read(folder.name(), descriptorTree());
    }

    /** The descriptor as it is written. */
    public Map<String, Object> descriptorTree() {
        return descriptorDocument.manifest().tree();
    }

    /** What runs in the cluster. */
    public List<Manifest> assetManifests() {
        return assets.stream().map(ProviderDocument::manifest).toList();
    }

    /** Static Pods for the bootstrap VM. */
    public List<Manifest> bootstrapManifests() {
        return bootstrap.stream().map(ProviderDocument::manifest).toList();
    }

    /** The line of the index. */
    public ProviderIndex.Entry entry() {
        ProviderDescriptor descriptor = descriptor();
        return new ProviderIndex.Entry(
                folder.name(),
                descriptor.platform(),
                descriptor.variant(),
                bootstrapManifests().stream().map(Manifest::name).toList());
    }
}
