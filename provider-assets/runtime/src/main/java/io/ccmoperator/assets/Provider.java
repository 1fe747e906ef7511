/*
 * Copyright the ccm-operator authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.ccmoperator.assets;

import java.util.List;

/**
 * A provider with its manifests. The manifests are shared: whoever changes one works on a {@link KubernetesObject#copy() copy}.
 *
 * @param descriptor what provider.yaml says
 * @param assets what runs in the cluster, in the order of file names and documents
 * @param bootstrap static Pods for the bootstrap VM
 */
public record Provider(ProviderDescriptor descriptor, List<KubernetesObject> assets, List<KubernetesObject> bootstrap) {
    public Provider {
        assets = List.copyOf(assets);
        bootstrap = List.copyOf(bootstrap);
    }
}
