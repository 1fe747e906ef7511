// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.assets.deployment.build;

import io.ccmoperator.assets.ProviderIndex;
import io.vertx.ext.web.Router;
import jakarta.enterprise.event.Observes;
import java.util.stream.Collectors;

/** Returns the providers of the running application, and their replicas. */
class ProvidersRoute {
    void add(@Observes Router router) {
        router.get("/providers")
                .handler(request -> request.end(ProviderIndex.load().entries().stream()
                        .map(entry -> entry.name() + " "
                                + ProviderIndex.provider(entry)
                                        .assets()
                                        .get(0)
                                        .fields()
                                        .at("spec", "replicas"))
                        .collect(Collectors.joining("\n"))));
    }
}
