// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.chart;

import static org.assertj.core.api.Assertions.assertThat;

import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.assets.tree.FieldReader;
import io.ccmoperator.assets.tree.YamlReader;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The files in examples/ of the chart. */
class ExamplesTest {
    private static final String OPERATOR = "openshift-cloud-controller-manager-operator";

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
    void issuesCertificateThatServiceMonitorVerifies() {
        List<KubernetesObject> issued = YamlReader.read(Chart.text("examples/cert-manager.yaml")).stream()
                .map(document -> new KubernetesObject(document.map().orElseThrow()))
                .toList();
        KubernetesObject certificate = issued.get(1);
        String values = "{distribution: Kubernetes, metrics: {serviceMonitor: true, certificateSecret: "
                + certificate.fields().string("spec", "secretName") + "}}";

        FieldReader endpoint = FieldReader.of(new Chart(folder)
                .byName(values)
                .get("ServiceMonitor " + OPERATOR + "/cloud-controller-manager-operator")
                .fields()
                .maps("spec", "endpoints")
                .get(0));

        assertThat(issued).allMatch(object -> object.namespace().equals(OPERATOR));
        assertThat(certificate.fields().string("spec", "issuerRef", "name"))
                .isEqualTo(issued.get(0).name());
        assertThat((List<?>) certificate.fields().at("spec", "dnsNames"))
                .isEqualTo(List.of(endpoint.string("tlsConfig", "serverName")));
        assertThat(Chart.text("examples/cert-manager.yaml"))
                .contains("certificateSecret: " + certificate.fields().string("spec", "secretName"));
    }
}
