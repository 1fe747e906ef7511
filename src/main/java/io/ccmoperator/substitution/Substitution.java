// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.substitution;

import io.ccmoperator.assets.KubernetesObject;

/** One substitution in an object. */
interface Substitution {
    /** Fills it into an object, which is a copy of the indexed one. */
    void apply(KubernetesObject object);
}
