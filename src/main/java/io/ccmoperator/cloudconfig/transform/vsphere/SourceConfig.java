// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.cloudconfig.transform.vsphere;

import java.util.List;
import java.util.Map;

/**
 * The configuration of the user.
 *
 * @param tree the configuration in the shape of the YAML form, with values of the types that the cloud controller manager
 *     expects; it may be changed
 * @param warnings what has no place in that form, one line each
 */
record SourceConfig(Map<String, Object> tree, List<String> warnings) {
    SourceConfig {
        warnings = List.copyOf(warnings);
    }
}
