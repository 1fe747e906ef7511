// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator;

import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.assets.tree.YamlReader;
import java.util.Map;

/** Trees for tests, written as YAML. */
public final class YamlText {
    private YamlText() {}

    public static Map<String, Object> tree(String yaml) {
        return YamlReader.read(yaml).get(0).map().orElseThrow();
    }

    public static KubernetesObject manifest(String yaml) {
        return new KubernetesObject(tree(yaml));
    }
}
