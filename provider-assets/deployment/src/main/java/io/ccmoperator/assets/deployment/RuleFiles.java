// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.assets.deployment;

import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.assets.ManagedNamespace;
import io.ccmoperator.assets.deployment.discovery.SourceFile;
import io.ccmoperator.assets.deployment.provider.ParsedProvider;
import io.ccmoperator.assets.deployment.rbac.OperatorRule;
import io.ccmoperator.assets.deployment.rbac.Permission;
import io.ccmoperator.assets.deployment.rbac.RequiredPermission;
import io.ccmoperator.assets.deployment.rbac.RoleRules;
import io.ccmoperator.assets.tree.YamlReader;
import io.ccmoperator.assets.tree.YamlWriter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Files with the rules of RBAC that the operator needs to apply the roles, bindings and admission policies of providers: one
 * for the providers of the payload together, and one for each other provider with what the payload's roles do not give. Each is
 * a value of the Helm chart.
 */
public final class RuleFiles {
    /** The folder in the build directory. */
    static final String FOLDER = "provider-rules";

    /** The file for the providers of the payload. */
    static final String PAYLOAD = "payload.yaml";

    /** The roles of the chart by their namespaces. */
    private static final Map<String, String> ROLES =
            Map.of("", "cluster", ManagedNamespace.DEFAULT, "managed", "kube-system", "kubeSystem");

    private RuleFiles() {}

    /**
     * File name to text. A provider that needs no rules has no file.
     *
     * @param providers valid ones
     * @param payload the files of the payload; none: the application has no payload
     */
    public static Map<String, String> of(List<ParsedProvider> providers, List<SourceFile> payload) {
        List<KubernetesObject> objects = payload.stream()
                .flatMap(file -> YamlReader.read(file.content()).stream())
                .map(document -> new KubernetesObject(document.map().orElse(Map.of())))
                .toList();
        Map<String, String> files = new TreeMap<>();
        put(
                files,
                PAYLOAD,
                values(providers.stream()
                        .filter(provider -> provider.descriptor().payload())
                        .flatMap(provider -> required(provider.assetManifests(), objects).stream())
                        .toList()));
        providers.stream()
                .filter(provider -> !provider.descriptor().payload())
                .forEach(pack -> put(files, pack.folder().name() + ".yaml", ofPack(pack.assetManifests(), objects)));
        return files;
    }

    /**
     * The values for a provider outside the payload: what the roles of the payload do not give. Empty where they give all.
     *
     * @param assets the objects of the provider
     * @param payload the objects of the payload
     */
    public static Map<String, Object> ofPack(List<KubernetesObject> assets, List<KubernetesObject> payload) {
        List<OperatorRule> held = OperatorRule.of(payload);
        return values(required(assets, payload).stream()
                .filter(permission -> held.stream().noneMatch(rule -> rule.covers(permission)))
                .toList());
    }

    private static List<Permission> required(List<KubernetesObject> assets, List<KubernetesObject> payload) {
        return RequiredPermission.of(assets, payload).stream()
                .map(RequiredPermission::permission)
                .toList();
    }

    private static Map<String, Object> values(List<Permission> permissions) {
        Map<String, Object> roles = new LinkedHashMap<>();
        ROLES.entrySet().stream().sorted(Map.Entry.comparingByKey()).forEach(role -> {
            List<Permission> ofRole = permissions.stream()
                    .filter(permission -> permission.namespace().equals(role.getKey()))
                    .toList();
            if (!ofRole.isEmpty()) {
                roles.put(role.getValue(), RoleRules.rules(ofRole));
            }
        });
        return roles.isEmpty() ? Map.of() : Map.of("extraRules", roles);
    }

    private static void put(Map<String, String> files, String name, Map<String, Object> values) {
        if (!values.isEmpty()) {
            files.put(name, YamlWriter.write(values));
        }
    }
}
