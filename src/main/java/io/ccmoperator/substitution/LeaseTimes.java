// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.substitution;

import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.assets.Ordered;
import io.ccmoperator.cluster.GoDuration;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The times of the election of a cloud controller manager's leader, as an administrator may set them on Kubernetes. The program ends with
 * times that do not fit: k8s.io/client-go, tools/leaderelection, NewLeaderElector.
 */
final class LeaseTimes {
    private static final String DURATION = "leader-elect-lease-duration";
    private static final String DEADLINE = "leader-elect-renew-deadline";
    private static final String PERIOD = "leader-elect-retry-period";

    /** The flags with the values that programs have by default. */
    static final Map<String, String> FLAGS = Ordered.copy(flags());

    /** The retry period may be that much longer, in percent. */
    private static final int JITTER = 120;

    private LeaseTimes() {}

    /**
     * Programs elect their leader with the times that they have by default, those of Kubernetes: 15 s, 10 s and 2 s. OpenShift's are made for
     * an API server that may be away for a minute and a half, and leave a cluster for up to 163 s without a cloud controller manager that works.
     */
    static void leaveDefaults(KubernetesObject object) {
        if (object.isWorkload()) {
            for (Map<String, Object> container : object.containers()) {
                FLAGS.keySet().forEach(new ContainerFlags(container)::remove);
            }
        }
    }

    /** Why a value is not a time; empty for one, and for that of another flag. */
    static Optional<String> refusal(String flag, String value) {
        return FLAGS.containsKey(flag) && seconds(value).isEmpty()
                ? Optional.of(
                        "is not a time that the program can elect a leader with; write a positive number with a unit, such as "
                                + FLAGS.get(flag))
                : Optional.empty();
    }

    /** Why times do not fit each other; each is valid by itself, and one that is not set has its default. */
    static Optional<String> mismatch(Map<String, ?> args) {
        Duration duration = time(DURATION, args);
        Duration deadline = time(DEADLINE, args);
        Duration period = time(PERIOD, args);
        boolean fit = duration.compareTo(deadline) > 0
                && deadline.multipliedBy(100).compareTo(period.multipliedBy(JITTER)) > 0;
        return fit
                ? Optional.empty()
                : Optional.of("the program would end: " + DURATION + " (" + GoDuration.format(duration)
                        + ") has to be more than " + DEADLINE + " (" + GoDuration.format(deadline)
                        + "), and that more than 1.2 times " + PERIOD + " (" + GoDuration.format(period)
                        + "); correct them");
    }

    private static Duration time(String flag, Map<String, ?> args) {
        Object given = args.get(flag);
        return seconds(given == null ? FLAGS.get(flag) : String.valueOf(given)).orElseThrow();
    }

    /** More than a day is a slip. */
    private static Optional<Duration> seconds(String value) {
        return Optional.of(value)
                .filter(GoDuration::isValid)
                .map(valid -> GoDuration.parse("", valid))
                .filter(time -> time.compareTo(Duration.ZERO) > 0 && time.compareTo(Duration.ofDays(1)) <= 0);
    }

    private static Map<String, String> flags() {
        Map<String, String> flags = new LinkedHashMap<>();
        flags.put(DURATION, "15s");
        flags.put(DEADLINE, "10s");
        flags.put(PERIOD, "2s");
        return flags;
    }
}
