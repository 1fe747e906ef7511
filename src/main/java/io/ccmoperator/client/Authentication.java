// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.client;

import io.fabric8.kubernetes.client.http.BasicBuilder;
import io.fabric8.kubernetes.client.http.HttpRequest;
import io.fabric8.kubernetes.client.http.HttpResponse;
import io.fabric8.kubernetes.client.http.Interceptor;
import io.fabric8.kubernetes.client.utils.TokenRefreshInterceptor;
import java.net.HttpURLConnection;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * Sends the credentials with each request, and once more with others where the server has refused them. Reason: the client's own
 * interceptor reads the whole configuration again for another token, from the files that its environment names, and runs a program of
 * exec on the thread of the network.
 */
final class Authentication implements Interceptor {
    /** Takes the place of the client's own interceptor. */
    static final String NAME = TokenRefreshInterceptor.NAME;

    private static final String AUTHORIZATION = "Authorization";

    private final Credentials credentials;

    /** What requests show. */
    interface Credentials {
        /** The value of the header Authorization; empty: none is sent. Does not wait for anything. */
        Optional<String> authorization();

        /** After an answer 401: looks for other credentials, and says whether there are any. */
        CompletableFuture<Boolean> renew();
    }

    Authentication(Credentials credentials) {
        this.credentials = credentials;
    }

    @Override
    public void before(BasicBuilder builder, HttpRequest request, RequestTags tags) {
        set(builder);
    }

    @Override
    public CompletableFuture<Boolean> afterFailure(BasicBuilder builder, HttpResponse<?> response, RequestTags tags) {
        if (response.code() != HttpURLConnection.HTTP_UNAUTHORIZED) {
            return CompletableFuture.completedFuture(false);
        }
        return credentials.renew().thenApply(renewed -> {
            if (renewed) {
                set(builder);
            }
            return renewed;
        });
    }

    private void set(BasicBuilder builder) {
        credentials.authorization().ifPresent(value -> builder.setHeader(AUTHORIZATION, value));
    }
}
