// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.substitution;

import io.ccmoperator.assets.ClusterFact;
import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.assets.Ordered;
import java.util.Map;

/**
 * The declared environment variables, in each container that declares them.
 *
 * @param facts variable to fact
 * @param values the facts' values
 */
record EnvironmentSubstitution(Map<String, ClusterFact> facts, FactValues values) implements Substitution {
    EnvironmentSubstitution {
        facts = Ordered.copy(facts);
    }

    @Override
    public void apply(KubernetesObject object) {
        for (Map<String, Object> container : object.allContainers()) {
            if (container.containsKey("env")) {
                EnvironmentVariables variables = new EnvironmentVariables(container);
                facts.forEach((name, fact) -> variables.setDeclared(name, values.get(fact)));
            }
        }
    }
}
