// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.kubeconfig;

import static io.ccmoperator.kubeconfig.KubeconfigCluster.filled;

import io.ccmoperator.assets.tree.FieldReader;
import io.ccmoperator.assets.tree.JsonReader;
import io.ccmoperator.assets.tree.SyntaxException;
import io.ccmoperator.cluster.InvalidInputException;
import io.fabric8.kubernetes.api.model.AuthProviderConfig;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.Map;
import java.util.Objects;

/**
 * The token of {@code auth-provider: oidc}, the only one of these providers that kubectl still has. The token in the kubeconfig is used as long
 * as it is valid. It is not refreshed: kubectl does that, and writes the next one to the kubeconfig.
 */
final class IdToken {
    /** How much earlier a token counts as expired, as in client-go. */
    private static final Duration MARGIN = Duration.ofSeconds(10);

    private static final String NAME = "oidc";

    private IdToken() {}

    /** @throws InvalidInputException if it is another provider, or one without the fields that it requires */
    static void requireKnown(String place, AuthProviderConfig provider) {
        if (!NAME.equals(provider.getName())) {
            throw new InvalidInputException(
                    place + ": this auth-provider is not supported; use exec, a token or a client certificate");
        }
        for (String field : new String[] {"idp-issuer-url", "client-id"}) {
            if (filled(config(provider).get(field)).isEmpty()) {
                throw new InvalidInputException(
                        "%s: auth-provider oidc has no %s; add it, or use exec with a program such as kubelogin"
                                .formatted(place, field));
            }
        }
    }

    /** @throws InvalidInputException if there is no token, or it has expired; it is not quoted */
    static String of(String place, AuthProviderConfig provider) {
        String token = filled(config(provider).get("id-token")).orElseThrow(() -> invalid(place, "has no id-token"));
        if (!Instant.now().plus(MARGIN).isBefore(end(place, token))) {
            throw invalid(place, "has an id-token that has expired");
        }
        return token;
    }

    private static Map<String, String> config(AuthProviderConfig provider) {
        return Objects.requireNonNullElse(provider.getConfig(), Map.of());
    }

    /** The claim exp, in seconds; without it the token has expired, as client-go reads it. */
    private static Instant end(String place, String token) {
        String[] parts = token.split("\\.", -1);
        try {
            String claims = new String(Base64.getUrlDecoder().decode(parts[1]), StandardCharsets.UTF_8);
            return FieldReader.of(JsonReader.read(claims)).at("exp") instanceof Number seconds
                    ? Instant.ofEpochSecond(seconds.longValue())
                    : Instant.EPOCH;
        } catch (ArrayIndexOutOfBoundsException | IllegalArgumentException | DateTimeException | SyntaxException e) {
            throw invalid(place, "has an id-token that is not a JSON Web Token");
        }
    }

    private static InvalidInputException invalid(String place, String reason) {
        return new InvalidInputException(
                "%s: auth-provider oidc %s; run kubectl with this kubeconfig, which gets another one, or use exec with a program such as kubelogin"
                        .formatted(place, reason));
    }
}
