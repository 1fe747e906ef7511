// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.cloudconfig.transform.azure;

import io.ccmoperator.assets.text.MessageText;
import io.ccmoperator.assets.tree.Position;
import io.ccmoperator.assets.tree.TreePath;
import java.util.ArrayList;
import java.util.List;

/** The errors in a configuration, collected during a walk. */
final class Faults {
    /** The position of each error is computed from the input. */
    private static final int MAX = 20;

    private final JsonObject conf;
    private final List<Object> path = new ArrayList<>();
    private final List<String> lines = new ArrayList<>();

    Faults(JsonObject conf) {
        this.conf = conf;
    }

    /** Checks a member or item of what is here; not when there are enough faults. */
    void at(Object step, Runnable check) {
        if (lines.size() < MAX) {
            path.add(step);
            check.run();
            path.remove(path.size() - 1);
        }
    }

    /** Adds a fault of the value here: the reason and the remedy, without the value, which may be a credential. */
    void add(String reason) {
        lines.add(Position.before(conf.position(path), shownPath() + ": " + reason));
    }

    /** The lines, in the order in which they were added, at most 20. */
    List<String> lines() {
        return lines;
    }

    private TreePath shownPath() {
        TreePath shown = TreePath.ROOT;
        for (Object step : path) {
            shown = step instanceof Integer index ? shown.item(index) : shown.field(MessageText.ofName((String) step));
        }
        return shown;
    }
}
