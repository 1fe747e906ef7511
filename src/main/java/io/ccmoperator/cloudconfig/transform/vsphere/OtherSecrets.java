// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.cloudconfig.transform.vsphere;

import io.ccmoperator.assets.text.MessageText;
import io.ccmoperator.assets.tree.FieldReader;
import io.ccmoperator.cloudconfig.transform.PodFolders;
import io.ccmoperator.cloudconfig.transform.TransformerFacts;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Secrets that a configuration names and the cloud controller manager does not read: variables of its Pod replace the global one, and
 * its Role is for Secrets of its own namespace. A directory of credentials is of no use where the Pod does not have it.
 */
final class OtherSecrets {
    private static final String SECRET = "secretName";
    private static final String NAMESPACE = "secretNamespace";
    private static final String DIRECTORY = "secretsDirectory";
    private static final String REMOVE = ", and remove secretName and secretNamespace";

    /** That of the administrator on OpenShift. Its installer writes it, and the Cloud Credential Operator copies it into the one that is read. */
    private static final NamedSecret OF_INSTALLER = new NamedSecret("vsphere-creds", "kube-system");

    private final TransformerFacts facts;
    private final NamedSecret read;
    private final List<String> warnings = new ArrayList<>();

    private OtherSecrets(TransformerFacts facts, String read) {
        this.facts = facts;
        this.read = new NamedSecret(read, facts.managedNamespace());
    }

    /**
     * Looks at what the user wrote.
     *
     * @param config the configuration's tree as the user wrote it
     * @return one warning a Secret or directory; none for the Secret that OpenShift's installer names, and without a Secret of the provider
     */
    static List<String> warnings(Map<String, Object> config, TransformerFacts facts) {
        if (facts.credentialsSecret().isEmpty()) {
            return List.of();
        }
        OtherSecrets secrets = new OtherSecrets(facts, facts.credentialsSecret().get());
        FieldReader tree = FieldReader.of(config);
        secrets.ofGlobal(tree.map(Section.GLOBAL.yaml()));
        tree.map(Section.VCENTER.yaml())
                .forEach((name, center) ->
                        secrets.ofCenter(name, FieldReader.of(center).map()));
        secrets.ofNsxt(NamedSecret.of(tree.map(Section.NSXT.yaml())));
        return secrets.warnings;
    }

    private void ofGlobal(Map<String, Object> global) {
        NamedSecret named = NamedSecret.of(global);
        boolean ofInstaller = facts.isOpenShift() && named.isWithin(OF_INSTALLER);
        if (!named.isWithin(read) && !ofInstaller) {
            warnings.add("global: Secret " + named.shown() + " is not read; the cloud controller manager reads Secret "
                    + read.shown() + ". Put user and password of each vCenter " + home()
                    + ", as SERVER.username and SERVER.password" + REMOVE);
        }
        String directory = Tree.text(global.get(DIRECTORY));
        if (!directory.isEmpty() && !PodFolders.mayHave(directory, facts)) {
            warnings.add(
                    "global.secretsDirectory: the Pod of the cloud controller manager does not have this directory, so Secret "
                            + read.shown() + " is read; put user and password of each vCenter " + home()
                            + ", as SERVER.username and SERVER.password, and remove secretsDirectory");
        }
    }

    /** One of a vCenter is read from the namespace of the cloud controller manager, whatever its name; without both keys it is none. */
    private void ofCenter(String name, Map<String, Object> center) {
        NamedSecret named = NamedSecret.of(center);
        String place = "vcenter." + MessageText.ofName(name) + ": ";
        if (named.name().isEmpty() != named.namespace().isEmpty()) {
            warnings.add(place
                    + (named.name().isEmpty()
                            ? "secretNamespace without secretName"
                            : "secretName without secretNamespace")
                    + " has no effect; write both, or remove it");
        } else if (!named.name().isEmpty() && !named.namespace().equals(read.namespace())) {
            warnings.add(place + unreadable(named) + ". Put user and password " + centralHome() + REMOVE
                    + ", or create the Secret there and write secretNamespace: " + read.namespace());
        }
    }

    private void ofNsxt(NamedSecret named) {
        if (!named.namespace().isEmpty() && !named.namespace().equals(read.namespace())) {
            warnings.add("nsxt: " + unreadable(named)
                    + ". Create it there, with username and password, and write secretNamespace: " + read.namespace());
        }
    }

    private String unreadable(NamedSecret named) {
        return "Secret " + named.shown()
                + " cannot be read, since the cloud controller manager may read Secrets of namespace "
                + read.namespace() + " only";
    }

    /** Where credentials belong, after the Secret that is read has been named. */
    private String home() {
        return facts.isOpenShift() ? centralHome() : "there";
    }

    private String centralHome() {
        return facts.isOpenShift()
                ? "into Secret " + OF_INSTALLER.shown() + ", which the Cloud Credential Operator copies"
                : "into Secret " + read.name() + " there";
    }

    /**
     * A Secret as a section names it.
     *
     * @param name empty where there is none
     * @param namespace empty where there is none
     */
    private record NamedSecret(String name, String namespace) {
        static NamedSecret of(Map<String, Object> section) {
            return new NamedSecret(Tree.text(section.get(SECRET)), Tree.text(section.get(NAMESPACE)));
        }

        /** Whether it says nothing else. */
        boolean isWithin(NamedSecret other) {
            return (name.isEmpty() || name.equals(other.name))
                    && (namespace.isEmpty() || namespace.equals(other.namespace));
        }

        String shown() {
            String of = "of namespace " + MessageText.ofName(namespace);
            return namespace.isEmpty()
                    ? MessageText.ofName(name)
                    : name.isEmpty() ? of : MessageText.ofName(name) + " " + of;
        }
    }
}
