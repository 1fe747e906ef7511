// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.assets.deployment.devui;

import static org.assertj.core.api.Assertions.assertThat;

import io.ccmoperator.assets.deployment.GoodProvider;
import io.ccmoperator.assets.validation.ProviderValidation;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ProviderTreesTest {
    @Test
    void describesProviderAndPlaceOfEachObject() {
        Map<String, Object> fog = tree(GoodProvider.fog());

        assertThat(fog)
                .containsEntry("name", "fog")
                .containsEntry("platform", "Azure")
                .containsEntry("variant", "AzureStackCloud")
                .containsEntry("payload", true)
                .containsEntry("origin", "the application");
        assertThat(objects(fog))
                .extracting(object -> object.get("part") + " " + object.get("kind") + " " + object.get("namespace")
                        + "/" + object.get("name") + " " + object.get("file"))
                .contains(
                        "assets Deployment openshift-cloud-controller-manager/fog-cloud-controller-manager"
                                + " providers/fog/assets/10-deployment.yaml",
                        "assets ClusterRole /fog-cloud-controller-manager providers/fog/assets/30-rbac.yaml",
                        "bootstrap Pod kube-system/fog-cloud-controller-manager providers/fog/bootstrap/10-pod.yaml");
    }

    @Test
    void cutsSourceOfObjectOutOfFileWithSeveral() {
        GoodProvider provider = GoodProvider.fog();
        String file = provider.text("assets/30-rbac.yaml");

        List<Map<String, Object>> rbac = objects(tree(provider)).stream()
                .filter(object -> object.get("file").equals("providers/fog/assets/30-rbac.yaml"))
                .toList();

        assertThat(rbac).hasSize(2);
        assertThat(rbac).allSatisfy(object -> {
            String source = (String) object.get("source");
            assertThat(source).contains("kind: " + object.get("kind") + "\n").doesNotContain("---");
            assertThat(file.lines().skip((int) object.get("line") - 1L))
                    .startsWith(source.lines().toArray(String[]::new));
        });
    }

    private static Map<String, Object> tree(GoodProvider provider) {
        return ProviderTrees.of(ProviderValidation.validate(
                        List.of(provider.folder()), List.of(), Set.of(GoodProvider.TRANSFORMER)))
                .get(0);
    }

    @SuppressWarnings("unchecked")
    private static List<Map<String, Object>> objects(Map<String, Object> provider) {
        return (List<Map<String, Object>>) provider.get("objects");
    }
}
