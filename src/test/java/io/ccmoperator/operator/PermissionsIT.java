// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.operator;

import static io.ccmoperator.operator.OpenShiftCluster.MANAGED;
import static io.ccmoperator.operator.OpenShiftCluster.OPERATOR;
import static io.ccmoperator.operator.OpenShiftCluster.PATIENCE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.ccmoperator.apiserver.ApiAnswer;
import io.ccmoperator.apiserver.AuditedRequest;
import io.ccmoperator.apiserver.RequiresApiServer;
import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.faults.FaultyProxy;
import io.ccmoperator.payload.PayloadFolder;
import io.ccmoperator.permissions.FormerObject;
import io.ccmoperator.permissions.Holding;
import io.ccmoperator.permissions.Need;
import io.ccmoperator.permissions.Permission;
import io.ccmoperator.permissions.Proof;
import io.ccmoperator.permissions.Rules;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The operator may do what it does and what it grants on, and nothing else: the packaged program acts as the service account of
 * the payload, and what it asked for is in the audit log.
 */
@RequiresApiServer
@Tag("packaged")
class PermissionsIT {
    private static final KubernetesObject AUTHENTICATION_READER = PayloadFolder.ofKind("RoleBinding").stream()
            .filter(binding -> binding.name().equals(OperatorAccount.NAME + ":apiserver-authentication-reader"))
            .findFirst()
            .orElseThrow();

    private static final Set<String> NAMED = Set.of(
            "clusterroles",
            "clusterrolebindings",
            "roles",
            "rolebindings",
            "validatingadmissionpolicies",
            "validatingadmissionpolicybindings");

    /** What a former release applied and no provider has any more, as long as a supported release has it. */
    private static final List<FormerObject> FORMER = List.of();

    private static OpenShiftCluster cluster;
    private static List<AuditedRequest> requests;
    private static Proof proof;

    /** A pack may be granted for all namespaces what the operator is granted for one: of a cluster without packs. */
    private static Proof withoutPacks;

    @BeforeAll
    static void takeTheTour(@TempDir Path data, @TempDir Path folder) throws IOException {
        cluster = OpenShiftCluster.start(data);
        OperatorAccount account = OperatorAccount.of(cluster);
        List<KubernetesObject> packs = PackRoles.objects();
        packs.forEach(cluster::apply);
        List<KubernetesObject> written;
        try (FaultyProxy proxy = FaultyProxy.before(cluster.server())) {
            written = new OperatorTour(cluster, proxy, account, folder).take();
        }
        requests = account.requests();
        List<KubernetesObject> installed = new ArrayList<>(PayloadFolder.objects(".yaml"));
        installed.addAll(packs);
        List<Need> needs = new ArrayList<>(Need.of(requests));
        List<KubernetesObject> roles = new ArrayList<>(installed);
        roles.addAll(written);
        needs.addAll(Need.toWrite(written, roles));
        FORMER.forEach(object -> needs.addAll(Need.toDelete(object)));
        needs.removeIf(PermissionsIT::isGrantedByRoleOfApiServer);
        proof = new Proof(Holding.of(installed, OPERATOR, OperatorAccount.NAME), needs);
        withoutPacks = new Proof(
                Holding.of(PayloadFolder.objects(".yaml"), OPERATOR, OperatorAccount.NAME), Need.of(requests));
        System.out.printf(
                "%s%d permissions, %d unused; %d requests, %d forbidden%n",
                proof.table(),
                proof.holdings().size(),
                proof.unused().size(),
                requests.size(),
                forbidden().size());
    }

    @AfterAll
    static void stop() {
        if (cluster != null) {
            cluster.close();
        }
    }

    @Test
    void explainsEveryRequestAndIsForbiddenNone() {
        assertThat(requests).isNotEmpty();
        assertThat(forbidden()).isEmpty();
        assertThat(proof.missing()).isEmpty();
    }

    @Test
    void usesEveryPermissionAsWidelyAsItIsGranted() {
        assertThat(proof.unused())
                .filteredOn(holding -> withoutPacks.failing(holding).isEmpty())
                .isEmpty();
        assertThat(proof.inTooManyNamespaces()).isEmpty();
        // Azure alone has such objects so far. It is the provider that names them, so the rules do not.
        assertThat(proof.forTooManyNames())
                .extracting(holding -> holding.permission().resource() + " in "
                        + holding.permission().namespace())
                .containsOnly("daemonsets in " + MANAGED);
    }

