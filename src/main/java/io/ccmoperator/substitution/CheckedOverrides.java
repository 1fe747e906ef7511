// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.substitution;

import io.ccmoperator.assets.Provider;
import io.ccmoperator.cluster.ClusterFacts;
import io.ccmoperator.cluster.Overrides;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * What an administrator sets, judged for a provider and a cluster. Settings that are valid by themselves may not be here: a cloud controller
 * manager would not start, or not do what the operator and the cluster rely on. Where one of the programs' is refused, the programs keep all
 * settings that they have been given last; programs that do not run yet get the others.
 *
 * @param effective the settings that are taken
 * @param refused a message for each that is refused, which names the object, the field and the remedy, and one if others wait for that
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
     * @param configured what the workload with the container of that name has been given; empty if there is no workload
     * @param unresolved why the source of a variable, which is as a container has it, cannot be read: the field and the reason; empty if it can
     * @param hasSecret whether there is a Secret of that name in the namespace of the Pods
     */
    public record Live(
            Function<String, Optional<Overrides>> configured,
            Function<Map<String, Object>, Optional<String>> unresolved,
            Predicate<String> hasSecret) {
        /** Nothing runs, and everything that is referred to is there. */
        public static final Live NONE =
                new Live(container -> Optional.empty(), variable -> Optional.empty(), secret -> true);
    }

    /** The same with more warnings. */
    public CheckedOverrides with(List<String> moreWarnings) {
        List<String> all = new ArrayList<>(warnings);
        all.addAll(moreWarnings);
        return new CheckedOverrides(effective, refused, all);
    }

    /** Judges {@link ClusterFacts#overrides()}: a function of the settings and of what is live, whoever has judged them before. */
    public static CheckedOverrides of(Provider provider, ClusterFacts facts, Live live) {
        return facts.overrides().equals(Overrides.NONE)
                ? new CheckedOverrides(Overrides.NONE, List.of(), List.of())
                : new OverrideCheck(provider, facts, live).run();
    }

    /**
     * What of settings that a workload remembers is valid: they may be older than a rule, or of another client. What they refer to may be
     * missing for a while.
     */
    public static Overrides ofRecord(Provider provider, ClusterFacts facts, Overrides remembered) {
        return of(provider, facts.with(remembered), Live.NONE).effective();
    }
}
