// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.assets.rules.pods;

import static io.ccmoperator.assets.validation.Fault.DAEMON_SET;
import static io.ccmoperator.assets.validation.Fault.DEPLOYMENT;
import static io.ccmoperator.assets.validation.Fault.DESCRIPTOR;
import static io.ccmoperator.assets.validation.Fault.IN_DAEMON_SET;
import static io.ccmoperator.assets.validation.Fault.IN_DEPLOYMENT;
import static io.ccmoperator.assets.validation.Fault.fault;
import static org.assertj.core.api.Assertions.assertThat;

import io.ccmoperator.assets.validation.Fault;
import io.ccmoperator.assets.validation.Judgement;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** How Deployments, DaemonSets and bootstrap Pods run. */
public class WorkloadRulesTest {
    public static Stream<Fault> faults() {
        return Stream.of(
                fault("no container with the name of the cloud's")
                        .in(DAEMON_SET, "- name: cloud-node-manager", "- name: node-manager")
                        .in(DESCRIPTOR, "  cloud-node-manager:", "  node-manager:")
                        .gives(
                                IN_DAEMON_SET
                                        + "spec.template.spec.containers (line 37): has to have a container named cloud-controller-manager or cloud-node-manager"),
                fault("a container without a key for its image")
                        .in(DESCRIPTOR, "  inject-credentials: cloudControllerManagerOperator\n", "")
                        .gives(
                                IN_DEPLOYMENT
                                        + "spec.template.spec.initContainers[0].image (line 56): container inject-credentials has no key in images of providers/fog/provider.yaml; add it there"),
                fault("limits")
                        .in(
                                DEPLOYMENT,
                                "            requests:",
                                "            limits: {cpu: 200m}\n            requests:")
                        .gives(
                                IN_DEPLOYMENT
                                        + "spec.template.spec.containers[0].resources.limits (line 82): a container of the control plane has no limits; leave them out"),
                fault("another policy for termination messages")
                        .in(
                                DEPLOYMENT,
                                "terminationMessagePolicy: FallbackToLogsOnError",
                                "terminationMessagePolicy: File")
                        .gives(
                                IN_DEPLOYMENT
                                        + "spec.template.spec.initContainers[0].terminationMessagePolicy (line 57): has to be FallbackToLogsOnError, so that the status of the Pod shows why the container ended"),
                fault("another priority in a Deployment")
                        .in(DEPLOYMENT, "system-cluster-critical", "system-node-critical")
                        .gives(
                                IN_DEPLOYMENT
                                        + "spec.template.spec.priorityClassName (line 26): has to be system-cluster-critical in a Deployment, so that other Pods are evicted first"),
                fault("another priority in a DaemonSet")
                        .in(DAEMON_SET, "system-node-critical", "system-cluster-critical")
                        .gives(
                                IN_DAEMON_SET
                                        + "spec.template.spec.priorityClassName (line 27): has to be system-node-critical in a DaemonSet, so that other Pods are evicted first"),
                fault("another selector than the template's labels")
                        .in(
                                DEPLOYMENT,
                                "    matchLabels:\n      k8s-app: fog-cloud-controller-manager\n",
                                "    matchLabels:\n")
                        .gives(
                                IN_DEPLOYMENT
                                        + "spec.selector.matchLabels (line 15): has to be the same labels as spec.template.metadata.labels; lacks k8s-app: fog-cloud-controller-manager"),
                fault("another platform in the label")
                        .in(DAEMON_SET, "manager: Azure", "manager: Cloud")
                        .gives(
                                IN_DAEMON_SET
                                        + "metadata.labels[\"infrastructure.openshift.io/cloud-node-manager\"] (line 10): has to be Azure, the descriptor's platform"),
                fault("no label of the platform in selector and template")
                        .in(DAEMON_SET, "manager: Azure\n  updateStrategy", "manager: Mist\n  updateStrategy")
                        .in(DAEMON_SET, "manager: Azure\n    spec", "manager: Mist\n    spec")
                        .gives(
                                IN_DAEMON_SET
                                        + "spec.selector.matchLabels[\"infrastructure.openshift.io/cloud-node-manager\"] (line 14): has to be Azure, the descriptor's platform",
                                IN_DAEMON_SET
                                        + "spec.template.metadata.labels[\"infrastructure.openshift.io/cloud-node-manager\"] (line 25): has to be Azure, the descriptor's platform"),
                fault("no management annotation")
                        .in(
                                DEPLOYMENT,
                                "        target.workload.openshift.io/management: '{\"effect\": \"PreferredDuringScheduling\"}'",
                                "        a: b")
                        .gives(
                                IN_DEPLOYMENT
                                        + "spec.template.metadata.annotations[\"target.workload.openshift.io/management\"] (line 20): has to be {\"effect\": \"PreferredDuringScheduling\"}, as a string"),
                fault("another management annotation")
                        .in(DAEMON_SET, "PreferredDuringScheduling", "Required")
                        .gives(
                                IN_DAEMON_SET
                                        + "spec.template.metadata.annotations[\"target.workload.openshift.io/management\"] (line 23): has to be {\"effect\": \"PreferredDuringScheduling\"}, as a string"),
                fault("no toleration of the uninitialized taint")
                        .in(
                                DEPLOYMENT,
                                "        - key: node.cloudprovider.kubernetes.io/uninitialized\n          operator: Exists\n          effect: NoSchedule\n",
                                "")
                        .gives(
                                IN_DEPLOYMENT
                                        + "spec.template.spec.tolerations (line 40): the taint node.cloudprovider.kubernetes.io/uninitialized with effect NoSchedule has to be tolerated (operator Exists)"),
                fault("a toleration of another effect")
                        .in(
                                DEPLOYMENT,
                                "        - key: node-role.kubernetes.io/master\n          operator: Exists\n          effect: NoSchedule\n",
                                "        - key: node-role.kubernetes.io/master\n          operator: Exists\n          effect: NoExecute\n")
                        .gives(
                                IN_DEPLOYMENT
                                        + "spec.template.spec.tolerations (line 40): the taint node-role.kubernetes.io/master or node-role.kubernetes.io/control-plane with effect NoSchedule has to be tolerated (operator Exists)"),
                fault("a toleration of another value")
                        .in(
                                DEPLOYMENT,
                                "        - key: node.kubernetes.io/not-ready\n          operator: Exists\n",
                                "        - key: node.kubernetes.io/not-ready\n          value: soon\n")
                        .gives(
                                IN_DEPLOYMENT
                                        + "spec.template.spec.tolerations (line 40): the taint node.kubernetes.io/not-ready with effect NoSchedule has to be tolerated (operator Exists)"),
                fault("one replica")
                        .in(DEPLOYMENT, "replicas: 2", "replicas: 1")
                        .gives(
                                IN_DEPLOYMENT
                                        + "spec.replicas (line 11): has to be 2 or more; on a single control plane node the operator makes it 1"),
                fault("replicas left out")
                        .in(DEPLOYMENT, "  replicas: 2\n", "")
                        .gives(
                                IN_DEPLOYMENT
                                        + "spec.replicas (line 10): has to be 2 or more; on a single control plane node the operator makes it 1"),
                fault("anti-affinity in another topology")
                        .in(DEPLOYMENT, "kubernetes.io/hostname", "topology.kubernetes.io/zone")
                        .gives(
                                IN_DEPLOYMENT
                                        + "spec.template.spec.affinity.podAntiAffinity.requiredDuringSchedulingIgnoredDuringExecution (line 34): has to have a term with topologyKey kubernetes.io/hostname whose labelSelector.matchLabels are the same labels as spec.template.metadata.labels, so that the loss of a node leaves one of the Pods"),
                fault("anti-affinity to other pods")
                        .in(DEPLOYMENT, "                  k8s-app: fog-cloud-controller-manager\n", "")
                        .gives(
                                IN_DEPLOYMENT
                                        + "spec.template.spec.affinity.podAntiAffinity.requiredDuringSchedulingIgnoredDuringExecution[0].labelSelector.matchLabels (line 37): has to be the same labels as spec.template.metadata.labels; lacks k8s-app: fog-cloud-controller-manager"),
                fault("no node selector")
                        .in(DEPLOYMENT, "      nodeSelector:\n        node-role.kubernetes.io/master: \"\"\n", "")
                        .gives(
                                IN_DEPLOYMENT
                                        + "spec.template.spec.nodeSelector (line 25): has to have node-role.kubernetes.io/master: \"\""),
                fault("leader election off")
                        .in(DEPLOYMENT, "--leader-elect=true", "--leader-elect=false")
                        .gives(IN_DEPLOYMENT
                                + "spec.template.spec.containers[0].args (line 72): has to have --leader-elect=true"),
                fault("a writable host path")
                        .in(
                                DEPLOYMENT,
                                "              mountPath: /etc/kubernetes\n              readOnly: true",
                                "              mountPath: /etc/kubernetes")
                        .gives(
                                IN_DEPLOYMENT
                                        + "spec.template.spec.containers[0].volumeMounts[0].readOnly (line 93): has to be true for host paths, ConfigMaps and Secrets such as volume host-etc-kube"),
                fault("a writable ConfigMap in an init container")
                        .in(
                                DEPLOYMENT,
                                "              mountPath: /etc/cloud-config\n              readOnly: true",
                                "              mountPath: /etc/cloud-config\n              readOnly: false")
                        .gives(
                                IN_DEPLOYMENT
                                        + "spec.template.spec.initContainers[0].volumeMounts[0].readOnly (line 64): has to be true for host paths, ConfigMaps and Secrets such as volume cloud-conf"),
                fault("a writable Secret in a projected volume")
                        .in(
                                DEPLOYMENT,
                                "              - serviceAccountToken:\n                  audience: openshift\n                  path: token",
                                "              - secret: {name: fog-cloud-credentials}")
                        .gives(
                                IN_DEPLOYMENT
                                        + "spec.template.spec.containers[0].volumeMounts[3].readOnly (line 101): has to be true for host paths, ConfigMaps and Secrets such as volume bound-sa-token"));
    }

    @ParameterizedTest
    @MethodSource("faults")
    void findsFaultWithFilePlaceAndRemedy(Fault fault) {
        assertThat(Judgement.of(fault.provider().folder())).containsExactlyElementsOf(fault.findings());
    }
}
