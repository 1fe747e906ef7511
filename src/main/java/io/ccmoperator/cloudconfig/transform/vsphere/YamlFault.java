/*
 * Copyright the ccm-operator authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.ccmoperator.cloudconfig.transform.vsphere;

import io.ccmoperator.assets.tree.TreePath;
import io.ccmoperator.assets.tree.YamlDocument;
import io.ccmoperator.cluster.InvalidInputException;

/** A fault of a configuration in YAML. It never shows a value, which may be a password. */
final class YamlFault {
    private YamlFault() {}

    /** The line of a fault: the place, the keys that lead there, the reason. */
    static String line(YamlDocument document, TreePath path, String reason) {
        String place = document.nearestPosition(path).map(at -> at + ": ").orElse("");
        return place + (path.equals(TreePath.ROOT) ? "the configuration" : path) + " " + reason;
    }

    /** The one fault of a configuration. */
    static InvalidInputException at(YamlDocument document, TreePath path, String reason) {
        return new InvalidInputException(line(document, path, reason));
    }
}
