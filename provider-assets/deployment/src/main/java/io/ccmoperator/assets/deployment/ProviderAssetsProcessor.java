/*
 * Copyright the ccm-operator authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.ccmoperator.assets.deployment;

import io.quarkus.deployment.annotations.BuildStep;
import io.quarkus.deployment.builditem.FeatureBuildItem;

class ProviderAssetsProcessor {
    @BuildStep
    FeatureBuildItem feature() {
        return new FeatureBuildItem("ccm-provider-assets");
    }
}
