// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.chart;

import static io.ccmoperator.YamlText.manifest;
import static io.ccmoperator.chart.Chart.NAMESPACE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import io.ccmoperator.PackagedProgram;
import io.ccmoperator.apiserver.ApiUser;
import io.ccmoperator.apiserver.AuditedRequest;
import io.ccmoperator.apiserver.LocalProcess;
import io.ccmoperator.apiserver.RequiresApiServer;
import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.assets.ReservedObjects;
import io.ccmoperator.assets.ResourceKind;
import io.ccmoperator.ccm.OtherManager;
import io.ccmoperator.certificates.Certificates;
import io.ccmoperator.faults.FaultyProxy;
import io.ccmoperator.operator.OperatorUnderTest;
import io.ccmoperator.operator.Platform;
import io.ccmoperator.operator.Workloads;
import io.ccmoperator.permissions.Holding;
import io.ccmoperator.permissions.Need;
import io.ccmoperator.permissions.Permission;
import io.ccmoperator.permissions.Proof;
import io.ccmoperator.permissions.Rules;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;

/**
 * The account of a release may do what its operator does without OpenShift, and nothing else of what a cluster there needs: the
 * object that describes it, the configuration in the two namespaces, and what shows another cloud controller manager.
 */
@RequiresApiServer
@Tag("packaged")
class KubernetesPermissionsIT extends ReleaseScene {
    private static final String MANAGED = "cloud-controller-manager";
    private static final Set<String> CONFIGURATION = Stream.concat(
                    ReservedObjects.COPIES.stream(), Stream.of("cloud-conf", "ccm-trusted-ca"))
            .collect(Collectors.toSet());

    /** What is changed more than ten times a minute is corrected after up to a minute more: the tour is quick on a quick machine. */
    private static final Duration OF_CONTESTED = PATIENCE.plusMinutes(2);

    private static final String OWNER = "app.kubernetes.io/managed-by";
    private static final String SECRET = "cloudConfig: {secret: {name: clouds, key: AWS}}";
    private static final String CONFIG_MAP = "cloudConfig: {configMap: {name: clouds, key: %s}}";
    private static final String OF_CLUSTER = "{ccm: {cluster: {name: sample-1, %s, " + SECRET + "}}}";
    private static final String VALUES = OF_CLUSTER.formatted("provider: aws");

    /** AWS last, with which the tour began. */
    private static final Map<Platform, String> PLATFORMS = new LinkedHashMap<>();

    static {
        PLATFORMS.put(Platform.AZURE, "provider: azure, azure: {cloudName: AzurePublicCloud}");
        PLATFORMS.put(Platform.VSPHERE, "provider: vsphere, vsphere: {vcenters: [{server: vc, datacenters: [dc]}]}");
        PLATFORMS.put(Platform.GCP, "provider: gcp");
        PLATFORMS.put(Platform.NUTANIX, "provider: nutanix");
        PLATFORMS.put(Platform.OPEN_STACK, "provider: openstack");
        PLATFORMS.put(Platform.AWS, "provider: aws");
    }

    private final Map<String, Object> configurations = new LinkedHashMap<>(Map.of("ca.pem", Certificates.pem("ca-2")));
    private OperatorUnderTest operator;

    @TestFactory
    Stream<DynamicTest> isRefusedWithoutAnyOneOfThem() throws IOException {
        install(NAMESPACE, VALUES);
        List<KubernetesObject> rendered = chart.rendered(VALUES);
        List<KubernetesObject> written = takeTour();
        List<AuditedRequest> requests = requests(NAMESPACE);
        List<KubernetesObject> roles = new ArrayList<>(rendered);
        roles.addAll(written);
        List<Need> needs = new ArrayList<>(Need.of(requests));
        needs.addAll(Need.toWrite(written, roles));
        Proof proof = new Proof(Holding.of(rendered, NAMESPACE, ACCOUNT), needs);
        System.out.printf("%s%d requests%n", proof.table(), requests.size());

        assertRequestsOfKubernetesAlone(requests);
        List<Holding> holdings = proof.holdings().stream()
                .filter(holding -> isOfDescription(holding.permission()))
                .toList();
        assertThat(holdings).isNotEmpty();
        return holdings.stream()
                .map(holding -> dynamicTest(holding.toString(), () -> assertRefusedWithout(holding, proof)));
    }

