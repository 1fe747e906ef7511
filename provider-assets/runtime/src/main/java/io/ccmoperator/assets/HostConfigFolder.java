/*
 * Copyright the ccm-operator authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.ccmoperator.assets;

import io.ccmoperator.assets.tree.FieldReader;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;

/**
 * The folder /etc/kubernetes of a host. On OpenShift it holds {@code apiserver-url.env} and, on the nodes of some clouds, a copy of
 * the cloud's configuration; on other clusters no workload mounts it.
 */
public final class HostConfigFolder {
    /** The file with the cloud's configuration, and its key in the ConfigMap of the same content. */
    public static final String CLOUD_CONF = "cloud.conf";

    private static final String PATH = "/etc/kubernetes";

    private HostConfigFolder() {}

    /** Whether a volume of a pod is the folder, or something in it. */
    public static boolean isVolume(Map<String, Object> volume) {
        String path = FieldReader.of(volume).string("hostPath", "path");
        return (path + "/").startsWith(PATH + "/");
    }

    /**
     * The files of a mounted folder that arguments and environment variables of a container name.
     *
     * @param container a container or an init container
     * @param mountPath where the folder is mounted
     * @return paths in the folder, such as {@code cloud.conf}
     */
    public static List<String> files(Map<String, Object> container, String mountPath) {
        FieldReader fields = FieldReader.of(container);
        Stream<Object> variables = fields.maps("env").stream().map(variable -> variable.get("value"));
        String folder = mountPath.endsWith("/") ? mountPath : mountPath + "/";
        return Stream.concat(fields.list("args").stream(), variables)
                .filter(Objects::nonNull)
                .map(Object::toString)
                .map(value -> value.substring(value.indexOf('=') + 1))
                .filter(value -> value.startsWith(folder))
                .map(value -> value.substring(folder.length()))
                .distinct()
                .toList();
    }
}
