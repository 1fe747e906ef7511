// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.perturbation;

import static io.ccmoperator.operator.OpenShiftCluster.key;

import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.assets.tree.FieldReader;
import io.ccmoperator.assets.tree.JsonWriter;
import io.ccmoperator.operator.OpenShiftCluster;
import java.util.function.Predicate;

/** Programs that end by what they are given. */
final class EndingPods {
    /** A program whose configuration or flags have it ends. */
    static final String WORD = "no-such-thing";

    /** A configuration that is valid for the operator. */
    static final String CLOUD_CONF = "{\"cloud\": \"AzurePublicCloud\", \"resourceGroup\": \"" + WORD + "\"}";

    private EndingPods() {}

    /** Whether the Pods of a workload of a cluster end. */
    static Predicate<KubernetesObject> of(OpenShiftCluster cluster) {
        return workload -> JsonWriter.compact(workload.podSpec()).contains(WORD)
                || FieldReader.of(workload.podSpec()).items("volumes").stream()
                        .map(volume -> volume.string("configMap", "name"))
                        .filter(name -> !name.isEmpty())
                        .anyMatch(name -> cluster.live(key("v1", "ConfigMap", name))
                                .fields()
                                .string("data", "cloud.conf")
                                .contains(WORD));
    }
}