    @Test
    void namesEveryObjectOfKindsThatRuleTheCluster() {
        assertThat(proof.holdings())
                .extracting(Holding::permission)
                .filteredOn(permission -> NAMED.contains(permission.resource())
                        && !permission.verb().equals("create"))
                .isNotEmpty()
                .noneMatch(permission -> permission.name().isEmpty());
        assertThat(proof.holdings())
                .extracting(holding -> holding.permission().verb())
                .doesNotContain("bind", "escalate", "impersonate", "deletecollection", "*");
    }

    @Test
    void receivesOnlyHostNetworkRoleFromElsewhere() {
        List<KubernetesObject> payload = PayloadFolder.objects(".yaml");

        assertThat(payload)
                .filteredOn(object -> object.fields().maps("subjects").stream()
                        .anyMatch(subject -> OperatorAccount.NAME.equals(subject.get("name"))))
                .filteredOn(binding -> Holding.role(binding, payload).isEmpty())
                .extracting(binding -> binding.fields().string("roleRef", "name"))
                .containsExactlyInAnyOrder(
                        "system:openshift:scc:hostaccess", "extension-apiserver-authentication-reader");
    }

    @Test
    void readsClientAuthoritiesByRoleOfApiServer() {
        assertThat(requests)
                .filteredOn(request -> request.name().equals("extension-apiserver-authentication"))
                .isNotEmpty()
                .allSatisfy(request -> assertThat(request.verb()).isIn("list", "watch"));
        Permission watch =
                new Permission("kube-system", "", "configmaps", "watch", "extension-apiserver-authentication");
        assertThat(isForbidden(watch)).isFalse();

        cluster.delete(AUTHENTICATION_READER);
        try {
            await("no permission").atMost(PATIENCE).until(() -> isForbidden(watch));
        } finally {
            cluster.apply(AUTHENTICATION_READER);
        }
    }

    private static boolean isGrantedByRoleOfApiServer(Need need) {
        return need.permission().resource().equals("configmaps")
                && need.permission().namespace().equals("kube-system")
                && need.permission().name().equals("extension-apiserver-authentication");
    }

    @Test
    void isRejectedWithoutAnyOneOfThem() {
        List<Holding> unused = proof.unused();
        List<Holding> needed = proof.holdings().stream()
                .filter(holding -> !unused.contains(holding))
                .toList();
        for (Holding holding : needed) {
            Need need = simplest(proof.failing(holding), holding);
            assertThat(isRefused(need)).as(holding.toString()).isFalse();
            cluster.apply(Rules.without(holding.role(), holding.permission()));
            try {
                await(need + " to be refused without " + holding)
                        .atMost(PATIENCE)
                        .pollDelay(Duration.ZERO)
                        .pollInterval(Duration.ofMillis(5))
                        .until(() -> isRefused(need));
            } finally {
                cluster.apply(holding.role());
            }
            await(need + " to be allowed again")
                    .atMost(PATIENCE)
                    .pollDelay(Duration.ZERO)
                    .pollInterval(Duration.ofMillis(5))
                    .until(() -> !isRefused(need));
        }
    }

    private static List<AuditedRequest> forbidden() {
        return requests.stream().filter(request -> request.status() == 403).toList();
    }

    /** The role of a binding may have been deleted with its platform; a role needs nothing else. */
    private static Need simplest(List<Need> failing, Holding holding) {
        return failing.stream()
                .min(Comparator.comparing(need -> need instanceof Need.Requests
                        ? 0
                        : need instanceof Need.Grant grant
                                        && !grant.object().kind().endsWith("Binding")
                                ? 1
                                : 2))
                .orElseThrow(() -> new AssertionError("nothing needs " + holding));
    }

    private static boolean isRefused(Need need) {
        return need instanceof Need.Grant grant ? isGrantRefused(grant.object()) : isForbidden(need.permission());
    }

    private static boolean isGrantRefused(KubernetesObject object) {
        KubernetesObject other = object.copy();
        other.tree().put("metadata", Map.of("name", object.name() + "-other", "namespace", object.namespace()));
        ApiAnswer answer = cluster.admin().as(OperatorAccount.user()).dryRun().create(other);
        assertThat(answer.status()).as(answer.refusal()).isIn(201, 403);
        return answer.status() == 403;
    }

    private static boolean isForbidden(Permission permission) {
        return permission.isRefused(cluster.admin(), OperatorAccount.user());
    }
}
