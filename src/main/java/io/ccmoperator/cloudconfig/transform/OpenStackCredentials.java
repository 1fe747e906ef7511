// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.cloudconfig.transform;

import io.ccmoperator.ini.GcfgBoolean;
import io.ccmoperator.ini.IniSection;

/** Whether the configuration of OpenStack authenticates by itself: a pure function of its section {@code [Global]}. */
final class OpenStackCredentials {
    private OpenStackCredentials() {}

    /** Whether there is an application credential, a trust, or a user with a password, and no clouds.yaml that would count in their place. */
    static boolean areIn(IniSection global) {
        boolean useClouds = global.entry("use-clouds")
                .filter(entry -> GcfgBoolean.parse(entry.value().orElse("true")).orElse(false))
                .isPresent();
        return !useClouds
                && (has(global, "application-credential-secret")
                        || has(global, "trust-id")
                        || has(global, "password") && (has(global, "username") || has(global, "user-id")));
    }

    private static boolean has(IniSection global, String key) {
        return global.value(key).filter(value -> !value.isEmpty()).isPresent();
    }
}
