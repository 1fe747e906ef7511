// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.substitution;

import static io.ccmoperator.YamlText.tree;
import static org.assertj.core.api.Assertions.assertThat;

import io.ccmoperator.SourceProviders;
import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.assets.Provider;
import io.ccmoperator.assets.ProviderIndex;
import io.ccmoperator.assets.tree.FieldReader;
import io.ccmoperator.cluster.ClusterFacts;
import io.ccmoperator.cluster.ClusterNetworks;
import io.ccmoperator.cluster.Distribution;
import io.ccmoperator.cluster.EnabledFeatures;
import io.ccmoperator.cluster.ImageReferences;
import io.ccmoperator.cluster.Infrastructure;
import io.ccmoperator.cluster.Overrides;
import io.ccmoperator.cluster.ProxySettings;
import io.ccmoperator.cluster.TlsSettings;
import io.ccmoperator.cluster.Topology;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What runs of packs for platform External on Kubernetes: the binary, its flags and its files. */
class ExternalPacksTest {
    /** What all of them have, and what is tested with all providers. */
    private static final Set<String> COMMON = Set.of(
            "--use-service-account-credentials=true",
            "--cluster-cidr=10.128.0.0/14",
            "--leader-elect=true",
            "--leader-elect-resource-namespace=ccm",
            "--secure-port=10258",
            "--authentication-tolerate-lookup-failure=true");

    private SourceProviders sources;

    @BeforeEach
    void open() {
        sources = SourceProviders.open();
    }

    @AfterEach
    void close() {
        sources.close();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', nullValues = "-", textBlock = """
        exoscale | /exoscale-cloud-controller-manager          | --cloud-provider=exoscale --allow-untagged-cloud=true --concurrent-node-syncs=5 | -
        hetzner  | /bin/hcloud-cloud-controller-manager        | --cloud-provider=hcloud --allow-untagged-cloud=true --route-reconciliation-period=30s --concurrent-node-syncs=5 | -
        kubevirt | /bin/kubevirt-cloud-controller-manager      | --cloud-provider=kubevirt --cloud-config=/etc/cloud/cloud-config --cluster-name=sample-1 --concurrent-node-syncs=5 | /etc/cloud /etc/infra-kubeconfig
        linode   | /ko-app/linode-cloud-controller-manager     | --cloud-provider=linode --authentication-skip-lookup=false --concurrent-node-syncs=5 | -
        oracle   | /usr/local/bin/oci-cloud-controller-manager | --cloud-provider=oci --cloud-config=/etc/oci/cloud-provider.yaml --concurrent-node-syncs=5 | /etc/oci
        outscale | /bin/osc-cloud-controller-manager           | --cloud-provider=osc | -
        proxmox  | /bin/proxmox-cloud-controller-manager       | --cloud-provider=proxmox --cloud-config=/etc/proxmox/config/cloud.conf --controllers=cloud-node-controller,cloud-node-lifecycle-controller | /etc/proxmox/config /etc/proxmox/credentials
        scaleway | /scaleway-cloud-controller-manager          | --cloud-provider=scaleway --allow-untagged-cloud=true --concurrent-node-syncs=5 | -
        stackit  | /ko-app/cloud-controller-manager            | --cloud-provider=stackit --cloud-config=/etc/stackit/config/cloud.conf --metrics-address=127.0.0.1:10268 | /etc/stackit/config /etc/stackit/credentials
        vultr    | /vultr-cloud-controller-manager             | --cloud-provider=vultr --authentication-skip-lookup=false | -
        """)
    void runOnKubernetesWith(String name, String binary, String flags, String folders) {
        Map<String, Object> container = container(name, "{}");

        assertThat(container.get("command")).isEqualTo(List.of(binary));
        assertThat(FieldReader.of(container).strings("args").stream()
                        .filter(flag -> !COMMON.contains(flag))
                        .collect(Collectors.joining(" ")))
                .isEqualTo(flags);
        assertThat(FieldReader.of(container).strings("args")).containsAll(COMMON);
        assertThat(FieldReader.of(container).maps("volumeMounts").stream()
                        .map(mount -> mount.get("mountPath").toString())
                        .filter(path -> !path.startsWith("/etc/pki") && !path.startsWith("/etc/serving-certificate"))
                        .toList())
                .isEqualTo(folders == null ? List.of() : List.of(folders.split(" ")));
    }

    /** A cluster without a private network or dedicated servers has not these keys in its Secret. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        hetzner  | HCLOUD_NETWORK, ROBOT_USER, ROBOT_PASSWORD
        linode   | ''
        scaleway | SCW_DEFAULT_ZONE, SCW_DEFAULT_PROJECT_ID
        """)
    void leaveOutKeysThatNotEachClusterNeeds(String name, String variables) {
        assertThat(FieldReader.of(container(name, "{}")).maps("env").stream()
                        .filter(variable -> FieldReader.of(variable)
                                .field("valueFrom", "secretKeyRef", "optional")
                                .is(true))
                        .map(variable -> variable.get("name").toString())
                        .collect(Collectors.joining(", ")))
                .isEqualTo(variables);
    }

    @Test
    void knowNetworksOfPodsWhereHetznerMakesRoutes() {
        Map<String, Object> container = container(
                "hetzner",
                "{controllerManager: {args: [{name: configure-cloud-routes, value: 'true'},"
                        + " {name: allocate-node-cidrs, value: 'true'}],"
                        + " env: [{name: ROBOT_ENABLED, value: 'true'}]}}");

        assertThat(FieldReader.of(container).strings("args"))
                .contains("--configure-cloud-routes=true", "--allocate-node-cidrs=true", "--cluster-cidr=10.128.0.0/14")
                .doesNotContain("--configure-cloud-routes=false");
        assertThat(FieldReader.of(container).maps("env")).contains(Map.of("name", "ROBOT_ENABLED", "value", "true"));
    }

    private static Map<String, Object> container(String name, String spec) {
        Provider provider = ProviderIndex.load().entries().stream()
                .filter(entry -> entry.name().equals(name))
                .map(ProviderIndex::provider)
                .findFirst()
                .orElseThrow();
        ClusterFacts facts = new ClusterFacts(
                new Infrastructure(
                        provider.descriptor().platform(),
                        provider.descriptor().variant(),
                        "sample-1",
                        Topology.HIGHLY_AVAILABLE,
                        true,
                        Optional.empty(),
                        Optional.empty()),
                Distribution.KUBERNETES,
                "ccm",
                ProxySettings.NONE,
                new ClusterNetworks(List.of("10.128.0.0/14"), List.of()),
                EnabledFeatures.NONE,
                TlsSettings.UNSET,
                Overrides.of(tree("{spec: " + spec + "}")));
        Map<String, String> images = provider.descriptor().images().values().stream()
                .collect(Collectors.toMap(key -> key, key -> "registry/" + key + ":1"));
        return DesiredResources.of(provider, facts, new ImageReferences(images)).stream()
                .filter(KubernetesObject::isWorkload)
                .findFirst()
                .orElseThrow()
                .containers()
                .get(0);
    }
}
