// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.benchmark;

import java.util.Locale;

/** One row of the table: what is measured, in which unit, and the value to reach. */
enum Quantity {
    SIZE("size of the program", "MB", 60, 1),

    RENDER("`render`, whole process", "ms", 10, 1),
    RENDER_MEMORY("`render`, peak memory", "MiB", 28, 1),
    INJECT("`inject-azure-credentials`, whole process", "ms", 9, 1),
    PROVIDERS("`providers`, whole process", "ms", 10, 1),
    VERSION("`--version`, whole process", "ms", 8, 1),

    /** What the measuring itself takes, and how busy the machine is. */
    EMPTY("`true` of the system, for comparison", "ms", Double.NaN, 1),

    CLOUD_CONF("process start to cloud-conf written", "s", 0.12, 3),
    TRUSTED_CA("process start to ccm-trusted-ca written", "s", 0.15, 3),
    DEPLOYMENT("process start to Deployment created", "s", 0.22, 3),
    AVAILABLE("process start to Available, rollout completed at once", "s", 0.35, 3),
    REQUESTS("API requests until then", "", 34, 0),
    WRITES("API writes until then", "", 12, 0),
    CPU("CPU until then", "s", 0.20, 2),

    DEPLOYMENT_DELETED("repair of a deleted Deployment", "ms", 6, 1),
    IMAGE_CHANGED("repair of a changed image", "ms", 12, 1),
    CLOUD_CONF_DELETED("repair of a deleted cloud-conf", "ms", 5, 1),
    DEPLOYMENT_DELETED_WRITES("API writes, Deployment deleted", "", 3, 0),
    IMAGE_CHANGED_WRITES("API writes, image changed", "", 3, 0),
    CLOUD_CONF_DELETED_WRITES("API writes, cloud-conf deleted", "", 1, 0),

    RESIDENT("resident memory 60 s after convergence", "MB", 65, 1),
    RESIDENT_CROWDED("the same with 2,000 ConfigMaps and 500 Secrets of 10 KiB", "MB", 66, 1),
    CONNECTIONS("connections to the API server, converged", "", 2, 0),
    CROWD_CPU("CPU caused by creating those", "s", 0.05, 2),
    CROWD_WRITES("API writes caused by creating those", "", 0, 0),

    QUIET_CPU("CPU over 5 quiet minutes", "s", 0.10, 2),
    QUIET_REQUESTS("API requests then, beside lease and watch renewals", "", 0, 0),
    QUIET_WRITES("API writes then, beside the lease", "", 0, 0);

    private final String what;
    private final String unit;
    private final double goal;
    private final int decimals;

    Quantity(String what, String unit, double goal, int decimals) {
        this.what = what;
        this.unit = unit;
        this.goal = goal;
        this.decimals = decimals;
    }

    String what() {
        return what;
    }

    /** The value to reach on two cores; lower is better. A dash where there is none. */
    String goal() {
        if (Double.isNaN(goal)) {
            return "-";
        }
        String number = goal == Math.rint(goal) ? String.valueOf((long) goal) : String.valueOf(goal);
        return withUnit(number);
    }

    String format(double value) {
        return withUnit(String.format(Locale.ROOT, "%." + decimals + "f", value));
    }

    private String withUnit(String number) {
        return unit.isEmpty() ? number : number + " " + unit;
    }
}
