// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.substitution;

import static io.ccmoperator.YamlText.manifest;
import static io.ccmoperator.substitution.SampleProvider.FACTS;
import static io.ccmoperator.substitution.SampleProvider.IMAGES;
import static io.ccmoperator.substitution.SampleProvider.PROVIDER;
import static io.ccmoperator.substitution.SampleProvider.find;
import static org.assertj.core.api.Assertions.assertThat;

import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.assets.tree.FieldReader;
import io.ccmoperator.cluster.Distribution;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SecurePortTest {
    private static final String SECRET = "cloud-controller-manager-tls";

    private final KubernetesObject deployment = find(DesiredResources.of(PROVIDER, FACTS, IMAGES), "Deployment");

    private static KubernetesObject daemonSet() {
        return manifest("""
                apiVersion: apps/v1
                kind: DaemonSet
                metadata: {name: sample, namespace: ns}
                spec:
                  template:
                    spec:
                      initContainers: [{name: cloud-controller-manager, image: a}]
                      containers:
                      - {name: cloud-node-manager, image: a}
                      - {name: sidecar, image: a}
                """);
    }

    private static List<String> arguments(KubernetesObject workload, String container) {
        return workload.containers().stream()
                .filter(candidate -> candidate.get("name").equals(container))
                .flatMap(candidate -> FieldReader.of(candidate).strings("args").stream())
                .toList();
    }

    @Test
    void labelsPodsAndMountsSecretThatMayBeMissing() {
        assertThat(deployment.fields().map("spec", "template", "metadata", "labels"))
                .containsEntry("infrastructure.openshift.io/secure-port", "cloud-controller-manager");
        assertThat(FieldReader.of(deployment.podSpec()).maps("volumes"))
                .containsExactly(Map.of("name", SECRET, "secret", Map.of("secretName", SECRET, "optional", true)));
        assertThat(deployment.containers())
                .extracting(container -> container.get("volumeMounts"))
                .containsExactly(
                        List.of(Map.of(
                                "name",
                                SECRET,
                                "mountPath",
                                "/etc/serving-certificate/cloud-controller-manager",
                                "readOnly",
                                true)),
                        null);
        assertThat(arguments(deployment, "cloud-controller-manager")).noneMatch(flag -> flag.startsWith("--tls-"));
    }

    @Test
    void leavesContainerWithoutSecurePortAsItIs() {
        KubernetesObject workload = daemonSet();

        new SecurePort(Set.of("cloud-node-manager"), Distribution.OPENSHIFT).apply(workload);

        assertThat(workload).isEqualTo(daemonSet());
    }

    @Test
    void passesFilesOfExistingSecretToProgram() {
        KubernetesObject workload = daemonSet();
        new SecurePort(Set.of(), Distribution.KUBERNETES).apply(workload);
        assertThat(SecurePort.certificates(workload)).containsExactly("cloud-node-manager-tls");
        assertThat(SecurePort.reads(workload, "cloud-node-manager-tls")).isFalse();

        KubernetesObject served = SecurePort.withFiles(workload, Set.of("cloud-node-manager-tls"));

        assertThat(arguments(served, "cloud-node-manager"))
                .containsExactly(
                        "--secure-port=10263",
                        "--tls-cert-file=/etc/serving-certificate/cloud-node-manager/tls.crt",
                        "--tls-private-key-file=/etc/serving-certificate/cloud-node-manager/tls.key");
        assertThat(arguments(served, "sidecar")).isEmpty();
        assertThat(arguments(workload, "cloud-node-manager")).containsExactly("--secure-port=10263");
        assertThat(SecurePort.reads(served, "cloud-node-manager-tls")).isTrue();
    }

    @Test
    void doesNotUseSecretWithoutKey() {
        KubernetesObject secret = manifest("""
                {apiVersion: v1, kind: Secret, metadata: {name: s, namespace: ns}, data: {tls.crt: YQ==, tls.key: Yg==}}
                """);
        assertThat(SecurePort.isComplete(secret)).isTrue();

        secret.fields().map("data").remove("tls.key");

        assertThat(SecurePort.isComplete(secret)).isFalse();
    }

    @ParameterizedTest
    @CsvSource({"OPENSHIFT, 9257, 9261", "KUBERNETES, 10258, 10263"})
    void listensAndIsProbedOnPortOfDistribution(Distribution distribution, long controllers, long nodes) {
        KubernetesObject workload = manifest("""
                apiVersion: apps/v1
                kind: DaemonSet
                metadata: {name: sample, namespace: ns}
                spec:
                  template:
                    spec:
                      containers:
                      - name: cloud-controller-manager
                        image: a
                        args: [-v=2, --secure-port=10258, --bind-address=0.0.0.0]
                        ports: [{name: https, containerPort: 10258}, {name: own, containerPort: 10268}]
                        readinessProbe: {httpGet: {scheme: HTTPS, path: /healthz, port: 10258}}
                        livenessProbe: {httpGet: {scheme: HTTPS, path: /healthz, port: https}}
                      - name: cloud-node-manager
                        image: a
                        ports: [{name: https, containerPort: 10263}]
                """);

        new SecurePort(Set.of(), distribution).apply(workload);

        FieldReader controllerManager = FieldReader.of(workload.containers().get(0));
        assertThat(controllerManager.strings("args"))
                .containsExactly("-v=2", "--secure-port=" + controllers, "--bind-address=0.0.0.0");
        assertThat(controllerManager.maps("ports"))
                .extracting(port -> port.get("containerPort"))
                .containsExactly(controllers, 10268L);
        assertThat(controllerManager.at("readinessProbe", "httpGet", "port")).isEqualTo(controllers);
        assertThat(controllerManager.at("livenessProbe", "httpGet", "port")).isEqualTo("https");
        FieldReader nodeManager = FieldReader.of(workload.containers().get(1));
        assertThat(nodeManager.strings("args")).containsExactly("--secure-port=" + nodes);
        assertThat(nodeManager.maps("ports"))
                .extracting(port -> port.get("containerPort"))
                .containsExactly(nodes);
    }
}
