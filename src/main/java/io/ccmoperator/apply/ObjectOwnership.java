// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.apply;

import io.ccmoperator.assets.KubernetesObject;
import java.util.Optional;

/** Decides whether a controller may write an object. Two components that write one object would never converge. */
@FunctionalInterface
public interface ObjectOwnership {
    /** Every object belongs to the controller: its names are fixed, and no provider has them. */
    ObjectOwnership ALL = (desired, live) -> Optional.empty();

    /**
     * Why the object must be left alone.
     *
     * @param live the existing object; none if it does not exist
     * @return one line that names the object and the remedy; empty if the object may be written
     */
    Optional<String> refusal(KubernetesObject desired, Optional<KubernetesObject> live);
}