    private static boolean isOfDescription(Permission permission) {
        return permission.group().equals("ccmoperator.io")
                || permission.group().isEmpty()
                        && List.of("configmaps", "secrets", "serviceaccounts").contains(permission.resource())
                || isOfOtherManagers(permission);
    }

    /** With what their names begin that are looked for with a provider to which the tour does not come. */
    private static final List<String> OF_OTHER_CLOUDS = List.of(
            "ccm",
            "cloud-controller-manager-proxmox",
            "digitalocean-",
            "exoscale-",
            "hcloud-",
            "oci-",
            "osc-",
            "proxmox-",
            "scaleway-",
            "stackit-",
            "vultr-");

    /** But for those that are looked for with a provider that the tour does not come to. */
    private static boolean isOfOtherManagers(Permission permission) {
        return OtherManager.known().stream()
                .anyMatch(key -> key.namespace().equals(permission.namespace())
                        && key.kind().group().equals(permission.group())
                        && key.kind().plural().equals(permission.resource())
                        && key.name().equals(permission.name())
                        && OF_OTHER_CLOUDS.stream().noneMatch(key.name()::startsWith));
    }

    private void assertRefusedWithout(Holding holding, Proof proof) {
        List<Need> failing = proof.failing(holding);
        assertThat(failing).as("what needs %s", holding).isNotEmpty();
        Permission needed = failing.get(0).permission();
        assertThat(isRefused(needed)).isFalse();
        accepted(server.admin().apply(Rules.without(holding.role(), holding.permission())));
        try {
            await(needed + " to be refused without " + holding).atMost(PATIENCE).until(() -> isRefused(needed));
        } finally {
            accepted(server.admin().apply(holding.role()));
        }
        await(needed + " to be allowed again").atMost(PATIENCE).until(() -> !isRefused(needed));
    }

    private boolean isRefused(Permission permission) {
        return permission.isRefused(server.admin(), ApiUser.serviceAccount(NAMESPACE, ACCOUNT));
    }

    /** All that makes the program ask for something; gives the roles and bindings that it has written. */
    private List<KubernetesObject> takeTour() throws IOException {
        PLATFORMS.keySet().forEach(platform -> configurations.put(platform.name(), platform.cloudConf()));
        put("ConfigMap", NAMESPACE, "clouds", "data", configurations);
        put("Secret", NAMESPACE, "clouds", "stringData", configurations);
        Stream.of(
                        "azure-cloud-credentials",
                        "cloud-controller-manager-credentials",
                        "gcp-ccm-cloud-credentials",
                        "openstack-cloud-credentials",
                        "vsphere-cloud-credentials")
                .forEach(name -> put("Secret", MANAGED, name, "stringData", Map.of("key", "value")));
        List<KubernetesObject> written = new ArrayList<>();
        try (FaultyProxy proxy = FaultyProxy.before(server)) {
            try (OperatorUnderTest first = startOperator(NAMESPACE, proxy.address())) {
                operator = first;
                changeConfiguration();
                remove();
            }
            // The lists of servers that do not begin a watch with the existing objects.
            proxy.answer(request -> request.query().contains("sendInitialEvents"), Integer.MAX_VALUE, 422);
            try (OperatorUnderTest second = startOperator(NAMESPACE, proxy.address())) {
                operator = second;
                PLATFORMS.forEach((platform, description) -> {
                    deleteObject();
                    upgrade(NAMESPACE, OF_CLUSTER.formatted(description));
                    describe(description + ", " + CONFIG_MAP.formatted(platform.name()));
                    await("objects of " + platform)
                            .atMost(PATIENCE)
                            .until(() -> !live(CLUSTER)
                                    .fields()
                                    .maps("status", "objects")
                                    .isEmpty());
                    awaitAvailable(operator, MANAGED);
                    List<KubernetesObject> applied = applied();
                    applied.stream()
                            .filter(object -> object.apiVersion().startsWith("rbac."))
                            .forEach(written::add);
                    applied.forEach(object -> restores(
                            object,
                            live -> live.fields().map("metadata", "labels").remove(OWNER)));
                    applied.forEach(this::creates);
                });
                changeConfiguration();
                second.kill();
            }
            // Without an operator the command removes all itself.
            remove();
        }
        return written;
    }

