// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.assets;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** A fact of the cluster that a descriptor may ask for, in an environment variable or a flag. */
public enum ClusterFact {
    /** Infrastructure status.infrastructureName. */
    INFRASTRUCTURE_NAME("infrastructureName"),
    /** Infrastructure status.platformStatus.type. */
    PLATFORM("platform"),
    /** The namespace in which cloud controller managers run. */
    MANAGED_NAMESPACE("managedNamespace"),
    /** Network status.clusterNetwork: CIDRs of Pods, joined by commas. */
    CLUSTER_NETWORK("clusterNetwork"),
    /** Network status.serviceNetwork: CIDRs of Services, joined by commas. */
    SERVICE_NETWORK("serviceNetwork"),
    /** The enabled feature gates that the cloud controller manager of the provider knows, as {@code A=true,B=true}. */
    CLOUD_FEATURE_GATES("cloudFeatureGates"),
    /** IANA names of cipher suites, joined by commas. */
    TLS_CIPHER_SUITES("tlsCipherSuites"),
    /** VersionTLS10, VersionTLS11, VersionTLS12 or VersionTLS13. */
    TLS_MIN_VERSION("tlsMinVersion"),
    /** Numbers of IANA's registry of the groups of the key exchange, joined by commas; empty where the cluster leaves them open. */
    TLS_GROUPS("tlsGroups"),
    /** {@code true} where the cipher suites lack those that a server of HTTP/2 in Go requires; empty otherwise. */
    HTTP2_DISABLED("http2Disabled"),
    /** The Secret that the descriptor names as {@code credentialsSecret}. */
    CREDENTIALS_SECRET_NAME("credentialsSecretName");

    private final String key;

    ClusterFact(String key) {
        this.key = key;
    }

    /** The name in a descriptor. */
    public String key() {
        return key;
    }

    /** The fact of that name in a descriptor, if there is one. */
    public static Optional<ClusterFact> of(String key) {
        return Arrays.stream(values()).filter(fact -> fact.key.equals(key)).findFirst();
    }

    /** All names, in the order of declaration. */
    public static List<String> keys() {
        return Arrays.stream(values()).map(ClusterFact::key).toList();
    }
}
