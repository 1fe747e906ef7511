// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.substitution;

import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.assets.tree.FieldWriter;

/**
 * The label of objects that the operator applied, and deletes when they are no longer desired. {@code cloud-conf} and {@code ccm-trusted-ca} have it
 * where they are deleted with the CloudControllerManager: on OpenShift they never are.
 */
public record OwnerLabel() implements Substitution {
    /** The label. */
    public static final String KEY = "app.kubernetes.io/managed-by";
    /** Its value. */
    public static final String VALUE = "ccm-operator";

    @Override
    public void apply(KubernetesObject object) {
        new FieldWriter(object.tree()).map("metadata", "labels").put(KEY, VALUE);
    }
}
