// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.assets.provider;

import io.ccmoperator.assets.Ordered;
import io.ccmoperator.assets.tree.FieldReader;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The release payload as it was read; the rules judge it, and providers by it.
 *
 * @param documents the documents of all files, image-references among them
 * @param images key to pull spec of images.json; empty when that cannot be read
 * @param complete false when a file could not be read: then nothing can be said of objects that seem to be missing
 */
public record Payload(List<ProviderDocument> documents, Map<String, String> images, boolean complete) {
    public Payload {
        documents = List.copyOf(documents);
        images = Ordered.copy(images);
    }

    /** The path of the file with the images that a release replaces. */
    public static final String IMAGE_REFERENCES = "manifests/image-references";

    static final String IMAGES_CONFIG_MAP = "cloud-controller-manager-images";
    static final String IMAGES_KEY = "images.json";

    private static final String DELETE = "release.openshift.io/delete";

    /** The objects of a kind that are there once all is applied. */
    public Stream<FieldReader> objects(String kind) {
        return present().stream()
                .filter(document -> document.manifest().kind().equals(kind))
                .map(ProviderDocument::fields);
    }

    /** The documents of all that is there once all is applied: what the Cluster Version Operator is to delete is not. */
    public List<ProviderDocument> present() {
        return documents.stream()
                .filter(document -> !document.fields()
                        .field("metadata", "annotations")
                        .field(DELETE)
                        .is("true"))
                .toList();
    }

    /** What the Cluster Version Operator applies or deletes: all but image-references. */
    public Stream<ProviderDocument> manifests() {
        return documents.stream().filter(document -> !document.file().equals(IMAGE_REFERENCES));
    }

    /** images.json of the ConfigMap with the images. */
    public Optional<FieldReader> imagesJson() {
        return objects("ConfigMap")
                .filter(root -> root.field("metadata", "name").is(IMAGES_CONFIG_MAP))
                .map(root -> root.field("data", IMAGES_KEY))
                .findFirst();
    }

    /** The tags of image-references. */
    public List<FieldReader> imageTags() {
        return objects("ImageStream")
                .flatMap(stream -> stream.field("spec", "tags").items().stream())
                .toList();
    }
}
