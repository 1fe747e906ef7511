// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.chart;

import static org.assertj.core.api.Assertions.assertThat;

import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.assets.tree.FieldReader;
import io.ccmoperator.assets.tree.YamlReader;
import io.ccmoperator.substitution.SecurePort;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The files in examples/ of the chart. */
class ExamplesTest {
    private static final String OPERATOR = "openshift-cloud-controller-manager-operator";

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
        Map<String, KubernetesObject> objects = new Chart(folder).byName(Chart.text("examples/openstack.yaml"));

        assertThat(objects).containsKeys("Infrastructure cluster", "ConfigMap openshift-config/cloud-provider-config");
        assertThat(objects.get("ConfigMap " + OPERATOR + "/cloud-controller-manager-images")
                        .fields()
                        .string("data", "images.json"))
                .contains("registry.k8s.io/provider-os/openstack-cloud-controller-manager:");
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
            FieldReader tls = FieldReader.of(release.get("ServiceMonitor " + OPERATOR + "/" + certificate.name())
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
            assertThat(certificate.namespace().equals(OPERATOR) || SecurePort.isCertificate(secret))
                    .as(secret)
                    .isTrue();
        }
    }
}
