// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.ccm;

import static io.ccmoperator.YamlText.manifest;
import static org.assertj.core.api.Assertions.assertThat;

import io.ccmoperator.apply.BuiltInProviders;
import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.assets.ResourceKind;
import io.ccmoperator.client.ObjectKey;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AppliedObjectsTest {
    private static final Set<ObjectKey> UNKNOWN_TO_PREVIOUS_OPERATOR = Set.of(
            ObjectKey.ofCluster(ResourceKind.CLUSTER_ROLE, "azure-cloud-provider"),
            ObjectKey.ofCluster(ResourceKind.CLUSTER_ROLE_BINDING, "azure-cloud-provider:azure-cloud-provider"));
    private static final ObjectKey READER = ObjectKey.ofCluster(ResourceKind.CLUSTER_ROLE, "reader");

    private static KubernetesObject live(String metadata) {
        return manifest("{apiVersion: rbac.authorization.k8s.io/v1, kind: ClusterRole, metadata: {name: reader, "
                + metadata + "}}");
    }

    private static Optional<String> refusal(KubernetesObject live, ObjectKey... applied) {
        return AppliedObjects.refusal(READER, Optional.of(live), () -> List.of(applied));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "labels: {kubernetes.io/bootstrapping: rbac-defaults}",
                "labels: {app.kubernetes.io/managed-by: other}",
                "annotations: {operator.openshift.io/generation: '1'}"
            })
    void refusesObjectOfAnotherComponent(String metadata) {
        assertThat(refusal(live(metadata), ObjectKey.ofCluster(ResourceKind.CLUSTER_ROLE, "other")))
                .contains("ClusterRole reader exists and does not belong to the operator, so it is left alone;"
                        + " rename the provider's object, or delete the existing one, or hand it over with the label"
                        + " app.kubernetes.io/managed-by=ccm-operator");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "labels: {app.kubernetes.io/managed-by: ccm-operator}",
                "annotations: {operator.openshift.io/spec-hash: abc}"
            })
    void allowsObjectThatOperatorHasMarked(String metadata) {
        assertThat(refusal(live(metadata))).isEmpty();
    }

    @Test
    void allowsObjectThatOperatorHasApplied() {
        assertThat(refusal(live("labels: {}"), READER)).isEmpty();
    }

    @Test
    void allowsMissingObject() {
        assertThat(AppliedObjects.refusal(READER, Optional.empty(), List::of)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "openshift-cloud-controller-manager, cloud-conf",
        "openshift-cloud-controller-manager, ccm-trusted-ca",
        "openshift-config-managed, kube-cloud-config"
    })
    void refusesConfigMapsOfOtherControllersEvenWhenTheyAreMissing(String namespace, String name) {
        ObjectKey key = new ObjectKey(ResourceKind.CONFIG_MAP, namespace, name);

        assertThat(AppliedObjects.refusal(key, Optional.empty(), () -> List.of(key)))
                .hasValueSatisfying(refusal ->
                        assertThat(refusal).startsWith(key.toString()).contains("another controller of the operator"));
    }

    @ParameterizedTest
    @CsvSource({
        "CLUSTER_ROLE, '', cluster-admin",
        "CLUSTER_ROLE_BINDING, '', cluster-admin",
        "CLUSTER_ROLE, '', system:node",
        "ROLE_BINDING, kube-system, system:controller:token-cleaner",
        "SERVICE_ACCOUNT, openshift-cloud-controller-manager, default"
    })
    void refusesObjectsOfClusterWhateverTheirLabelsAndStatusSay(ResourceKind kind, String namespace, String name) {
        ObjectKey key = new ObjectKey(kind, namespace, name);
        KubernetesObject labelled = live("labels: {app.kubernetes.io/managed-by: ccm-operator}");

        assertThat(AppliedObjects.refusal(key, Optional.of(labelled), () -> List.of(key)))
                .contains(key + " belongs to Kubernetes or OpenShift, so the object of the provider is not applied;"
                        + " rename the provider's");
    }

    @ParameterizedTest
    @CsvSource({
        "CLUSTER_ROLE, '', cloud-node-manager",
        "ROLE, kube-system, cloud-controller-manager",
        "SERVICE_ACCOUNT, openshift-cloud-controller-manager, cloud-controller-manager",
        "SERVICE_ACCOUNT, another-managed-namespace, cloud-controller-manager"
    })
    void refusesObjectsOfPayloadEvenWhenTheyAreMissing(ResourceKind kind, String namespace, String name) {
        ObjectKey key = new ObjectKey(kind, namespace, name);

        assertThat(AppliedObjects.refusal(key, Optional.empty(), () -> List.of(key)))
                .contains(key + " belongs to the release payload, so the object of the provider is not applied;"
                        + " rename the provider's");
    }

    @ParameterizedTest
    @CsvSource({
        "CLUSTER_ROLE, '', example-cloud-node-manager",
        "SERVICE, openshift-cloud-controller-manager, cloud-controller-manager-operator",
        "CONFIG_MAP, kube-system, cloud-controller-manager-images"
    })
    void allowsMissingObjectsWhosePayloadNamesakesAreElsewhere(ResourceKind kind, String namespace, String name) {
        ObjectKey key = new ObjectKey(kind, namespace, name);

        assertThat(AppliedObjects.refusal(key, Optional.empty(), List::of)).isEmpty();
    }

    /** An upgrade takes over everything: the objects of the previous operator have no mark. */
    @ParameterizedTest
    @ValueSource(strings = {"aws", "azure", "azurestack", "gcp", "ibm", "nutanix", "openstack", "powervs", "vsphere"})
    void allowsUnmarkedObjectsOfPreviousOperator(String provider) {
        List<KubernetesObject> desired = BuiltInProviders.desired(provider).stream()
                .filter(object -> !UNKNOWN_TO_PREVIOUS_OPERATOR.contains(ObjectKey.of(object)))
                .toList();

        assertThat(desired).isNotEmpty().allSatisfy(object -> {
            KubernetesObject unmarked = object.copy();
            unmarked.fields().map("metadata").remove("labels");
            unmarked.fields().map("metadata").remove("annotations");
            assertThat(AppliedObjects.refusal(ObjectKey.of(object), Optional.of(unmarked), List::of))
                    .isEmpty();
        });
    }
}
