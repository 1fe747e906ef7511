// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.cloudconfig.transform;

import java.util.List;
import java.util.Optional;

/**
 * The result of a transformation.
 *
 * @param text the configuration for the cloud controller manager
 * @param warnings what the cloud controller manager may refuse, one line each; empty for most
 * @param published what the rest of the cluster reads in openshift-config-managed/kube-cloud-config, where it is {@linkplain
 *     CloudConfigTransformer#isPublished published}
 */
public record TransformedConfig(String text, List<String> warnings, Optional<String> published) {
    public TransformedConfig {
        warnings = List.copyOf(warnings);
    }

    /** A configuration that is not published. */
    public TransformedConfig(String text, List<String> warnings) {
        this(text, warnings, Optional.empty());
    }

    /** A configuration without warnings that is not published. */
    public static TransformedConfig of(String text) {
        return new TransformedConfig(text, List.of());
    }
}
