/*
 * Copyright the ccm-operator authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.ccmoperator.benchmark;

import java.util.Locale;

/** One row of the table: what is measured, in which unit, and the value to reach. */
enum Quantity {
    SIZE("size of the program", "MB", 80, 1),

    RENDER("`render`, whole process", "ms", 15, 1),
    RENDER_MEMORY("`render`, peak memory", "MiB", 30, 1),
    INJECT("`inject-azure-credentials`, whole process", "ms", 8, 1),
    PROVIDERS("`providers`, whole process", "ms", 8, 1),
    VERSION("`--version`, whole process", "ms", 8, 1),

    /** What the measuring itself takes, and how busy the machine is. */
    EMPTY("`true` of the system, for comparison", "ms", Double.NaN, 1),

    CLOUD_CONF("process start to cloud-conf written", "s", 0.15, 3),
    TRUSTED_CA("process start to ccm-trusted-ca written", "s", 0.20, 3),
    DEPLOYMENT("process start to Deployment created", "s", 0.33, 3),
    AVAILABLE("process start to Available, rollout completed at once", "s", 0.5, 3),
    REQUESTS("API requests until then", "", 45, 0),
    WRITES("API writes until then", "", 14, 0),
    CPU("CPU until then", "s", 0.28, 2),

    DEPLOYMENT_DELETED("repair of a deleted Deployment", "ms", 10, 1),
    IMAGE_CHANGED("repair of a changed image", "ms", 18, 1),
    CLOUD_CONF_DELETED("repair of a deleted cloud-conf", "ms", 6, 1),
    DEPLOYMENT_DELETED_WRITES("API writes, Deployment deleted", "", 3, 0),
    IMAGE_CHANGED_WRITES("API writes, image changed", "", 3, 0),
    CLOUD_CONF_DELETED_WRITES("API writes, cloud-conf deleted", "", 3, 0),

    RESIDENT("resident memory 60 s after convergence", "MB", 75, 1),
    RESIDENT_CROWDED("the same with 2,000 ConfigMaps and 500 Secrets of 10 KiB", "MB", 77, 1),
    CROWD_CPU("CPU caused by creating those", "s", 0.1, 2),
    CROWD_WRITES("API writes caused by creating those", "", 0, 0),

    QUIET_CPU("CPU over 5 quiet minutes", "s", 0.25, 2),
    QUIET_REQUESTS("API requests then, beside lease and watch renewals", "", 5, 0),
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