    /** Secret, ConfigMap and trusted authorities, each deleted, edited and made immutable. */
    private void changeConfiguration() {
        String aws = PLATFORMS.get(Platform.AWS);
        describe(aws + ", trustedCA: {configMap: {name: clouds, key: ca.pem}}, " + SECRET);
        awaitAvailable(operator, MANAGED);
        disturb(key("v1", "Secret", "cloud-conf"), Map.of("cloud.conf", "b3RoZXI="));
        mountEachCopy("Secret", "stringData");
        disturb(key("v1", "ConfigMap", "ccm-trusted-ca"), Map.of("ca-bundle.crt", "other"));
        describe(aws + ", " + CONFIG_MAP.formatted("AWS"));
        awaitAvailable(operator, MANAGED);
        disturb(key("v1", "ConfigMap", "cloud-conf"), Map.of("cloud.conf", "other"));
        mountEachCopy("ConfigMap", "data");
    }

    /** Changes the configuration until each copy has been mounted, edited and deleted. */
    private void mountEachCopy(String kind, String member) {
        for (int change = 1; change <= ReservedObjects.COPIES.size() + 1; change++) {
            String zone = "z-" + change;
            Map<String, Object> changed = new LinkedHashMap<>(configurations);
            changed.put("AWS", "[Global]\nZone = " + zone + "\n");
            put(kind, NAMESPACE, "clouds", member, changed);
            await("another copy").atMost(OF_CONTESTED).until(() -> {
                Workloads workloads = new Workloads(server.admin(), MANAGED);
                workloads.rollOut();
                workloads.lead();
                List<KubernetesObject> copies = copies(kind);
                return copies.size() == 1
                        && configuration(live(copies.get(0))).contains(zone)
                        && isMounted(copies.get(0));
            });
            restores(
                    copies(kind).get(0),
                    live -> live.fields().map("metadata", "labels").remove(OWNER));
        }
    }

    /** The operator lets a Deployment wait while what it depends on is overwritten repeatedly; a copy that it does not mount is not repaired. */
    private boolean isMounted(KubernetesObject copy) {
        return live(key("apps/v1", "Deployment", "aws-cloud-controller-manager"))
                .podSpec()
                .get("volumes")
                .toString()
                .contains("ame=" + copy.name());
    }

    private static String configuration(KubernetesObject copy) {
        String text = copy.fields().string("data", "cloud.conf");
        return copy.kind().equals("Secret")
                ? new String(Base64.getDecoder().decode(text), StandardCharsets.UTF_8)
                : text;
    }

    /** By their names alone. */
    private List<KubernetesObject> copies(String kind) {
        return ReservedObjects.COPIES.stream()
                .map(name -> key("v1", kind, name))
                .filter(copy -> server.admin().read(copy).accepted())
                .toList();
    }

    private void disturb(KubernetesObject key, Map<String, Object> data) {
        creates(key);
        restores(key, live -> live.tree().put("data", data));
        restores(key, live -> {
            live.tree().put("data", data);
            live.tree().put("immutable", true);
        });
    }

    /** Waits until what was changed is as before. */
    private void restores(KubernetesObject key, Consumer<KubernetesObject> change) {
        KubernetesObject before = live(key);
        await("a change of " + key.display()).atMost(PATIENCE).until(() -> {
            KubernetesObject live = live(key);
            change.accept(live);
            return server.admin().replace(live).accepted();
        });
        awaitLive(
                key,
                live -> live.fields()
                                .map("metadata", "labels")
                                .equals(before.fields().map("metadata", "labels"))
                        && live.fields().map("data").equals(before.fields().map("data"))
                        && Objects.equals(
                                live.fields().at("immutable"), before.fields().at("immutable")));
    }

