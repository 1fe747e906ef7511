// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.assets;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * How the operator makes the ConfigMap cloud-conf of a provider.
 *
 * @param source where the cloud's configuration is read
 * @param transformer the name of the transformer that it passes through; none copies it as it is
 */
public record CloudConfig(Source source, Optional<String> transformer) {
    /** Where a cloud's configuration is read. */
    public enum Source {
        /** openshift-config-managed/kube-cloud-config first, then the user's ConfigMap. */
        MANAGED("managed"),
        /** Only the user's ConfigMap in openshift-config, which the Infrastructure names. */
        USER("user");

        private final String key;

        Source(String key) {
            this.key = key;
        }

        /** The name in a descriptor. */
        public String key() {
            return key;
        }

        /** The source of that name in a descriptor, if there is one. */
        public static Optional<Source> of(String key) {
            return Arrays.stream(values())
                    .filter(source -> source.key.equals(key))
                    .findFirst();
        }

        /** All names. */
        public static List<String> keys() {
            return Arrays.stream(values()).map(Source::key).toList();
        }
    }
}
