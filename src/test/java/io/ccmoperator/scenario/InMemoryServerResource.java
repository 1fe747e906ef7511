// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.scenario;

import io.ccmoperator.assets.deployment.devmode.mock.InMemoryApiServer;
import io.fabric8.kubernetes.client.NamespacedKubernetesClient;
import io.fabric8.kubernetes.client.server.mock.KubernetesMockServer;
import io.quarkus.test.kubernetes.client.KubernetesServerTestResource;
import io.quarkus.test.kubernetes.client.KubernetesTestServer;
import java.net.URI;
import java.util.Map;

/**
 * The mock server of Quarkus' tests, as development mode starts it. A KubernetesServer chooses its dispatcher itself and
 * does not allow that to change, so it is not started; a field of type KubernetesMockServer gets the one that is.
 */
public class InMemoryServerResource extends KubernetesServerTestResource {
    private InMemoryApiServer started;
    private NamespacedKubernetesClient client;
    private Map<String, String> properties = Map.of();

    @Override
    public Map<String, String> start() {
        properties = super.start();
        return properties;
    }

    @Override
    protected void initServer() {
        started = InMemoryApiServer.start();
        client = started.server().createClient();
    }

    @Override
    protected NamespacedKubernetesClient getClient() {
        return client;
    }

    @Override
    public void inject(TestInjector injector) {
        injector.injectIntoFields(
                started.server(),
                new TestInjector.AnnotatedAndMatchesType(KubernetesTestServer.class, KubernetesMockServer.class));
    }

    /** Ends the server, and with it the system properties that name it to clients. */
    @Override
    public void stop() {
        properties.keySet().forEach(System::clearProperty);
        client.close();
        started.close();
    }

    /** A client that may do everything. */
    public NamespacedKubernetesClient client() {
        return client;
    }

    /** The URL of the server. */
    public URI uri() {
        return started.uri();
    }
}
