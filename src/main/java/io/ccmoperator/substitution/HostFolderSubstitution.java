/*
 * Copyright the ccm-operator authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.ccmoperator.substitution;

import io.ccmoperator.assets.HostConfigFolder;
import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.assets.tree.FieldReader;
import io.ccmoperator.assets.tree.FieldWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Workloads do not mount the host's /etc/kubernetes: on clusters of kubeadm it holds the keys of the cluster, on others it does not
 * exist. A container that reads the cloud's configuration there reads the ConfigMap {@code cloud-conf} instead, from which
 * OpenShift's nodes have their copy.
 */
record HostFolderSubstitution() implements Substitution {
    private static final String VOLUME = "cloud-conf";

    @Override
    public void apply(KubernetesObject object) {
        FieldReader pod = FieldReader.of(object.podSpec());
        if (!object.isWorkload() || !pod.field("volumes").exists()) {
            return;
        }
        List<Object> volumes = new FieldWriter(object.podSpec()).list("volumes");
        List<Map<String, Object>> ofHost =
                pod.maps("volumes").stream().filter(HostConfigFolder::isVolume).toList();
        List<Object> names = ofHost.stream().map(volume -> volume.get("name")).toList();
        volumes.removeAll(ofHost);
        boolean needsCloudConf = false;
        for (Map<String, Object> container : object.allContainers()) {
            needsCloudConf |= replaceMounts(container, names);
        }
        boolean exists = pod.maps("volumes").stream().anyMatch(volume -> VOLUME.equals(volume.get("name")));
        if (needsCloudConf && !exists) {
            volumes.add(cloudConf());
        }
        if (volumes.isEmpty()) {
            object.podSpec().remove("volumes");
        }
    }

    /** Whether the container now mounts the ConfigMap. */
    private static boolean replaceMounts(Map<String, Object> container, List<Object> volumes) {
        FieldReader fields = FieldReader.of(container);
        if (!fields.field("volumeMounts").exists()) {
            return false;
        }
        List<Object> mounts = new FieldWriter(container).list("volumeMounts");
        boolean replaced = false;
        for (Map<String, Object> mount : fields.maps("volumeMounts")) {
            if (!volumes.contains(mount.get("name"))) {
                continue;
            }
            if (HostConfigFolder.files(container, FieldReader.of(mount).string("mountPath"))
                    .isEmpty()) {
                mounts.remove(mount);
            } else {
                mount.put("name", VOLUME);
                replaced = true;
            }
        }
        if (mounts.isEmpty()) {
            container.remove("volumeMounts");
        }
        return replaced;
    }

    private static Map<String, Object> cloudConf() {
        Map<String, Object> item = new LinkedHashMap<>();
        item.put("key", HostConfigFolder.CLOUD_CONF);
        item.put("path", HostConfigFolder.CLOUD_CONF);
        Map<String, Object> configMap = new LinkedHashMap<>();
        configMap.put("name", VOLUME);
        configMap.put("items", new ArrayList<>(List.of(item)));
        Map<String, Object> volume = new LinkedHashMap<>();
        volume.put("name", VOLUME);
        volume.put("configMap", configMap);
        return volume;
    }
}
