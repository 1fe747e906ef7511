// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.overview;

import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.assets.ProviderIndex;
import io.ccmoperator.assets.ResourceKind;
import io.ccmoperator.client.ClusterDescription;
import io.ccmoperator.client.ObjectKey;
import io.ccmoperator.cloudconfig.CloudConfigOrigin;
import io.ccmoperator.cluster.ConfigMapContent;
import io.ccmoperator.cluster.Infrastructure;
import io.ccmoperator.cluster.InvalidInputException;
import io.ccmoperator.cluster.ProxySettings.TrustedCa;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** What the operator makes {@code cloud-conf} and {@code ccm-trusted-ca} of. */
final class ConfigSources {
    private final ClusterDescription description;
    private final Function<ObjectKey, Optional<KubernetesObject>> objects;
    private final ProviderIndex providers;

    /** @param objects reads an object */
    ConfigSources(
            ClusterDescription description,
            Function<ObjectKey, Optional<KubernetesObject>> objects,
            ProviderIndex providers) {
        this.description = description;
        this.objects = objects;
        this.providers = providers;
    }

    List<Map<String, String>> rows(String managedNamespace) {
        List<Map<String, String>> rows = new ArrayList<>();
        cloudConfig().ifPresent(source -> rows.add(row("cloud-conf", source)));
        description
                .proxy()
                .object()
                .ifPresent(proxy ->
                        trustedCas(proxy, managedNamespace).forEach(source -> rows.add(row("ccm-trusted-ca", source))));
        return rows;
    }

    private Optional<String> cloudConfig() {
        try {
            return infrastructure()
                    .flatMap(infrastructure ->
                            CloudConfigOrigin.of(infrastructure, description.distribution(), providers, objects));
        } catch (InvalidInputException e) {
            return Optional.of(e.getMessage());
        }
    }

    private Optional<Infrastructure> infrastructure() {
        return description.infrastructure().object().map(object -> Infrastructure.of(object.tree()));
    }

    /** In the order in which the operator writes them. */
    private List<String> trustedCas(KubernetesObject proxy, String managedNamespace) {
        List<String> sources = new ArrayList<>();
        ObjectKey cloudConf = new ObjectKey(kindOfCloudConf(), managedNamespace, "cloud-conf");
        objects.apply(cloudConf)
                .map(ConfigMapContent::of)
                .filter(content -> content.has("ca-bundle.pem"))
                .ifPresent(content -> sources.add(cloudConf + ", key ca-bundle.pem"));
        TrustedCa.of(proxy)
                .ifPresent(named ->
                        sources.add("ConfigMap " + named.namespace() + "/" + named.name() + ", key " + named.key()));
        sources.add("the certificate authorities of the operator's image");
        return sources;
    }

    /** An object that says no platform has no configuration either. */
    private ResourceKind kindOfCloudConf() {
        try {
            return infrastructure().map(Infrastructure::kindOfCloudConf).orElse(ResourceKind.CONFIG_MAP);
        } catch (InvalidInputException e) {
            return ResourceKind.CONFIG_MAP;
        }
    }

    private static Map<String, String> row(String of, String source) {
        Map<String, String> row = new LinkedHashMap<>();
        row.put("of", of);
        row.put("source", source);
        return row;
    }
}
