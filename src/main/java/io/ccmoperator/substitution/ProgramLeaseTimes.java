// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.substitution;

import io.ccmoperator.assets.KubernetesObject;
import java.util.Map;

/**
 * Programs elect their leader with the times that they have by default, those of Kubernetes: 15 s, 10 s and 2 s. OpenShift's are made for
 * an API server that may be away for a minute and a half, and leave a cluster for up to 163 s without a cloud controller manager that works.
 */
record ProgramLeaseTimes() implements Substitution {
    @Override
    public void apply(KubernetesObject object) {
        if (object.isWorkload()) {
            for (Map<String, Object> container : object.containers()) {
                LeaseTimes.FLAGS.keySet().forEach(new ContainerFlags(container)::remove);
            }
        }
    }
}
