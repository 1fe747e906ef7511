// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.chart;

import static io.ccmoperator.YamlText.manifest;
import static org.assertj.core.api.Assertions.assertThat;

import io.ccmoperator.assets.CloudConfig;
import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.assets.tree.FieldReader;
import io.ccmoperator.assets.tree.YamlReader;
import io.ccmoperator.cloudconfig.transform.Transformers;
import io.ccmoperator.substitution.SecurePort;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The files in examples/ of the chart. */
class ExamplesTest {

    private static final List<String> MONITORS =
            List.of("cloud-controller-manager-operator", "cloud-controller-manager", "cloud-node-manager");

    @TempDir
    Path folder;

    @BeforeAll
    static void findHelm() {
        Chart.assumeHelm();
    }

    @Test
    void rendersValuesForOpenStack() {
        Map<String, KubernetesObject> objects =
                new Chart(folder).byName(Chart.text("examples/openstack.yaml") + "images: {}\n");

        assertThat(objects.get("ConfigMap ccm-operator/cloud-config").fields().string("data", "cloud.conf"))
                .contains("use-octavia = true");
        assertThat(spec(objects).map("cluster"))
                .containsEntry("provider", "openstack")
                .containsEntry("cloudConfig", Map.of("configMap", Map.of("name", "cloud-config", "key", "cloud.conf")));
        assertThat(spec(objects).map("controllerManager"))
                .as("the operator knows the image")
                .isEmpty();
    }

    @Test
    void toleratesTaintOfEtcdOnRke2() {
        Map<String, KubernetesObject> objects = new Chart(folder).byName(Chart.text("examples/rke2.yaml"));
        KubernetesObject node = manifest("""
                apiVersion: v1
                kind: Node
                metadata: {name: server, labels: {node-role.kubernetes.io/control-plane: "true"}}
                spec: {taints: [{key: node-role.kubernetes.io/etcd, value: "true", effect: NoExecute}]}
                """);

        assertThat(NodeFilter.of(objects.get("Deployment ccm-operator/cluster-cloud-controller-manager-operator"))
                        .eligible(List.of(node)))
                .containsExactly("server");
        assertThat(new NodeFilter(new KubernetesObject(spec(objects).map("controllerManager", "nodePlacement")))
                        .eligible(List.of(node)))
                .containsExactly("server");
    }

    @Test
    void letsCloudControllerManagerConfigureRoutes() {
        FieldReader spec = spec(new Chart(folder).byName(Chart.text("examples/routes.yaml")));

        assertThat(spec.maps("controllerManager", "args"))
                .containsExactly(Map.of("name", "allocate-node-cidrs", "value", "true"));
        assertThat(spec.strings("cluster", "network", "pods")).containsExactly("10.244.0.0/16");
    }

    /** The networks of Pods, without which no route is made, and the flag. */
    @Test
    void hasRoutesInNetworkOfHetzner() {
        FieldReader spec = spec(new Chart(folder).byName(Chart.text("examples/hetzner.yaml")));

        assertThat(spec.string("cluster", "provider")).isEqualTo("hetzner");
        assertThat(spec.maps("controllerManager", "args"))
                .extracting(flag -> flag.get("name"))
                .containsExactly("allocate-node-cidrs", "feature-gates");
        assertThat(spec.strings("cluster", "network", "pods")).containsExactly("10.244.0.0/16");
    }

    /** The command above the values creates the Secret with the keys that they name. */
    @Test
    void takesStaticKeysOfSecretThatCommentCreates() {
        String example = Chart.text("examples/aws-static-keys.yaml");

        List<Map<String, Object>> variables =
                spec(new Chart(folder).byName(example)).maps("controllerManager", "env");

        assertThat(variables)
                .extracting(variable -> variable.get("name"))
                .containsExactly("AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY");
        assertThat(variables).allSatisfy(variable -> {
            FieldReader secret = FieldReader.of(variable).field("valueFrom", "secretKeyRef");
            assertThat(example)
                    .contains("-n cloud-controller-manager create secret generic " + secret.string("name") + " ")
                    .contains("--from-file=" + secret.string("key"));
        });
    }

    /** The text of the configuration is what decides. */
    @Test
    void needsNoSecretWithIdentityOfMachineOrAccount() {
        Map<String, KubernetesObject> azure =
                new Chart(folder).byName(Chart.text("examples/azure-managed-identity.yaml"));
        FieldReader aws = spec(new Chart(folder).byName(Chart.text("examples/aws-role-of-account.yaml")));

        String config =
                azure.get("ConfigMap ccm-operator/cloud-config").fields().string("data", "cloud.conf");
        assertThat(Transformers.of(new CloudConfig(CloudConfig.Source.USER, Optional.of("azure")))
                        .hasCredentials(config))
                .contains(true);
        assertThat(aws.map("credentials")).isEqualTo(Map.of("none", true));
        assertThat(aws.map("controllerManager", "serviceAccount", "annotations"))
                .containsOnlyKeys("eks.amazonaws.com/role-arn");
    }

    private static FieldReader spec(Map<String, KubernetesObject> objects) {
        return objects.get("CloudControllerManager cluster").fields().field("spec");
    }

    @Test
    void issuesCertificatesThatServiceMonitorsVerify() {
        String example = Chart.text("examples/cert-manager.yaml");
        List<KubernetesObject> issued = YamlReader.read(example).stream()
                .map(document -> new KubernetesObject(document.map().orElseThrow()))
                .toList();
        String values = example.lines()
                .filter(line -> line.startsWith("#   "))
                .map(line -> line.substring("#   ".length()))
                .collect(Collectors.joining("\n", "distribution: Kubernetes\n", "\n"));

        Map<String, KubernetesObject> release = new Chart(folder).byName(values);

        KubernetesObject authority = issued.get(1);
        KubernetesObject issuer = issued.get(2);
        assertThat(authority.fields().at("spec", "isCA")).isEqualTo(true);
        assertThat(authority.fields().string("spec", "issuerRef", "name"))
                .isEqualTo(issued.get(0).name());
        assertThat(authority.namespace()).isEqualTo(issued.get(0).namespace());
        assertThat(issuer.fields().string("spec", "ca", "secretName"))
                .isEqualTo(authority.fields().string("spec", "secretName"));
        List<KubernetesObject> certificates = issued.subList(3, issued.size());
        assertThat(certificates).extracting(KubernetesObject::name).containsExactlyElementsOf(MONITORS);
        for (KubernetesObject certificate : certificates) {
            FieldReader tls = FieldReader.of(release.get("ServiceMonitor " + Chart.NAMESPACE + "/" + certificate.name())
                            .fields()
                            .maps("spec", "endpoints")
                            .get(0))
                    .field("tlsConfig");
            String secret = certificate.fields().string("spec", "secretName");
            assertThat(certificate.fields().map("spec", "issuerRef"))
                    .isEqualTo(Map.of("name", issuer.name(), "kind", issuer.kind()));
            assertThat(certificate.fields().strings("spec", "dnsNames")).containsExactly(tls.string("serverName"));
            assertThat(tls.string("serverName")).endsWith("." + certificate.namespace() + ".svc");
            assertThat(tls.string("ca", "secret", "name"))
                    .isEqualTo(certificates.get(0).fields().string("spec", "secretName"));
            assertThat(certificate.namespace().equals(Chart.NAMESPACE) || SecurePort.isCertificate(secret))
                    .as(secret)
                    .isTrue();
        }
    }
}
