// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.cloudconfig.transform;

import java.util.ArrayList;
import java.util.List;

/** Folders of the Pod of a cloud controller manager in which a configuration may name files. */
public final class PodFolders {
    /** Where images have certificates, and the operator mounts those that the cluster trusts. */
    private static final List<String> OF_IMAGES = List.of("/etc/pki/", "/etc/ssl/");

    /** The folder of the host that Pods have on OpenShift. */
    private static final String OF_HOST = "/etc/kubernetes/";

    private PodFolders() {}

    /** Whether the Pod may have a file or directory. */
    public static boolean mayHave(String path, TransformerFacts facts) {
        return names(facts).stream().anyMatch(path::startsWith);
    }

    /** The folders, with a slash at the end. */
    public static List<String> names(TransformerFacts facts) {
        List<String> folders = new ArrayList<>(OF_IMAGES);
        if (facts.isOpenShift()) {
            folders.add(OF_HOST);
        }
        return folders;
    }
}
