// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.assets.rules.identity;

import static io.ccmoperator.assets.findings.Rule.rule;

import io.ccmoperator.assets.OpenShiftApi;
import io.ccmoperator.assets.ProviderDescriptor;
import io.ccmoperator.assets.findings.Findings;
import io.ccmoperator.assets.findings.Rule;
import io.ccmoperator.assets.provider.ParsedProvider;
import io.ccmoperator.assets.text.DidYouMean;
import io.ccmoperator.assets.tree.FieldReader;
import java.util.List;

/** Rules on the platform and the variant that a descriptor names (OpenShift API, PlatformType of Infrastructure). */
public final class PlatformRules {
    /** For each provider. */
    public static final List<Rule<ParsedProvider>> RULES =
            List.of(rule("platform", PlatformRules::platform), rule("variant", PlatformRules::variant));

    private PlatformRules() {}

    /** Whether the operator applies a provider on this platform. */
    public static boolean isKnown(String platform) {
        return OpenShiftApi.WITH_PROVIDER.contains(platform);
    }

    private static void platform(ParsedProvider provider, Findings findings) {
        provider.validDescriptor()
                .map(ProviderDescriptor::platform)
                .filter(platform -> !isKnown(platform))
                .ifPresent(
                        platform -> findings.add(
                                provider.descriptorFields().field("platform"),
                                OpenShiftApi.WITHOUT_PROVIDER.contains(platform)
                                        ? "OpenShift runs no cloud controller manager on platform " + platform
                                                + "; for a cloud"
                                                + " of your own write External, with its name as variant"
                                        : "OpenShift has no platform '" + platform + "'; "
                                                + DidYouMean.hint(platform, OpenShiftApi.WITH_PROVIDER)
                                                + (DidYouMean.nearest(platform, OpenShiftApi.WITH_PROVIDER)
                                                                .isPresent()
                                                        ? ""
                                                        : "; for a cloud of your own write External, with its name as variant")));
    }

    private static void variant(ParsedProvider provider, Findings findings) {
        provider.validDescriptor()
                .filter(descriptor -> isKnown(descriptor.platform()))
                .ifPresent(descriptor -> {
                    FieldReader field = provider.descriptorFields().field("variant");
                    String variant = descriptor.variant();
                    boolean external = descriptor.platform().equals("External");
                    boolean azure = descriptor.platform().equals("Azure");
                    if (external && variant.isEmpty()) {
                        findings.add(
                                field,
                                "is missing; platform External needs the name of the platform (Infrastructure"
                                        + " spec.platformSpec.external.platformName)");
                    } else if (azure && !variant.isEmpty() && !OpenShiftApi.AZURE_CLOUDS.contains(variant)) {
                        findings.add(
                                field,
                                "there is no Azure cloud " + variant + "; "
                                        + DidYouMean.hint(variant, OpenShiftApi.AZURE_CLOUDS));
                    } else if (!external && !azure && !variant.isEmpty()) {
                        findings.add(
                                field,
                                "platform " + descriptor.platform()
                                        + " has no variants, so no cluster would get this provider; leave it out");
                    }
                });
    }
}
