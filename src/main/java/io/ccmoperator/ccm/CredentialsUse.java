// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.ccm;

import io.ccmoperator.assets.CloudConfig;
import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.assets.ProviderDescriptor;
import io.ccmoperator.assets.ResourceKind;
import io.ccmoperator.client.ObjectKey;
import io.ccmoperator.cluster.InvalidInputException;
import io.ccmoperator.ini.IniReader;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/**
 * Whether a cloud controller manager uses the Secret that it mounts. One that calls its cloud with another identity, by a setting of
 * its configuration, need not restart when the Secret changes.
 *
 * @param secret the name of the Secret
 * @param setting the setting of cloud-conf with which it is used; none: always
 */
record CredentialsUse(Optional<String> secret, Optional<CloudConfig.Setting> setting) {
    /** For a provider whose Secret is always used. */
    static final CredentialsUse ALWAYS = new CredentialsUse(Optional.empty(), Optional.empty());

    static CredentialsUse of(ProviderDescriptor descriptor) {
        return new CredentialsUse(
                descriptor.credentialsSecret(), descriptor.cloudConfig().flatMap(CloudConfig::credentialsUsedWith));
    }

    /**
     * The Secret, if a workload does not use it.
     *
     * @param references what the workload refers to; without ConfigMap cloud-conf among it, nothing is known of its settings
     * @param objects what the cluster has
     */
    Optional<ObjectKey> unused(Set<ObjectKey> references, Function<ObjectKey, Optional<KubernetesObject>> objects) {
        if (setting.isEmpty()) {
            return Optional.empty();
        }
        boolean used = named(references, ResourceKind.CONFIG_MAP, "cloud-conf")
                .flatMap(objects)
                .filter(cloudConf -> !isUsedWith(cloudConf.fields().string("data", "cloud.conf")))
                .isEmpty();
        return used ? Optional.empty() : named(references, ResourceKind.SECRET, secret.orElse(""));
    }

    private static Optional<ObjectKey> named(Set<ObjectKey> references, ResourceKind kind, String name) {
        return references.stream()
                .filter(key -> key.kind() == kind && key.name().equals(name))
                .findFirst();
    }

    /** A configuration that is not valid counts as if it had the setting: a restart too many does no harm. */
    private boolean isUsedWith(String cloudConf) {
        CloudConfig.Setting required = setting.orElseThrow();
        try {
            return IniReader.read(cloudConf)
                    .section(required.section())
                    .flatMap(section -> section.value(required.key()))
                    .filter(required.value()::equals)
                    .isPresent();
        } catch (InvalidInputException e) {
            return true;
        }
    }
}
