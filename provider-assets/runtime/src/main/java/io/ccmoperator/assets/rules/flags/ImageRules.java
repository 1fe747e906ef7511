// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.assets.rules.flags;

import static io.ccmoperator.assets.findings.Rule.rule;

import io.ccmoperator.assets.Provider;
import io.ccmoperator.assets.findings.Findings;
import io.ccmoperator.assets.findings.Rule;
import io.ccmoperator.assets.provider.ParsedProvider;
import io.ccmoperator.assets.text.DidYouMean;
import io.ccmoperator.assets.tree.FieldReader;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** Rules on the file {@code images.yaml}. */
public final class ImageRules {
    /** For each provider. */
    public static final List<Rule<ParsedProvider>> RULES = List.of(rule("image-table-key", ImageRules::keys));

    private ImageRules() {}

    private static void keys(ParsedProvider provider, Findings findings) {
        if (provider.validDescriptor().isEmpty() || provider.images().isEmpty()) {
            return;
        }
        Set<String> keys = new TreeSet<>(provider.descriptor().images().values());
        keys.remove(Provider.OPERATOR_IMAGE);
        for (FieldReader image : provider.images().get().field("images").members()) {
            String key = image.path().name();
            if (key.equals(Provider.OPERATOR_IMAGE)) {
                findings.add(image, "the operator knows its own image; leave it out");
            } else if (!keys.contains(key)) {
                findings.add(
                        image,
                        "provider " + provider.folder().name() + " has no container with this key in images of "
                                + provider.folder().descriptorPath() + "; " + DidYouMean.hint(key, keys));
            }
        }
    }
}
