/*
 * Copyright the ccm-operator authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.ccmoperator.cloudconfig.transform;

import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.cluster.EnabledFeatures;
import java.util.Optional;

/**
 * The facts of the cluster for transformers. Do not change the objects.
 *
 * @param infrastructure Infrastructure {@code cluster}
 * @param network Network {@code cluster}; always there for a transformer that {@linkplain
 *     CloudConfigTransformer#needsNetwork needs} it
 * @param features the feature gates that are on
 */
public record TransformerFacts(
        KubernetesObject infrastructure, Optional<KubernetesObject> network, EnabledFeatures features) {}
