// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.substitution;

import io.ccmoperator.assets.ClusterFact;
import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.assets.Provider;
import io.ccmoperator.assets.ProviderDescriptor;
import io.ccmoperator.assets.tree.FieldReader;
import io.ccmoperator.assets.tree.FieldWriter;
import io.ccmoperator.cluster.ClusterFacts;
import io.ccmoperator.cluster.CredentialSettings;
import io.ccmoperator.cluster.Distribution;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The credentials of the cloud in workloads: another Secret in place of the provider's, or none; and the audience of the token that the cloud
 * exchanges for credentials. Without a Secret an init container that would put it into the configuration is removed as well, and what read its
 * result reads the configuration itself.
 */
record CloudCredentials(ProviderDescriptor descriptor, CredentialSettings credentials, Distribution distribution)
        implements Substitution {
    static CloudCredentials of(ProviderDescriptor descriptor, ClusterFacts facts) {
        return new CloudCredentials(descriptor, facts.overrides().credentials(), facts.distribution());
    }

    /** Whether any Pod of a provider gets its Secret: by a volume, by a variable, or by the name of it in a variable. */
    static boolean haveSecret(Provider provider) {
        return provider.descriptor().uses(ClusterFact.CREDENTIALS_SECRET_NAME)
                || provider.assets().stream()
                        .filter(KubernetesObject::isWorkload)
                        .anyMatch(workload -> provider.descriptor()
                                .credentialsSecret()
                                .filter(secret -> refersTo(workload, secret))
                                .isPresent());
    }

    private static boolean refersTo(KubernetesObject workload, String secret) {
        return FieldReader.of(workload.podSpec()).maps("volumes").stream().anyMatch(volume -> isOf(volume, secret))
                || workload.allContainers().stream()
                        .flatMap(container -> FieldReader.of(container).maps("env").stream())
                        .anyMatch(variable -> secret.equals(name(variable)));
    }

    /** Whether any Pod of a provider gets a token for the cloud. */
    static boolean haveToken(Provider provider) {
        return provider.assets().stream()
                .filter(KubernetesObject::isWorkload)
                .flatMap(workload -> FieldReader.of(workload.podSpec()).maps("volumes").stream())
                .anyMatch(volume -> tokens(volume).findFirst().isPresent());
    }

    @Override
    public void apply(KubernetesObject object) {
        if (!object.isWorkload()) {
            return;
        }
        descriptor.credentialsSecret().ifPresent(secret -> {
            if (credentials.none()) {
                removeSecret(object, secret);
            } else {
                credentials.secretName().ifPresent(name -> rename(object, secret, name));
            }
        });
        setAudience(object);
    }

    /** A Secret that is named has to be there, also where the provider's may be missing. */
    private static void rename(KubernetesObject object, String secret, String name) {
        for (Map<String, Object> volume : volumes(object)) {
            if (isOf(volume, secret)) {
                Map<String, Object> source = new FieldWriter(volume).map("secret");
                source.put("secretName", name);
                source.remove("optional");
            }
        }
        object.allContainers().stream()
                .flatMap(container -> FieldReader.of(container).maps("env").stream())
                .filter(variable -> secret.equals(name(variable)))
                .forEach(variable -> new FieldWriter(variable)
                        .map("valueFrom", "secretKeyRef")
                        .put("name", name));
    }

    private void removeSecret(KubernetesObject object, String secret) {
        Map<String, Object> pod = object.podSpec();
        Set<Object> names = names(pod, volume -> isOf(volume, secret));
        for (Map<String, Object> init : List.copyOf(FieldReader.of(pod).maps("initContainers"))) {
            if (mounts(init).stream().anyMatch(mount -> names.contains(mount.get("name")))) {
                readConfigurationItself(object, init);
                remove(pod, "initContainers", init::equals);
            }
        }
        for (Map<String, Object> container : object.allContainers()) {
            List<String> folders = mounts(container).stream()
                    .filter(mount -> names.contains(mount.get("name")))
                    .map(mount -> mount.get("mountPath") + "/")
                    .toList();
            remove(
                    container,
                    "env",
                    variable -> secret.equals(name(variable)) || namesSecret(variable) || isBelow(variable, folders));
        }
        removeVolumes(object, names);
    }

    /** Whoever reads what an init container makes of the configuration reads the configuration. */
    private static void readConfigurationItself(KubernetesObject object, Map<String, Object> init) {
        Set<Object> mounted =
                mounts(init).stream().map(mount -> mount.get("name")).collect(Collectors.toSet());
        Set<Object> made = names(
                object.podSpec(), volume -> mounted.contains(volume.get("name")) && volume.containsKey("emptyDir"));
        Set<Object> sources = names(
                object.podSpec(),
                volume -> mounted.contains(volume.get("name"))
                        && FieldReader.of(volume).string("configMap", "name").equals("cloud-conf"));
        sources.stream()
                .findFirst()
                .ifPresent(source -> object.containers()
                        .forEach(container -> mounts(container).stream()
                                .filter(mount -> made.contains(mount.get("name")))
                                .forEach(mount -> {
                                    mount.put("name", source);
                                    mount.put("readOnly", true);
                                })));
        remove(object.podSpec(), "volumes", volume -> made.contains(volume.get("name")));
    }

    /** On Kubernetes a token is of use only with the audience of the cloud. */
    private void setAudience(KubernetesObject object) {
        Optional<String> audience = credentials
                .tokenAudience()
                .or(() -> distribution == Distribution.KUBERNETES ? descriptor.tokenAudience() : Optional.empty());
        if (audience.isPresent()) {
            volumes(object).stream()
                    .flatMap(CloudCredentials::tokens)
                    .forEach(token -> token.put("audience", audience.get()));
        } else if (distribution == Distribution.KUBERNETES) {
            removeVolumes(
                    object,
                    names(object.podSpec(), volume -> tokens(volume).findFirst().isPresent()));
        }
    }

    private static void removeVolumes(KubernetesObject object, Set<Object> names) {
        remove(object.podSpec(), "volumes", volume -> names.contains(volume.get("name")));
        object.allContainers()
                .forEach(container -> remove(container, "volumeMounts", mount -> names.contains(mount.get("name"))));
    }

    private boolean namesSecret(Map<String, Object> variable) {
        return descriptor.environment().get(String.valueOf(variable.get("name")))
                == ClusterFact.CREDENTIALS_SECRET_NAME;
    }

    private static boolean isBelow(Map<String, Object> variable, List<String> folders) {
        return variable.get("value") instanceof String value && folders.stream().anyMatch(value::startsWith);
    }

    private static boolean isOf(Map<String, Object> volume, String secret) {
        return FieldReader.of(volume).string("secret", "secretName").equals(secret);
    }

    /** The Secret that a variable has its value from; the empty string if it has none. */
    private static String name(Map<String, Object> variable) {
        return FieldReader.of(variable).string("valueFrom", "secretKeyRef", "name");
    }

    private static Stream<Map<String, Object>> tokens(Map<String, Object> volume) {
        return FieldReader.of(volume).maps("projected", "sources").stream()
                .map(source -> FieldReader.of(source).map("serviceAccountToken"))
                .filter(token -> !token.isEmpty());
    }

    private static Set<Object> names(Map<String, Object> pod, Predicate<Map<String, Object>> which) {
        return FieldReader.of(pod).maps("volumes").stream()
                .filter(which)
                .map(volume -> volume.get("name"))
                .collect(Collectors.toSet());
    }

    private static List<Map<String, Object>> volumes(KubernetesObject object) {
        return FieldReader.of(object.podSpec()).maps("volumes");
    }

    private static List<Map<String, Object>> mounts(Map<String, Object> container) {
        return FieldReader.of(container).maps("volumeMounts");
    }

    /** A list of which nothing is left is removed as well. */
    private static void remove(Map<String, Object> map, String list, Predicate<Map<String, Object>> which) {
        List<Map<String, Object>> all = FieldReader.of(map).maps(list);
        List<Map<String, Object>> kept = new ArrayList<>(all);
        kept.removeIf(which);
        if (kept.isEmpty()) {
            map.remove(list);
        } else if (kept.size() < all.size()) {
            map.put(list, kept);
        }
    }
}
