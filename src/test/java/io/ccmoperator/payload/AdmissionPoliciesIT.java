// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.payload;

import static io.ccmoperator.payload.AdmissionCase.changed;
import static io.ccmoperator.payload.AdmissionCase.created;
import static io.ccmoperator.payload.AdmissionCase.nodeStatusPatch;
import static io.ccmoperator.payload.AdmissionCase.nodeUpdate;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.ccmoperator.apiserver.ApiUser;
import io.ccmoperator.apiserver.RequiresApiServer;
import io.ccmoperator.assets.KubernetesObject;
import io.quarkus.test.junit.main.QuarkusMainIntegrationTest;
import io.quarkus.test.junit.main.QuarkusMainLauncher;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The effective admission policies of providers. */
@QuarkusMainIntegrationTest
@RequiresApiServer
@Tag("packaged")
class AdmissionPoliciesIT {
    private static Cluster cluster;

    @TempDir
    Path input;

    private final List<KubernetesObject> policies = new ArrayList<>();

    @BeforeAll
    static void start(@TempDir Path data) {
        cluster = Cluster.start(data);
        assertThat(cluster.createPayload()).isEmpty();
    }

    @AfterAll
    static void stop() {
        if (cluster != null) {
            cluster.close();
        }
    }

    @AfterEach
    void removePolicies() {
        policies.forEach(cluster.admin()::delete);
    }

    @Test
    void rejectsChangeOfAwsLoadBalancerType(QuarkusMainLauncher program) {
        String type = "service.beta.kubernetes.io/aws-load-balancer-type";
        List<AdmissionCase> allowed = List.of(
                created(type, null),
                created(type, "nlb"),
                changed(type, null, null),
                changed(type, "nlb", "nlb"),
                changed("other", null, "new"));
        List<AdmissionCase> refused = List.of(
                changed(type, null, "nlb"),
                changed(type, "nlb", null),
                changed(type, "nlb", "external"),
                changed(type, "nlb", ""));

        assertJudged(
                SampleCluster.Platform.AWS,
                program,
                allowed,
                refused,
                "annotation service.beta.kubernetes.io/aws-load-balancer-type may not be added, removed or changed");
    }

    @Test
    void acceptsOnlyMinutesAsAzureIdleTimeout(QuarkusMainLauncher program) {
        String timeout = "service.beta.kubernetes.io/azure-load-balancer-tcp-idle-timeout";
        List<AdmissionCase> allowed = List.of(
                created(timeout, null),
                created(timeout, "4"),
                created(timeout, "100"),
                changed(timeout, null, null),
                changed(timeout, null, "30"),
                changed(timeout, "never", "never"),
                changed(timeout, "101", null));
        List<AdmissionCase> refused = List.of(
                created(timeout, "3"),
                created(timeout, "101"),
                created(timeout, ""),
                created(timeout, "-4"),
                created(timeout, "4.5"),
                changed(timeout, null, "ten"),
                changed(timeout, "4", "1000"),
                changed(timeout, "2", "3"));

        assertJudged(
                SampleCluster.Platform.AZURE,
                program,
                allowed,
                refused,
                "annotation service.beta.kubernetes.io/azure-load-balancer-tcp-idle-timeout must be an integer from 4"
                        + " to 100");
    }

    @Test
    void acceptsOnlyTwoNetworkTiersOfGoogle(QuarkusMainLauncher program) {
        String tier = "cloud.google.com/network-tier";
        List<AdmissionCase> allowed = List.of(
                created(tier, null),
                created(tier, "Standard"),
                created(tier, "Premium"),
                changed(tier, null, null),
                changed(tier, "Standard", "Premium"),
                changed(tier, "Basic", "Basic"),
                changed(tier, "Basic", null));
        List<AdmissionCase> refused = List.of(
                created(tier, "standard"),
                created(tier, ""),
                changed(tier, null, "Basic"),
                changed(tier, "Standard", "PREMIUM"),
                changed(tier, "Basic", "Cheap"));

        assertJudged(
                SampleCluster.Platform.GCP,
                program,
                allowed,
                refused,
                "annotation cloud.google.com/network-tier must be Standard or Premium");
    }

    @Test
    void letsAzureNodeManagerChangeOnlyItsOwnNode(QuarkusMainLauncher program) {
        String claim = "authentication.kubernetes.io/node-name";
        ApiUser nodeManager = ApiUser.serviceAccount(SampleCluster.MANAGED, "cloud-node-manager");
        List<AdmissionCase> allowed = List.of(
                nodeUpdate(nodeManager.with(claim, List.of("one")), "one"),
                nodeUpdate(nodeManager.with(claim, List.of("two.example.com")), "two.example.com"),
                nodeStatusPatch(nodeManager.with(claim, List.of("one")), "one"),
                nodeStatusPatch(new ApiUser("admin", List.of("system:masters"), Map.of()), "one"),
                nodeUpdate(new ApiUser("admin", List.of("system:masters"), Map.of()), "one"),
                nodeUpdate(
                        ApiUser.serviceAccount("elsewhere", "cloud-node-manager")
                                .asMaster(),
                        "one"));
        List<AdmissionCase> refused = List.of(
                nodeUpdate(nodeManager.with(claim, List.of("one")), "two.example.com"),
                nodeUpdate(nodeManager.with(claim, List.of("two")), "two.example.com"),
                nodeUpdate(nodeManager.with(claim, List.of("one", "two.example.com")), "one"),
                nodeUpdate(nodeManager.with(claim, List.of("ONE")), "one"),
                nodeUpdate(nodeManager.with("other", List.of("one")), "one"),
                nodeUpdate(nodeManager, "one"),
                nodeStatusPatch(nodeManager.with(claim, List.of("one")), "two.example.com"),
                nodeStatusPatch(nodeManager, "one"));

        assertJudged(
                SampleCluster.Platform.AZURE,
                program,
                allowed,
                refused,
                "claim authentication.kubernetes.io/node-name");
    }

    private void assertJudged(
            SampleCluster.Platform platform,
            QuarkusMainLauncher program,
            List<AdmissionCase> allowed,
            List<AdmissionCase> refused,
            String message) {
        allowed.forEach(request -> request.prepare(cluster.admin()));
        refused.forEach(request -> request.prepare(cluster.admin()));
        // Nothing but the policies refuses them; the server forgets those of other tests after a moment.
        await("the requests to be accepted without the policies")
                .untilAsserted(() -> assertThat(refused)
                        .allSatisfy(request -> assertThat(
                                        request.send(cluster.admin()).refusal())
                                .isEmpty()));

        for (KubernetesObject object : ManifestsOutput.of(SampleCluster.of(platform), program, input)) {
            if (object.kind().startsWith("ValidatingAdmissionPolicy")) {
                assertThat(cluster.admin().create(object).refusal()).isEmpty();
                policies.add(object);
            }
        }
        await("the policy to be effective")
                .until(() -> !refused.get(0).send(cluster.admin()).accepted());

        assertThat(allowed)
                .allSatisfy(request ->
                        assertThat(request.send(cluster.admin()).refusal()).isEmpty());
        assertThat(refused)
                .allSatisfy(request -> assertThat(request.send(cluster.admin()).refusal())
                        .contains(": 422 ")
                        .contains(message));
    }
}
