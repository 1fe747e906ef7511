/*
 * Copyright the ccm-operator authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.ccmoperator.assets.deployment.validation;

import java.util.stream.Stream;

/** A static Pod uses no object of the API: the kubelet starts it before there is one, and refuses it otherwise. */
final class StaticPodReferences implements PodRule {
    @Override
    public void check(Pod pod, Findings findings) {
        Stream.of(
                        ObjectReferences.configMaps(pod).stream(),
                        ObjectReferences.secrets(pod).stream(),
                        Stream.of(pod.spec().field("serviceAccountName")).filter(Place::exists))
                .flatMap(names -> names)
                .forEach(name -> findings.add(
                        name, "a static Pod can use no ConfigMap, Secret or ServiceAccount; use files of the host"));
    }
}
