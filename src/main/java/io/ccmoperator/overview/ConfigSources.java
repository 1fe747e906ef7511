// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.overview;

import static io.ccmoperator.client.ClusterObjects.INFRASTRUCTURE;
import static io.ccmoperator.client.ClusterObjects.PROXY;

import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.assets.ProviderIndex;
import io.ccmoperator.assets.ResourceKind;
import io.ccmoperator.client.ObjectKey;
import io.ccmoperator.cloudconfig.CloudConfigOrigin;
import io.ccmoperator.cluster.ConfigMapContent;
import io.ccmoperator.cluster.Infrastructure;
import io.ccmoperator.cluster.InvalidInputException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** What the operator makes {@code cloud-conf} and {@code ccm-trusted-ca} of. */
final class ConfigSources {
    private final Function<ObjectKey, Optional<KubernetesObject>> objects;
    private final ProviderIndex providers;

    /** @param objects reads an object */
    ConfigSources(Function<ObjectKey, Optional<KubernetesObject>> objects, ProviderIndex providers) {
        this.objects = objects;
        this.providers = providers;
    }

    List<Map<String, String>> rows(String managedNamespace) {
        List<Map<String, String>> rows = new ArrayList<>();
        cloudConfig().ifPresent(source -> rows.add(row("cloud-conf", source)));
        objects.apply(PROXY)
                .ifPresent(proxy ->
                        trustedCas(proxy, managedNamespace).forEach(source -> rows.add(row("ccm-trusted-ca", source))));
        return rows;
    }

    private Optional<String> cloudConfig() {
        try {
            return objects.apply(INFRASTRUCTURE)
                    .flatMap(object -> CloudConfigOrigin.of(Infrastructure.of(object.tree()), providers, objects));
        } catch (InvalidInputException e) {
            return Optional.of(e.getMessage());
        }
    }

    /** In the order in which the operator writes them. */
    private List<String> trustedCas(KubernetesObject proxy, String managedNamespace) {
        List<String> sources = new ArrayList<>();
        ObjectKey cloudConf = new ObjectKey(ResourceKind.CONFIG_MAP, managedNamespace, "cloud-conf");
        objects.apply(cloudConf)
                .map(ConfigMapContent::of)
                .filter(content -> content.has("ca-bundle.pem"))
                .ifPresent(content -> sources.add(cloudConf + ", key ca-bundle.pem"));
        String named = proxy.fields().string("spec", "trustedCA", "name");
        if (!named.isEmpty()) {
            sources.add("ConfigMap openshift-config/" + named + ", key ca-bundle.crt");
        }
        sources.add("the certificate authorities of the operator's image");
        return sources;
    }

    private static Map<String, String> row(String of, String source) {
        Map<String, String> row = new LinkedHashMap<>();
        row.put("of", of);
        row.put("source", source);
        return row;
    }
}
