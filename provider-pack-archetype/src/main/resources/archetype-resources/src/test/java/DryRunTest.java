package ${package};

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.abort;

import io.ccmoperator.assets.deployment.PackDryRun;
import io.fabric8.kubeapitest.KubeAPIServer;
import io.fabric8.kubeapitest.KubeAPIServerConfigBuilder;
import io.fabric8.kubeapitest.KubeAPITestException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class DryRunTest {
    /** What the rules leave to the API server: names, ranges, fields that exclude each other, expressions. It keeps nothing. */
    @Test
    void isTakenByApiServer() {
        KubeAPIServer server = started();
        try (PackDryRun dryRun = new PackDryRun(server.getKubeConfigYaml())) {
            assertEquals("", String.join("\n", dryRun.refusals(Path.of("target/classes"))));
        } finally {
            server.stop();
        }
    }

    /** The first start downloads the server to ~/.kubeapitest, or to the folder KUBE_API_TEST_DIR. */
    private static KubeAPIServer started() {
        KubeAPIServer server = new KubeAPIServer(KubeAPIServerConfigBuilder.anAPIServerConfig()
                .withUpdateKubeConfig(false)
                .build());
        try {
            server.start();
        } catch (KubeAPITestException e) {
            // etcd starts before the server.
            ProcessHandle.current().descendants().forEach(ProcessHandle::destroy);
            String why = "The manifests were not judged: no API server could be started (" + e + ")";
            System.err.println(why);
            abort(why);
        }
        return server;
    }
}
