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
import io.ccmoperator.cluster.CredentialSettings;
import io.ccmoperator.cluster.Distribution;
import io.ccmoperator.cluster.EnabledFeatures;
import io.ccmoperator.cluster.ImageReferences;
import io.ccmoperator.cluster.Infrastructure;
import io.ccmoperator.cluster.Overrides;
import io.ccmoperator.cluster.ProxySettings;
import io.ccmoperator.cluster.TlsSettings;
import io.ccmoperator.cluster.Topology;
import io.ccmoperator.substitution.CheckedOverrides.Live;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Where the Pods of each provider have their credentials from. */
class CloudCredentialsTest {
    private static final String PREFIX = "CloudControllerManager cluster: spec.credentials.";

    private SourceProviders sources;

    @BeforeEach
    void open() {
        sources = SourceProviders.open();
    }

    @AfterEach
    void close() {
        sources.close();
    }

    private static Provider provider(String name) {
        return ProviderIndex.load().entries().stream()
                .filter(entry -> entry.name().equals(name))
                .map(ProviderIndex::provider)
                .findFirst()
                .orElseThrow();
    }

    private static ClusterFacts facts(Provider provider, Distribution distribution, String credentials) {
        return new ClusterFacts(
                new Infrastructure(
                        provider.descriptor().platform(),
                        provider.descriptor().variant(),
                        "sample-1",
                        Topology.HIGHLY_AVAILABLE,
                        true,
                        Optional.empty(),
                        Optional.empty()),
                distribution,
                "ccm",
                ProxySettings.NONE,
                new ClusterNetworks(List.of("10.128.0.0/14"), List.of()),
                EnabledFeatures.NONE,
                TlsSettings.UNSET,
                Overrides.of(tree("{spec: {credentials: {" + credentials + "}}}")));
    }

    private static List<KubernetesObject> workloads(String name, Distribution distribution, String credentials) {
        Provider provider = provider(name);
        Map<String, String> images = new TreeMap<>();
        provider.descriptor().images().values().forEach(key -> images.put(key, "registry/" + key + ":1"));
        return DesiredResources.of(provider, facts(provider, distribution, credentials), new ImageReferences(images))
                .stream()
                .filter(KubernetesObject::isWorkload)
                .toList();
    }

    /** Volumes and variables with the Secrets that they name, but for that of the serving certificate; with a question mark if it is optional. */
    private static Set<String> secrets(List<KubernetesObject> workloads) {
        Set<String> secrets = new TreeSet<>();
        for (KubernetesObject workload : workloads) {
            FieldReader.of(workload.podSpec()).maps("volumes").forEach(volume -> {
                FieldReader secret = FieldReader.of(volume).field("secret");
                if (secret.exists() && !secret.string("secretName").endsWith("-tls")) {
                    secrets.add(volume.get("name") + "=" + secret.string("secretName")
                            + (secret.field("optional").is(true) ? "?" : ""));
                }
            });
            workload.allContainers()
                    .forEach(container -> FieldReader.of(container).maps("env").forEach(variable -> {
                        FieldReader secret = FieldReader.of(variable).field("valueFrom", "secretKeyRef");
                        if (secret.exists()) {
                            secrets.add("$" + variable.get("name") + "=" + secret.string("name"));
                        } else if ("VSPHERE_SECRET_NAME".equals(variable.get("name"))) {
                            secrets.add("$" + variable.get("name") + "=" + variable.get("value"));
                        }
                    }));
        }
        return secrets;
    }

