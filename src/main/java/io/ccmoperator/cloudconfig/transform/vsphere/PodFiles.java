// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.cloudconfig.transform.vsphere;

import io.ccmoperator.assets.tree.FieldReader;
import io.ccmoperator.assets.tree.TreePath;
import io.ccmoperator.cloudconfig.transform.PodFolders;
import io.ccmoperator.cloudconfig.transform.TransformerFacts;
import io.ccmoperator.cloudconfig.transform.words.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Files that a configuration names and the Pod of the cloud controller manager does not have. */
final class PodFiles {
    private static final String CERTIFICATES = "caFile";

    private PodFiles() {}

    /**
     * Looks at a configuration.
     *
     * @param config with the settings of the cluster
     * @return an error for each key that names a file of certificate authorities elsewhere: no vCenter is reached with it
     */
    static Verdict judge(SourceConfig config, TransformerFacts facts) {
        List<String> faults = new ArrayList<>();
        FieldReader tree = FieldReader.of(config.tree());
        add(tree.map(Section.GLOBAL.yaml()), TreePath.of(Section.GLOBAL.yaml()), config, facts, faults);
        tree.map(Section.VCENTER.yaml())
                .forEach((name, center) -> add(
                        FieldReader.of(center).map(),
                        TreePath.of(Section.VCENTER.yaml(), name),
                        config,
                        facts,
                        faults));
        return new Verdict(faults, List.of());
    }

    private static void add(
            Map<String, Object> section,
            TreePath path,
            SourceConfig config,
            TransformerFacts facts,
            List<String> faults) {
        String files = Tree.text(section.get(CERTIFICATES));
        // The cloud controller manager reads several, with colons between them.
        if (!Stream.of(files.split(":")).allMatch(file -> file.isEmpty() || PodFolders.mayHave(file, facts))) {
            faults.add(config.places().apply(path.field(CERTIFICATES))
                    + ": the Pod of the cloud controller manager does not have the file, so the vCenter cannot be reached and nodes stay uninitialized; add the"
                    + " certificate authority to those that the cluster trusts and remove the key, or name a file in "
                    + String.join(", ", PodFolders.names(facts)));
        }
    }
}
