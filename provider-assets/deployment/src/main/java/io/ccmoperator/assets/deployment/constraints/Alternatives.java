// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.assets.deployment.constraints;

import java.util.List;

/**
 * Fields of which a part has exactly one.
 *
 * @param what the part, as messages call it
 */
record Alternatives(List<String> names, String what) {
    boolean isOne(Scope scope) {
        return present(scope).size() == 1;
    }

    String reason(Scope scope) {
        List<String> present = present(scope);
        return present.isEmpty()
                ? "is empty; " + what + " requires one of " + String.join(", ", names)
                : "has " + list(present) + "; " + what + " takes only one of them";
    }

    private List<String> present(Scope scope) {
        return names.stream().filter(name -> scope.field().field(name).exists()).toList();
    }

    private static String list(List<String> names) {
        int last = names.size() - 1;
        return String.join(", ", names.subList(0, last)) + " and " + names.get(last);
    }
}
