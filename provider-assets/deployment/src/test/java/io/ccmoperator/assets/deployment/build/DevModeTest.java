// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.assets.deployment.build;

import static org.assertj.core.api.Assertions.assertThat;

import io.ccmoperator.assets.deployment.GoodProvider;
import io.quarkus.test.QuarkusDevModeTest;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import org.jboss.shrinkwrap.api.asset.StringAsset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Dev mode, which makes its own instances of this class: hence it is public. */
public class DevModeTest {
    private static final String DEPLOYMENT = "providers/fog/assets/10-deployment.yaml";
    private static final int PORT = freePort();

    @RegisterExtension
    static final QuarkusDevModeTest APPLICATION = new QuarkusDevModeTest().withApplicationRoot(application -> {
        application
                .addClasses(FogTransformer.class, ProvidersRoute.class)
                .addAsResource(new StringAsset("quarkus.http.port=" + PORT + "\n"), "application.properties");
        Build.add(application, GoodProvider.fog());
    });

    @Test
    void indexesChangedAssetOnReloadAndReportsInvalidOrNewOne() throws Exception {
        assertThat(get().body()).isEqualTo("fog 2");

        APPLICATION.modifyResourceFile(DEPLOYMENT, text -> text.replace("replicas: 2", "replicas: 3"));
        assertThat(get().body()).isEqualTo("fog 3");

        APPLICATION.modifyResourceFile(DEPLOYMENT, text -> text.replace("replicas: 3", "replicas: 1"));
        HttpResponse<String> broken = get();
        assertThat(broken.statusCode()).isEqualTo(500);
        assertThat(broken.body())
                .contains("The provider assets have 1 fault:")
                .contains(DEPLOYMENT)
                .contains("spec.replicas (line 11): has to be 2 or more");

        APPLICATION.modifyResourceFile(DEPLOYMENT, text -> text.replace("replicas: 1", "replicas: 2"));
        assertThat(get().body()).isEqualTo("fog 2");

        APPLICATION.addResourceFile("providers/fog/assets/50-new.yaml", "[]\n");
        assertThat(get().body()).contains("providers/fog/assets/50-new.yaml, document 1 (line 1): is not a map");
    }

    private static HttpResponse<String> get() throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://localhost:" + PORT + "/providers"))
                .build();
        return HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());
    }

    private static int freePort() {
        try (ServerSocket socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
