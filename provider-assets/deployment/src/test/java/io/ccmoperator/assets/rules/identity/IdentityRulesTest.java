// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.assets.rules.identity;

import static io.ccmoperator.assets.validation.Fault.DEPLOYMENT;
import static io.ccmoperator.assets.validation.Fault.POD;
import static io.ccmoperator.assets.validation.Fault.ROLES;
import static io.ccmoperator.assets.validation.Fault.fault;
import static org.assertj.core.api.Assertions.assertThat;

import io.ccmoperator.assets.validation.Fault;
import io.ccmoperator.assets.validation.Judgement;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Names and namespaces. */
public class IdentityRulesTest {
    public static Stream<Fault> faults() {
        return Stream.of(
                fault("an object without a name")
                        .in(ROLES, "  name: fog-cloud-controller-manager\n", "  labels: {}\n")
                        .gives(
                                "providers/fog/assets/30-rbac.yaml, document 2 (ClusterRole ), metadata.name (line 13): is missing"),
                fault("two objects of the same kind and name")
                        .in(
                                ROLES,
                                "kind: ClusterRole\nmetadata:\n  name: fog-cloud-controller-manager",
                                "kind: Role\nmetadata:\n  name: fog-cloud-provider\n  namespace: kube-system")
                        .in(ROLES, "resources: [nodes]", "resources: [pods]")
                        .gives(
                                "providers/fog/assets/30-rbac.yaml, document 2 (Role kube-system/fog-cloud-provider), metadata.name (line 14): the same object is in providers/fog/assets/30-rbac.yaml, document 1; leave one of them out or rename it"),
                fault("an object in another namespace")
                        .in(DEPLOYMENT, "namespace: openshift-cloud-controller-manager", "namespace: kube-system")
                        .gives(
                                "providers/fog/assets/10-deployment.yaml, document 1 (Deployment kube-system/fog-cloud-controller-manager), metadata.namespace (line 6): has to be openshift-cloud-controller-manager"),
                fault("a namespaced object without a namespace")
                        .in(DEPLOYMENT, "  namespace: openshift-cloud-controller-manager\n", "")
                        .gives(
                                "providers/fog/assets/10-deployment.yaml, document 1 (Deployment fog-cloud-controller-manager), metadata.namespace (line 4): has to be openshift-cloud-controller-manager"),
                fault("a role in another namespace")
                        .in(ROLES, "namespace: kube-system", "namespace: default")
                        .gives(
                                "providers/fog/assets/30-rbac.yaml, document 1 (Role default/fog-cloud-provider), metadata.namespace (line 5): has to be openshift-cloud-controller-manager or kube-system"),
                fault("an object of the cluster with a namespace")
                        .in(
                                ROLES,
                                "  name: fog-cloud-controller-manager",
                                "  name: fog-cloud-controller-manager\n  namespace: kube-system")
                        .gives(
                                "providers/fog/assets/30-rbac.yaml, document 2 (ClusterRole kube-system/fog-cloud-controller-manager), metadata.namespace (line 15): an object of kind ClusterRole has no namespace"),
                fault("a bootstrap Pod in another namespace")
                        .in(POD, "namespace: kube-system", "namespace: openshift-cloud-controller-manager")
                        .gives(
                                "providers/fog/bootstrap/10-pod.yaml, document 1 (Pod openshift-cloud-controller-manager/fog-cloud-controller-manager), metadata.namespace (line 5): has to be kube-system"));
    }

    @ParameterizedTest
    @MethodSource("faults")
    void findsFaultWithFilePlaceAndRemedy(Fault fault) {
        assertThat(Judgement.of(fault.provider().folder())).containsExactlyElementsOf(fault.findings());
    }
}
