// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.assets.rules.pods;

import static io.ccmoperator.assets.validation.Fault.IN_POD;
import static io.ccmoperator.assets.validation.Fault.POD;
import static io.ccmoperator.assets.validation.Fault.fault;
import static org.assertj.core.api.Assertions.assertThat;

import io.ccmoperator.assets.validation.Fault;
import io.ccmoperator.assets.validation.Judgement;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Static Pods for the bootstrap VM. */
public class BootstrapRulesTest {
    public static Stream<Fault> faults() {
        return Stream.of(
                fault("other controllers")
                        .in(POD, "--controllers=cloud-node-controller", "--controllers=*")
                        .gives(IN_POD
                                + "spec.containers[0].args (line 18): has to have --controllers=cloud-node-controller"),
                fault("leader election")
                        .in(POD, "--leader-elect=false", "--leader-elect=true")
                        .gives(IN_POD + "spec.containers[0].args (line 18): has to have --leader-elect=false"),
                fault("another kubeconfig")
                        .in(
                                POD,
                                "--kubeconfig=/etc/kubernetes/bootstrap-secrets/kubeconfig",
                                "--kubeconfig=/etc/kubernetes/kubeconfig")
                        .gives(
                                IN_POD
                                        + "spec.containers[0].args (line 18): has to have --kubeconfig=/etc/kubernetes/bootstrap-secrets/kubeconfig"),
                fault("a kubeconfig that is mounted elsewhere")
                        .in(POD, "mountPath: /etc/kubernetes", "mountPath: /host")
                        .gives(
                                IN_POD
                                        + "spec.containers[0].args (line 18): has to have --kubeconfig=/host/bootstrap-secrets/kubeconfig",
                                IN_POD
                                        + "spec.containers[0].args (line 18): --cloud-config has to name a file in /host/bootstrap-configs"),
                fault("no directory of the host")
                        .in(POD, "path: /etc/kubernetes\n        type", "path: /var/lib\n        type")
                        .gives(
                                IN_POD
                                        + "spec.volumes[0].hostPath.path (line 40): takes the privilege 'hostPath /var/lib', which a cloud controller manager does not need; leave it out, or add {what: hostPath /var/lib, reason: ...} to privileges of providers/fog/provider.yaml",
                                IN_POD
                                        + "spec.containers[0].volumeMounts (line 30): has to have a mount of the hostPath /etc/kubernetes/bootstrap-secrets or of one above it",
                                IN_POD
                                        + "spec.containers[0].volumeMounts (line 30): has to have a mount of the hostPath /etc/kubernetes/bootstrap-configs or of one above it"),
                fault("a cloud config that is not mounted")
                        .in(
                                POD,
                                "path: /etc/kubernetes\n        type",
                                "path: /etc/kubernetes/bootstrap-secrets\n        type")
                        .in(POD, "mountPath: /etc/kubernetes", "mountPath: /etc/kubernetes/bootstrap-secrets")
                        .gives(
                                IN_POD
                                        + "spec.containers[0].volumeMounts (line 30): has to have a mount of the hostPath /etc/kubernetes/bootstrap-configs or of one above it"),
                fault("a cloud config in another directory")
                        .in(POD, "bootstrap-configs/cloud.conf", "cloud.conf")
                        .gives(
                                IN_POD
                                        + "spec.containers[0].args (line 18): --cloud-config has to name a file in /etc/kubernetes/bootstrap-configs"),
                fault("no toleration of the uninitialized taint")
                        .in(
                                POD,
                                "    - key: node.cloudprovider.kubernetes.io/uninitialized\n      operator: Exists\n      effect: NoSchedule\n",
                                "")
                        .gives(
                                IN_POD
                                        + "spec.tolerations (line 9): the taint node.cloudprovider.kubernetes.io/uninitialized with effect NoSchedule has to be tolerated (operator Exists)"),
                fault("a writable mount")
                        .in(POD, "          readOnly: true\n", "")
                        .gives(
                                IN_POD
                                        + "spec.containers[0].volumeMounts[0].readOnly (line 31): has to be true for host paths, ConfigMaps and Secrets such as volume host-etc-kube"),
                fault("a service account")
                        .in(POD, "  hostNetwork: true", "  serviceAccountName: ccm\n  hostNetwork: true")
                        .gives(
                                IN_POD
                                        + "spec.serviceAccountName (line 8): a static Pod can use no ConfigMap, Secret or ServiceAccount; use files of the host"),
                fault("a Secret")
                        .in(
                                POD,
                                "        type: Directory\n",
                                "        type: Directory\n    - name: s\n      secret: {secretName: fog-cloud-credentials}\n")
                        .gives(
                                IN_POD
                                        + "spec.volumes[1].secret.secretName (line 43): a static Pod can use no ConfigMap, Secret or ServiceAccount; use files of the host"));
    }

    @ParameterizedTest
    @MethodSource("faults")
    void findsFaultWithFilePlaceAndRemedy(Fault fault) {
        assertThat(Judgement.of(fault.provider().folder())).containsExactlyElementsOf(fault.findings());
    }
}
