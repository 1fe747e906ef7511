// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.assets.provider;

import static io.ccmoperator.assets.validation.Fault.DAEMON_SET;
import static io.ccmoperator.assets.validation.Fault.DEPLOYMENT;
import static io.ccmoperator.assets.validation.Fault.IN_DAEMON_SET;
import static io.ccmoperator.assets.validation.Fault.IN_DEPLOYMENT;
import static io.ccmoperator.assets.validation.Fault.POD;
import static io.ccmoperator.assets.validation.Fault.ROLES;
import static io.ccmoperator.assets.validation.Fault.fault;
import static org.assertj.core.api.Assertions.assertThat;

import io.ccmoperator.assets.validation.Fault;
import io.ccmoperator.assets.validation.Judgement;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Objects that their kinds have no place for. */
public class DecodingRulesTest {
    public static Stream<Fault> faults() {
        return Stream.of(
                fault("an unknown field")
                        .in(DEPLOYMENT, "terminationGracePeriodSeconds: 90", "terminationGraceSeconds: 90")
                        .gives(
                                IN_DEPLOYMENT
                                        + "spec.template.spec.terminationGraceSeconds (line 29): there is no such field; is terminationGracePeriodSeconds meant?"),
                fault("two unknown fields")
                        .in(
                                DEPLOYMENT,
                                "terminationGracePeriodSeconds: 90",
                                "hostNetwrok: true\n      terminationGracePeriod: 90")
                        .gives(
                                IN_DEPLOYMENT
                                        + "spec.template.spec.hostNetwrok (line 29): there is no such field; is hostNetwork meant?",
                                IN_DEPLOYMENT
                                        + "spec.template.spec.terminationGracePeriod (line 30): there is no such field; is terminationGracePeriodSeconds meant?"),
                fault("an unknown field deep down")
                        .in(DEPLOYMENT, "containerPort: 10258", "containerPort: 10258\n              port: 1")
                        .gives(
                                IN_DEPLOYMENT
                                        + "spec.template.spec.containers[0].ports[0].port (line 81): there is no such field; known are containerPort, hostIP, hostPort, name, protocol"),
                fault("a keyword of schemas as a field")
                        .in(DEPLOYMENT, "terminationGracePeriodSeconds: 90", "additionalProperties: {}")
                        .gives(
                                IN_DEPLOYMENT
                                        + "spec.template.spec.additionalProperties (line 29): there is no such field; known are activeDeadlineSeconds, affinity, automountServiceAccountToken, containers, dnsConfig, dnsPolicy, enableServiceLinks, ephemeralContainers, hostAliases, hostIPC, hostNetwork, hostPID, hostUsers, hostname, imagePullSecrets, initContainers, nodeName, nodeSelector, os, overhead, preemptionPolicy, priority, priorityClassName, readinessGates, resourceClaims, restartPolicy, runtimeClassName, schedulerName, schedulingGates, securityContext, serviceAccount, serviceAccountName, setHostnameAsFQDN, shareProcessNamespace, subdomain, terminationGracePeriodSeconds, tolerations, topologySpreadConstraints, volumes"),
                fault("a string where a number belongs")
                        .in(DEPLOYMENT, "terminationGracePeriodSeconds: 90", "terminationGracePeriodSeconds: \"90\"")
                        .gives(
                                IN_DEPLOYMENT
                                        + "spec.template.spec.terminationGracePeriodSeconds (line 29): is the string '90' but has to be an integer"),
                fault("a number where a string belongs")
                        .in(DEPLOYMENT, "value: cluster", "value: 7")
                        .gives(
                                IN_DEPLOYMENT
                                        + "spec.template.spec.containers[0].env[0].value (line 77): is the integer 7 but has to be a string (put it in quotes)"),
                fault("a boolean in a list of strings")
                        .in(
                                DEPLOYMENT,
                                "- --leader-elect-resource-namespace=openshift-cloud-controller-manager",
                                "- true")
                        .gives(
                                IN_DEPLOYMENT
                                        + "spec.template.spec.containers[0].args[0] (line 73): is the boolean true but has to be a string (put it in quotes)"),
                fault("a number as a label")
                        .in(DAEMON_SET, "kubernetes.io/cluster-service: \"true\"", "kubernetes.io/cluster-service: 1")
                        .gives(
                                IN_DAEMON_SET
                                        + "metadata.labels[\"kubernetes.io/cluster-service\"] (line 9): is the integer 1 but has to be a string (put it in quotes)"),
                fault("a string in place of a boolean")
                        .in(
                                DEPLOYMENT,
                                "readOnly: true\n            - name: merged-cloud-config\n",
                                "readOnly: \"true\"\n            - name: merged-cloud-config\n")
                        .gives(
                                IN_DEPLOYMENT
                                        + "spec.template.spec.initContainers[0].volumeMounts[0].readOnly (line 64): is the string 'true' but has to be true or false"),
                fault("a fraction where an integer belongs")
                        .in(DEPLOYMENT, "containerPort: 10258", "containerPort: 10258.5")
                        .gives(
                                IN_DEPLOYMENT
                                        + "spec.template.spec.containers[0].ports[0].containerPort (line 80): is the number 10258.5 but has to be an integer"),
                fault("a number that is too large")
                        .in(DEPLOYMENT, "containerPort: 10258", "containerPort: 10258000000000")
                        .gives(
                                IN_DEPLOYMENT
                                        + "spec.template.spec.containers[0].ports[0].containerPort (line 80): is the integer 10258000000000 that does not fit here"),
                fault("a string where a list belongs")
                        .in(
                                DEPLOYMENT,
                                "command: [/bin/fog-cloud-controller-manager]",
                                "command: /bin/fog-cloud-controller-manager")
                        .gives(
                                IN_DEPLOYMENT
                                        + "spec.template.spec.containers[0].command (line 71): is the string '/bin/fog-cloud-controller-manager' but has to be a list"),
                fault("a map where a list belongs")
                        .in(
                                DEPLOYMENT,
                                "          ports:\n            - name: https\n              containerPort: 10258",
                                "          ports:\n            name: https")
                        .gives(IN_DEPLOYMENT
                                + "spec.template.spec.containers[0].ports (line 78): is a map but has to be a list"),
                fault("a string where a map belongs")
                        .in(DEPLOYMENT, "emptyDir: {}", "emptyDir: \"\"")
                        .gives(
                                IN_DEPLOYMENT
                                        + "spec.template.spec.volumes[2].emptyDir (line 113): is the string '' but has to be a map"),
                fault("a list where a string belongs")
                        .in(DEPLOYMENT, "path: token", "path: [token]")
                        .gives(
                                IN_DEPLOYMENT
                                        + "spec.template.spec.volumes[4].projected.sources[0].serviceAccountToken.path (line 122): is a list but has to be a string (put it in quotes)"),
                fault("a string that is not a quantity")
                        .in(DEPLOYMENT, "memory: 50Mi", "memory: 50 MiB")
                        .gives(
                                IN_DEPLOYMENT
                                        + "spec.template.spec.containers[0].resources.requests.memory (line 84): is the string '50 MiB' but has to be a quantity such as 200m or 50Mi"),
                fault("a list where a number or a string belongs")
                        .in(DAEMON_SET, "maxUnavailable: 10%", "maxUnavailable: [10]")
                        .gives(
                                IN_DAEMON_SET
                                        + "spec.updateStrategy.rollingUpdate.maxUnavailable (line 18): is a list but has to be an integer or a string"),
                fault("a kind that assets do not take")
                        .in(ROLES, "kind: ClusterRole", "kind: CronJob")
                        .gives(
                                "providers/fog/assets/30-rbac.yaml, document 2 (CronJob fog-cloud-controller-manager), kind (line 12): assets/ takes only Deployment, DaemonSet, ConfigMap, Service, ServiceAccount, PodDisruptionBudget, Role, RoleBinding, ClusterRole, ClusterRoleBinding, ValidatingAdmissionPolicy, ValidatingAdmissionPolicyBinding"),
                fault("a version that assets do not take")
                        .in(DEPLOYMENT, "apiVersion: apps/v1", "apiVersion: apps/v1beta1")
                        .gives(IN_DEPLOYMENT + "apiVersion (line 2): has to be apps/v1 for a Deployment"),
                fault("no apiVersion")
                        .in(ROLES, "apiVersion: rbac.authorization.k8s.io/v1\n", "")
                        .gives(
                                "providers/fog/assets/30-rbac.yaml, document 1 (Role kube-system/fog-cloud-provider), apiVersion (line 1): has to be rbac.authorization.k8s.io/v1 for a Role"),
                fault("a bootstrap object that is not a Pod")
                        .in(POD, "kind: Pod", "kind: Node")
                        .gives(
                                "providers/fog/bootstrap/10-pod.yaml, document 1 (Node kube-system/fog-cloud-controller-manager), kind (line 2): bootstrap/ takes only Pod"));
    }

    @ParameterizedTest
    @MethodSource("faults")
    void findsFaultWithFilePlaceAndRemedy(Fault fault) {
        assertThat(Judgement.of(fault.provider().folder())).containsExactlyElementsOf(fault.findings());
    }
}
