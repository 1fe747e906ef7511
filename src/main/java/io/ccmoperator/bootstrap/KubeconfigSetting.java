// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.bootstrap;

import io.ccmoperator.assets.Bootstrap.KubeconfigKey;
import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.assets.tree.FieldReader;
import io.ccmoperator.cluster.InvalidInputException;
import io.ccmoperator.ini.IniDocument;
import io.ccmoperator.ini.IniReader;
import io.ccmoperator.ini.IniSection;
import io.ccmoperator.ini.IniWriter;
import java.util.List;

/**
 * Names the kubeconfig in the cloud configuration of the bootstrap VM. There, a cloud controller manager that looks for it in no
 * other place would take the service account of its Pod, which a static Pod does not have.
 *
 * @param key where the cloud configuration, INI, names it; all values of the user for it are replaced
 * @param kubeconfig its path in the static Pod
 */
record KubeconfigSetting(KubeconfigKey key, String kubeconfig) implements Render.Transformation {
    private static final String FLAG = "--kubeconfig=";

    /** The setting of the path that the static Pods have in a flag. */
    static KubeconfigSetting of(KubeconfigKey key, List<KubernetesObject> pods) {
        String kubeconfig = pods.stream()
                .flatMap(pod -> pod.containers().stream())
                .flatMap(container -> FieldReader.of(container).strings("args").stream())
                .filter(arg -> arg.startsWith(FLAG))
                .map(arg -> arg.substring(FLAG.length()))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no static Pod has the flag " + FLAG));
        return new KubeconfigSetting(key, kubeconfig);
    }

    @Override
    public String transform(String place, String text) {
        try {
            IniDocument document = IniReader.read(text);
            IniSection section = document.section(key.section()).orElse(IniSection.empty(key.section()));
            return IniWriter.write(document.with(section.with(key.key(), kubeconfig)));
        } catch (InvalidInputException e) {
            throw e.at(place + ": ");
        }
    }
}
