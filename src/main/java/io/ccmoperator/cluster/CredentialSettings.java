// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.cluster;

import io.ccmoperator.assets.tree.FieldReader;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Where a cloud controller manager has its credentials of the cloud from: {@code spec.credentials} of the CloudControllerManager.
 *
 * @param secretName the Secret in the namespace of the Pods, in place of the provider's
 * @param tokenAudience of the token of the Pods' account that the cloud takes; empty: that of the provider
 * @param none whether there is no Secret: the cloud knows the machine, or the configuration has the credentials
 */
public record CredentialSettings(Optional<String> secretName, Optional<String> tokenAudience, boolean none) {
    /** Nothing is said: the provider's Secret, and the provider's audience. */
    public static final CredentialSettings OF_PROVIDER =
            new CredentialSettings(Optional.empty(), Optional.empty(), false);

    /** No Secret. */
    public static final CredentialSettings NONE = new CredentialSettings(Optional.empty(), Optional.empty(), true);

    /**
     * An annotation of cloud-conf, on Kubernetes: {@code true} if the configuration says by itself how the cloud knows the cloud controller manager, so
     * that no Secret is needed, else {@code false}.
     */
    public static final String OF_CONFIGURATION = "ccmoperator.io/configuration-has-credentials";

    /** Reads the field's value; the schema of the kind says what is valid. */
    static CredentialSettings of(FieldReader field) {
        return new CredentialSettings(
                text(field, "secretName"),
                text(field, "tokenAudience"),
                field.field("none").is(true));
    }

    private static Optional<String> text(FieldReader field, String name) {
        return Optional.of(field.string(name)).filter(text -> !text.isEmpty());
    }

    /** The name of the Secret; empty if there is none. */
    public Optional<String> secret(Optional<String> ofProvider) {
        return none ? Optional.empty() : secretName.or(() -> ofProvider);
    }

    /** A tree from which the same is read. */
    Map<String, Object> tree() {
        Map<String, Object> tree = new LinkedHashMap<>();
        secretName.ifPresent(name -> tree.put("secretName", name));
        tokenAudience.ifPresent(audience -> tree.put("tokenAudience", audience));
        if (none) {
            tree.put("none", true);
        }
        return tree;
    }

    /** The fields that are set. */
    Set<String> set() {
        Set<String> set = new LinkedHashSet<>();
        tree().keySet().forEach(name -> set.add("credentials." + name));
        return set;
    }
}
