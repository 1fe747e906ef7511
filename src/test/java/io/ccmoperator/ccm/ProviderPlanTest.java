// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.ccm;

import static org.assertj.core.api.Assertions.assertThat;

import io.ccmoperator.ControllerScene;
import io.ccmoperator.SourceProviders;
import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.client.CacheState;
import io.ccmoperator.client.ObjectKey;
import io.ccmoperator.cluster.Distribution;
import io.ccmoperator.cluster.ImageReferences;
import io.ccmoperator.cluster.TlsSettings;
import io.ccmoperator.plan.Plan;
import io.ccmoperator.plan.Snapshot;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ProviderPlanTest {
    private final ControllerScene scene = new ControllerScene();
    private final SourceProviders providers = SourceProviders.open();

    @AfterEach
    void close() {
        providers.close();
    }

    /** What a plan has not asked for is not watched, so that a change by another client would stay. */
    @Test
    void asksForEveryObjectThatIsApplied() {
        scene.put("""
                apiVersion: config.openshift.io/v1
                kind: Infrastructure
                metadata: {name: cluster}
                status: {infrastructureName: sample, platformStatus: {type: AWS, aws: {region: r}}}
                """);
        Set<ObjectKey> asked = new HashSet<>();
        Snapshot snapshot = Snapshot.last(
                key -> {
                    asked.add(key);
                    return scene.server
                            .live(key)
                            .<CacheState>map(CacheState.Present::new)
                            .orElseGet(CacheState.Absent::new);
                },
                scene.clock.instant());

        Plan<CcmFindings> plan = CcmPlan.of(
                snapshot,
                new CcmPlan.Inputs(
                        ControllerScene.settings(Distribution.OPENSHIFT),
                        () -> new ImageReferences(Map.of()),
                        Optional.of(TlsSettings.UNSET)));

        List<ObjectKey> applied = plan.objects().stream().map(ObjectKey::of).toList();
        assertThat(plan.objects()).extracting(KubernetesObject::kind).contains("ValidatingAdmissionPolicy", "Service");
        assertThat(asked).containsAll(applied);
    }
}
