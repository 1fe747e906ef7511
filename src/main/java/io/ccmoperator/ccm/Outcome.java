/*
 * Copyright the ccm-operator authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.ccmoperator.ccm;

import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.client.ObjectKey;

/** What became of one object that was applied. */
public sealed interface Outcome {
    /**
     * It was as desired.
     *
     * @param live the newest that is known of it
     */
    record Unchanged(KubernetesObject live) implements Outcome {}

    /**
     * It was created, updated or recreated.
     *
     * @param live what the server answered to the last write
     */
    record Written(KubernetesObject live) implements Outcome {}

    /**
     * It is not as desired; the event is recorded.
     *
     * @param key the object
     * @param cause one line that names the object; the same for the same cause
     */
    record Failed(ObjectKey key, String cause) implements Outcome {}
}
