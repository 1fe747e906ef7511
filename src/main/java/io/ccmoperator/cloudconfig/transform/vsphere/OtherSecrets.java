// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.cloudconfig.transform.vsphere;

import io.ccmoperator.assets.text.MessageText;
import io.ccmoperator.assets.tree.FieldReader;
import io.ccmoperator.cloudconfig.transform.TransformerFacts;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Secrets that a configuration names and the cloud controller manager does not read: variables of its Pod replace the global one, and
 * its Role is for Secrets of its own namespace.
 */
final class OtherSecrets {
    private static final String SECRET = "secretName";
    private static final String NAMESPACE = "secretNamespace";

    private OtherSecrets() {}

    /**
     * Looks at what the user wrote.
     *
     * @param config the configuration's tree as the user wrote it
     * @return one warning a Secret; none on OpenShift, whose installer names the Secret of another component, and without a Secret
     */
    static List<String> warnings(Map<String, Object> config, TransformerFacts facts) {
        if (facts.isOpenShift() || facts.credentialsSecret().isEmpty()) {
            return List.of();
        }
        String read = facts.credentialsSecret().get();
        List<String> warnings = new ArrayList<>();
        Map<String, Object> global =
                FieldReader.of(config.get(Section.GLOBAL.yaml())).map();
        boolean other = differs(global.get(SECRET), read) || differs(global.get(NAMESPACE), facts.managedNamespace());
        if (other) {
            warnings.add("global: Secret " + shown(global) + " is not read; the cloud controller manager reads Secret "
                    + read
                    + " of namespace " + facts.managedNamespace() + ". Put user and password of each vCenter there, as"
                    + " SERVER.username and SERVER.password, and remove secretName and secretNamespace");
        }
        FieldReader.of(config.get(Section.VCENTER.yaml()))
                .map()
                .forEach((name, center) -> ofCenter(name, FieldReader.of(center).map(), read, facts)
                        .ifPresent(warnings::add));
        return warnings;
    }

    /** One of a vCenter is read from the namespace of the cloud controller manager, whatever its name; without both keys it is none. */
    private static Optional<String> ofCenter(
            String name, Map<String, Object> center, String read, TransformerFacts facts) {
        boolean named = !Tree.text(center.get(SECRET)).isEmpty();
        return named && differs(center.get(NAMESPACE), facts.managedNamespace())
                ? Optional.of("vcenter." + MessageText.ofName(name) + ": Secret " + shown(center)
                        + " cannot be read, since the cloud controller manager may read Secrets of namespace "
                        + facts.managedNamespace() + " only. Put user and password into Secret " + read
                        + " there, and remove secretName and secretNamespace, or create the Secret there and write secretNamespace: "
                        + facts.managedNamespace())
                : Optional.empty();
    }

    private static boolean differs(Object written, String read) {
        String text = Tree.text(written);
        return !text.isEmpty() && !text.equals(read);
    }

    private static String shown(Map<String, Object> section) {
        String name = Tree.text(section.get(SECRET));
        String namespace = Tree.text(section.get(NAMESPACE));
        return namespace.isEmpty()
                ? MessageText.ofName(name)
                : name.isEmpty()
                        ? "of namespace " + MessageText.ofName(namespace)
                        : MessageText.ofName(name) + " of namespace " + MessageText.ofName(namespace);
    }
}
