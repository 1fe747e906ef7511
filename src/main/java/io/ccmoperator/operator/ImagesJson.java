/*
 * Copyright the ccm-operator authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.ccmoperator.operator;

import io.ccmoperator.cluster.ImageReferences;
import io.ccmoperator.cluster.InvalidInputException;
import io.ccmoperator.files.ImagesFile;
import io.ccmoperator.files.UnknownFields;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Objects;

/**
 * The file with the release's images. It is a mounted ConfigMap: the kubelet changes it by swapping a symbolic link, which
 * only a look at what stands behind the path finds.
 */
final class ImagesJson {
    private static final long LOOK_EVERY_MILLIS = 5_000;

    private final Path file;
    private String seen;

    ImagesJson(Path file) {
        this.file = file;
        this.seen = stamp();
    }

    /** @throws InvalidInputException if the file is missing or broken; the message names it */
    ImageReferences read() {
        return new ImageReferences(ImagesFile.read(file, UnknownFields.refuse()));
    }

    /** Calls a listener whenever the file has changed, has come or is gone. */
    void watch(Vertx vertx, Runnable changed) {
        vertx.setPeriodic(LOOK_EVERY_MILLIS, timer -> {
            String now = stamp();
            if (!Objects.equals(now, seen)) {
                seen = now;
                changed.run();
            }
        });
    }

    private String stamp() {
        try {
            BasicFileAttributes attributes = Files.readAttributes(file, BasicFileAttributes.class);
            return attributes.fileKey() + " " + attributes.lastModifiedTime() + " " + attributes.size();
        } catch (IOException e) {
            // Why it cannot be read is told by whoever reads it.
            return "unreadable";
        }
    }
}
