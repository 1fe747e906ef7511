// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.ccm;

import static org.assertj.core.api.Assertions.assertThat;

import io.ccmoperator.YamlText;
import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.assets.ResourceKind;
import io.ccmoperator.client.ObjectKey;
import io.ccmoperator.cluster.Overrides;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What is written to the accounts of Pods. */
class AccountAnnotationsTest {
    private static final ObjectKey ACCOUNT = new ObjectKey(ResourceKind.SERVICE_ACCOUNT, "n", "account");
    private static final KubernetesObject WORKLOAD = new KubernetesObject(YamlText.tree("""
            apiVersion: apps/v1
            kind: Deployment
            metadata: {name: d, namespace: n}
            spec: {template: {spec: {serviceAccountName: account, containers: [{name: cloud-controller-manager}]}}}
            """));

    private static Overrides annotations(String annotations) {
        return Overrides.of(
                YamlText.tree("{spec: {controllerManager: {serviceAccount: {annotations: {" + annotations + "}}}}}"));
    }

    private static KubernetesObject account(String annotations) {
        return new KubernetesObject(YamlText.tree(
                "{apiVersion: v1, kind: ServiceAccount, metadata: {name: account, namespace: n, annotations: {"
                        + annotations + "}}}"));
    }

    private static Map<String, Object> changed(Overrides set, Overrides remembered, KubernetesObject account) {
        KubernetesObject live =
                new ConfigurationRecord(remembered, Optional.empty(), Optional.empty()).annotate(WORKLOAD);
        return AccountAnnotations.changes(
                        AccountAnnotations.of(List.of(WORKLOAD), workload -> set, key -> Optional.of(live)),
                        key -> Optional.of(account).filter(exists -> key.equals(ACCOUNT)))
                .stream()
                .findFirst()
                .map(object -> object.fields().map("metadata", "annotations"))
                .orElse(null);
    }

    @Test
    void setsItsKeysAndRemovesThoseOfBeforeAlone() {
        assertThat(changed(annotations("a: '1'"), Overrides.NONE, account("b: '2'")))
                .isEqualTo(Map.of("a", "1", "b", "2"));
        assertThat(changed(annotations("a: '1'"), annotations("c: '3'"), account("a: '0', b: '2', c: '3'")))
                .isEqualTo(Map.of("a", "1", "b", "2"));
        assertThat(changed(Overrides.NONE, annotations("a: '1'"), account("a: '1', b: '2'")))
                .isEqualTo(Map.of("b", "2"));
    }

    @Test
    void writesNothingThatIsThere() {
        assertThat(changed(annotations("a: '1'"), annotations("a: '1'"), account("a: '1', b: '2'")))
                .isNull();
        assertThat(changed(Overrides.NONE, Overrides.NONE, account("b: '2'"))).isNull();
        assertThat(AccountAnnotations.of(List.of(WORKLOAD), workload -> Overrides.NONE, key -> Optional.empty()))
                .as("no account is watched")
                .isEmpty();
    }

    @Test
    void forgetsWhatOverridesHadSet() {
        assertThat(AccountAnnotations.without(List.of(WORKLOAD), annotations("a: '1'")))
                .isEqualTo(Map.of(ACCOUNT, new AccountAnnotations(Map.of(), Set.of("a"))));
    }
}
