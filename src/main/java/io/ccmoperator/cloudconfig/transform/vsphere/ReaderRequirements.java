// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.cloudconfig.transform.vsphere;

import io.ccmoperator.assets.tree.FieldReader;
import io.ccmoperator.assets.tree.FieldWriter;
import io.ccmoperator.cloudconfig.transform.TransformerFacts;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * What the cloud controller manager's reader requires of a configuration: credentials for each vCenter. It checks them
 * before it reads the environment variables that name the Secret, so the configuration has to name it, too.
 */
final class ReaderRequirements {
    private static final String SERVER = "server";
    private static final String SECRET = "secretName";
    private static final String NAMESPACE = "secretNamespace";
    private static final String DIRECTORY = "secretsDirectory";

    private ReaderRequirements() {}

    /**
     * Names the Secret of the provider where the reader would miss credentials.
     *
     * @param config the configuration's tree with all settings of the cluster, which is changed
     */
    static void meet(Map<String, Object> config, TransformerFacts facts) {
        Map<String, Object> global =
                FieldReader.of(config.get(Section.GLOBAL.yaml())).map();
        if (haveCredentials(centers(config, global), global)
                || facts.credentialsSecret().isEmpty()) {
            return;
        }
        Map<String, Object> named = new FieldWriter(config).map(Section.GLOBAL.yaml());
        if (!has(global, SECRET)) {
            named.put(SECRET, facts.credentialsSecret().get());
        }
        if (!has(global, NAMESPACE)) {
            named.put(NAMESPACE, facts.managedNamespace());
        }
    }

    /** The vCenters; that of the global section is one of them where no other has its name. */
    private static List<Map<String, Object>> centers(Map<String, Object> config, Map<String, Object> global) {
        Map<String, Object> section =
                FieldReader.of(config.get(Section.VCENTER.yaml())).map();
        List<Map<String, Object>> centers = new ArrayList<>();
        section.values().forEach(center -> centers.add(FieldReader.of(center).map()));
        if (has(global, SERVER) && !section.containsKey(Tree.text(global.get(SERVER)))) {
            centers.add(global);
        }
        return centers;
    }

    /** The global section names a Secret or a directory, not both; a vCenter a Secret, or user and password of its own or the global ones. */
    private static boolean haveCredentials(List<Map<String, Object>> centers, Map<String, Object> global) {
        boolean secret = has(global, SECRET) && has(global, NAMESPACE) && !has(global, DIRECTORY);
        boolean directory = !has(global, SECRET) && !has(global, NAMESPACE) && has(global, DIRECTORY);
        return secret
                || directory
                || centers.stream()
                        .allMatch(center -> hasOwnSecret(center)
                                || (has(center, "user") || has(global, "user"))
                                        && (has(center, "password") || has(global, "password")));
    }

    /** Whether each vCenter has user and password in the configuration, which names no Secret: the reader connects with them. */
    static boolean haveUsers(Map<String, Object> config) {
        Map<String, Object> global =
                FieldReader.of(config.get(Section.GLOBAL.yaml())).map();
        return !has(global, SECRET)
                && centers(config, global).stream()
                        .allMatch(center -> !has(center, SECRET)
                                && (has(center, "user") || has(global, "user"))
                                && (has(center, "password") || has(global, "password")));
    }

    /** Whether a vCenter names a Secret of its own. */
    static boolean hasOwnSecret(Map<String, Object> center) {
        return has(center, SECRET) && has(center, NAMESPACE);
    }

    private static boolean has(Map<String, Object> section, String key) {
        return !Tree.text(section.get(key)).isEmpty();
    }
}
