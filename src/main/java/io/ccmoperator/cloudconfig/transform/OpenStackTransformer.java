/*
 * Copyright the ccm-operator authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.ccmoperator.cloudconfig.transform;

import io.ccmoperator.assets.Transformer;
import io.ccmoperator.cloudconfig.ini.IniDocument;
import io.ccmoperator.cloudconfig.ini.IniReader;
import io.ccmoperator.cloudconfig.ini.IniSection;
import io.ccmoperator.cloudconfig.ini.IniWriter;
import io.ccmoperator.cluster.InvalidInputException;
import java.util.ArrayList;
import java.util.List;

/**
 * OpenStack: INI. The keys with which the cloud provider within Kubernetes was configured where its credentials are
 * are removed in favour of the mounted clouds.yaml; block storage belongs to another component; all other keys are
 * kept.
 */
@Transformer(OpenStackTransformer.NAME)
final class OpenStackTransformer implements CloudConfigTransformer {
    /** By this name descriptors select the transformer. */
    public static final String NAME = "openstack";

    private static final String GLOBAL = "Global";
    private static final String LOAD_BALANCER = "LoadBalancer";

    /** The legacy keys, with the only value that each could have. */
    private static final List<Setting> LEGACY = List.of(
            new Setting("secret-name", "openstack-credentials"),
            new Setting("secret-namespace", "kube-system"),
            new Setting("kubeconfig-path", ""));

    private static final List<Setting> CREDENTIALS = List.of(
            new Setting("use-clouds", "true"),
            new Setting("clouds-file", "/etc/openstack/secret/clouds.yaml"),
            new Setting("cloud", "openstack"));

    private static final List<Setting> LOAD_BALANCER_DEFAULTS =
            List.of(new Setting("max-shared-lb", "1"), new Setting("manage-security-groups", "true"));

    @Override
    public TransformedConfig transform(String source, TransformerFacts facts) {
        IniDocument document = IniReader.read(source);
        IniSection global = document.section(GLOBAL).orElse(IniSection.empty(GLOBAL));
        requireDefaults(global);
        IniSection balancer = document.section(LOAD_BALANCER).orElse(IniSection.empty(LOAD_BALANCER));
        return TransformedConfig.of(IniWriter.write(document.with(withMountedCredentials(global))
                .with(withDefaults(balancer))
                .without("BlockStorage")));
    }

    private static void requireDefaults(IniSection global) {
        List<String> faults = new ArrayList<>();
        for (Setting legacy : LEGACY) {
            global.entry(legacy.key())
                    .filter(entry -> !unquoted(entry.text()).equals(legacy.value()))
                    .ifPresent(entry -> faults.add("line " + entry.line() + ": '[Global] " + legacy.key()
                            + "' is set to a non-default value; remove the key"));
        }
        if (!faults.isEmpty()) {
            throw new InvalidInputException(faults);
        }
    }

    /** Single quotes are part of the value here, but were quotes to the previous operator's reader. */
    private static String unquoted(String value) {
        boolean quoted = value.length() > 1 && value.startsWith("'") && value.endsWith("'");
        return quoted ? value.substring(1, value.length() - 1) : value;
    }

    private static IniSection withMountedCredentials(IniSection global) {
        IniSection changed = global;
        for (Setting legacy : LEGACY) {
            changed = changed.without(legacy.key());
        }
        for (Setting credential : CREDENTIALS) {
            changed = changed.with(credential.key(), credential.value());
        }
        return changed;
    }

    private static IniSection withDefaults(IniSection balancer) {
        IniSection changed = balancer.without("use-octavia");
        for (Setting setting : LOAD_BALANCER_DEFAULTS) {
            if (changed.entry(setting.key()).isEmpty()) {
                changed = changed.with(setting.key(), setting.value());
            }
        }
        return changed;
    }

    private record Setting(String key, String value) {}
}
