// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.apiserver;

import java.util.List;
import java.util.Map;

/**
 * Whom a request claims to come from.
 *
 * @param name the user's name
 * @param groups the groups
 * @param extra what the authenticator knows beside, such as claims of a token
 */
public record ApiUser(String name, List<String> groups, Map<String, List<String>> extra) {
    /** A service account. */
    public static ApiUser serviceAccount(String namespace, String name) {
        return new ApiUser(
                "system:serviceaccount:" + namespace + ":" + name,
                List.of("system:serviceaccounts", "system:serviceaccounts:" + namespace, "system:authenticated"),
                Map.of());
    }

    /** The same with what the authenticator knows beside. */
    public ApiUser with(String key, List<String> values) {
        return new ApiUser(name, groups, Map.of(key, values));
    }

    /** The same with permission for everything. */
    public ApiUser asMaster() {
        return new ApiUser(name, List.of("system:masters"), extra);
    }
}
