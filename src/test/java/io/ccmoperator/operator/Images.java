// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.operator;

import io.ccmoperator.assets.tree.JsonWriter;
import io.ccmoperator.payload.PayloadFolder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;

/** A file images.json that changes while the operator runs. */
public record Images(Path file) {
    /** A file with all images, all of them of one tag. */
    public static Images of(Path folder, String tag) {
        Images images = new Images(folder.resolve("images.json"));
        images.write(all(tag));
        return images;
    }

    /** Every key of the payload, and those of the packs. */
    static Map<String, Object> all(String tag) {
        Map<String, Object> images = new TreeMap<>(PayloadFolder.images());
        images.put("cloudControllerManagerAlibaba", "");
        images.put("cloudControllerManagerDigitalOcean", "");
        images.put("cloudControllerManagerExoscale", "");
        images.put("cloudControllerManagerHetzner", "");
        images.put("cloudControllerManagerKubeVirt", "");
        images.put("cloudControllerManagerLinode", "");
        images.put("cloudControllerManagerOracle", "");
        images.put("cloudControllerManagerOutscale", "");
        images.put("cloudControllerManagerProxmox", "");
        images.put("cloudControllerManagerScaleway", "");
        images.put("cloudControllerManagerSTACKIT", "");
        images.put("cloudControllerManagerVultr", "");
        images.replaceAll((key, image) -> image(key, tag));
        return images;
    }

    static String image(String key, String tag) {
        return "registry/" + key + ":" + tag;
    }

    public String flag() {
        return "--images-json=" + file;
    }

    void write(Map<String, Object> images) {
        write(JsonWriter.compact(images));
    }

    void write(String text) {
        try {
            Files.writeString(file, text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    void delete() {
        try {
            Files.delete(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
