// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.assets.deployment.devmode;

import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.assets.tree.YamlReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;

/** Manifests beside the classes of this package. */
final class Resources {
    private Resources() {}

    /** The documents of a file. */
    static List<KubernetesObject> manifests(String name) {
        try (InputStream yaml = Resources.class.getResourceAsStream(name)) {
            return manifests(yaml.readAllBytes());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The YAML documents of a file. */
    static List<KubernetesObject> manifests(byte[] yaml) {
        return YamlReader.read(yaml).stream()
                .flatMap(document -> document.map().stream())
                .map(KubernetesObject::new)
                .toList();
    }
}
