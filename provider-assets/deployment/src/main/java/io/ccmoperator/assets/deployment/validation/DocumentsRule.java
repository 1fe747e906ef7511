/*
 * Copyright the ccm-operator authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.ccmoperator.assets.deployment.validation;

import java.util.List;

/** A rule for what the documents of one provider, or of the payload, say of other objects. */
interface DocumentsRule {
    /** Adds a finding for each breach. */
    void check(List<ProviderDocument> documents, KnownObjects known, Findings findings);
}
