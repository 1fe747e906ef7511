// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.substitution;

import io.ccmoperator.assets.Provider;
import io.ccmoperator.cluster.ClusterFacts;
import io.ccmoperator.cluster.CredentialSettings;
import io.ccmoperator.cluster.Overrides;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * What an administrator sets, judged for a provider and a cluster. Settings that are valid by themselves may not be here: a cloud controller
 * manager would not start, or not do what the operator and the cluster rely on. Those alone are left out.
 *
 * @param effective the settings without those that are refused. In place of a refused one is the value of the running program where that
 *     is valid, so that a slip does not replace Pods
 * @param refused a message for each that is refused, which names the object, the field and the remedy
 * @param warnings a message for each that the program may not know, and for each image that may not fit; it is effective all the same
 */
public record CheckedOverrides(Overrides effective, List<String> refused, List<String> warnings) {
    public CheckedOverrides {
        refused = List.copyOf(refused);
        warnings = List.copyOf(warnings);
    }

    /**
     * What the cluster says of settings.
     *
     * @param container the running container of that name, as a Pod template has it; empty if there is none
     * @param unresolved why the source of a variable, which is as a container has it, cannot be read: the field and the reason; empty if it can
     * @param credentials those of the running Pods; empty if there is no workload
     * @param hasSecret whether there is a Secret of that name in the namespace of the Pods
     */
    public record Live(
            Function<String, Map<String, Object>> container,
            Function<Map<String, Object>, Optional<String>> unresolved,
            Supplier<Optional<CredentialSettings>> credentials,
            Predicate<String> hasSecret) {
        /** Nothing runs, and everything that is referred to is there. */
        public static final Live NONE = new Live(container -> Map.of(), variable -> Optional.empty());

        /** Of containers and variables alone. */
        public Live(
                Function<String, Map<String, Object>> container,
                Function<Map<String, Object>, Optional<String>> unresolved) {
            this(container, unresolved, Optional::empty, secret -> true);
        }
    }

    /** The same with more warnings. */
    public CheckedOverrides with(List<String> moreWarnings) {
        List<String> all = new ArrayList<>(warnings);
        all.addAll(moreWarnings);
        return new CheckedOverrides(effective, refused, all);
    }

    /** Judges {@link ClusterFacts#overrides()}: a function of the settings and of what is live, whoever has judged them before. */
    public static CheckedOverrides of(Provider provider, ClusterFacts facts, Live live) {
        return new OverrideCheck(provider, facts, live).run();
    }
}
