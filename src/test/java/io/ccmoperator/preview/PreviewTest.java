// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.preview;

import static io.ccmoperator.ControllerScene.MANAGED;
import static io.ccmoperator.client.ClusterObjects.FEATURE_GATE;
import static io.ccmoperator.client.ClusterObjects.INFRASTRUCTURE;
import static org.assertj.core.api.Assertions.assertThat;

import io.ccmoperator.YamlText;
import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.assets.ResourceKind;
import io.ccmoperator.certificates.Certificates;
import io.ccmoperator.client.ApiException;
import io.ccmoperator.client.ObjectKey;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PreviewTest extends PreviewScene {
    @Test
    void createsEverythingInEmptyCluster() throws Exception {
        Differences differences = compare();

        assertThat(differences.errors()).isEmpty();
        assertThat(actions(differences))
                .allMatch(action -> action.startsWith("create "))
                .contains("create " + CLOUD_CONF, "create " + DEPLOYMENT)
                .startsWith("create " + CLOUD_CONF)
                .endsWith("create " + DEPLOYMENT);
    }

    @Test
    void sendsReadsAndDryRunsOnly() throws Exception {
        compare();

        assertThat(scene.server.takeRequests())
                .allMatch(request -> request.startsWith("GET ") || request.startsWith("DRY-RUN "))
                .anyMatch(request -> request.startsWith("DRY-RUN POST Deployment"));
        assertThat(scene.server.live(DEPLOYMENT)).isEmpty();
    }

    @Test
    void hasNoDifferencesOnceTheyAreApplied() throws Exception {
        apply(compare());

        assertThat(compare().changes()).isEmpty();
        assertThat(compare().errors()).isEmpty();
    }

    @Test
    void restoresEditedObjects() throws Exception {
        converge();
        scene.server.edit(
                scene.server.stored(DEPLOYMENT),
                live -> live.fields().map("spec").put("replicas", 7L));
        scene.server.edit(
                scene.server.stored(CLOUD_CONF),
                live -> live.tree().put("data", new TreeMap<>(Map.of("cloud.conf", "other"))));
        scene.server.remove(managed(ResourceKind.SERVICE, "aws-cloud-controller-manager"));

        Differences differences = compare();

        assertThat(actions(differences))
                .containsExactlyInAnyOrder(
                        "change " + CLOUD_CONF,
                        "change " + DEPLOYMENT,
                        "create Service " + MANAGED + "/aws-cloud-controller-manager");
        assertThat(differences.changes())
                .filteredOn(change -> change.key().equals(DEPLOYMENT))
                .singleElement()
                .satisfies(change -> {
                    assertThat(change.before().orElseThrow().fields().at("spec", "replicas"))
                            .isEqualTo(7L);
                    assertThat(change.after().orElseThrow().fields().at("spec", "replicas"))
                            .isEqualTo(2L);
                });
    }

    @Test
    void restartsPodsOnChangedConfiguration() throws Exception {
        scene.put(TRUSTED_CA, "{data: {ca-bundle.crt: pem}}");
        converge();
        scene.put(USERS, "{data: {cloud.conf: \"[Global]\\nZone = second\\n\"}}");

        Differences differences = compare();

        assertThat(actions(differences))
                .containsExactly(
                        "change " + CLOUD_CONF,
                        "create " + managed(ResourceKind.CONFIG_MAP, "cloud-conf-b"),
                        "change " + DEPLOYMENT);
        assertThat(UnifiedDiff.of(differences.changes().get(2)))
                .contains("-          name: cloud-conf-a", "+          name: cloud-conf-b")
                .contains("+        operator.openshift.io/config-hash: ");
    }

    @Test
    void recreatesObjectWhoseImmutableFieldDiffers() throws Exception {
        converge();
        var other = scene.server.stored(DEPLOYMENT);
        scene.server.remove(DEPLOYMENT);
        other.fields().map("spec").put("selector", YamlText.tree("{matchLabels: {other: label}}"));
        scene.server.put(other);

        Differences differences = compare();

        assertThat(actions(differences)).containsExactly("recreate " + DEPLOYMENT);
        assertThat(UnifiedDiff.of(differences.changes().get(0)))
                .contains("-      other: label")
                .doesNotContain("dry-run");
    }

    @Test
    void deletesObjectsOfFormerPlatform() throws Exception {
        converge();
        scene.put("""
                apiVersion: config.openshift.io/v1
                kind: ClusterOperator
                metadata: {name: cloud-controller-manager}
                status:
                  relatedObjects:
                    - {group: apps, resource: deployments, namespace: %s, name: aws-cloud-controller-manager}
                """, MANAGED);
        platform("GCP");

        Differences differences = compare();

        assertThat(differences.errors()).isEmpty();
        assertThat(actions(differences))
                .contains("delete " + DEPLOYMENT)
                .contains("create Deployment " + MANAGED + "/gcp-cloud-controller-manager");
        assertThat(scene.server.live(DEPLOYMENT)).isPresent();
    }

    @Test
    void reportsInvalidCloudConfigurationAndComparesWhatDoesNotDependOnIt() throws Exception {
        scene.put(USERS, "{data: {cloud.conf: \"[Global]\\nNodeIPFamilies = IPv4\\n\"}}");

        Differences differences = compare();

        assertThat(actions(differences))
                .contains("create " + managed(ResourceKind.SERVICE, "aws-cloud-controller-manager"))
                .doesNotContain("create " + CLOUD_CONF, "create " + DEPLOYMENT);
        assertThat(differences.errors())
                .anyMatch(line -> line.contains("line 2: [Global] NodeIPFamilies"))
                .noneMatch(line -> line.contains("IPv4"));
    }

    @Test
    void namesMissingPermissionAndComparesOtherObjects() throws Exception {
        scene.server.beforeRequest(request -> {
            if (request.startsWith("DRY-RUN POST Deployment")) {
                throw new ApiException(
                        403,
                        "create Deployment: deployments.apps is forbidden: User \"u\" cannot create resource",
                        null);
            }
        });

        Differences differences = compare();

        assertThat(differences.errors())
                .containsExactly("create Deployment: deployments.apps is forbidden: User \"u\" cannot create resource;"
                        + " grant the user this permission, or name the kubeconfig of another user");
        assertThat(actions(differences)).contains("create " + CLOUD_CONF).doesNotContain("create " + DEPLOYMENT);
    }

    @Test
    void leavesStalledRolloutAside() throws Exception {
        converge();
        scene.server.edit(scene.server.stored(DEPLOYMENT), live -> live.tree().put("status", YamlText.tree("""
                observedGeneration: 9
                conditions: [{type: Progressing, status: 'False', reason: ProgressDeadlineExceeded}]
                """)));

        Differences differences = compare();

        assertThat(differences.changes()).isEmpty();
        assertThat(differences.errors()).isEmpty();
    }

    @Test
    void comparesTrustedCaWithBundleOnly(@TempDir Path folder) throws Exception {
        Path bundle = Files.writeString(folder.resolve("system.pem"), Certificates.pem("ca-5"));

        Differences without = compare();
        Differences with = compare(Optional.of(bundle));

        assertThat(without.warnings())
                .containsExactly(
                        "ConfigMap " + MANAGED
                                + "/ccm-trusted-ca is not compared; name the bundle of the operator's image with --system-trust-bundle");
        assertThat(actions(without)).doesNotContain("create " + TRUSTED_CA);
        assertThat(with.warnings()).isEmpty();
        assertThat(actions(with)).contains("create " + TRUSTED_CA);
    }

    @Test
    void goesOnWithoutFeatureGatesAsOperatorDoesAfterMinute() throws Exception {
        platform("GCP");
        scene.server.remove(FEATURE_GATE);

        assertThat(actions(compare())).contains("create Deployment " + MANAGED + "/gcp-cloud-controller-manager");
    }

    @Test
    void comparesNextReleaseWithFeatureGatesOfCurrentOne() throws Exception {
        scene.put("""
                apiVersion: config.openshift.io/v1
                kind: FeatureGate
                metadata: {name: cluster}
                status: {featureGates: [{version: 4.19.0, enabled: [{name: AWSServiceLBNetworkSecurityGroup}]}]}
                """);

        Differences differences = compare();

        assertThat(differences.errors()).isEmpty();
        assertThat(differences.warnings())
                .contains(
                        "FeatureGate cluster has no entry for release 4.20.0; compared with the feature gates of 4.19.0;"
                                + " if this is not the release, name it with --release-version");
        assertThat(UnifiedDiff.of(differences.changes().get(0))).contains("NLBSecurityGroupMode");
    }

    /** What is compared is what the controllers write: both follow the same plans. */
    @Test
    void showsObjectsThatControllersWrite(@TempDir Path folder) throws Exception {
        Path bundle = Files.writeString(folder.resolve("system.pem"), Certificates.pem("ca-5"));

        List<KubernetesObject> shown = compare(Optional.of(bundle)).changes().stream()
                .map(change -> ServedFields.without(change.after().orElseThrow()))
                .toList();
        run(bundle);

        assertThat(shown).isNotEmpty().allSatisfy(object -> {
            KubernetesObject written = ServedFields.without(scene.server.stored(ObjectKey.of(object)));
            AllocatedFields.removeFrom(written, object);
            assertThat(written).isEqualTo(object);
        });
        assertThat(compare(Optional.of(bundle)).changes()).isEmpty();
    }

    @Test
    void reportsEachCauseOnce() throws Exception {
        scene.put(USERS, "{data: {cloud.conf: \"[Global]\\nNodeIPFamilies = IPv4\\n\"}}");

        assertThat(compare().errors())
                .hasSize(2)
                .last()
                .isEqualTo("not all objects are compared: run waits for " + CLOUD_CONF);
    }

    @Test
    void warnsThatNothingIsAppliedWithoutInfrastructure() throws Exception {
        scene.server.remove(INFRASTRUCTURE);

        Differences differences = compare();

        assertThat(differences.changes()).isEmpty();
        assertThat(differences.warnings()).anyMatch(line -> line.startsWith("Infrastructure cluster does not exist"));
    }
}
