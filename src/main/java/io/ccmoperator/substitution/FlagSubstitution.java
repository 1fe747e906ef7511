// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.substitution;

import io.ccmoperator.assets.FlagSource;
import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.assets.Ordered;
import io.ccmoperator.assets.ProviderDescriptor;
import io.ccmoperator.assets.tree.FieldWriter;
import io.ccmoperator.cluster.EnabledFeatures;
import java.util.Map;

/**
 * The declared flags, appended to the arguments of their container; one without a value is left out.
 *
 * @param flags container to flag to where its value comes from
 * @param values the facts' values
 * @param features the enabled feature gates, those that have graduated included
 */
record FlagSubstitution(Map<String, Map<String, FlagSource>> flags, FactValues values, EnabledFeatures features)
        implements Substitution {
    FlagSubstitution {
        flags = Ordered.copy(flags);
    }

    /** The flags of a provider. */
    static FlagSubstitution of(ProviderDescriptor descriptor, FactValues values, EnabledFeatures features) {
        return new FlagSubstitution(
                descriptor.flags(), values, features.withGraduated(descriptor.graduatedFeatureGates()));
    }

    @Override
    public void apply(KubernetesObject object) {
        for (Map<String, Object> container : object.allContainers()) {
            flags.getOrDefault(container.get("name"), Map.of()).forEach((flag, source) -> {
                String value = value(source);
                if (!value.isEmpty()) {
                    // The kubelet expands $(NAME) in arguments, too.
                    new FieldWriter(container).list("args").add(flag + "=" + value.replace("$", "$$"));
                }
            });
        }
    }

    private String value(FlagSource source) {
        if (source instanceof FlagSource.Gated gated) {
            return features.isEnabled(gated.featureGate()) ? gated.value() : "";
        }
        return values.get(((FlagSource.OfFact) source).fact());
    }
}
