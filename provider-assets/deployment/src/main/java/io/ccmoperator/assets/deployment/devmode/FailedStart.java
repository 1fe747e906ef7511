/*
 * Copyright the ccm-operator authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.ccmoperator.assets.deployment.devmode;

import io.quarkus.dev.spi.DeploymentFailedStartHandler;

/** Ends development mode of the operator when its first start fails: without HTTP nothing would ever try again. */
public final class FailedStart implements DeploymentFailedStartHandler {
    @Override
    public void handleFailedInitialStart() {
        if (DevMode.current().isPresent()) {
            DevModeEnd.with(1);
        }
    }
}
