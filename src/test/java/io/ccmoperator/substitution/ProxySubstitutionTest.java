// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.substitution;

import static org.assertj.core.api.Assertions.assertThat;

import io.ccmoperator.YamlText;
import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.assets.tree.FieldReader;
import io.ccmoperator.cluster.ClusterFacts;
import io.ccmoperator.cluster.ClusterNetworks;
import io.ccmoperator.cluster.Distribution;
import io.ccmoperator.cluster.EnabledFeatures;
import io.ccmoperator.cluster.Infrastructure;
import io.ccmoperator.cluster.Overrides;
import io.ccmoperator.cluster.ProxySettings;
import io.ccmoperator.cluster.TlsSettings;
import io.ccmoperator.cluster.Topology;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** What of NO_PROXY the settings have, and what a Pod reaches without a proxy in any cluster. */
class ProxySubstitutionTest {
    private static final Optional<URI> NO_ADDRESS = Optional.empty();

    private static Map<String, String> environment(
            Distribution distribution, ProxySettings proxy, Optional<URI> apiServer, String... services) {
        ClusterFacts facts = new ClusterFacts(
                new Infrastructure("AWS", "", "a", Topology.HIGHLY_AVAILABLE, true, apiServer, Optional.empty()),
                distribution,
                "ccm",
                proxy,
                new ClusterNetworks(List.of(), List.of(services)),
                EnabledFeatures.NONE,
                TlsSettings.UNSET,
                Overrides.NONE);
        KubernetesObject workload = YamlText.manifest("""
                {apiVersion: apps/v1, kind: Deployment, metadata: {name: a}, spec: {template: {spec: {containers: [
                 {name: a, env: [{name: NO_PROXY, valueFrom: {fieldRef: {fieldPath: status.hostIP}}}]}]}}}}
                """);
        ProxySubstitution.of(facts, List.of()).apply(workload);
        return FieldReader.of(workload.allContainers().get(0)).maps("env").stream()
                .filter(variable -> variable.containsKey("value"))
                .collect(Collectors.toMap(
                        variable -> (String) variable.get("name"), variable -> (String) variable.get("value")));
    }

    private static String noProxy(String given, Optional<URI> apiServer, String... services) {
        return environment(
                        Distribution.KUBERNETES, new ProxySettings("", "http://proxy:3128", given), apiServer, services)
                .get("NO_PROXY");
    }

    @Test
    void addsApiServerServicesAndThisMachine() {
        assertThat(noProxy("", Optional.of(URI.create("https://10.0.0.10:6443")), "10.96.0.0/12", "fd02::/112"))
                .isEqualTo("10.0.0.10,10.96.0.0/12,fd02::/112,.svc,localhost,127.0.0.1,169.254.169.254");
        assertThat(noProxy("", Optional.of(URI.create("https://[fd00::1]:6443"))))
                .isEqualTo("fd00::1,.svc,localhost,127.0.0.1,169.254.169.254");
    }

    /** The kubelet puts in the address that it gives the Pod; a dollar sign of the settings stays one. */
    @Test
    void addsServiceOfApiServerWhereNoAddressIsKnown() {
        assertThat(noProxy("$(a)", NO_ADDRESS))
                .isEqualTo("$$(a),$(KUBERNETES_SERVICE_HOST),.svc,localhost,127.0.0.1,169.254.169.254");
    }

    @Test
    void addsOnlyWhatIsMissing() {
        assertThat(noProxy("a.example.com, .svc ,10.96.0.0/12", NO_ADDRESS, "10.96.0.0/12"))
                .isEqualTo(
                        "a.example.com, .svc ,10.96.0.0/12,$(KUBERNETES_SERVICE_HOST),localhost,127.0.0.1,169.254.169.254");
        assertThat(noProxy("a,*", NO_ADDRESS)).isEqualTo("a,*");
    }

    @Test
    void addsNothingWithoutProxyOrOnOpenShift() {
        assertThat(environment(Distribution.KUBERNETES, new ProxySettings("", "", "a"), NO_ADDRESS))
                .containsExactlyEntriesOf(Map.of("NO_PROXY", "a"));
        assertThat(environment(Distribution.KUBERNETES, ProxySettings.NONE, NO_ADDRESS))
                .isEmpty();
        assertThat(environment(Distribution.OPENSHIFT, new ProxySettings("http://p", "", ""), NO_ADDRESS))
                .containsExactlyEntriesOf(Map.of("HTTP_PROXY", "http://p"));
    }
}
