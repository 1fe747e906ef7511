/*
 * Copyright the ccm-operator authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.ccmoperator.apply;

import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.client.ObjectKey;

/** The result of applying one object. */
public sealed interface Outcome {
    /**
     * The object was as desired.
     *
     * @param live the newest known state
     */
    record Unchanged(KubernetesObject live) implements Outcome {}

    /**
     * The object was created, updated or recreated.
     *
     * @param live what the server answered to the last write
     */
    record Written(KubernetesObject live) implements Outcome {}

    /**
     * The object is not as desired; the event is recorded.
     *
     * @param key the object
     * @param cause one line that names the object; the same for the same cause
     */
    record Failed(ObjectKey key, String cause) implements Outcome {}
}
