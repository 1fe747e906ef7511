// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.substitution;

import io.ccmoperator.assets.ClusterFact;
import io.ccmoperator.assets.Provider;
import io.ccmoperator.cluster.ClusterFacts;
import java.util.function.Function;

/** The facts as strings; one that is not known or not set is the empty string. */
record FactValues(Function<ClusterFact, String> values) {
    static FactValues of(Provider provider, ClusterFacts facts) {
        return new FactValues(fact -> switch (fact) {
            case INFRASTRUCTURE_NAME -> facts.infrastructure().name();
            case PLATFORM -> facts.infrastructure().platform();
            case MANAGED_NAMESPACE -> facts.managedNamespace();
            case CLUSTER_NETWORK -> String.join(",", facts.networks().clusterNetwork());
            case SERVICE_NETWORK -> String.join(",", facts.networks().serviceNetwork());
            case CLOUD_FEATURE_GATES -> facts.features().cloudFeatureGates(provider);
            case TLS_CIPHER_SUITES -> facts.tls().cipherSuitesFlag();
            case TLS_MIN_VERSION -> facts.tls().minVersionFlag();
            case TLS_GROUPS -> facts.tls().curvePreferencesFlag();
            case HTTP2_DISABLED -> facts.tls().disableHttp2Flag();
            case CREDENTIALS_SECRET_NAME ->
                facts.overrides()
                        .credentials()
                        .secret(provider.descriptor().credentialsSecret())
                        .orElse("");
        });
    }

    String get(ClusterFact fact) {
        return values.apply(fact);
    }
}
