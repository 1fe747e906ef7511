// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.substitution;

import io.ccmoperator.assets.HostConfigFolder;
import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.assets.tree.FieldReader;
import java.util.List;
import java.util.Map;

/**
 * Workloads do not mount the host's /etc/kubernetes: on clusters of kubeadm it holds the keys of the cluster, on others it does not
 * exist. The build refuses containers that read more of it than what their shell line sources.
 */
record HostFolderSubstitution() implements Substitution {
    @Override
    public void apply(KubernetesObject object) {
        Map<String, Object> pod = object.podSpec();
        if (!object.isWorkload()) {
            return;
        }
        List<Map<String, Object>> ofHost = FieldReader.of(pod).maps("volumes").stream()
                .filter(HostConfigFolder::isVolume)
                .toList();
        List<Object> names = ofHost.stream().map(volume -> volume.get("name")).toList();
        remove(pod, "volumes", ofHost);
        for (Map<String, Object> container : object.allContainers()) {
            remove(
                    container,
                    "volumeMounts",
                    FieldReader.of(container).maps("volumeMounts").stream()
                            .filter(mount -> names.contains(mount.get("name")))
                            .toList());
        }
    }

    /** A list whose items are all removed is removed as well. */
    private static void remove(Map<String, Object> map, String list, List<Map<String, Object>> items) {
        if (!items.isEmpty() && map.get(list) instanceof List<?> all) {
            all.removeAll(items);
            if (all.isEmpty()) {
                map.remove(list);
            }
        }
    }
}
