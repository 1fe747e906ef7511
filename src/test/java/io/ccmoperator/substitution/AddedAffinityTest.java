// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.substitution;

import static io.ccmoperator.YamlText.tree;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Two affinities of a Pod, both of which hold. */
class AddedAffinityTest {
    private static final String REQUIRED = "requiredDuringSchedulingIgnoredDuringExecution";

    private static Map<String, Object> pod(String pod, String added) {
        Map<String, Object> tree = tree(pod);
        new AddedAffinity(tree(added)).addTo(tree);
        return tree;
    }

    /** Terms are written as their keys: a node has to have all labels of one term. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', nullValues = "none", textBlock = """
        none  | x     | x
        a     | x     | ax
        a b   | x     | ax bx
        a     | x y   | ax ay
        a b   | x y   | ax ay bx by
        ab    | xy    | abxy
        a     | none  | a
        """)
    void selectsNodesThatFulfilTermOfBoth(String before, String added, String expected) {
        assertThat(pod("{affinity: " + nodes(before) + "}", nodes(added)))
                .isEqualTo(tree("{affinity: " + nodes(expected) + "}"));
    }

    private static String nodes(String terms) {
        if (terms == null) {
            return "{}";
        }
        StringBuilder list = new StringBuilder();
        for (String term : terms.split(" ")) {
            list.append("{matchExpressions: [");
            term.chars().forEach(key -> list.append("{key: ").append((char) key).append(", operator: Exists},"));
            list.append("]},");
        }
        return "{nodeAffinity: {" + REQUIRED + ": {nodeSelectorTerms: [" + list + "]}}}";
    }

    @Test
    void joinsNamesOfNodesWithLabels() {
        assertThat(pod(
                        "{affinity: {nodeAffinity: {" + REQUIRED
                                + ": {nodeSelectorTerms: [{matchFields: [{key: metadata.name}]}]}}}}",
                        nodes("x")))
                .isEqualTo(tree("{affinity: {nodeAffinity: {" + REQUIRED
                        + ": {nodeSelectorTerms: [{matchExpressions: [{key: x, operator: Exists}],"
                        + " matchFields: [{key: metadata.name}]}]}}}}"));
    }

    @Test
    void appendsListsAndMakesThoseThatAreMissing() {
        assertThat(pod("""
                {affinity: {podAntiAffinity: {requiredDuringSchedulingIgnoredDuringExecution: [{topologyKey: a}]}}}
                """, """
                podAntiAffinity:
                  requiredDuringSchedulingIgnoredDuringExecution: [{topologyKey: b}]
                  preferredDuringSchedulingIgnoredDuringExecution: [{weight: 1}]
                podAffinity: {preferredDuringSchedulingIgnoredDuringExecution: [{weight: 2}]}
                nodeAffinity: {preferredDuringSchedulingIgnoredDuringExecution: [{weight: 3}]}
                """)).isEqualTo(tree("""
                affinity:
                  podAntiAffinity:
                    requiredDuringSchedulingIgnoredDuringExecution: [{topologyKey: a}, {topologyKey: b}]
                    preferredDuringSchedulingIgnoredDuringExecution: [{weight: 1}]
                  podAffinity: {preferredDuringSchedulingIgnoredDuringExecution: [{weight: 2}]}
                  nodeAffinity: {preferredDuringSchedulingIgnoredDuringExecution: [{weight: 3}]}
                """));
    }
}
