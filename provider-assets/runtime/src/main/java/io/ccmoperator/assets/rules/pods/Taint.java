// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.assets.rules.pods;

import io.ccmoperator.assets.tree.FieldReader;
import java.util.List;
import java.util.Set;

/**
 * A taint with the effect NoSchedule.
 *
 * @param keys its key, or the keys that it may have
 * @param values the values that it may have
 */
record Taint(List<String> keys, Set<String> values) {
    Taint {
        keys = List.copyOf(keys);
        values = Set.copyOf(values);
    }

    static final Taint UNINITIALIZED =
            new Taint(List.of("node.cloudprovider.kubernetes.io/uninitialized"), Set.of("", "true"));
    static final Taint NOT_READY = new Taint(List.of("node.kubernetes.io/not-ready"), Set.of(""));
    static final Taint CONTROL_PLANE =
            new Taint(List.of("node-role.kubernetes.io/master", "node-role.kubernetes.io/control-plane"), Set.of(""));

    boolean isToleratedBy(FieldReader toleration) {
        String effect = toleration.field("effect").string();
        String key = toleration.field("key").string();
        boolean exists = toleration.field("operator").is("Exists");
        return (effect.isEmpty() || effect.equals("NoSchedule"))
                && (key.isEmpty() ? exists : keys.contains(key))
                && (exists || values.contains(toleration.field("value").string()));
    }
}