    /** The second column is what Pods have of the provider's Secret, the third what they have of another one. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        alibaba      | $ACCESS_KEY_ID=S, $ACCESS_KEY_SECRET=S                       | $ACCESS_KEY_ID=mine, $ACCESS_KEY_SECRET=mine
        aws          | $AWS_ACCESS_KEY_ID=S, $AWS_SECRET_ACCESS_KEY=S, aws-credentials=S? | $AWS_ACCESS_KEY_ID=mine, $AWS_SECRET_ACCESS_KEY=mine, aws-credentials=mine
        azure        | cloud-sa-volume=S                                            | cloud-sa-volume=mine
        azurestack   | cloud-sa-volume=S                                            | cloud-sa-volume=mine
        digitalocean | $DO_ACCESS_TOKEN=S                                           | $DO_ACCESS_TOKEN=mine
        exoscale     | $EXOSCALE_API_KEY=S, $EXOSCALE_API_SECRET=S                  | $EXOSCALE_API_KEY=mine, $EXOSCALE_API_SECRET=mine
        gcp          | cloud-sa=S                                                   | cloud-sa=mine
        hetzner      | $HCLOUD_NETWORK=S, $HCLOUD_TOKEN=S, $ROBOT_PASSWORD=S, $ROBOT_USER=S | $HCLOUD_NETWORK=mine, $HCLOUD_TOKEN=mine, $ROBOT_PASSWORD=mine, $ROBOT_USER=mine
        ibm          | ibm-cloud-credentials=S                                      | ibm-cloud-credentials=mine
        kubevirt     | infra-kubeconfig=S                                           | infra-kubeconfig=mine
        linode       | $LINODE_API_TOKEN=S, $LINODE_REGION=S                        | $LINODE_API_TOKEN=mine, $LINODE_REGION=mine
        nutanix      | ''                                                           | ''
        openstack    | openstack-cloud-credentials=S                                | openstack-cloud-credentials=mine
        outscale     | $OSC_ACCESS_KEY=S, $OSC_SECRET_KEY=S                         | $OSC_ACCESS_KEY=mine, $OSC_SECRET_KEY=mine
        powervs      | ibm-cloud-credentials=S                                      | ibm-cloud-credentials=mine
        proxmox      | credentials=S?                                               | credentials=mine
        scaleway     | $SCW_ACCESS_KEY=S, $SCW_DEFAULT_PROJECT_ID=S, $SCW_DEFAULT_REGION=S, $SCW_DEFAULT_ZONE=S, $SCW_SECRET_KEY=S | $SCW_ACCESS_KEY=mine, $SCW_DEFAULT_PROJECT_ID=mine, $SCW_DEFAULT_REGION=mine, $SCW_DEFAULT_ZONE=mine, $SCW_SECRET_KEY=mine
        stackit      | credentials=S                                                | credentials=mine
        vsphere      | $VSPHERE_SECRET_NAME=S, cloud-credentials=S?                 | $VSPHERE_SECRET_NAME=mine, cloud-credentials=mine
        vultr        | $VULTR_API_KEY=S                                             | $VULTR_API_KEY=mine
        """)
    void takesNamedSecretInPlaceOfProvidersOrNone(String name, String given, String named) {
        String secret = provider(name).descriptor().credentialsSecret().orElseThrow();

        for (Distribution distribution : Distribution.values()) {
            assertThat(String.join(", ", secrets(workloads(name, distribution, ""))))
                    .isEqualTo(given.replaceAll("=S\\b", "=" + secret));
            assertThat(String.join(", ", secrets(workloads(name, distribution, "secretName: mine"))))
                    .isEqualTo(named);
            assertThat(secrets(workloads(name, distribution, "none: true"))).isEmpty();
        }
    }

    @Test
    void coversEveryProvider() {
        assertThat(ProviderIndex.load().entries()).hasSize(21);
    }

    /** What is mounted exists, and what a variable names by its path is mounted. */
    @ParameterizedTest
    @EnumSource(Distribution.class)
    void leavesNothingBehindOfSecretThatIsNone(Distribution distribution) {
        ProviderIndex.load()
                .entries()
                .forEach(entry -> assertThat(workloads(entry.name(), distribution, "none: true"))
                        .as(entry.name())
                        .allSatisfy(workload -> {
                            List<Object> volumes = FieldReader.of(workload.podSpec()).maps("volumes").stream()
                                    .map(volume -> volume.get("name"))
                                    .toList();
                            assertThat(workload.allContainers())
                                    .flatExtracting(container -> FieldReader.of(container).maps("volumeMounts").stream()
                                            .map(mount -> mount.get("name"))
                                            .toList())
                                    .isSubsetOf(volumes)
                                    .containsAll(volumes);
                            assertThat(workload.allContainers())
                                    .flatExtracting(container ->
                                            FieldReader.of(container).maps("env"))
                                    .extracting(variable -> String.valueOf(((Map<?, ?>) variable).get("name")))
                                    .doesNotContain("AWS_SHARED_CREDENTIALS_FILE", "GOOGLE_APPLICATION_CREDENTIALS");
                        }));
    }

