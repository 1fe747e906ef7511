// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.chart;

import static java.util.stream.Collectors.toSet;

import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.assets.tree.FieldReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * A bundle of Operator Lifecycle Manager.
 *
 * @param folder the one with manifests and metadata
 * @param objects those of its manifests
 */
record Bundle(Path folder, List<KubernetesObject> objects) {
    /** The one of a release. */
    static Bundle of(Path install) {
        Path folder = install.resolve("olm");
        try (Stream<Path> files = Files.list(folder.resolve("manifests"))) {
            List<KubernetesObject> objects = new ArrayList<>();
            for (Path file : files.sorted().toList()) {
                objects.addAll(Chart.objects(Files.readString(file)));
            }
            return new Bundle(folder, List.copyOf(objects));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    String text(String file) throws IOException {
        return Files.readString(folder.resolve(file));
    }

    KubernetesObject version() {
        return objects.stream()
                .filter(object -> object.kind().equals("ClusterServiceVersion"))
                .findFirst()
                .orElseThrow();
    }

    /**
     * The rules of an account.
     *
     * @param scope permissions, or clusterPermissions
     */
    Set<Object> rules(String scope, String account) {
        return version().fields().maps("spec", "install", "spec", scope).stream()
                .filter(permission -> account.equals(permission.get("serviceAccountName")))
                .flatMap(permission -> FieldReader.of(permission).maps("rules").stream())
                .collect(toSet());
    }

    /** What Operator Lifecycle Manager makes of it in a namespace, without the object of the version. */
    List<KubernetesObject> installed(String namespace) {
        List<KubernetesObject> made = new ArrayList<>();
        objects.stream().map(KubernetesObject::copy).forEach(object -> {
            if (Set.of("Service", "ConfigMap").contains(object.kind())) {
                object.fields().map("metadata").put("namespace", namespace);
            }
            if (!object.kind().equals("ClusterServiceVersion")) {
                made.add(object);
            }
        });
        Set<String> accounts = new TreeSet<>();
        for (String scope : List.of("permissions", "clusterPermissions")) {
            boolean isOfCluster = scope.startsWith("cluster");
            for (Map<String, Object> permission : version().fields().maps("spec", "install", "spec", scope)) {
                String account = (String) permission.get("serviceAccountName");
                accounts.add(account);
                Map<String, Object> metadata = new LinkedHashMap<>(Map.of("name", "olm-" + account));
                if (!isOfCluster) {
                    metadata.put("namespace", namespace);
                }
                String kind = isOfCluster ? "ClusterRole" : "Role";
                made.add(object(
                        "rbac.authorization.k8s.io/v1", kind, metadata, Map.of("rules", permission.get("rules"))));
                made.add(object(
                        "rbac.authorization.k8s.io/v1",
                        kind + "Binding",
                        metadata,
                        Map.of(
                                "roleRef",
                                Map.of("apiGroup", "rbac.authorization.k8s.io", "kind", kind, "name", "olm-" + account),
                                "subjects",
                                List.of(Map.of("kind", "ServiceAccount", "name", account, "namespace", namespace)))));
            }
        }
        accounts.forEach(account ->
                made.add(object("v1", "ServiceAccount", Map.of("name", account, "namespace", namespace), Map.of())));
        made.add(object(
                "apps/v1",
                "Deployment",
                Map.of("name", deployment().get("name"), "namespace", namespace),
                Map.of("spec", deployment().get("spec"))));
        return made;
    }

    private static KubernetesObject object(
            String version, String kind, Map<String, Object> metadata, Map<String, Object> rest) {
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("apiVersion", version);
        tree.put("kind", kind);
        tree.put("metadata", metadata);
        tree.putAll(rest);
        return new KubernetesObject(tree);
    }

    /** The operator's Deployment. */
    Map<String, Object> deployment() {
        return version().fields().maps("spec", "install", "spec", "deployments").get(0);
    }
}
