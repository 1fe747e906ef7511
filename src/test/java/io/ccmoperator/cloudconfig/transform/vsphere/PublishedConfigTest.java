// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.cloudconfig.transform.vsphere;

import static org.assertj.core.api.Assertions.assertThat;

import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.assets.tree.FieldReader;
import io.ccmoperator.assets.tree.JsonReader;
import io.ccmoperator.cloudconfig.transform.TransformerFacts;
import java.io.IOException;
import java.io.InputStream;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The bytes of kube-cloud-config. published.json has what Go programs make of the same input: the transformer of the previous operator
 * (openshift/cluster-cloud-controller-manager-operator, commit bc52198c of 2026-07-30) and, where the name says so, the tests of the
 * library (openshift/library-go, pkg/cloudprovider/vsphere/config_test.go, commit 93ac9206a of 2026-08-21), both with
 * sigs.k8s.io/yaml v1.6.0.
 */
class PublishedConfigTest {
    private static final String GATE = "VSphereMultiVCenterDay2";

    static Stream<Named<FieldReader>> cases() throws IOException {
        try (InputStream file = PublishedConfigTest.class.getResourceAsStream("published.json")) {
            return FieldReader.of(JsonReader.read(file.readAllBytes())).items().stream()
                    .map(item -> Named.of(item.string("name"), item))
                    .toList()
                    .stream();
        }
    }

    @ParameterizedTest
    @MethodSource("cases")
    void writesBytesOfLibrary(FieldReader written) {
        TransformerFacts facts = facts(written);

        assertThat(VSphereTransformer.published(written.string("source"), facts))
                .isEqualTo(written.string("published"));
    }

    private static TransformerFacts facts(FieldReader written) {
        Map<String, Object> network = Map.of("spec", Map.of("serviceNetwork", written.list("serviceNetworks")));
        TransformerFacts facts = Clusters.with(Clusters.withCredentials(Clusters.BARE), GATE);
        return new TransformerFacts(
                facts.distribution(),
                new KubernetesObject(written.map("infrastructure")),
                Optional.of(new KubernetesObject(network)),
                facts.features(),
                facts.managedNamespace(),
                facts.credentialsSecret());
    }

    @Test
    void addsSecretToConfigurationOfCloudControllerManagerAlone() {
        TransformerFacts facts = Clusters.with(
                Clusters.withCredentials(Clusters.of("{vcenters: [{server: vc, datacenters: [a]}]}")), GATE);

        assertThat(new VSphereTransformer().transform("", facts))
                .satisfies(config -> assertThat(config.text())
                        .contains("secretName: vsphere-cloud-credentials", "secretNamespace: ccm"))
                .satisfies(config -> assertThat(config.published()).contains("""
                        global: {}
                        vcenter:
                          vc:
                            datacenters:
                            - a
                            server: vc
                        """));
    }

    @Test
    void addsVCenterThatFailureDomainAloneNames() {
        TransformerFacts facts = Clusters.with(
                Clusters.of("{failureDomains: [{name: a, server: vc, topology: {datacenter: b}}]}"), GATE);

        assertThat(new VSphereTransformer()
                        .transform("global: {user: u, password: p}", facts)
                        .published()
                        .orElseThrow())
                .endsWith("vcenter:\n  vc:\n    datacenters:\n    - b\n    server: vc\n");
    }

    @Test
    void publishesNothingWhereGateIsOff() {
        TransformerFacts facts = Clusters.of("{vcenters: [{server: vc, datacenters: [a]}]}");

        assertThat(new VSphereTransformer()
                        .transform("global: {user: u, password: p}", facts)
                        .published())
                .isEmpty();
    }
}
