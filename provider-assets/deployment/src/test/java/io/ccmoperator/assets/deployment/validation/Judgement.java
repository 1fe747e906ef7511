/*
 * Copyright the ccm-operator authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.ccmoperator.assets.deployment.validation;

import io.ccmoperator.assets.deployment.GoodProvider;
import io.ccmoperator.assets.deployment.discovery.ProviderFolder;
import java.util.Arrays;
import java.util.List;
import java.util.Set;

/** What the rules say of providers. */
final class Judgement {
    private Judgement() {}

    /** The findings, one line each; none for providers that keep all rules. */
    static List<String> of(ProviderFolder... folders) {
        try {
            ProviderValidation.validate(List.of(folders), List.of(), Set.of(GoodProvider.TRANSFORMER));
            return List.of();
        } catch (InvalidProvidersException e) {
            return Arrays.stream(e.getMessage().split("\n"))
                    .skip(1)
                    .map(String::strip)
                    .toList();
        }
    }
}
