/*
 * Copyright the ccm-operator authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.ccmoperator.assets.deployment.validation;

import java.util.List;
import java.util.function.Function;

/** One rule for one provider, looked at alone. */
interface ProviderRule {
    /** Adds a finding for each breach. */
    void check(ParsedProvider provider, Findings findings);

    /** The rule that all pods of a choice keep another rule. */
    static ProviderRule each(Function<ParsedProvider, List<Pod>> pods, PodRule rule) {
        return (provider, findings) -> pods.apply(provider).forEach(pod -> rule.check(pod, findings));
    }
}
