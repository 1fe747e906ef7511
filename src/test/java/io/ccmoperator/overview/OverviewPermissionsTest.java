// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.overview;

import static io.ccmoperator.ControllerScene.MANAGED;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.entry;

import io.ccmoperator.client.ApiException;
import io.ccmoperator.overview.Overview.Fact;
import io.ccmoperator.overview.Overview.Health;
import org.junit.jupiter.api.Test;

class OverviewPermissionsTest extends OverviewScene {
    @Test
    void leavesOutWhatUserMayNotRead() {
        listsForbidden = true;
        scene.server.beforeRequest(request -> {
            if (request.startsWith("GET Lease") || request.startsWith("GET Deployment " + MANAGED)) {
                throw new ApiException(403, request + ": User \"u\" cannot get it", null);
            }
        });

        Overview overview = read();

        assertThat(overview.health()).isEqualTo(Health.HEALTHY);
        assertThat(overview.objects()).extracting(object -> object.get("state")).containsExactly("unknown");
        assertThat(overview.events()).isEmpty();
        assertThat(overview.cloud()).isEmpty();
        String remedy = "; grant the user this permission, or name the kubeconfig of another user";
        assertThat(overview.unreadable())
                .allMatch(line -> line.endsWith(remedy))
                .extracting(line -> line.replaceFirst(": User.*", ""))
                .containsExactlyInAnyOrder(
                        "GET Lease o/leader",
                        "GET Deployment " + MANAGED + "/" + CCM,
                        "list deployments ",
                        "list daemonsets ",
                        "list nodes ",
                        "list events ",
                        "list events " + MANAGED,
                        "list events default");
    }

    @Test
    void doesNotWaitForWhatUserMayNotRead() {
        scene.server.beforeRequest(request -> {
            if (!request.startsWith("GET ClusterOperator")) {
                throw new ApiException(403, request + ": User \"u\" cannot get it", null);
            }
        });

        Overview overview = read();

        assertThat(overview.waitsFor()).isEmpty();
        assertThat(overview.facts())
                .contains(entry("platform", Fact.without("unknown")), entry("operator", Fact.without("unknown")));
    }

    @Test
    void failsWhenUserMayNotReadClusterOperator() {
        scene.server.beforeRequest(request -> {
            if (request.startsWith("GET ClusterOperator")) {
                throw new ApiException(403, request, null);
            }
        });

        assertThatThrownBy(this::read).isInstanceOf(ApiException.class).hasMessageStartingWith("GET ClusterOperator");
    }
}
