// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.assets.deployment;

import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.assets.discovery.SourceFile;
import io.ccmoperator.assets.provider.ParsedProvider;
import io.ccmoperator.assets.rbac.ChartRules;
import io.ccmoperator.assets.rbac.Permission;
import io.ccmoperator.assets.rbac.RequiredPermission;
import io.ccmoperator.assets.tree.YamlReader;
import io.ccmoperator.assets.tree.YamlWriter;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Files with the rules of RBAC that the operator needs to apply the roles, bindings and admission policies of providers: one
 * for the providers of the payload together, and one for each other provider with what the payload's roles do not give. Each is
 * a value of the Helm chart.
 */
final class RuleFiles {
    /** The folder in the build directory. */
    static final String FOLDER = "provider-rules";

    /** The file for the providers of the payload. */
    static final String PAYLOAD = "payload.yaml";

    private RuleFiles() {}

    /**
     * File name to text. A provider that needs no rules has no file.
     *
     * @param providers valid ones
     * @param payload the files of the payload; none: the application has no payload
     */
    static Map<String, String> of(List<ParsedProvider> providers, List<SourceFile> payload) {
        List<KubernetesObject> objects = payload.stream()
                .flatMap(file -> YamlReader.read(file.content()).stream())
                .map(document -> new KubernetesObject(document.map().orElse(Map.of())))
                .toList();
        Map<String, String> files = new TreeMap<>();
        put(
                files,
                PAYLOAD,
                ChartRules.of(providers.stream()
                        .filter(provider -> provider.descriptor().payload())
                        .flatMap(provider -> required(provider.assetManifests(), objects).stream())
                        .toList()));
        providers.stream()
                .filter(provider -> !provider.descriptor().payload())
                .forEach(pack ->
                        put(files, pack.folder().name() + ".yaml", ChartRules.ofPacks(pack.assetManifests(), objects)));
        return files;
    }

    private static List<Permission> required(List<KubernetesObject> assets, List<KubernetesObject> payload) {
        return RequiredPermission.of(assets, payload).stream()
                .map(RequiredPermission::permission)
                .toList();
    }

    private static void put(Map<String, String> files, String name, Map<String, Object> values) {
        if (!values.isEmpty()) {
            files.put(name, YamlWriter.write(values));
        }
    }
}
