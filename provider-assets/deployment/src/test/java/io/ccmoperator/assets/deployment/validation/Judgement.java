// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.assets.deployment.validation;

import io.ccmoperator.assets.deployment.GoodProvider;
import io.ccmoperator.assets.deployment.discovery.ProviderFolder;
import io.ccmoperator.assets.deployment.discovery.SourceFile;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** What the rules say of providers. */
final class Judgement {
    private Judgement() {}

    /** The findings, one line each; none for providers that keep all rules. */
    static List<String> of(ProviderFolder... folders) {
        return of(List.of(), folders);
    }

    /** The findings in providers and in a payload with which they are compared. */
    static List<String> of(List<SourceFile> payload, ProviderFolder... folders) {
        return of(payload, Optional.empty(), folders);
    }

    /** What the build prints of providers although it does not fail, one line each. */
    static List<String> remarks(ProviderFolder... folders) {
        Findings findings = new Findings();
        ProviderValidation.judge(
                List.of(folders), List.of(), Optional.empty(), Set.of(GoodProvider.TRANSFORMER), findings);
        return findings.remarks();
    }

    /** The findings in providers, in a payload and in the list of former objects. */
    static List<String> of(List<SourceFile> payload, Optional<SourceFile> formerObjects, ProviderFolder... folders) {
        try {
            ProviderValidation.validate(List.of(folders), payload, formerObjects, Set.of(GoodProvider.TRANSFORMER));
            return List.of();
        } catch (InvalidProvidersException e) {
            return Arrays.stream(e.getMessage().split("\n"))
                    .skip(1)
                    .map(String::strip)
                    .toList();
        }
    }
}
