// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.cloudconfig.transform.vsphere;

import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.assets.text.MessageText;
import io.ccmoperator.assets.tree.FieldReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * The vCenters of which a Secret has credentials. The cloud controller manager looks for the server of the configuration, letter for letter
 * (GetCredential of pkg/common/credentialmanager/credentialmanager.go, kubernetes/cloud-provider-vsphere 60f6c5dfe164 of 2026-08-19). Where it finds none, its
 * log alone says so at each attempt, and nodes stay uninitialized.
 *
 * @param names as the keys of the Secret have them
 */
record SecretServers(Set<String> names) {
    private static final String USER = ".username";

    /** A server whose name cannot be a key, such as an address of IPv6, is the value of one that begins so. */
    private static final String SERVER = "server_";

    /** @param secret with data in base64, as the API server has it */
    static SecretServers of(KubernetesObject secret) {
        Set<String> names = new TreeSet<>();
        secret.fields().map("data").forEach((key, value) -> {
            if (key.endsWith(USER)) {
                names.add(key.substring(0, key.length() - USER.length()));
            } else if (key.startsWith(SERVER)) {
                names.add(new String(Base64.getDecoder().decode(value.toString()), StandardCharsets.UTF_8));
            }
        });
        return new SecretServers(names);
    }

    /**
     * Compares the servers of a configuration.
     *
     * @param config the configuration's tree with the settings of the cluster
     * @param secret the name of the Secret, for messages
     * @return a line for each vCenter whose name in the Secret differs in letter case alone
     */
    List<String> otherwiseWritten(Map<String, Object> config, String secret) {
        List<String> lines = new ArrayList<>();
        FieldReader.of(config.get(Section.VCENTER.yaml())).map().forEach((name, entry) -> {
            Map<String, Object> center = FieldReader.of(entry).map();
            String server = Tree.text(center.get("server"));
            if (!names.contains(server) && !ReaderRequirements.hasOwnSecret(center)) {
                names.stream()
                        .filter(server::equalsIgnoreCase)
                        .map(written -> "vcenter." + MessageText.ofName(name) + ".server is '"
                                + MessageText.ofName(server) + "', but " + secret + " has the credentials of '"
                                + MessageText.ofName(written)
                                + "', and the cloud controller manager compares them letter for letter, so nodes stay uninitialized;"
                                + " write the server in the same letters at both places")
                        .forEach(lines::add);
            }
        });
        return lines;
    }
}
