/*
 * Copyright the ccm-operator authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.ccmoperator.assets.deployment.validation;

import io.ccmoperator.assets.deployment.decoding.DidYouMean;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The flags that cloud controller managers have by Kubernetes' library for them, k8s.io/cloud-provider, with their types. */
final class KnownFlags {
    /** The type of a flag's value. */
    enum Type {
        BOOLEAN("true or false", "1|t|T|TRUE|true|True|0|f|F|FALSE|false|False"),
        COUNT("an integer of 1 or more", "[1-9]\\d*"),
        INTEGER("an integer such as 2", "\\d+"),
        PORT("a port from 0 to 65535", "\\d{1,4}|[1-5]\\d{4}|6[0-4]\\d{3}|65[0-4]\\d{2}|655[0-2]\\d|6553[0-5]"),
        DURATION("a duration with a unit, such as 137s", "0|(\\d+(\\.\\d+)?(ns|us|ms|s|m|h))+"),
        GATES("feature gates such as Name=true", "(\\w+=(true|false)(,|$))*"),
        TEXT("a string", ".*");

        private final String description;
        private final Pattern values;

        Type(String description, String values) {
            this.description = description;
            this.values = Pattern.compile(values, Pattern.DOTALL);
        }

        String description() {
            return description;
        }

        boolean accepts(String value) {
            return values.matcher(value).matches();
        }
    }

    private static final Map<String, Type> TYPES = types();

    /** A name of that many letters may differ by two of them from the one that is meant; a shorter one is another flag then. */
    private static final int LONG_NAME = 12;

    private static final int SHORT_NAME = 8;

    private KnownFlags() {}

    /** The type of a flag without dashes, if it is known. The library takes '_' for '-'. */
    static Optional<Type> type(String name) {
        return Optional.ofNullable(TYPES.get(name.replace('_', '-')));
    }

    /** The known flag that is meant by a name which is almost that of the flag. */
    static Optional<String> meant(String name) {
        if (type(name).isPresent() || name.length() < SHORT_NAME) {
            return Optional.empty();
        }
        return DidYouMean.within(name.length() < LONG_NAME ? 1 : 2, name, TYPES.keySet());
    }

    private static Map<String, Type> types() {
        Map<String, Type> types = new HashMap<>();
        put(types, Type.BOOLEAN, """
                allocate-node-cidrs allow-untagged-cloud authentication-skip-lookup authentication-tolerate-lookup-failure
                configure-cloud-routes contention-profiling enable-leader-migration leader-elect permit-address-sharing
                permit-port-sharing profiling use-service-account-credentials""");
        put(types, Type.COUNT, "concurrent-node-status-updates concurrent-node-syncs concurrent-service-syncs");
        put(types, Type.PORT, "secure-port webhook-secure-port");
        put(types, Type.INTEGER, """
                http2-max-streams-per-connection kube-api-burst node-cidr-mask-size node-cidr-mask-size-ipv4
                node-cidr-mask-size-ipv6 v""");
        put(types, Type.DURATION, """
                authentication-token-webhook-cache-ttl authorization-webhook-cache-authorized-ttl
                authorization-webhook-cache-unauthorized-ttl controller-start-interval leader-elect-lease-duration
                leader-elect-renew-deadline leader-elect-retry-period log-flush-frequency min-resync-period
                node-monitor-period node-status-update-frequency route-reconciliation-period""");
        put(types, Type.GATES, "feature-gates");
        put(types, Type.TEXT, """
                authentication-kubeconfig authorization-always-allow-paths authorization-kubeconfig bind-address cert-dir
                cidr-allocator-type client-ca-file cloud-config cloud-provider cluster-cidr cluster-name controllers
                external-cloud-volume-plugin kube-api-content-type kube-api-qps kubeconfig leader-elect-resource-lock
                leader-elect-resource-name leader-elect-resource-namespace leader-migration-config logging-format master
                node-labels node-name requestheader-allowed-names requestheader-client-ca-file
                requestheader-extra-headers-prefix requestheader-group-headers requestheader-username-headers
                service-cluster-ip-range show-hidden-metrics-for-version tls-cert-file tls-cipher-suites tls-min-version
                tls-private-key-file tls-sni-cert-key vmodule webhook-bind-address webhook-cert-dir webhooks""");
        return Map.copyOf(types);
    }

    private static void put(Map<String, Type> types, Type type, String names) {
        Stream.of(names.split("\\s+")).forEach(name -> types.put(name, type));
    }
}
