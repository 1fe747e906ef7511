// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.permissions;

import static io.ccmoperator.YamlText.manifest;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ccmoperator.apiserver.AuditedRequest;
import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.assets.rbac.NamedKind;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class ProofTest {
    private static final List<KubernetesObject> OF_THE_ACCOUNT =
            Stream.of("""
                    {kind: ClusterRole, metadata: {name: everywhere}, rules: [
                      {apiGroups: [''], resources: [nodes], verbs: [get, patch]},
                      {apiGroups: [''], resources: [services], verbs: [get]}]}""", """
                    {kind: ClusterRoleBinding, metadata: {name: everywhere}, roleRef: {kind: ClusterRole, name: everywhere},
                     subjects: [{kind: ServiceAccount, namespace: one, name: account}]}""", """
                    {kind: Role, metadata: {name: here, namespace: one}, rules: [
                      {apiGroups: [''], resources: [services, secrets], verbs: [get]},
                      {apiGroups: [''], resources: [secrets], verbs: [create]}]}""", """
                    {kind: RoleBinding, metadata: {name: here, namespace: one}, roleRef: {kind: Role, name: here},
                     subjects: [{kind: ServiceAccount, namespace: one, name: account}]}""", """
                    {kind: RoleBinding, metadata: {name: of-another, namespace: one}, roleRef: {kind: Role, name: here},
                     subjects: [{kind: ServiceAccount, namespace: two, name: account}]}""").map(yaml -> manifest(yaml)).toList();

    private static Proof proof(List<Need> needs) {
        return new Proof(Holding.of(OF_THE_ACCOUNT, "one", "account"), needs);
    }

    private static List<Need> requests(AuditedRequest... requests) {
        return Need.of(List.of(requests));
    }

    private static AuditedRequest request(String verb, String namespace, String resource, String name) {
        return new AuditedRequest(verb, "", namespace, resource, name, "", 200);
    }

    @Test
    void holdsBoundPermissionsWhereTheyAreBound() {
        assertThat(proof(List.of()).holdings())
                .extracting(Holding::toString)
                .containsExactly(
                        "get nodes, held by ClusterRole everywhere",
                        "patch nodes, held by ClusterRole everywhere",
                        "get services, held by ClusterRole everywhere",
                        "get services in one, held by Role one/here",
                        "get secrets in one, held by Role one/here",
                        "create secrets in one, held by Role one/here");
    }

    @Test
    void findsMissingAndUnusedPermissions() {
        Proof proof = proof(requests(
                request("get", "", "nodes", "n"),
                request("get", "two", "secrets", "s"),
                request("get", "one", "secrets", "s"),
                request("create", "one", "secrets", "named-by-the-log")));

        assertThat(proof.missing())
                .extracting(need -> need.permission().toString())
                .containsExactly("get secrets s in two");
        assertThat(proof.unused())
                .extracting(holding -> holding.permission().toString())
                .containsExactly("patch nodes", "get services", "get services in one");
    }

    @Test
    void findsDuplicatePermissionUnlessOneIsNeededAlone() {
        Need here = requests(request("get", "one", "services", "s")).get(0);
        Need elsewhere = requests(request("get", "two", "services", "s")).get(0);

        assertThat(unused(List.of(here))).contains("get services", "get services in one");
        assertThat(unused(List.of(here, elsewhere)))
                .contains("get services in one")
                .doesNotContain("get services");
    }

    private static List<String> unused(List<Need> needs) {
        return proof(needs).unused().stream()
                .map(holding -> holding.permission().toString())
                .toList();
    }

    @Test
    void requiresPermissionsThatAreGrantedOn() {
        KubernetesObject role = manifest("{kind: ClusterRole, metadata: {name: nodes},"
                + " rules: [{apiGroups: [''], resources: [nodes], verbs: [patch, delete]}]}");
        KubernetesObject binding = manifest("{kind: RoleBinding, metadata: {name: services, namespace: two},"
                + " roleRef: {kind: ClusterRole, name: everywhere}}");
        List<Need> needs = Need.toWrite(List.of(role, binding), OF_THE_ACCOUNT);

        assertThat(needs)
                .extracting(need -> need.permission().toString())
                .containsExactly(
                        "patch nodes", "delete nodes", "get nodes in two", "patch nodes in two", "get services in two");
        assertThat(proof(needs).missing())
                .extracting(need -> need.permission().toString())
                .containsExactly("delete nodes");
        assertThatThrownBy(() -> Need.toWrite(List.of(binding), List.of()))
                .hasMessage("RoleBinding two/services: no such role");
    }

    @Test
    void requiresDeletionOfFormerObjects() {
        List<Need> needs = Need.toDelete(new FormerObject(NamedKind.ROLE, "one", "old"));

        assertThat(needs)
                .extracting(need -> need.permission().toString())
                .containsExactly(
                        "get roles.rbac.authorization.k8s.io old in one",
                        "delete roles.rbac.authorization.k8s.io old in one");
        assertThat(proof(needs).missing()).isEqualTo(needs);
        assertThat(new Proof(
                                List.of(new Holding(
                                        OF_THE_ACCOUNT.get(0), needs.get(0).permission())),
                                needs)
                        .table())
                .contains("deletes of former releases Role one/old");
    }

    @Test
    void findsPermissionWiderThanItsUse() {
        List<Need> needs = new ArrayList<>(requests(
                request("get", "", "nodes", "a"),
                request("get", "", "nodes", "b"),
                request("get", "one", "services", "s"),
                request("create", "one", "secrets", ""),
                request("get", "one", "secrets", "s")));

        assertThat(proof(needs).inTooManyNamespaces())
                .extracting(holding -> holding.permission().toString())
                .contains("get services")
                .doesNotContain("get nodes");
        assertThat(proof(needs).forTooManyNames())
                .extracting(holding -> holding.permission().toString())
                .containsExactly("get services", "get services in one", "get secrets in one");

        needs.addAll(requests(request("list", "two", "services", "")));
        assertThat(proof(needs).missing()).hasSize(1);
    }

    @Test
    void explainsEachPermissionInTable() {
        List<Need> needs = new ArrayList<>(requests(
                request("get", "", "nodes", "a"), request("get", "", "nodes", "a"), request("get", "", "nodes", "b")));
        needs.addAll(Need.toWrite(
                List.of(manifest("{kind: ClusterRole, metadata: {name: nodes},"
                        + " rules: [{apiGroups: [''], resources: [nodes], verbs: [get, patch]}]}")),
                List.of()));

        assertThat(proof(needs).table().replaceAll(" +", " ").lines())
                .containsExactly(
                        "ClusterRole everywhere",
                        " get nodes requests: 3; granted on to nodes",
                        " patch nodes granted on to nodes",
                        " get services UNUSED",
                        "Role one/here",
                        " get services UNUSED",
                        " get secrets UNUSED",
                        " create secrets UNUSED");
    }
}