    @ParameterizedTest
    @CsvSource({
        "azure, Deployment, /etc/kubernetes-cloud-config",
        "azurestack, Deployment, /etc/cloud-config",
        "azurestack, DaemonSet, /etc/cloud-config"
    })
    void readsConfigurationItselfWithoutInitContainer(String name, String kind, String folder) {
        KubernetesObject workload = workloads(name, Distribution.KUBERNETES, "none: true").stream()
                .filter(object -> object.kind().equals(kind))
                .findFirst()
                .orElseThrow();

        assertThat(workload.podSpec()).doesNotContainKey("initContainers");
        assertThat(FieldReader.of(workload.podSpec()).maps("volumes"))
                .filteredOn(volume -> volume.containsKey("configMap"))
                .anySatisfy(volume -> {
                    assertThat(FieldReader.of(volume).string("configMap", "name"))
                            .isEqualTo("cloud-conf");
                    assertThat(FieldReader.of(workload.containers().get(0)).maps("volumeMounts"))
                            .contains(Map.of("name", volume.get("name"), "mountPath", folder, "readOnly", true));
                });
    }

    private static Set<String> audiences(List<KubernetesObject> workloads) {
        Set<String> audiences = new TreeSet<>();
        workloads.forEach(workload -> FieldReader.of(workload.podSpec())
                .maps("volumes")
                .forEach(volume -> FieldReader.of(volume)
                        .maps("projected", "sources")
                        .forEach(source ->
                                audiences.add(FieldReader.of(source).string("serviceAccountToken", "audience")))));
        return audiences;
    }

    @Test
    void hasAudienceOfCloudOnKubernetes() {
        Map<String, Set<String>> known = Map.of(
                "aws", Set.of("sts.amazonaws.com"), "azure", Set.of("api://AzureADTokenExchange"), "gcp", Set.of());

        ProviderIndex.load().entries().forEach(entry -> {
            String name = entry.name();
            Set<String> mine = known.containsKey(name) ? Set.of("mine") : Set.of();
            assertThat(audiences(workloads(name, Distribution.OPENSHIFT, "")))
                    .isEqualTo(known.containsKey(name) ? Set.of("openshift") : Set.of());
            assertThat(audiences(workloads(name, Distribution.KUBERNETES, "")))
                    .as(name)
                    .isEqualTo(known.getOrDefault(name, Set.of()));
            for (Distribution distribution : Distribution.values()) {
                assertThat(audiences(workloads(name, distribution, "tokenAudience: mine")))
                        .isEqualTo(mine);
            }
        });
    }

    private static CheckedOverrides check(String name, String credentials, Live live) {
        Provider provider = provider(name);
        return CheckedOverrides.of(provider, facts(provider, Distribution.KUBERNETES, credentials), live);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        nutanix      | secretName: mine     | secretName: the cloud's configuration names the Secret of provider nutanix, which no Pod mounts; name it there, and remove the field
        nutanix      | none: true           | none: the cloud's configuration names the Secret of provider nutanix, which no Pod mounts; name it there, and remove the field
        digitalocean | none: true           | none: provider digitalocean needs a Secret: the API of DigitalOcean knows its callers by a token alone; set secretName in its place, or remove the field
        hetzner      | none: true           | none: provider hetzner needs a Secret: the API of Hetzner Cloud knows its callers by a token alone; set secretName in its place, or remove the field
        oracle       | none: true           | none: provider oracle has no Secret with credentials; remove the field
        oracle       | secretName: mine     | secretName: provider oracle has no Secret with credentials; remove the field
        ibm          | none: true           | none: provider ibm needs a Secret: the configuration names the file with the API key, which is in the Secret; set secretName in its place, or remove the field
        powervs      | none: true           | none: provider powervs needs a Secret: the configuration names the file with the API key, which is in the Secret; set secretName in its place, or remove the field
        exoscale     | none: true           | none: provider exoscale needs a Secret: the API of Exoscale knows its callers by a key and its secret alone; set secretName in its place, or remove the field
        outscale     | none: true           | none: provider outscale needs a Secret: the API of Outscale knows its callers by an access key alone; set secretName in its place, or remove the field
        stackit      | none: true           | none: provider stackit needs a Secret: the API of STACKIT knows its callers by the key of a service account; set secretName in its place, or remove the field
        vultr        | none: true           | none: provider vultr needs a Secret: the API of Vultr knows its callers by a key alone; set secretName in its place, or remove the field
        openstack    | tokenAudience: a     | tokenAudience: no Pod of provider openstack has a token for the cloud; remove the field
        aws          | secretName: cloud-conf | secretName: Secret cloud-conf is the operator's; name another one
        """)
    void refusesWhatProviderCannotHave(String name, String credentials, String reason) {
        CheckedOverrides checked = check(name, credentials, Live.NONE);

        assertThat(checked.refused()).containsExactly(PREFIX + reason);
        assertThat(checked.effective().credentials()).isEqualTo(CredentialSettings.OF_PROVIDER);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        alibaba | none: true
        aws | none: true
        aws | {secretName: mine, tokenAudience: a}
        azure | none: true
        azurestack | none: true
        digitalocean | secretName: mine
        gcp | tokenAudience: a
        openstack | none: true
        proxmox | none: true
        vsphere | none: true
        """)
    void takesTheRest(String name, String credentials) {
        String given = credentials.replaceAll("[{}]", "");

        assertThat(check(name, given, Live.NONE).refused()).isEmpty();
        assertThat(check(name, given, Live.NONE).effective().credentials())
                .isEqualTo(facts(provider(name), Distribution.KUBERNETES, given)
                        .overrides()
                        .credentials());
    }

