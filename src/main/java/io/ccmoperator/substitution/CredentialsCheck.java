// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.substitution;

import io.ccmoperator.assets.Provider;
import io.ccmoperator.assets.ReservedObjects;
import io.ccmoperator.cluster.ClusterFacts;
import io.ccmoperator.cluster.CredentialSettings;
import io.ccmoperator.cluster.Overrides;
import io.ccmoperator.substitution.CheckedOverrides.Live;
import java.util.Optional;
import java.util.function.BiConsumer;

/**
 * What of {@code spec.credentials} a provider and a cluster can have.
 *
 * @param refuse gets the field in the spec, and why it is refused, with the remedy
 */
record CredentialsCheck(Provider provider, ClusterFacts facts, Live live, BiConsumer<String, String> refuse) {
    private static final String SECRET = "credentials.secretName";

    /** The credentials without what is refused. */
    CredentialSettings effective() {
        CredentialSettings set = facts.overrides().credentials();
        boolean withSecret = secretIsPossible(set);
        boolean withAudience = audienceIsPossible(set);
        return new CredentialSettings(
                set.secretName().filter(secret -> withSecret),
                set.tokenAudience().filter(audience -> withAudience),
                set.none() && withSecret);
    }

    private boolean audienceIsPossible(CredentialSettings set) {
        if (set.tokenAudience().isEmpty() || CloudCredentials.haveToken(provider)) {
            return true;
        }
        refuse.accept(
                "credentials.tokenAudience", "no Pod of " + name() + " has a token for the cloud; remove the field");
        return false;
    }

    private boolean secretIsPossible(CredentialSettings set) {
        Optional<String> why = set.none() ? whyNotNone() : set.secretName().flatMap(this::whyNot);
        why.ifPresent(reason -> refuse.accept(set.none() ? "credentials.none" : SECRET, reason));
        return why.isEmpty();
    }

    private Optional<String> whyNotNone() {
        return nowhere()
                .or(() -> provider.descriptor()
                        .whySecret()
                        .map(reason -> name() + " needs a Secret: " + reason
                                + "; set secretName in its place, or remove the field"));
    }

    private Optional<String> whyNot(String secret) {
        return nowhere().or(() -> reserved(secret)).or(() -> missing(secret));
    }

    private Optional<String> nowhere() {
        if (provider.descriptor().credentialsSecret().isEmpty()) {
            return Optional.of(name() + " has no Secret with credentials; remove the field");
        }
        return CloudCredentials.haveSecret(provider)
                ? Optional.empty()
                : Optional.of("the cloud's configuration names the Secret of " + name()
                        + ", which no Pod mounts; name it there, and remove the field");
    }

    private static Optional<String> reserved(String secret) {
        return ReservedObjects.areOfOperator("Secret", secret)
                ? Optional.of("Secret " + secret + " is the operator's; name another one")
                : Optional.empty();
    }

    /** Before anything runs, Pods wait for the Secret; they are not replaced by ones that wait. */
    private Optional<String> missing(String secret) {
        boolean isOther = live.configured()
                .apply(Overrides.CCM)
                .filter(configured -> !configured.credentials().secretName().equals(Optional.of(secret)))
                .isPresent();
        return isOther && !live.hasSecret().test(secret)
                ? Optional.of("Secret " + facts.managedNamespace() + "/" + secret
                        + " does not exist; create it, or name another one")
                : Optional.empty();
    }

    private String name() {
        return "provider " + provider.descriptor().name();
    }
}
