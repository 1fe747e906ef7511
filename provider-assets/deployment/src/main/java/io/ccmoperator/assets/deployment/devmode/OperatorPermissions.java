// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.assets.deployment.devmode;

import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.assets.ManagedNamespace;
import io.ccmoperator.assets.deployment.RuleFiles;
import io.ccmoperator.assets.deployment.discovery.SourceFile;
import io.ccmoperator.assets.deployment.rbac.OperatorRule;
import io.ccmoperator.assets.deployment.validation.ParsedProvider;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What the operator may do in a sample cluster with RBAC: what the roles of the payload give, and for providers outside the payload
 * the rules that the build derives for the Helm chart.
 */
final class OperatorPermissions {
    private static final Set<String> KINDS =
            Set.of("ServiceAccount", "Role", "RoleBinding", "ClusterRole", "ClusterRoleBinding");

    private static final Map<String, String> NAMESPACES =
            Map.of("cluster", "", "managed", ManagedNamespace.DEFAULT, "kubeSystem", "kube-system");

    /** Marks an object of a former release. */
    private static final String DELETED = "release.openshift.io/delete";

    private OperatorPermissions() {}

    /**
     * The objects, service accounts and roles before the bindings.
     *
     * @param payload the manifests of the release payload
     * @param providers those of the application
     */
    static List<KubernetesObject> of(List<SourceFile> payload, List<ParsedProvider> providers) {
        List<KubernetesObject> ofPayload = payload.stream()
                .filter(file -> file.path().endsWith(".yaml"))
                .flatMap(file -> Resources.manifests(file.content()).stream())
                .toList();
        List<KubernetesObject> objects = new ArrayList<>(ofPayload.stream()
                .filter(object -> KINDS.contains(object.kind())
                        && !object.fields().map("metadata", "annotations").containsKey(DELETED))
                .toList());
        providers.stream()
                .filter(provider -> !provider.descriptor().payload())
                .forEach(pack -> objects.addAll(ofPack(pack, ofPayload)));
        return objects;
    }

    @SuppressWarnings("unchecked")
    private static List<KubernetesObject> ofPack(ParsedProvider pack, List<KubernetesObject> payload) {
        Map<String, Object> roles = (Map<String, Object>)
                RuleFiles.ofPack(pack.assetManifests(), payload).getOrDefault("extraRules", Map.of());
        List<KubernetesObject> objects = new ArrayList<>();
        roles.forEach((role, rules) -> {
            String name = OperatorRule.ACCOUNT + "-" + pack.folder().name();
            String namespace = NAMESPACES.get(role);
            String kind = namespace.isEmpty() ? "ClusterRole" : "Role";
            objects.add(object(kind, namespace, name, Map.of("rules", rules)));
            objects.add(object(
                    kind + "Binding",
                    namespace,
                    name,
                    Map.of(
                            "roleRef",
                            Map.of("apiGroup", "rbac.authorization.k8s.io", "kind", kind, "name", name),
                            "subjects",
                            List.of(Map.of(
                                    "kind",
                                    "ServiceAccount",
                                    "namespace",
                                    OperatorRule.NAMESPACE,
                                    "name",
                                    OperatorRule.ACCOUNT)))));
        });
        return objects;
    }

    private static KubernetesObject object(String kind, String namespace, String name, Map<String, Object> more) {
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("apiVersion", "rbac.authorization.k8s.io/v1");
        tree.put("kind", kind);
        tree.put("metadata", namespace.isEmpty() ? Map.of("name", name) : Map.of("name", name, "namespace", namespace));
        tree.putAll(more);
        return new KubernetesObject(tree);
    }
}
