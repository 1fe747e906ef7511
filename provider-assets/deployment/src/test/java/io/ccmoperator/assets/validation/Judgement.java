// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.assets.validation;

import io.ccmoperator.assets.deployment.GoodProvider;
import io.ccmoperator.assets.discovery.ProviderFolder;
import io.ccmoperator.assets.discovery.SourceFile;
import io.ccmoperator.assets.findings.Finding;
import io.ccmoperator.assets.findings.Findings;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/** What the rules say of providers. */
public final class Judgement {
    private static final Pattern RULE = Pattern.compile(" \\[[a-z]+(-[a-z]+)*]$");

    private Judgement() {}

    /** The findings, one line each; none for providers that keep all rules. */
    public static List<String> of(ProviderFolder... folders) {
        return of(List.of(), folders);
    }

    /** The findings in providers that are compared with a payload. */
    public static List<String> of(List<SourceFile> payload, ProviderFolder... folders) {
        try {
            ProviderValidation.validate(List.of(folders), payload, Set.of(GoodProvider.TRANSFORMER));
            return List.of();
        } catch (InvalidProvidersException e) {
            return Arrays.stream(e.getMessage().split("\n"))
                    .skip(1)
                    .map(String::strip)
                    .map(Judgement::withoutRule)
                    .toList();
        }
    }

    /** What the build prints of providers although it does not fail, one line each. */
    static List<String> remarks(ProviderFolder... folders) {
        Findings findings = new Findings();
        ProviderValidation.judge(List.of(folders), List.of(), Set.of(GoodProvider.TRANSFORMER), findings);
        return findings.remarks().stream()
                .map(line -> RULE.matcher(line).replaceFirst(""))
                .toList();
    }

    /** The same with their rules. */
    public static List<Finding> findings(List<SourceFile> payload, ProviderFolder... folders) {
        Findings findings = new Findings();
        ProviderValidation.judge(List.of(folders), payload, Set.of(GoodProvider.TRANSFORMER), findings);
        return findings.all();
    }

    /** A line ends with the id of the rule; tests of messages do not repeat it. */
    public static String withoutRule(String line) {
        if (!RULE.matcher(line).find()) {
            throw new AssertionError("the line does not name its rule: " + line);
        }
        return RULE.matcher(line).replaceFirst("");
    }
}
