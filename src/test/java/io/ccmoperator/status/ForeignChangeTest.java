// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.status;

import static io.ccmoperator.status.ClusterOperatorStatusWriterFixture.clusterOperator;
import static org.assertj.core.api.Assertions.assertThat;

import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.cluster.Distribution;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which changes of the ClusterOperator trigger controllers. */
class ForeignChangeTest {
    private static final String OWN = "{type: Available, status: 'True', lastTransitionTime: '2026-01-01T00:00:00Z'}";

    /** Runs the controller of the CCM resources only, so that the conditions of the other two are foreign. */
    private final ClusterOperatorStatusWriterFixture fixture =
            new ClusterOperatorStatusWriterFixture(Set.of(Controller.CLOUD_CONTROLLER_MANAGER));

    private final ClusterOperatorStatus status = ClusterOperatorStatusWriterFixture.status(
            Distribution.OPENSHIFT, Set.of(Controller.CLOUD_CONTROLLER_MANAGER));

    private boolean isForeign(String before, String after) {
        return isForeign(Optional.of(clusterOperator(before)), Optional.of(clusterOperator(after)));
    }

    private boolean isForeign(Optional<KubernetesObject> before, Optional<KubernetesObject> after) {
        return status.foreign(after).differsFrom(status.foreign(before));
    }

    private static String conditions(String... conditions) {
        return "{status: {conditions: [" + String.join(", ", conditions) + "]}}";
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{type: CloudConfigControllerAvailable, status: 'True'}",
                "{type: TrustedCABundleControllerControllerDegraded, status: 'True', message: why}",
                "{type: SomethingElse, status: 'Unknown'}"
            })
    void noticesConditionOfOthers(String condition) {
        assertThat(isForeign(conditions(OWN), conditions(OWN, condition))).isTrue();
        assertThat(isForeign(conditions(condition), conditions())).isTrue();
    }

    @Test
    void noticesSpec() {
        assertThat(isForeign("{}", "{spec: {x: y}}")).isTrue();
    }

    @Test
    void noticesMessageButNotTimeOfForeignCondition() {
        String before = "{type: SomethingElse, status: 'True', message: a, lastTransitionTime: '2026-01-01T00:00:00Z'}";

        assertThat(isForeign(conditions(before), conditions(before.replace("message: a", "message: b"))))
                .isTrue();
        assertThat(isForeign(conditions(before), conditions(before.replace("2026", "2027"))))
                .isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{metadata: {name: cloud-controller-manager, labels: {a: b}, annotations: {c: d}}}",
                "{status: {versions: [{name: operator, version: '1'}], relatedObjects: [{group: '', resource: a, name: b}]}}",
                "{status: {conditions: [{type: Degraded, status: 'True'}]}}",
                "{status: {conditions: [{type: CloudControllerOwner, status: 'True'}]}}"
            })
    void ignoresOwnConditionsAndRestOfObject(String after) {
        assertThat(isForeign("{}", after)).isFalse();
    }

    @Test
    void noticesDeletionButNotCreation() {
        Optional<KubernetesObject> object = Optional.of(clusterOperator("{}"));

        assertThat(isForeign(object, Optional.empty())).isTrue();
        assertThat(isForeign(Optional.empty(), object)).isFalse();
        assertThat(isForeign(Optional.empty(), Optional.empty())).isFalse();
    }

    @Test
    void ignoresEchoOfOwnWrite() {
        fixture.given("{}");
        fixture.watches.keepAsItIs(ClusterOperatorStatusWriter.KEY);
        fixture.writer.report(Controller.CLOUD_CONTROLLER_MANAGER, ReconcileResult.converged());
        fixture.writer.flush();
        fixture.api.takeRequests();

        assertThat(fixture.writer.flush()).isFalse();
        assertThat(fixture.api.takeRequests()).as("before the echo").isEmpty();
        fixture.watches.tellAll();
        assertThat(fixture.writer.observe()).as("echo").isFalse();
        assertThat(fixture.writer.flush()).isFalse();
    }

    @Test
    void noticesFirstStateOnce() {
        fixture.watches.keepUnknown(ClusterOperatorStatusWriter.KEY);
        assertThat(fixture.writer.observe()).isFalse();
        fixture.watches.tellAll();

        assertThat(fixture.writer.observe()).isTrue();
        assertThat(fixture.writer.observe()).isFalse();
    }

    @Test
    void notifiesOnceOfForeignChange() {
        fixture.given("{}");
        KubernetesObject changed = fixture.put("{spec: {x: y}}");

        assertThat(fixture.writer.observe()).isTrue();
        assertThat(fixture.writer.observe()).isFalse();
    }
}
