// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.payload;

import static org.assertj.core.api.Assertions.assertThat;

import io.ccmoperator.apiserver.ApiAnswer;
import io.ccmoperator.apiserver.ApiClient;
import io.ccmoperator.apiserver.RequiresApiServer;
import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.operator.PackRoles;
import io.quarkus.test.junit.main.QuarkusMainIntegrationTest;
import io.quarkus.test.junit.main.QuarkusMainLauncher;
import java.io.IOException;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What the packaged program would apply, against an API server that has the payload. */
@QuarkusMainIntegrationTest
@RequiresApiServer
@Tag("packaged")
class ProvidersInClusterIT {
    private static final Set<SampleCluster.Platform> WITHOUT_STATIC_PODS = EnumSet.of(
            SampleCluster.Platform.AZURE,
            SampleCluster.Platform.AZURE_STACK,
            SampleCluster.Platform.ALIBABA,
            SampleCluster.Platform.DIGITAL_OCEAN,
            SampleCluster.Platform.EXOSCALE,
            SampleCluster.Platform.HETZNER,
            SampleCluster.Platform.KUBEVIRT,
            SampleCluster.Platform.LINODE,
            SampleCluster.Platform.ORACLE,
            SampleCluster.Platform.OUTSCALE,
            SampleCluster.Platform.PROXMOX,
            SampleCluster.Platform.SCALEWAY,
            SampleCluster.Platform.STACKIT,
            SampleCluster.Platform.VULTR);

    private static Cluster cluster;

    @TempDir
    Path folder;

    @BeforeAll
    static void start(@TempDir Path data) throws IOException {
        cluster = Cluster.start(data);
        assertThat(cluster.createPayload()).isEmpty();
        assertThat(refusals(PackRoles.objects(), cluster.admin()::create)).isEmpty();
        Cluster.applyNamespace(cluster.admin(), SampleCluster.OTHER_NAMESPACE);
    }

    @AfterAll
    static void stop() {
        if (cluster != null) {
            cluster.close();
        }
    }

    @ParameterizedTest
    @EnumSource
    void areAcceptedByApiServer(SampleCluster.Platform platform, QuarkusMainLauncher program) {
        for (SampleCluster sample : SampleCluster.all(platform)) {
            List<KubernetesObject> objects = ManifestsOutput.of(sample, program, folder);

            assertThat(refusals(objects, cluster.admin().dryRun()::create))
                    .as(sample.toString())
                    .isEmpty();
        }
    }

    /** No API server sees a static Pod before it starts. */
    @ParameterizedTest
    @EnumSource
    void haveStaticPodsThatApiServerAccepts(SampleCluster.Platform platform, QuarkusMainLauncher program)
            throws IOException {
        List<KubernetesObject> pods = ManifestsOutput.staticPods(SampleCluster.of(platform), program, folder);

        assertThat(refusals(pods, cluster.admin().dryRun()::create)).isEmpty();
        assertThat(pods.isEmpty()).isEqualTo(WITHOUT_STATIC_PODS.contains(platform));
    }

    @ParameterizedTest
    @EnumSource
    void areWrittenWithPermissionsOfPayloadAndPacks(SampleCluster.Platform platform, QuarkusMainLauncher program) {
        ApiClient operator = cluster.admin().as(Cluster.OPERATOR);
        List<KubernetesObject> objects = ManifestsOutput.of(SampleCluster.of(platform), program, folder);

        assertThat(refusals(objects, operator::create)).isEmpty();
        assertThat(refusals(
                        objects,
                        object -> operator.replace(operator.read(object).object())))
                .isEmpty();
        assertThat(refusals(objects, operator::delete)).isEmpty();
    }

    private static List<String> refusals(
            List<KubernetesObject> objects, Function<KubernetesObject, ApiAnswer> request) {
        return objects.stream()
                .map(request)
                .filter(answer -> !answer.accepted())
                .map(ApiAnswer::refusal)
                .toList();
    }
}
