/*
 * Copyright the ccm-operator authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.ccmoperator.assets.deployment.validation;

import io.ccmoperator.assets.tree.JsonReader;
import io.ccmoperator.assets.tree.SyntaxException;
import java.util.Map;

/** Pods may be put on the CPUs that a host sets aside for its management. */
final class ManagementAnnotation implements PodRule {
    private static final String NAME = "target.workload.openshift.io/management";
    private static final String EFFECT = "PreferredDuringScheduling";

    @Override
    public void check(Pod pod, Findings findings) {
        Place annotation = pod.template().field("metadata", "annotations", NAME);
        if (!isRight(annotation.text())) {
            findings.add(annotation, "has to be {\"effect\": \"" + EFFECT + "\"}, as a text");
        }
    }

    private static boolean isRight(String annotation) {
        try {
            return Map.of("effect", EFFECT).equals(JsonReader.read(annotation));
        } catch (SyntaxException e) {
            return false;
        }
    }
}
