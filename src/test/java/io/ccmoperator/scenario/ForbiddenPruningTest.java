// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.scenario;

import static io.ccmoperator.scenario.Scenario.PATIENCE;
import static io.ccmoperator.scenario.Scenario.object;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.assets.deployment.devmode.mock.ApiServerDispatcher;
import io.ccmoperator.operator.Platform;
import io.fabric8.mockwebserver.http.MockResponse;
import io.fabric8.mockwebserver.http.RecordedRequest;
import java.nio.file.Path;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The operator must not delete what is no longer desired: a warning, and no failure. */
@Timeout(120)
class ForbiddenPruningTest {
    private static final KubernetesObject POLICY = object(
            "admissionregistration.k8s.io/v1",
            "ValidatingAdmissionPolicy",
            "",
            "openshift-cloud-controller-manager-cloud-provider-aws");
    private static final String PATH =
            "/apis/admissionregistration.k8s.io/v1/validatingadmissionpolicies/" + POLICY.name();

    private final Set<String> forbidden = ConcurrentHashMap.newKeySet();
    private Scenario scenario;

    @BeforeEach
    void start(@TempDir Path folder) {
        InMemoryServerResource server = new InMemoryServerResource() {
            @Override
            protected ApiServerDispatcher dispatcher() {
                return new ForbiddingDispatcher(forbidden);
            }
        };
        scenario = Scenario.start(server, Platform.AWS, folder);
        scenario.awaitConverged(Platform.AWS);
    }

    @AfterEach
    void stop() {
        scenario.close();
    }

    @Test
    void warnsAndTriesAgainUntilItMayDelete() {
        forbidden.add("DELETE " + PATH);

        scenario.platform(Platform.GCP);
        scenario.awaitConverged(Platform.GCP);

        await("the warning")
                .atMost(PATIENCE)
                .until(() -> available()
                        .contains("ValidatingAdmissionPolicy " + POLICY.name()
                                + " is no longer desired, but the operator is not allowed to delete it"));
        assertThat(scenario.is("Degraded", "False")).isTrue();
        assertThat(scenario.cluster().find(POLICY)).isPresent();

        forbidden.clear();
        scenario.infrastructure(Platform.GCP, "SingleReplica");

        await("the deletion")
                .atMost(PATIENCE)
                .until(() -> scenario.cluster().find(POLICY).isEmpty());
    }

    @Test
    void forgetsObjectsThatItMustNotRead() {
        forbidden.add("GET " + PATH);

        scenario.platform(Platform.GCP);
        scenario.awaitConverged(Platform.GCP);

        assertThat(scenario.is("Degraded", "False")).isTrue();
        assertThat(scenario.clusterOperator().fields().maps("status", "relatedObjects"))
                .noneMatch(reference -> POLICY.name().equals(reference.get("name"))
                        && "validatingadmissionpolicies".equals(reference.get("resource")));
        // Events are written by another thread.
        await("the event")
                .atMost(PATIENCE)
                .untilAsserted(() -> assertThat(scenario.cluster().like(object("v1", "Event", "default", "")))
                        .filteredOn(event -> event.fields().string("reason").equals("ResourceDeleteFailed"))
                        .extracting(event -> event.fields().string("message"))
                        .singleElement()
                        .asString()
                        .contains("ValidatingAdmissionPolicy " + POLICY.name(), "delete it by hand", "forbidden"));
    }

    private String available() {
        return scenario.clusterOperator().fields().maps("status", "conditions").stream()
                .filter(condition -> "Available".equals(condition.get("type")))
                .map(condition -> (String) condition.get("message"))
                .findFirst()
                .orElse("");
    }

    private static final class ForbiddingDispatcher extends ApiServerDispatcher {
        private final Set<String> forbidden;

        ForbiddingDispatcher(Set<String> forbidden) {
            this.forbidden = forbidden;
        }

        @Override
        public synchronized MockResponse dispatch(RecordedRequest request) {
            if (!forbidden.contains(request.getMethod() + " " + request.getPath())) {
                return super.dispatch(request);
            }
            return new MockResponse()
                    .setResponseCode(403)
                    .setHeader("Content-Type", "application/json")
                    .setBody("{\"apiVersion\": \"v1\", \"kind\": \"Status\", \"status\": \"Failure\", \"code\": 403,"
                            + " \"reason\": \"Forbidden\", \"message\": \"" + request.getPath() + " is forbidden\"}");
        }
    }
}
