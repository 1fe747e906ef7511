// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.cloudconfig.transform;

import static io.ccmoperator.YamlText.tree;

import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.cluster.Distribution;
import io.ccmoperator.cluster.EnabledFeatures;
import java.util.Optional;

/** Facts of clusters on Azure. */
final class AzureFacts {
    private AzureFacts() {}

    /** Facts with this status.platformStatus, in YAML. */
    static TransformerFacts of(String platformStatus) {
        return new TransformerFacts(
                Distribution.OPENSHIFT,
                new KubernetesObject(tree("{kind: Infrastructure, metadata: {name: cluster}, status: {platformStatus: "
                        + platformStatus + "}}")),
                Optional.empty(),
                EnabledFeatures.NONE,
                "ccm",
                Optional.empty());
    }

    /** Facts of a cluster in a cloud of this name. */
    static TransformerFacts inCloud(String name) {
        return of("{type: Azure, azure: {cloudName: '" + name + "'}}");
    }
}
