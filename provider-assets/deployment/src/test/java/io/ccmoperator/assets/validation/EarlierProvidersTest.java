// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.assets.validation;

import static org.assertj.core.api.Assertions.assertThat;

import io.ccmoperator.assets.discovery.ProviderFolder;
import io.ccmoperator.assets.discovery.SourceFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Providers as they were before they were compared with --help of their programs, which ended at once or ignored a flag. */
class EarlierProvidersTest {
    private static final Path EARLIER = Path.of("src/test/resources/earlier-providers");
    private static final Path NOW = Path.of("..", "..", "src/main/resources/providers");

    @Test
    void findsFlagsThatProgramOfAlibabaDoesNotHave() throws IOException {
        ProviderFolder alibaba =
                folder("alibaba", "cloud-controller-manager", "provider.yaml", "assets/50-deployment.yaml");

        assertThat(Judgement.of(alibaba))
                .filteredOn(finding -> finding.contains("the program has no"))
                .extracting(finding -> finding.replaceFirst(".*the program has no flag (\\S+) by (\\S+); .*", "$1 $2"))
                .containsExactly(
                        "--secure-port providers/alibaba/programs/cloud-controller-manager.yaml",
                        "--allow-untagged-cloud providers/alibaba/programs/cloud-controller-manager.yaml",
                        "--tls-cipher-suites providers/alibaba/programs/cloud-controller-manager.yaml",
                        "--tls-min-version providers/alibaba/programs/cloud-controller-manager.yaml");
    }

    @Test
    void findsControllerThatProgramOfNutanixDoesNotHaveOnBootstrapVm() throws IOException {
        ProviderFolder nutanix = folder("nutanix", "cloud-controller-manager", "provider.yaml", "bootstrap/pod.yaml");

        assertThat(Judgement.of(nutanix))
                .anySatisfy(finding -> assertThat(finding)
                        .startsWith("providers/nutanix/bootstrap/pod.yaml, document 1"
                                + " (Pod kube-system/nutanix-cloud-controller-manager), spec.containers[0].args")
                        .endsWith("has to have --controllers=cloud-node-controller"));
    }

    @Test
    void reportsDeprecatedFlagOfNodeManagerOfAzure() throws IOException {
        ProviderFolder azure = folder("azure", "cloud-node-manager", "provider.yaml", "assets/51-daemonset.yaml");

        assertThat(Judgement.remarks(azure))
                .contains("providers/azure/assets/51-daemonset.yaml, document 1 (DaemonSet"
                        + " openshift-cloud-controller-manager/azure-cloud-node-manager),"
                        + " spec.template.spec.containers[0].args[2] (line 96): --enable-deprecated-beta-topology-labels is"
                        + " deprecated by providers/azure/programs/cloud-node-manager.yaml; leave it out, or take the flag"
                        + " that replaces it");
    }

    private static ProviderFolder folder(String name, String container, String... files) throws IOException {
        List<SourceFile> all = new ArrayList<>();
        for (String file : files) {
            all.add(file(name, file, EARLIER));
        }
        all.add(file(name, "programs/" + container + ".yaml", NOW));
        return new ProviderFolder(name, "the application", all);
    }

    private static SourceFile file(String name, String file, Path root) throws IOException {
        return new SourceFile(
                "providers/" + name + "/" + file,
                Files.readAllBytes(root.resolve(name).resolve(file)));
    }
}
