// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.assets.deployment;

import static org.assertj.core.api.Assertions.assertThat;

import io.ccmoperator.assets.discovery.SourceFile;
import io.ccmoperator.assets.rbac.ChartRules;
import io.ccmoperator.assets.validation.ProviderValidation;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class RuleFilesTest {
    private static final String RULES = """
            extraRules:
              cluster:
              - apiGroups:
                - rbac.authorization.k8s.io
                resources:
                - clusterroles
                resourceNames:
                - fog-cloud-controller-manager
                verbs:
                - get
                - list
                - watch
                - update
                - delete
              - apiGroups:
                - rbac.authorization.k8s.io
                resources:
                - clusterroles
                verbs:
                - create
            """;

    @Test
    void writesRulesForProvidersOfPayloadTogether() {
        Map<String, String> files = files(GoodProvider.fog(), new GoodPayload());

        assertThat(files).containsOnlyKeys("payload.yaml");
        assertThat(files.get("payload.yaml"))
                .startsWith(RULES)
                .contains("  kubeSystem:\n", "    - fog-cloud-provider\n", "    - validatingadmissionpolicybindings\n")
                .doesNotContain("  managed:");
    }

    @Test
    void writesForPackWhatPayloadDoesNotGive() {
        GoodProvider pack = GoodProvider.fog()
                .replace(
                        "provider.yaml",
                        "platform: Azure",
                        "payload: false\nprivileges: [{what: rbac leases.coordination.k8s.io, reason: r}]\nplatform: Azure");
        GoodPayload payload = new GoodPayload().without("02_rbac_operator.yaml");

        assertThat(files(pack, payload)).containsOnlyKeys("fog.yaml");
        assertThat(files(pack, payload).get("fog.yaml")).startsWith(RULES);
        assertThat(ChartRules.ofPacks(List.of(), List.of())).isEmpty();
    }

    private static Map<String, String> files(GoodProvider provider, GoodPayload payload) {
        List<SourceFile> files = payload.files();
        return RuleFiles.of(
                ProviderValidation.validate(List.of(provider.folder()), files, Set.of(GoodProvider.TRANSFORMER)),
                files);
    }
}
