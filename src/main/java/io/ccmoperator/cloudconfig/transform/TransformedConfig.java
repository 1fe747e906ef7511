// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.cloudconfig.transform;

import java.util.List;

/**
 * The result of a transformation.
 *
 * @param text the configuration for the cloud controller manager
 * @param warnings what the cloud controller manager may refuse, one line each; empty for most
 */
public record TransformedConfig(String text, List<String> warnings) {
    public TransformedConfig {
        warnings = List.copyOf(warnings);
    }

    /** A configuration without warnings. */
    public static TransformedConfig of(String text) {
        return new TransformedConfig(text, List.of());
    }
}
