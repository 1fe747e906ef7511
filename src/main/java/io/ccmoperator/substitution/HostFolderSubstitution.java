/*
 * Copyright the ccm-operator authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.ccmoperator.substitution;

import io.ccmoperator.assets.HostConfigFolder;
import io.ccmoperator.assets.KubernetesObject;
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
    @SuppressWarnings("unchecked")
    public void apply(KubernetesObject object) {
        if (!object.isWorkload() || !(object.podSpec().get("volumes") instanceof List<?> volumes)) {
            return;
        }
        List<String> ofHost = object.fields().maps("spec", "template", "spec", "volumes").stream()
                .filter(HostConfigFolder::isVolume)
                .map(volume -> (String) volume.get("name"))
                .toList();
        volumes.removeIf(volume -> HostConfigFolder.isVolume((Map<String, Object>) volume));
        boolean needsCloudConf = false;
        for (Map<String, Object> container : object.allContainers()) {
            needsCloudConf |= replaceMounts(container, ofHost);
        }
        boolean exists = volumes.stream().anyMatch(volume -> VOLUME.equals(((Map<?, ?>) volume).get("name")));
        if (needsCloudConf && !exists) {
            ((List<Object>) volumes).add(cloudConf());
        }
        if (volumes.isEmpty()) {
            object.podSpec().remove("volumes");
        }
    }

    /** Whether the container now mounts the ConfigMap. */
    @SuppressWarnings("unchecked")
    private static boolean replaceMounts(Map<String, Object> container, List<String> volumes) {
        if (!(container.get("volumeMounts") instanceof List<?> mounts)) {
            return false;
        }
        boolean replaced = false;
        for (Map<String, Object> mount : List.copyOf((List<Map<String, Object>>) mounts)) {
            if (!volumes.contains(mount.get("name"))) {
                continue;
            }
            if (HostConfigFolder.files(container, (String) mount.get("mountPath"))
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
