// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.cloudconfig.transform.azure;

import io.ccmoperator.assets.tree.JsonObject;
import io.ccmoperator.cluster.InvalidInputException;

/** Checks a configuration as the parser of the Azure cloud provider does. */
public final class CloudProviderReader {
    private CloudProviderReader() {}

    /**
     * Makes sure that the Azure cloud provider can read a configuration: that the members that it knows have the
     * types that it reads, and that the input, which it reads as YAML, is YAML.
     *
     * @throws InvalidInputException with a line for each fault, at most 20; a line has the place, the path, the reason and
     *     the remedy, but never the value, which may be a credential
     */
    public static void require(JsonObject conf) {
        Faults faults = new Faults(conf);
        new MemberTypes(faults).check(conf.members());
        new YamlStrings(faults).check(conf.members());
        if (!faults.lines().isEmpty()) {
            throw new InvalidInputException(faults.lines());
        }
    }
}
