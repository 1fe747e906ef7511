// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.ccm;

import static io.ccmoperator.ControllerScene.MANAGED;

import io.ccmoperator.YamlText;
import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.assets.ResourceKind;
import io.ccmoperator.assets.tree.FieldReader;
import io.ccmoperator.assets.tree.JsonWriter;
import io.ccmoperator.client.ObjectKey;
import io.ccmoperator.status.FailureReason;
import io.ccmoperator.status.ReconcileResult;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Configurations whose Pods end, on the controller in memory. */
abstract class TrialScene extends ProvidedScene {
    static final String WORDS =
            "Pod new on node n: container cloud-controller-manager ended with exit code 255: no option foo";
    static final String TAKEN_BACK = "the configuration of " + CLOUD_CONF + " was taken back: " + WORDS
            + "; it is tried again when it, a Secret or the image changes, and after ";

    private int pods;

    /** The rollout has replaced one Pod: the new one has ended so often, or it works. */
    void rolling(int ends) {
        KubernetesObject live = deployment();
        scene.server.edit(
                live,
                object -> object.tree()
                        .put("status", YamlText.tree("""
                {observedGeneration: %s, replicas: 2, updatedReplicas: 1, availableReplicas: 1,
                 conditions: [{type: Progressing, status: 'True', reason: ReplicaSetUpdated}]}
                """.formatted(live.fields().at("metadata", "generation")))));
        pod("new", ends);
        // What is known of Pods is five seconds old at most.
        clock.advanceSeconds(5);
    }

    /** A Pod of the present template. */
    void pod(String name, int ends) {
        KubernetesObject pod = YamlText.manifest("""
                apiVersion: v1
                kind: Pod
                metadata: {name: %s, namespace: %s, uid: uid-%s, creationTimestamp: '%s', labels: {}, annotations: {}}
                spec: {nodeName: n}
                status:
                  phase: Running
                  conditions: [{type: Ready, status: '%s', lastTransitionTime: '%4$s'}]
                  containerStatuses:
                    - name: cloud-controller-manager
                      restartCount: %d
                      lastState: %7$s
                      state: %8$s
                """.formatted(
                        name,
                        MANAGED,
                        name + ++pods,
                        clock.instant(),
                        ends == 0 ? "True" : "False",
                        ends,
                        ends == 0
                                ? "{}"
                                : "{terminated: {exitCode: 255, reason: Error, message: no option foo, finishedAt: '%s'}}"
                                        .formatted(clock.instant()),
                        ends == 0
                                ? "{running: {startedAt: '%s'}}".formatted(clock.instant())
                                : "{waiting: {reason: CrashLoopBackOff}}"));
        FieldReader template = deployment().fields().field("spec", "template");
        pod.fields().map("spec").put("volumes", template.at("spec", "volumes"));
        pod.fields().map("metadata", "labels").putAll(template.map("metadata", "labels"));
        pod.fields().map("metadata", "labels").put("pod-template-hash", String.valueOf(template.hashCode()));
        pod.fields().map("metadata", "annotations").putAll(template.map("metadata", "annotations"));
        pod.fields()
                .map("metadata")
                .put("ownerReferences", List.of(Map.of("uid", "uid-of-replicas", "controller", true)));
        scene.server.put(pod);
        scene.put(
                """
                apiVersion: apps/v1
                kind: ReplicaSet
                metadata:
                  name: replicas
                  namespace: %s
                  uid: uid-of-replicas
                  labels: %s
                  ownerReferences: [{uid: %s, controller: true}]
                """,
                MANAGED,
                JsonWriter.compact(template.map("metadata", "labels")),
                deployment().fields().string("metadata", "uid"));
    }

    void end(String name) {
        scene.server.remove(new ObjectKey(ResourceKind.POD, MANAGED, name));
    }

    /** An edit after which the new Pod has ended three times; the workload has returned to the former one. */
    void takeBack(String content) throws InterruptedException {
        pod("old", 0);
        cloudConf(content);
        reconcile();
        rolling(3);
        reconcile();
        reconcile();
        end("new");
        rollOut();
        reconcile();
    }

    ConfigurationRecord record() {
        return ConfigurationRecord.of(deployment());
    }

    static ReconcileResult degraded(String cause) {
        return new ReconcileResult.Degraded(
                cause,
                ReconcileResult.Kind.TERMINAL,
                FailureReason.CONFIGURATION_TAKEN_BACK,
                false,
                Optional.of(ReconcileResult.converged()));
    }
}
