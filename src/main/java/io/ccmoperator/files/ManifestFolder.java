/*
 * Copyright the ccm-operator authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.ccmoperator.files;

import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.assets.tree.YamlWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/** Manifests as files in a directory, one an object, named so that their order is that in which they are applied. */
public final class ManifestFolder {
    private ManifestFolder() {}

    /**
     * Writes all objects, or none.
     *
     * @throws OutputException if a file cannot be written
     */
    public static void write(Path directory, List<KubernetesObject> objects) {
        AtomicFiles files = new AtomicFiles();
        files.directory(directory);
        for (int i = 0; i < objects.size(); i++) {
            KubernetesObject object = objects.get(i);
            files.write(
                    directory.resolve(name(i + 1, object)),
                    YamlWriter.write(object.tree()).getBytes(StandardCharsets.UTF_8));
        }
        files.commit();
    }

    /** Names of roles may hold a colon, which not every file system takes. */
    private static String name(int number, KubernetesObject object) {
        return "%02d-%s-%s.yaml"
                .formatted(
                        number,
                        object.kind().toLowerCase(Locale.ROOT),
                        object.name().replaceAll("[^A-Za-z0-9.-]", "-"));
    }
}
