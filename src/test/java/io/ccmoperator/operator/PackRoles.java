// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.operator;

import static io.ccmoperator.operator.OpenShiftCluster.MANAGED;
import static io.ccmoperator.operator.OpenShiftCluster.OPERATOR;

import io.ccmoperator.YamlText;
import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.assets.tree.FieldReader;
import io.ccmoperator.payload.PayloadFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The roles that the chart gives to the operator for the packs of this repository, and their bindings, without Helm. A cluster has
 * one pack; of all together, the first has the rules that several have, so that each permission is given once.
 */
public final class PackRoles {
    private static final Map<String, String> NAMESPACES =
            Map.of("cluster", "", "managed", MANAGED, "kubeSystem", "kube-system");

    private PackRoles() {}

    public static List<KubernetesObject> objects() throws IOException {
        List<KubernetesObject> objects = new ArrayList<>();
        Set<Map.Entry<String, Object>> given = new HashSet<>();
        try (Stream<Path> files = Files.list(PayloadFolder.project().resolve("helm/ccm-operator/files/packs"))) {
            for (Path file : files.sorted().toList()) {
                FieldReader.of(YamlText.tree(Files.readString(file)))
                        .map("extraRules")
                        .forEach((role, rules) -> add(
                                objects,
                                file.getFileName().toString().replace(".yaml", ""),
                                NAMESPACES.get(role),
                                ((List<?>) rules)
                                        .stream()
                                                .filter(rule -> given.add(Map.entry(role, rule)))
                                                .toList()));
            }
        }
        return objects;
    }

    private static void add(List<KubernetesObject> objects, String pack, String namespace, Object rules) {
        String kind = namespace.isEmpty() ? "ClusterRole" : "Role";
        Map<String, Object> metadata =
                namespace.isEmpty() ? Map.of("name", pack) : Map.of("name", pack, "namespace", namespace);
        objects.add(new KubernetesObject(Map.of(
                "apiVersion", "rbac.authorization.k8s.io/v1", "kind", kind, "metadata", metadata, "rules", rules)));
        objects.add(new KubernetesObject(Map.of(
                "apiVersion",
                "rbac.authorization.k8s.io/v1",
                "kind",
                kind + "Binding",
                "metadata",
                metadata,
                "roleRef",
                Map.of("apiGroup", "rbac.authorization.k8s.io", "kind", kind, "name", pack),
                "subjects",
                List.of(Map.of("kind", "ServiceAccount", "name", OperatorAccount.NAME, "namespace", OPERATOR)))));
    }
}
