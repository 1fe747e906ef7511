// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.apiserver;

import static org.awaitility.Awaitility.await;

import io.ccmoperator.YamlText;
import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.assets.tree.YamlReader;
import io.ccmoperator.payload.PayloadFolder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The kind of the operator's own, and those that OpenShift adds to a cluster. Their schemas are those of the folder that the environment variable
 * OPENSHIFT_CRDS names; without it, and for kinds that are not there, a kind takes any field.
 */
public final class CustomResources {
    private static final String MONITORING = "monitoring.coreos.com";

    private static final List<KubernetesObject> PERMISSIVE = List.of(
            permissive("config.openshift.io", "v1", "ClusterOperator", "clusteroperators", "Cluster"),
            permissive("config.openshift.io", "v1", "Infrastructure", "infrastructures", "Cluster"),
            permissive("config.openshift.io", "v1", "Proxy", "proxies", "Cluster"),
            permissive("config.openshift.io", "v1", "APIServer", "apiservers", "Cluster"),
            permissive("config.openshift.io", "v1", "FeatureGate", "featuregates", "Cluster"),
            permissive("config.openshift.io", "v1", "Network", "networks", "Cluster"),
            permissive("config.openshift.io", "v1", "ClusterVersion", "clusterversions", "Cluster"),
            permissive("cloudcredential.openshift.io", "v1", "CredentialsRequest", "credentialsrequests", "Namespaced"),
            permissive(MONITORING, "v1", "ServiceMonitor", "servicemonitors", "Namespaced"),
            permissive(MONITORING, "v1", "PrometheusRule", "prometheusrules", "Namespaced"));

    private CustomResources() {}

    /** Adds all kinds to a server and waits until it serves them. */
    public static void load(ApiClient admin) {
        load(
                admin,
                Stream.concat(PayloadFolder.objects(".crd.yaml").stream(), ofOpenShift().stream())
                        .toList());
    }

    /** Adds the operator's own kind alone, as a cluster has it that is not OpenShift. */
    public static void loadOwn(ApiClient admin) {
        load(admin, PayloadFolder.objects(".crd.yaml"));
    }

    /** Adds all but the operator's own kind, which the payload brings. */
    public static void loadOpenShift(ApiClient admin) {
        load(admin, ofOpenShift());
    }

    /** The same without the kinds of the Prometheus operator, as a cluster is before run level 50 of its installation. */
    public static void loadWithoutMonitoring(ApiClient admin) {
        load(
                admin,
                ofOpenShift().stream()
                        .filter(definition -> !isMonitoring(definition))
                        .toList());
    }

    /** Adds the kinds of the Prometheus operator. */
    public static void loadMonitoring(ApiClient admin) {
        load(admin, ofOpenShift().stream().filter(CustomResources::isMonitoring).toList());
    }

    private static boolean isMonitoring(KubernetesObject definition) {
        return definition.fields().string("spec", "group").equals(MONITORING);
    }

    /** Adds the kinds without any schema, for objects that no cluster of today would take. */
    public static void loadPermissive(ApiClient admin) {
        load(admin, PERMISSIVE);
    }

    private static void load(ApiClient admin, List<KubernetesObject> definitions) {
        for (KubernetesObject definition : definitions) {
            ApiAnswer answer = admin.create(definition);
            if (!answer.accepted()) {
                throw new IllegalStateException(answer.refusal());
            }
        }
        // The server needs a moment for each kind; for all of them together it is hardly longer.
        for (KubernetesObject definition : definitions) {
            KubernetesObject example = example(definition);
            await("the server to serve " + definition.name()).until(() -> admin.serves(example));
        }
    }

    private static List<KubernetesObject> ofOpenShift() {
        List<KubernetesObject> published = Optional.ofNullable(System.getenv("OPENSHIFT_CRDS"))
                .map(folder -> published(Path.of(folder)))
                .orElse(List.of());
        List<String> names = published.stream().map(KubernetesObject::name).toList();
        return Stream.concat(
                        published.stream(),
                        PERMISSIVE.stream().filter(definition -> !names.contains(definition.name())))
                .toList();
    }

    private static List<KubernetesObject> published(Path folder) {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file -> file.toString().endsWith(".yaml"))
                    .sorted()
                    .map(CustomResources::read)
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static KubernetesObject read(Path file) {
        try {
            return new KubernetesObject(
                    YamlReader.read(Files.readAllBytes(file)).get(0).map().orElseThrow());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static KubernetesObject example(KubernetesObject definition) {
        Map<String, Object> version =
                definition.fields().maps("spec", "versions").get(0);
        return new KubernetesObject(Map.of(
                "apiVersion", definition.fields().string("spec", "group") + "/" + version.get("name"),
                "kind", definition.fields().string("spec", "names", "kind"),
                "metadata", Map.of("namespace", "default", "name", "example")));
    }

    private static KubernetesObject permissive(String group, String version, String kind, String plural, String scope) {
        return YamlText.manifest("""
                apiVersion: apiextensions.k8s.io/v1
                kind: CustomResourceDefinition
                metadata: {name: %4$s.%1$s, annotations: {api-approved.kubernetes.io: "unapproved, for tests"}}
                spec:
                  group: %1$s
                  scope: %5$s
                  names: {kind: %3$s, plural: %4$s, singular: %6$s}
                  versions:
                    - name: %2$s
                      served: true
                      storage: true
                      subresources: {status: {}}
                      schema: {openAPIV3Schema: {type: object, x-kubernetes-preserve-unknown-fields: true}}
                """.formatted(group, version, kind, plural, scope, kind.toLowerCase(Locale.ROOT)));
    }
}
