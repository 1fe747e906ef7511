// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.client;

import io.ccmoperator.kubeconfig.KubeconfigUser.ActsAs;
import io.fabric8.kubernetes.client.Config;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The user that a kubeconfig's user acts as: {@code as}, {@code as-uid}, {@code as-groups} and {@code as-user-extra}. Reason: the client
 * sends the headers of user impersonation (Kubernetes, Authenticating), but reads none of these fields.
 */
final class Impersonation {
    private static final String REMEDY = "correct the name";
    private static final String SPECIAL = "!#$&'*+-.^_`|~";

    private Impersonation() {}

    /**
     * Sets the headers of all requests.
     *
     * @throws io.ccmoperator.cluster.InvalidInputException if a header cannot have a value
     */
    static void configure(Config config, ActsAs user) {
        config.setImpersonateUsername(HeaderValue.require(user.place() + ": as", user.user(), REMEDY));
        if (!user.uid().isEmpty()) {
            config.setCustomHeaders(
                    Map.of("Impersonate-Uid", HeaderValue.require(user.place() + ": as-uid", user.uid(), REMEDY)));
        }
        user.groups().forEach(group -> HeaderValue.require(user.place() + ": as-groups", group, REMEDY));
        config.setImpersonateGroups(user.groups().toArray(String[]::new));
        Map<String, List<String>> headers = new LinkedHashMap<>();
        user.extra().forEach((key, values) -> {
            values.forEach(value -> HeaderValue.require(user.place() + ": as-user-extra", value, REMEDY));
            headers.put(headerName(key), values);
        });
        config.setImpersonateExtras(headers);
    }

    /** The key percent-encoded where the name of a header cannot have the character (RFC 9110, token), as the server decodes it. */
    private static String headerName(String key) {
        StringBuilder name = new StringBuilder();
        for (byte octet : key.getBytes(StandardCharsets.UTF_8)) {
            char c = (char) (octet & 0xff);
            boolean isLegal = c < 0x80 && (Character.isLetterOrDigit(c) || SPECIAL.indexOf(c) >= 0);
            name.append(isLegal ? String.valueOf(c) : "%%%02X".formatted(octet & 0xff));
        }
        return name.toString();
    }
}
