// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.status;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** The conditions of the ClusterOperator that the controllers own, in the order in which they are written. */
public enum ConditionType {
    AVAILABLE("Available", Controller.CLOUD_CONTROLLER_MANAGER),
    PROGRESSING("Progressing", Controller.CLOUD_CONTROLLER_MANAGER),
    DEGRADED("Degraded", Controller.CLOUD_CONTROLLER_MANAGER),
    UPGRADEABLE("Upgradeable", Controller.CLOUD_CONTROLLER_MANAGER),
    CLOUD_CONFIG_AVAILABLE("CloudConfigControllerAvailable", Controller.CLOUD_CONFIG),
    CLOUD_CONFIG_DEGRADED("CloudConfigControllerDegraded", Controller.CLOUD_CONFIG),
    TRUSTED_CA_AVAILABLE("TrustedCABundleControllerControllerAvailable", Controller.TRUSTED_CA),
    TRUSTED_CA_DEGRADED("TrustedCABundleControllerControllerDegraded", Controller.TRUSTED_CA);

    private final String text;
    private final Controller controller;

    ConditionType(String text, Controller controller) {
        this.text = text;
        this.controller = controller;
    }

    /** The type as the API has it. */
    public String value() {
        return text;
    }

    /** The controller that reports it. */
    public Controller controller() {
        return controller;
    }

    /** The type with that name, if it is one of these. */
    public static Optional<ConditionType> of(String text) {
        return Arrays.stream(values()).filter(type -> type.text.equals(text)).findFirst();
    }

    /** All that a controller reports. */
    public static List<ConditionType> of(Controller controller) {
        return Arrays.stream(values())
                .filter(type -> type.controller == controller)
                .toList();
    }
}
