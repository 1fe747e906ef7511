// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.client;

import io.fabric8.kubernetes.api.model.AuthInfo;
import io.fabric8.kubernetes.client.Config;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

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
     * @param file the kubeconfig, for messages
     * @throws io.ccmoperator.cluster.InvalidInputException if {@code as} is missing beside one of the others, or a header cannot have a value
     */
    static void configure(Config config, AuthInfo user, Path file) {
        List<String> groups = Optional.ofNullable(user.getAsGroups()).orElse(List.of());
        Map<String, List<String>> extra =
                Optional.ofNullable(user.getAsUserExtra()).orElse(Map.of());
        if (isEmpty(user.getAs())) {
            if (!isEmpty(user.getAsUid()) || !groups.isEmpty() || !extra.isEmpty()) {
                throw ClientConfig.invalid(
                        file, "as is missing beside as-uid, as-groups or as-user-extra; name the user to act as");
            }
            return;
        }
        config.setImpersonateUsername(HeaderValue.require(file + ": as", user.getAs(), REMEDY));
        if (!isEmpty(user.getAsUid())) {
            config.setCustomHeaders(
                    Map.of("Impersonate-Uid", HeaderValue.require(file + ": as-uid", user.getAsUid(), REMEDY)));
        }
        groups.forEach(group -> HeaderValue.require(file + ": as-groups", group, REMEDY));
        config.setImpersonateGroups(groups.toArray(String[]::new));
        Map<String, List<String>> headers = new LinkedHashMap<>();
        extra.forEach((key, values) -> {
            values.forEach(value -> HeaderValue.require(file + ": as-user-extra", value, REMEDY));
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

    private static boolean isEmpty(String value) {
        return value == null || value.isEmpty();
    }
}