    private static Live running(CredentialSettings credentials, String existing) {
        return new Live(
                container -> Optional.of(Overrides.NONE.with(credentials)),
                variable -> Optional.empty(),
                existing::equals);
    }

    /** Pods that run are not replaced by Pods that wait; before any runs, they wait. */
    @Test
    void keepsSecretOfRunningPodsWhereTheNamedOneIsMissing() {
        CredentialSettings mine = new CredentialSettings(Optional.of("mine"), Optional.empty(), false);
        CheckedOverrides checked = check("aws", "secretName: other", running(mine, "mine"));

        assertThat(checked.refused())
                .containsExactly(PREFIX
                        + "secretName: Secret ccm/other does not exist; create it, or name another one; until then the"
                        + " programs keep all settings that they had");
        assertThat(checked.effective().credentials()).isEqualTo(mine);
        assertThat(check("aws", "secretName: other", running(mine, "other")).refused())
                .isEmpty();
        assertThat(check("aws", "secretName: mine", running(mine, "")).refused())
                .as("another client has deleted it")
                .isEmpty();
        assertThat(check("digitalocean", "none: true", running(mine, "mine"))
                        .effective()
                        .credentials())
                .isEqualTo(mine);
    }

    @Test
    void refusesAnnotationsOfAccountsOfOpenShift() {
        Provider aws = provider("aws");
        Overrides set = Overrides.of(tree(
                "{spec: {controllerManager: {serviceAccount: {annotations: {a/b: c}}, args: [{name: a, value: b}]}}}"));

        CheckedOverrides refused =
                CheckedOverrides.of(aws, facts(aws, Distribution.OPENSHIFT, "").with(set), Live.NONE);
        assertThat(refused.refused())
                .singleElement()
                .asString()
                .startsWith("CloudControllerManager cluster: spec.controllerManager.serviceAccount.annotations: ")
                .contains("; remove the field");
        assertThat(refused.effective().set()).containsExactly("controllerManager.args");
        assertThat(CheckedOverrides.of(
                                aws, facts(aws, Distribution.KUBERNETES, "").with(set), Live.NONE)
                        .effective())
                .isEqualTo(set);
    }

    /** A token by a variable of the user: nothing of the provider's Secret is left. */
    @Test
    void takesTokenOfVariableInPlaceOfSecret() {
        Provider provider = provider("digitalocean");
        ClusterFacts facts = facts(provider, Distribution.KUBERNETES, "")
                .with(Overrides.of(
                        tree("{spec: {controllerManager: {env: [{name: DO_ACCESS_TOKEN, valueFrom: {secretKeyRef:"
                                + " {name: mine, key: token}}}]}}}")));

        assertThat(CheckedOverrides.of(provider, facts, Live.NONE).refused()).isEmpty();
        assertThat(secrets(DesiredResources.of(
                                provider,
                                facts,
                                new ImageReferences(Map.of("cloudControllerManagerDigitalOcean", "registry/do:1")))
                        .stream()
                        .filter(KubernetesObject::isWorkload)
                        .toList()))
                .containsExactly("$DO_ACCESS_TOKEN=mine");
    }
}
