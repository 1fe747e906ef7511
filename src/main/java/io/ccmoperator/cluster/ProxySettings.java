// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.cluster;

import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.assets.tree.FieldReader;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The cluster's proxy, from the status of the Proxy {@code cluster} (config.openshift.io/v1). Strings are empty if nothing
 * is set.
 */
public record ProxySettings(String httpProxy, String httpsProxy, String noProxy) {
    /** A cluster without a proxy. */
    public static final ProxySettings NONE = new ProxySettings("", "", "");

    /**
     * The ConfigMap with certificate authorities of the user.
     *
     * @param key the key that holds them, PEM
     * @param object the object that names it, in messages
     * @param field its field
     */
    public record TrustedCa(String namespace, String name, String key, String object, String field) {
        /**
         * Reads spec.trustedCA.
         *
         * @param proxy a Proxy, or that of a {@link DescribedCluster}
         */
        public static Optional<TrustedCa> of(KubernetesObject proxy) {
            FieldReader reference = proxy.fields().field("spec", "trustedCA");
            return Optional.of(reference.string("name"))
                    .filter(name -> !name.isEmpty())
                    .map(name -> proxy.kind().equals("Proxy")
                            ? new TrustedCa(
                                    "openshift-config", name, "ca-bundle.crt", "Proxy cluster", "spec.trustedCA")
                            : new TrustedCa(
                                    reference.string("namespace"),
                                    name,
                                    reference.string("key"),
                                    DescribedCluster.OBJECT,
                                    DescribedCluster.FIELD + ".trustedCA"));
        }
    }

    /** Reads the object's tree. */
    public static ProxySettings of(Map<String, Object> tree) {
        KubernetesObject object = new KubernetesObject(tree);
        return new ProxySettings(
                object.fields().string("status", "httpProxy"),
                object.fields().string("status", "httpsProxy"),
                object.fields().string("status", "noProxy"));
    }

    /** The environment variables that programs know, those with a value only, in a fixed order. */
    public Map<String, String> environment() {
        Map<String, String> variables = new LinkedHashMap<>();
        variables.put("HTTP_PROXY", httpProxy);
        variables.put("HTTPS_PROXY", httpsProxy);
        variables.put("NO_PROXY", noProxy);
        variables.values().removeIf(String::isEmpty);
        return Collections.unmodifiableMap(variables);
    }
}
