// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.assets.deployment.build;

import io.ccmoperator.assets.Transformer;
import io.ccmoperator.assets.deployment.GoodProvider;

/** Makes its name known, which is all that the build asks of a transformer. */
@Transformer(GoodProvider.TRANSFORMER)
class FogTransformer {}
