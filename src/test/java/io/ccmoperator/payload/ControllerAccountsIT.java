// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.payload;

import static java.util.Map.entry;
import static java.util.stream.Collectors.toCollection;
import static org.assertj.core.api.Assertions.assertThat;

import io.ccmoperator.SourceProviders;
import io.ccmoperator.YamlText;
import io.ccmoperator.apiserver.ApiClient;
import io.ccmoperator.apiserver.ApiUser;
import io.ccmoperator.apiserver.RequiresApiServer;
import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.assets.ProviderIndex;
import io.ccmoperator.assets.tree.FieldReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The service accounts of the controllers of each cloud controller manager, which it makes with --use-service-account-credentials: the
 * sources are in docs/facts/programs.md.
 */
@RequiresApiServer
class ControllerAccountsIT {
    private static final String KUBE_SYSTEM = "kube-system";

    /** Of k8s.io/cloud-provider, hence of all but Alibaba's. */
    private static final List<String> COMMON = List.of("node-controller", "service-controller", "route-controller");

    /** What a provider has tokens of beside those, by its name; Alibaba's makes none, IBM's no others. */
    private static final Map<String, List<String>> OWN = Map.ofEntries(
            entry("aws", List.of("aws-cloud-provider", "tagging-controller")),
            entry("azure", List.of("azure-cloud-provider")),
            entry("azurestack", List.of("azure-cloud-provider")),
            entry("digitalocean", List.of("do-shared-informers")),
            entry("exoscale", List.of("exoscale-cloud-controller-manager")),
            entry("gcp", List.of("cloud-provider")),
            entry("hetzner", List.of("hccm-event-broadcaster")),
            entry("ibm", List.of()),
            entry("kubevirt", List.of()),
            entry("linode", List.of("linode-shared-informers")),
            entry("nutanix", List.of("cloud-provider-nutanix")),
            entry("openstack", List.of("cloud-controller-manager")),
            entry("oracle", List.of("cloud-controller-manager")),
            entry("outscale", List.of()),
            entry("powervs", List.of()),
            entry("proxmox", List.of()),
            entry("scaleway", List.of("cloud-controller-manager")),
            entry("stackit", List.of("cloud-controller-manager")),
            entry("vsphere", List.of("vsphere-cloud-controller-manager")),
            entry("vultr", List.of()));

    @TempDir
    static Path folder;

    private static Cluster cluster;
    private static ApiClient manager;

    @BeforeAll
    static void start() {
        cluster = Cluster.start(folder);
        assertThat(cluster.createPayload()).isEmpty();
        rolesOfPacks()
                .forEach(object ->
                        assertThat(cluster.admin().create(object).accepted()).isTrue());
        manager = cluster.admin()
                .as(ApiUser.serviceAccount("openshift-cloud-controller-manager", "cloud-controller-manager"));
    }

    @AfterAll
    static void stop() {
        cluster.close();
    }

    static Stream<String> providers() {
        return OWN.keySet().stream().sorted();
    }

    @ParameterizedTest
    @MethodSource("providers")
    void getTokensFromControllerManagerOfProvider(String provider) {
        assertThat(Stream.concat(COMMON.stream(), OWN.get(provider).stream())).allSatisfy(name -> {
            assertThat(manager.read(account(name)).status()).isIn(200, 404);
            assertThat(manager.create(account(name)).status()).isIn(201, 409);
            assertThat(manager.token(KUBE_SYSTEM, name).status()).isEqualTo(201);
        });
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"clusterrole-aggregation-controller", "namespace-controller", "generic-garbage-collector", "any"
            })
    void areTheOnlyOnesWithTokens(String other) {
        assertThat(cluster.admin().create(account(other)).accepted()).isTrue();

        assertThat(manager.token(KUBE_SYSTEM, other).status()).isEqualTo(403);
    }

    @Test
    void areKnownForAllProviders() throws IOException {
        TreeSet<String> all = new TreeSet<>(COMMON);
        OWN.values().forEach(all::addAll);

        assertThat(namesOfRoles()).containsExactlyElementsOf(all);
        try (Stream<Path> folders = Files.list(PayloadFolder.project().resolve("src/main/resources/providers"))) {
            assertThat(folders.map(provider -> provider.getFileName().toString())
                            .filter(provider -> !provider.equals("alibaba")))
                    .containsExactlyInAnyOrderElementsOf(OWN.keySet());
        }
    }

    private static Set<String> namesOfRoles() {
        Stream<KubernetesObject> ofAll = PayloadFolder.ofKind("Role").stream()
                .filter(role ->
                        role.namespace().equals(KUBE_SYSTEM) && role.name().equals("cloud-controller-manager"));
        return Stream.concat(
                        ofAll,
                        rolesOfPacks().stream().filter(object -> object.kind().equals("Role")))
                .flatMap(role -> role.fields().maps("rules").stream())
                .map(FieldReader::of)
                .filter(rule -> rule.strings("resources").contains("serviceaccounts/token"))
                .flatMap(rule -> rule.strings("resourceNames").stream())
                .collect(toCollection(TreeSet::new));
    }

    /** The Roles that packs have in kube-system, and their bindings. */
    @SuppressWarnings("try")
    private static List<KubernetesObject> rolesOfPacks() {
        try (SourceProviders sources = SourceProviders.open()) {
            return ProviderIndex.load().entries().stream()
                    .map(ProviderIndex::provider)
                    .filter(provider -> !provider.descriptor().payload())
                    .flatMap(provider -> provider.assets().stream())
                    .filter(object -> object.namespace().equals(KUBE_SYSTEM))
                    .filter(object -> List.of("Role", "RoleBinding").contains(object.kind()))
                    .toList();
        }
    }

    private static KubernetesObject account(String name) {
        return YamlText.manifest("{apiVersion: v1, kind: ServiceAccount, metadata: {name: " + name + ", namespace: "
                + KUBE_SYSTEM + "}}");
    }
}
