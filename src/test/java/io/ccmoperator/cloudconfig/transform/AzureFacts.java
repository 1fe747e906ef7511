// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.cloudconfig.transform;

import static io.ccmoperator.YamlText.tree;

import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.cluster.Distribution;
import io.ccmoperator.cluster.EnabledFeatures;
import java.util.List;
import java.util.Optional;

/** Facts of clusters on Azure. */
final class AzureFacts {
    private AzureFacts() {}

    /** Facts with this status.platformStatus, in YAML. */
    static TransformerFacts of(String platformStatus) {
        return of(Distribution.OPENSHIFT, "Infrastructure", platformStatus);
    }

    /** Facts of a cluster that a CloudControllerManager describes, which has this platform. */
    static TransformerFacts onKubernetes(String platform) {
        return of(Distribution.KUBERNETES, "CloudControllerManager", platform);
    }

    private static TransformerFacts of(Distribution distribution, String kind, String platformStatus) {
        return new TransformerFacts(
                distribution,
                new KubernetesObject(tree("{kind: " + kind + ", metadata: {name: cluster}, status: {platformStatus: "
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

    /** Warnings but for the one about a resource group, which most sources of tests do not have. */
    static List<String> withoutMissingGroup(List<String> warnings) {
        return warnings.stream()
                .filter(line -> !line.startsWith("resourceGroup is missing"))
                .toList();
    }
}
