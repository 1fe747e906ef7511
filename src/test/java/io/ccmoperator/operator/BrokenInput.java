// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.operator;

import static io.ccmoperator.certificates.Certificates.pem;

import io.ccmoperator.assets.KubernetesObject;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * An input of the operator that is invalid in one way, and what follows from that by the nature of the input.
 *
 * @param name as a reader of the table knows it
 * @param words what the operator says of it, as a regular expression; empty: nothing is wrong that it could say
 * @param breaks breaks it
 * @param changes objects that are other ones then
 * @param refused objects that cannot be as they were
 * @param restart what a restarted operator does
 * @param waiting objects that a first installation does not make
 */
record BrokenInput(
        String name,
        String words,
        Consumer<LawScene> breaks,
        Set<KubernetesObject> changes,
        Set<KubernetesObject> refused,
        Restart restart,
        Set<KubernetesObject> waiting) {

    /** What an operator does that has been restarted while the input is invalid. */
    enum Restart {
        /** All that it did before. */
        GOES_ON,
        /** It waits for a minute, and takes the default then. */
        TAKES_DEFAULT,
        /** It leaves what is there, and makes nothing. */
        MAKES_NOTHING
    }

    private static final Set<KubernetesObject> WORKLOADS = Set.of(LawScene.DEPLOYMENT, LawScene.DAEMON_SET);

    private static BrokenInput of(String name, String words, Consumer<LawScene> breaks) {
        return new BrokenInput(name, words, breaks, Set.of(), Set.of(), Restart.GOES_ON, Set.of());
    }

    private BrokenInput changing(Set<KubernetesObject> objects) {
        return new BrokenInput(name, words, breaks, objects, refused, restart, waiting);
    }

    private BrokenInput refusing(KubernetesObject object) {
        return new BrokenInput(name, words, breaks, changes, Set.of(object), restart, Set.of(object));
    }

    private BrokenInput restarted(Restart does) {
        return new BrokenInput(name, words, breaks, changes, refused, does, waiting);
    }

    private BrokenInput waiting(Set<KubernetesObject> objects) {
        return new BrokenInput(name, words, breaks, changes, refused, restart, objects);
    }

    /** Whether nothing of it takes longer than it should. */
    boolean isQuick() {
        return restart != Restart.TAKES_DEFAULT && refused.isEmpty();
    }

    /** All of them. */
    static List<BrokenInput> all() {
        List<BrokenInput> all = new ArrayList<>();
        all.addAll(ofCloudConf());
        all.addAll(ofBundle());
        all.addAll(ofImages());
        all.addAll(ofSettings());
        all.addAll(ofSingletons());
        all.addAll(ofInfrastructure());
        all.add(of("Secret of the cloud deleted", "azure-cloud-credentials", LawScene::deleteCredentials)
                .changing(WORKLOADS));
        all.add(of("PodDisruptionBudget denied by an admission policy", "", LawScene::denyBudget)
                .refusing(LawScene.BUDGET));
        return all;
    }

    private static List<BrokenInput> ofCloudConf() {
        String place = "ConfigMap openshift-config/cloud-provider-config, key cloud.conf: ";
        // The other workload mounts no configuration.
        Set<KubernetesObject> waiting = Set.of(LawScene.DEPLOYMENT, LawScene.CLOUD_CONF);
        return Stream.of(
                        of(
                                "cloud.conf with a syntax error",
                                place + "line 1",
                                scene -> scene.cloudConf("{\"cloud\": ")),
                        of(
                                "cloud.conf with a wrong word",
                                place + ".*AzureChinaCloud|" + place + ".*conflicts",
                                scene ->
                                        scene.cloudConf("{\"cloud\": \"AzureChinaCloud\", \"resourceGroup\": \"rg\"}")),
                        of(
                                "cloud.conf deleted",
                                "(?i)configmap openshift-config/cloud-provider-config.* does not exist",
                                scene -> scene.cluster().delete(LawScene.USERS)))
                .map(input -> input.waiting(waiting))
                .toList();
    }

    private static List<BrokenInput> ofBundle() {
        String place = "(?i)configmap openshift-config/user-ca-bundle";
        // It is left out, the other ones count, and Pods restart for it.
        Set<KubernetesObject> changes = Set.of(LawScene.DEPLOYMENT, LawScene.DAEMON_SET, LawScene.TRUSTED_CA);
        return Stream.of(
                        of(
                                "trust bundle with half a certificate",
                                place,
                                scene -> scene.bundle(pem("ca-2").substring(0, 300))),
                        of(
                                "trust bundle deleted",
                                place,
                                scene -> scene.cluster().delete(LawScene.BUNDLE)))
                .map(input -> input.changing(changes))
                .toList();
    }

    private static List<BrokenInput> ofImages() {
        return List.of(
                of(
                                "images.json with a syntax error",
                                "images\\.json, line 1",
                                scene -> scene.images().write("{\"cloudControllerManagerAzure\": "))
                        .waiting(WORKLOADS),
                of("images.json without the provider's key", "cloudControllerManagerAzure", LawScene::removeImage)
                        .waiting(Set.of(LawScene.DEPLOYMENT)),
                of(
                                "images.json deleted",
                                "images\\.json: does not exist",
                                scene -> scene.images().delete())
                        .waiting(WORKLOADS));
    }

    private static List<BrokenInput> ofSettings() {
        return List.of(
                of(
                        "settings with a flag that the operator sets",
                        "spec\\.controllerManager\\.args\\[cloud-config]",
                        scene -> scene.settings(
                                "{name: concurrent-service-syncs, value: '8'}, {name: cloud-config, value: /a}")),
                of("settings deleted", "", scene -> scene.cluster().delete(LawScene.SETTINGS))
                        .changing(Set.of(LawScene.DEPLOYMENT)));
    }

    private static List<BrokenInput> ofSingletons() {
        List<BrokenInput> all = new ArrayList<>();
        for (Singleton singleton : Singleton.DESCRIBING) {
            for (BrokenInput input : ways(singleton)) {
                all.add(input.restarted(Restart.TAKES_DEFAULT));
            }
        }
        return all;
    }

    private static List<BrokenInput> ofInfrastructure() {
        Set<KubernetesObject> withoutBundle = new HashSet<>(LawScene.EDITS.keySet());
        withoutBundle.remove(LawScene.TRUSTED_CA);
        List<BrokenInput> all = ways(Singleton.INFRASTRUCTURE).stream()
                .map(input -> input.changing(Set.of())
                        .restarted(Restart.MAKES_NOTHING)
                        // What the Lease depends on cannot be read: for a minute no process leads.
                        .waiting(input.words().isEmpty() ? withoutBundle : LawScene.EDITS.keySet()))
                .collect(Collectors.toCollection(ArrayList::new));
        all.add(of(
                        "Infrastructure without the name of the cluster",
                        "Infrastructure cluster has no status\\.infrastructureName",
                        LawScene::forgetName)
                .restarted(Restart.MAKES_NOTHING)
                .waiting(WORKLOADS));
        return all;
    }

    private static List<BrokenInput> ways(Singleton singleton) {
        String kind = singleton.object().kind();
        return List.of(
                of(kind + " deleted", "", scene -> scene.cluster().delete(singleton.object())),
                of(kind + " that the operator may not read", kind, scene -> scene.forbid(singleton)),
                // No released schema lets one be: it counts as if it were not set.
                of(kind + " with a field of another type", "", scene -> scene.mistype(singleton))
                        .changing(WORKLOADS));
    }

    @Override
    public String toString() {
        return name;
    }
}