    /** Waits until what was deleted exists again. */
    private void creates(KubernetesObject key) {
        String uid = live(key).fields().string("metadata", "uid");
        accepted(server.admin().delete(key));
        awaitLive(key, live -> !live.fields().string("metadata", "uid").equals(uid));
    }

    private void awaitLive(KubernetesObject key, Predicate<KubernetesObject> condition) {
        await(key.display() + " to be as before")
                .atMost(OF_CONTESTED)
                .untilAsserted(() -> assertThat(server.admin().read(key).object())
                        .as(operator.log())
                        .matches(live -> !live.name().isEmpty() && condition.test(live)));
    }

    /** But for the configuration, which is disturbed by {@link #changeConfiguration}. */
    private List<KubernetesObject> applied() {
        return live(CLUSTER).fields().maps("status", "objects").stream()
                .map(KubernetesObject::new)
                .filter(object -> !CONFIGURATION.contains(object.fields().string("name")))
                .map(object -> live(manifest("{apiVersion: %s, kind: %s, metadata: {namespace: %s, name: '%s'}}"
                        .formatted(
                                apiVersion(object.kind()),
                                object.kind(),
                                object.fields().string("namespace"),
                                object.fields().string("name")))))
                .toList();
    }

    private static String apiVersion(String kind) {
        return ResourceKind.OF_PROVIDERS.stream()
                .filter(known -> known.kind().equals(kind))
                .findFirst()
                .orElseThrow()
                .apiVersion();
    }

    /** Deletes the object as the Job of an uninstallation does, with the operator or without. */
    private void remove() {
        List<String> command = new ArrayList<>(PackagedProgram.command());
        command.addAll(List.of(
                "remove",
                "--distribution=kubernetes",
                "--operator-namespace=" + NAMESPACE,
                "--namespace=" + MANAGED,
                "--kubeconfig=" + server.kubeconfig(server.uri(), token(NAMESPACE))));
        try (LocalProcess program = LocalProcess.start(folder, "remove.log", command)) {
            assertThat(program.exitCode(Duration.ofMinutes(2)))
                    .as(program.printed())
                    .isZero();
        }
        assertThat(server.admin().read(CLUSTER).status()).isEqualTo(404);
    }

    /** The cloud of an object cannot be changed. */
    private void deleteObject() {
        if (server.admin().read(CLUSTER).accepted()) {
            accepted(server.admin().delete(CLUSTER));
            await("the object to go")
                    .atMost(PATIENCE)
                    .until(() -> server.admin().read(CLUSTER).status() == 404);
        }
    }

    /** In the place of all that was set before, by Helm too. */
    private void describe(String cluster) {
        String account = "{serviceAccount: {annotations: {example.com/role: r}}}";
        String programs = "controllerManager: " + account
                + (cluster.contains("provider: azure") ? ", nodeManager: " + account : "");
        Map<String, Object> spec = manifest("{spec: {" + programs
                        + ", cluster: {name: sample-1, network: {pods: [10.128.0.0/14]}, " + cluster + "}}}")
                .fields()
                .map("spec");
        await("the description").atMost(PATIENCE).until(() -> {
            KubernetesObject object = server.admin().read(CLUSTER).accepted() ? live(CLUSTER) : CLUSTER.copy();
            object.tree().put("spec", spec);
            return (object.fields().string("metadata", "uid").isEmpty()
                            ? server.admin().create(object)
                            : server.admin().replace(object))
                    .accepted();
        });
    }

    private void put(String kind, String namespace, String name, String member, Map<String, Object> content) {
        KubernetesObject object = manifest(
                "{apiVersion: v1, kind: %s, metadata: {namespace: %s, name: %s}}".formatted(kind, namespace, name));
        object.tree().put(member, content);
        accepted(server.admin().apply(object));
    }

    private static KubernetesObject key(String apiVersion, String kind, String name) {
        return manifest("{apiVersion: %s, kind: %s, metadata: {namespace: %s, name: %s}}"
                .formatted(apiVersion, kind, MANAGED, name));
    }

    private KubernetesObject live(KubernetesObject key) {
        return accepted(server.admin().read(key)).object();
    }
}
