// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.cloudconfig.transform.azure;

import io.ccmoperator.assets.tree.Position;
import io.ccmoperator.cloudconfig.transform.words.Verdict;
import io.ccmoperator.cloudconfig.transform.words.WordTable;
import io.ccmoperator.cluster.InvalidInputException;
import java.util.List;

/** Checks a configuration as the parser of the Azure cloud provider does. */
public final class CloudProviderReader {
    private static final WordTable TABLE = WordTable.read("azure");

    private CloudProviderReader() {}

    /**
     * Makes sure that the Azure cloud provider can read a configuration: that the members that it knows have the
     * types that it reads, and that the input, which it reads as YAML, is YAML.
     *
     * @return a line for each value that has not the effect that was meant, at most 20
     * @throws InvalidInputException with a line for each fault, at most 20; as each line it has the place, the path, the reason and
     *     the remedy, but never the value, which may be a credential
     */
    public static List<String> require(JsonObject conf) {
        Verdict verdict = TABLE.judge(
                conf.members(),
                path -> Position.before(
                        conf.position(path), WordTable.shown(path).toString()));
        Faults faults = new Faults(conf);
        new YamlStrings(faults).check(conf.members());
        return verdict.and(new Verdict(faults.lines(), List.of()))
                .requireNoFaults()
                .warnings();
    }
}
