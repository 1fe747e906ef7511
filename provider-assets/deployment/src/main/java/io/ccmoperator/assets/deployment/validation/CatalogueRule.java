/*
 * Copyright the ccm-operator authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.ccmoperator.assets.deployment.validation;

import java.util.List;

/** One rule for all providers of an application together. */
interface CatalogueRule {
    /** Adds a finding for each breach. */
    void check(List<ParsedProvider> providers, Findings findings);
}
