// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.operator;

import static io.ccmoperator.operator.OpenShiftCluster.MANAGED;
import static io.ccmoperator.operator.OpenShiftCluster.PATIENCE;
import static io.ccmoperator.operator.OpenShiftCluster.accepted;
import static io.ccmoperator.operator.OpenShiftCluster.key;
import static org.awaitility.Awaitility.await;

import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.assets.ReservedObjects;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** A cluster on one platform after the other, and what is changed there by hand. */
public record TourStops(OpenShiftCluster cluster) {
    /** Every provider, in an order in which no Deployment has the name of the one before; and two platforms without one. */
    public static final List<Platform> PLATFORMS = List.of(
            Platform.AZURE,
            Platform.AWS,
            Platform.AZURE_STACK,
            Platform.VSPHERE,
            Platform.GCP,
            Platform.IBM_CLOUD,
            Platform.POWER_VS,
            Platform.OPEN_STACK,
            Platform.NUTANIX,
            Platform.ALIBABA,
            Platform.DIGITAL_OCEAN,
            Platform.EXOSCALE,
            Platform.HETZNER,
            Platform.KUBEVIRT,
            Platform.LINODE,
            Platform.ORACLE,
            Platform.OUTSCALE,
            Platform.PROXMOX,
            Platform.SCALEWAY,
            Platform.STACKIT,
            Platform.VULTR,
            Platform.EXTERNAL_WITHOUT,
            Platform.NONE);

    /** What is changed more than ten times a minute is corrected after up to a minute more: the tour is quick on a quick machine. */
    private static final Duration OF_CONTESTED = PATIENCE.plusMinutes(2);

    private static final String OWNER = "app.kubernetes.io/managed-by";
    private static final String VSPHERE = "{cloudConfig: {name: cloud-provider-config}, platformSpec: {type: VSphere,"
            + " vsphere: {vcenters: [{server: vc, datacenters: [dc]}]}}}";

    /** The Infrastructure of a platform, with the user's cloud configuration. */
    public void infrastructure(Platform platform) {
        userConfigMap("cloud-provider-config", Map.of("cloud.conf", platform.cloudConf()));
        cluster.infrastructure(
                platform == Platform.VSPHERE
                        ? VSPHERE
                        : "{cloudConfig: {name: cloud-provider-config}, " + platform.spec.substring(1),
                "platformStatus: " + platform.status);
    }

    void userConfigMap(String name, Map<String, Object> data) {
        KubernetesObject configMap = key("v1", "ConfigMap", "openshift-config", name);
        configMap.tree().put("data", data);
        cluster.apply(configMap);
    }

    /** Waits until the Deployment of a platform is rolled out, and no other is there. */
    void awaitConverged(Platform platform) {
        Set<String> expected = platform.deployments();
        await(platform + " to have " + expected).atMost(PATIENCE).until(() -> {
            List<String> names = accepted(cluster.admin().get("/apis/apps/v1/namespaces/" + MANAGED + "/deployments"))
                    .object()
                    .fields()
                    .maps("items")
                    .stream()
                    .map(item -> new KubernetesObject(item).name())
                    .toList();
            List<Object> related = cluster.clusterOperator().fields().maps("status", "relatedObjects").stream()
                    .filter(reference -> "deployments".equals(reference.get("resource")))
                    .map(reference -> reference.get("name"))
                    .toList();
            return Set.copyOf(names).equals(expected) && Set.copyOf(related).equals(expected);
        });
        cluster.awaitAvailable();
    }

    /** The objects of the provider, as they are. */
    List<KubernetesObject> applied() {
        return cluster.related().stream()
                .filter(reference -> !Set.of("clusteroperators", "namespaces").contains(reference.get("resource")))
                .map(reference -> accepted(cluster.read(reference)).object())
                .toList();
    }

    void editTwiceAndAwait(List<KubernetesObject> objects) {
        for (int time = 1; time <= 2; time++) {
            objects.forEach(object -> cluster.edit(
                    object, live -> live.fields().map("metadata", "labels").remove(OWNER)));
            objects.forEach(object -> await("the label of " + object.display())
                    .atMost(PATIENCE)
                    .until(() -> cluster.live(object)
                            .fields()
                            .map("metadata", "labels")
                            .containsKey(OWNER)));
        }
    }

    void deleteAndAwait(List<KubernetesObject> objects) {
        List<KubernetesObject> copies =
                objects.stream().filter(TourStops::isCopy).toList();
        copies.forEach(cluster::delete);
        // By another name where the workload has no hash, which says what the content was: a Secret of some platforms
        // is missing here.
        await("a copy after the deletion of " + copies)
                .atMost(PATIENCE)
                .until(() -> copies.isEmpty() || copies().stream().anyMatch(copy -> !copies.contains(copy)));
        deleteTogether(objects.stream().filter(object -> !isCopy(object)).toList());
    }

    private static boolean isCopy(KubernetesObject object) {
        return ReservedObjects.areCopies(object.kind(), object.name());
    }

    private void deleteTogether(List<KubernetesObject> objects) {
        objects.forEach(cluster::delete);
        objects.forEach(object -> await("another " + object.display())
                .atMost(PATIENCE)
                .until(() -> !Set.of("", object.fields().string("metadata", "uid"))
                        .contains(cluster.live(object).fields().string("metadata", "uid"))));
    }

    /** Changes the configuration of AWS until each copy has been mounted, edited and deleted. */
    void mountEachCopy() {
        for (int change = 1; change <= ReservedObjects.COPIES.size() + 1; change++) {
            List<String> before = copies().stream().map(KubernetesObject::name).toList();
            userConfigMap("cloud-provider-config", Map.of("cloud.conf", "[Global]\nZone = z-" + change + "\n"));
            await("another copy than " + before).atMost(OF_CONTESTED).until(() -> {
                Workloads workloads = new Workloads(cluster.admin());
                workloads.rollOut();
                workloads.lead();
                List<String> names =
                        copies().stream().map(KubernetesObject::name).toList();
                return names.size() == 1 && !names.equals(before);
            });
            editTwiceAndAwait(copies());
        }
    }

    private List<KubernetesObject> copies() {
        return ReservedObjects.COPIES.stream()
                .map(name -> cluster.live(key("v1", "ConfigMap", name)))
                .filter(copy -> !copy.tree().isEmpty())
                .toList();
    }

    void awaitData(KubernetesObject key, Map<String, Object> data) {
        await(key.display() + " to be as before")
                .atMost(PATIENCE)
                .until(() -> cluster.live(key).fields().map("data").equals(data));
    }
}
