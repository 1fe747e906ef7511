/*
 * Copyright the ccm-operator authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.ccmoperator.assets.deployment.validation;

import io.ccmoperator.assets.tree.FieldReader;
import java.util.List;
import java.util.Optional;

/**
 * A container or an init container.
 *
 * @param fields its fields in the pod's spec
 */
record Container(FieldReader fields) {
    /** How the containers are called that run a cloud's controllers; the operator looks at these. */
    static final List<String> CLOUD = List.of("cloud-controller-manager", "cloud-node-manager");

    String name() {
        return fields.field("name").string();
    }

    FieldReader args() {
        return fields.field("args");
    }

    boolean isOfCloud() {
        return CLOUD.contains(name());
    }

    boolean hasFlag(String flag) {
        return args().strings().contains(flag);
    }

    /** The value of a flag that is written {@code --name=value}, with variables of the environment filled in. */
    Optional<String> flagValue(String name) {
        return args().strings().stream()
                .filter(arg -> arg.startsWith(name + "="))
                .map(arg -> expanded(arg.substring(name.length() + 1)))
                .findFirst();
    }

    private String expanded(String value) {
        String expanded = value;
        for (FieldReader variable : fields.field("env").items()) {
            expanded = expanded.replace(
                    "$(" + variable.field("name").string() + ")",
                    variable.field("value").string());
        }
        return expanded;
    }

    List<FieldReader> mounts() {
        return fields.field("volumeMounts").items();
    }
}
