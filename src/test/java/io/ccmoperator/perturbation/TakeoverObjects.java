// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.perturbation;

import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.assets.tree.YamlReader;
import io.ccmoperator.operator.OpenShiftCluster;
import io.ccmoperator.operator.Platform;
import io.ccmoperator.operator.TourStops;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;

/** What the previous operator leaves on Azure. */
final class TakeoverObjects {
    private TakeoverObjects() {}

    static void leave(OpenShiftCluster cluster) {
        new TourStops(cluster).infrastructure(Platform.AZURE);
        for (KubernetesObject object : objects()) {
            if (!object.kind().equals("Lease")) {
                cluster.apply(object);
            }
            if (object.kind().equals("ClusterOperator")) {
                OpenShiftCluster.accepted(cluster.admin().applyStatus(object));
            }
        }
    }

    private static List<KubernetesObject> objects() {
        try (InputStream stream = TakeoverObjects.class.getResourceAsStream("/takeover/azure.yaml")) {
            return YamlReader.read(stream.readAllBytes()).stream()
                    .map(document -> new KubernetesObject(document.map().orElseThrow()))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
