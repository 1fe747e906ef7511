// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.perturbation;

import io.ccmoperator.PlantedSecrets;
import io.ccmoperator.apiserver.Account;
import io.ccmoperator.certificates.Certificates;
import io.ccmoperator.cluster.Distribution;
import io.ccmoperator.faults.FaultyProxy;
import io.ccmoperator.faults.LaggingServer;
import io.ccmoperator.faults.SeenRequest;
import io.ccmoperator.operator.Images;
import io.ccmoperator.operator.OpenShiftCluster;
import io.ccmoperator.operator.OperatorUnderTest;
import io.ccmoperator.operator.PackRoles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** A cluster for one run after the other: an API server, a second one that may serve old states, and a proxy before both. */
final class Harness implements AutoCloseable {
    private static final String LEASES =
            "/apis/coordination.k8s.io/v1/namespaces/openshift-cloud-controller-manager-operator/leases";

    /** Answered from a cache, as lists and watches are. The Lease is read as it is: no other process holds it. */
    private static final Predicate<SeenRequest> CACHED_READS =
            request -> request.method().equals("GET")
                    && (request.isWatch() || request.query().contains("fieldSelector="))
                    && !request.path().startsWith(LEASES);

    private final Path folder;
    private final Path systemBundle;
    private final OpenShiftCluster cluster;
    private final LaggingServer lagging;
    private final FaultyProxy proxy;

    private Harness(
            Path folder, Path systemBundle, OpenShiftCluster cluster, LaggingServer lagging, FaultyProxy proxy) {
        this.folder = folder;
        this.systemBundle = systemBundle;
        this.cluster = cluster;
        this.lagging = lagging;
        this.proxy = proxy;
    }

    /** Starts all of it in an empty folder. */
    static Harness start(Path folder) throws IOException {
        OpenShiftCluster cluster = OpenShiftCluster.start(Files.createDirectory(folder.resolve("cluster")));
        try {
            PackRoles.objects().forEach(cluster::apply);
            allowDescribedCluster(cluster);
            for (String name : List.of(
                    "azure-cloud-credentials",
                    "digitalocean",
                    "openstack-cloud-credentials",
                    "vsphere-cloud-credentials")) {
                cluster.input("Secret", name, "stringData: {key: " + PlantedSecrets.VALUE + "}");
            }
            Path systemBundle = Files.writeString(folder.resolve("system.pem"), Certificates.pem("ca-5"));
            return new Harness(
                    folder,
                    systemBundle,
                    cluster,
                    LaggingServer.beside(cluster.server(), Files.createDirectory(folder.resolve("lagging"))),
                    FaultyProxy.before(cluster.server()));
        } catch (RuntimeException | IOException e) {
            cluster.close();
            throw e;
        }
    }

    /** What the operator is allowed on Kubernetes beside what it is on OpenShift. */
    private static void allowDescribedCluster(OpenShiftCluster cluster) {
        cluster.apply("""
                apiVersion: rbac.authorization.k8s.io/v1
                kind: ClusterRole
                metadata: {name: described-cluster}
                rules:
                  - {apiGroups: [ccmoperator.io], resources: [cloudcontrollermanagers], verbs: [update]}
                  - apiGroups: [admissionregistration.k8s.io]
                    resources: [validatingadmissionpolicies, validatingadmissionpolicybindings]
                    resourceNames: [cloud-controller-manager-cloud-provider-aws]
                    verbs: [get, list, watch, update, delete]
                """);
        cluster.apply("""
                apiVersion: rbac.authorization.k8s.io/v1
                kind: ClusterRoleBinding
                metadata: {name: described-cluster}
                roleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: described-cluster}
                subjects: [{kind: ServiceAccount, namespace: %s, name: cluster-cloud-controller-manager}]
                """, OpenShiftCluster.OPERATOR);
    }

    OpenShiftCluster cluster() {
        return cluster;
    }

    FaultyProxy proxy() {
        return proxy;
    }

    /** Brings the cluster to the beginning of a run: no process, no Lease, no fault; then the change of the scenario. */
    void prepare(Scenario scenario, Snapshot start) {
        proxy.heal();
        lagging.release();
        expireLease();
        start.restore(cluster.admin());
        proxy.forget();
        scenario.change().accept(cluster);
    }

    /** The Lease of a process that has died does not keep another one waiting. */
    void expireLease() {
        cluster.admin().delete(LEASES);
    }

    OperatorUnderTest startOperator(Scenario scenario) {
        return scenario.distribution() == Distribution.KUBERNETES
                ? startOperator(
                        scenario.release(),
                        "--distribution=kubernetes",
                        "--namespace=" + OpenShiftCluster.MANAGED,
                        "--leader-elect-resource-namespace=" + OpenShiftCluster.OPERATOR)
                : startOperator(scenario.release());
    }

    OperatorUnderTest startOperator(Scenario.Release release, String... flags) {
        return OperatorUnderTest.start(
                folder,
                release.version(),
                List.of("*"),
                Stream.concat(
                                Stream.of(
                                        "--kubeconfig=" + proxy.kubeconfig(Account.FIRST.token()),
                                        Images.of(folder, release.tag()).flag(),
                                        "--system-trust-bundle=" + systemBundle),
                                Stream.of(flags))
                        .toArray(String[]::new));
    }

    /** The second server hears of nothing from now on. */
    void holdLaggingServer() {
        lagging.hold();
    }

    /** Reads go to the second server. */
    void readFromLaggingServer() {
        proxy.readFrom(lagging.server(), CACHED_READS);
    }

    /** The second server catches up, and new reads go to the first one. */
    void endLag() {
        proxy.heal();
        lagging.release();
    }

    /** Every watch begins again, and does not get the events that it has missed. */
    void beginWatchesAgain() {
        proxy.heal();
        proxy.tellWatches(
                SeenRequest.ANY,
                "{\"type\":\"ERROR\",\"object\":{\"apiVersion\":\"v1\",\"kind\":\"Status\",\"code\":410,\"message\":\"too old\"}}");
    }

    /** A request that changes something, Events included. */
    static boolean isWrite(SeenRequest request) {
        return request.isWrite() && !request.path().endsWith("reviews");
    }

    /** A write that is neither of an Event nor of the Lease. */
    static boolean isObjectWrite(SeenRequest request) {
        return isWrite(request)
                && !request.path().startsWith(LEASES)
                && !request.path().endsWith("/events");
    }

    static boolean isLeaseWrite(SeenRequest request) {
        return isWrite(request) && isOfLease(request);
    }

    /** The Lease is renewed for as long as the process runs. */
    static boolean isOfLease(SeenRequest request) {
        return request.path().startsWith(LEASES);
    }

    @Override
    public void close() {
        proxy.close();
        lagging.close();
        cluster.close();
    }
}
