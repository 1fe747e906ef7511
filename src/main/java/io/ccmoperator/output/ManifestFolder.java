// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.output;

import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.assets.tree.YamlWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/** Writes one file an object; the order of the file names is the order of application. */
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

    /** Names of roles may contain a colon, which not every file system allows. */
    private static String name(int number, KubernetesObject object) {
        return "%02d-%s-%s.yaml"
                .formatted(
                        number,
                        object.kind().toLowerCase(Locale.ROOT),
                        object.name().replaceAll("[^A-Za-z0-9.-]", "-"));
    }
}
