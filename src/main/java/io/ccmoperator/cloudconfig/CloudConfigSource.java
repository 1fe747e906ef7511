// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.cloudconfig;

import io.ccmoperator.assets.CloudConfig;
import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.assets.ResourceKind;
import io.ccmoperator.assets.text.Credentials;
import io.ccmoperator.client.ObjectKey;
import io.ccmoperator.cluster.ConfigMapContent;
import io.ccmoperator.cluster.DescribedCluster;
import io.ccmoperator.cluster.Distribution;
import io.ccmoperator.cluster.Infrastructure;
import io.ccmoperator.cluster.Infrastructure.CloudConfigReference;
import io.ccmoperator.cluster.InvalidInputException;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/**
 * The cluster's cloud configuration, as it was found.
 *
 * @param place its object and key, for messages, e.g. {@code ConfigMap openshift-config/cloud, key config}
 * @param text the configuration, as it was written; empty where there is none
 * @param beside what else its ConfigMap holds
 * @param warnings errors that do not prevent the transformation
 */
record CloudConfigSource(String place, String text, ConfigMapContent beside, List<String> warnings) {
    CloudConfigSource {
        warnings = List.copyOf(warnings);
    }

    /** The key of cloud-conf, and the first one to be looked for. */
    static final String CLOUD_CONF = "cloud.conf";

    /** What other operators, and on some platforms this one, made of the user's configuration. */
    static final ObjectKey MANAGED =
            new ObjectKey(ResourceKind.CONFIG_MAP, "openshift-config-managed", "kube-cloud-config");

    private static final String USERS = "openshift-config";

    /** Where a configuration is looked for: only OpenShift has an operator that manages one. */
    static CloudConfig.Source of(CloudConfig config, Distribution distribution) {
        return distribution == Distribution.OPENSHIFT ? config.source() : CloudConfig.Source.USER;
    }

    /** The ConfigMaps, or the Secret, that are looked at. */
    static Set<ObjectKey> candidates(CloudConfig.Source source, Infrastructure infrastructure) {
        Set<ObjectKey> candidates = new LinkedHashSet<>();
        if (source == CloudConfig.Source.MANAGED) {
            candidates.add(MANAGED);
        }
        infrastructure.cloudConfig().map(CloudConfigSource::users).ifPresent(candidates::add);
        return candidates;
    }

    /**
     * Looks for it.
     *
     * @param configMaps the candidates that are there
     * @throws InvalidInputException if the ConfigMap or key that the Infrastructure names does not exist, or its value is not UTF-8
     */
    static CloudConfigSource find(
            CloudConfig.Source source,
            Infrastructure infrastructure,
            Function<ObjectKey, Optional<KubernetesObject>> configMaps) {
        if (source == CloudConfig.Source.MANAGED) {
            Optional<ConfigMapContent> managed = configMaps.apply(MANAGED).map(ConfigMapContent::of);
            Optional<String> key = managed.flatMap(content -> usableKey(content, infrastructure));
            if (key.isPresent()) {
                return read(MANAGED, managed.get(), key.get(), List.of());
            }
        }
        return infrastructure
                .cloudConfig()
                .map(reference -> ofUser(reference, infrastructure, configMaps))
                .orElseGet(() -> nothing("no cloud configuration is named", List.of()));
    }

    private static CloudConfigSource ofUser(
            CloudConfigReference reference,
            Infrastructure infrastructure,
            Function<ObjectKey, Optional<KubernetesObject>> configMaps) {
        ObjectKey configMap = users(reference);
        Optional<ConfigMapContent> content = configMaps.apply(configMap).map(ConfigMapContent::of);
        if (!configMap.namespace().equals(USERS)) {
            return described(configMap, reference.key(), content);
        }
        if (content.isEmpty()) {
            String missing = "configmap %s/%s, named in the Infrastructure, does not exist"
                    .formatted(configMap.namespace(), configMap.name());
            if (!reference.key().isEmpty()) {
                throw new InvalidInputException(missing);
            }
            return nothing(configMap + ", which does not exist", List.of(missing));
        }
        Optional<String> key = usableKey(content.get(), infrastructure);
        if (key.isEmpty() && !reference.key().isEmpty()) {
            throw new InvalidInputException(
                    "key %s specified in infra resource does not exist in source configmap %s/%s"
                            .formatted(reference.key(), configMap.namespace(), configMap.name()));
        }
        return read(configMap, content.get(), key.orElse(CLOUD_CONF), List.of());
    }

    /** What spec.cluster.cloudConfig names has to be there, with the key that it names. */
    private static CloudConfigSource described(ObjectKey source, String key, Optional<ConfigMapContent> content) {
        String place = DescribedCluster.OBJECT + ": " + DescribedCluster.FIELD + ".cloudConfig: ";
        if (content.isEmpty()) {
            throw new InvalidInputException(place + source + " does not exist; create it, or name another one");
        }
        if (!content.get().has(key)) {
            throw new InvalidInputException(
                    place + source + " has no key '" + key + "'; put the configuration under it, or name another key");
        }
        return read(source, content.get(), key, List.of());
    }

    private static Optional<String> usableKey(ConfigMapContent content, Infrastructure infrastructure) {
        if (content.has(CLOUD_CONF)) {
            return Optional.of(CLOUD_CONF);
        }
        return infrastructure.cloudConfig().map(CloudConfigReference::key).filter(content::has);
    }

    private static CloudConfigSource read(
            ObjectKey configMap, ConfigMapContent content, String key, List<String> warnings) {
        try {
            return new CloudConfigSource(
                    configMap + ", key " + key, content.text(key).orElse(""), content.without(key), warnings);
        } catch (InvalidInputException e) {
            throw e.at(configMap + ", ");
        }
    }

    private static CloudConfigSource nothing(String place, List<String> warnings) {
        return new CloudConfigSource(place, "", ConfigMapContent.EMPTY, warnings);
    }

    private static ObjectKey users(CloudConfigReference reference) {
        return new ObjectKey(reference.kind(), reference.namespace(), reference.name());
    }

    /** The warning of a credential in a ConfigMap, which more users may read than Secrets. On OpenShift Secrets have them. */
    static Optional<String> exposed(Infrastructure infrastructure, Distribution distribution, String text) {
        return distribution == Distribution.KUBERNETES
                        && infrastructure.kindOfCloudConf() == ResourceKind.CONFIG_MAP
                        && Credentials.areIn(text)
                ? Optional.of(
                        "the configuration has credentials, and all users with the role view read ConfigMaps; put it into a"
                                + " Secret, and name that in spec.cluster.cloudConfig.secret of the CloudControllerManager")
                : Optional.empty();
    }
}
