// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.status;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The image of a program, as the status of the CloudControllerManager {@code cluster} says it.
 *
 * @param image its reference
 * @param source what names it: a field of the object, a key of images.json, or images.yaml of the provider and the version of Kubernetes
 */
public record ProgramImage(String image, String source) {
    Map<String, Object> tree() {
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("image", image);
        tree.put("imageSource", source);
        return tree;
    }
}
