// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.ccm;

import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.client.ObjectKey;
import io.ccmoperator.cluster.DescribedCluster;
import io.ccmoperator.status.ProgramImage;
import io.ccmoperator.substitution.CheckedOverrides;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What a plan of the CCM resources says beside the objects. Parts that the plan did not come to are empty.
 *
 * @param manager the CloudControllerManager {@code cluster}, if it is there
 * @param unknownProvider why no provider is known for the cluster that is described
 * @param selected what follows from the description of the cluster
 * @param deployed what follows from the objects of the provider
 */
public record CcmFindings(
        Optional<KubernetesObject> manager,
        Optional<String> unknownProvider,
        Optional<Selected> selected,
        Deployed deployed) {
    /**
     * What follows from the description of the cluster.
     *
     * @param provider the name of the provider of the platform, "" if there is none
     * @param sources objects of the user that the plan was made of
     * @param renamed objects that a former release applied by other names, and copies of cloud-conf of the kind that it is not of
     */
    record Selected(String provider, List<ObjectKey> sources, List<ObjectKey> renamed) {}

    /**
     * What follows from the objects of the provider.
     *
     * @param overrides what became of the settings of the CloudControllerManager
     * @param programs the image of each program by its field
     * @param label what existing Nodes are labeled with
     * @param omitted a line on feature gates that are enabled and not passed
     */
    record Deployed(
            Optional<CheckedOverrides> overrides,
            Optional<Map<String, ProgramImage>> programs,
            Optional<NodeLabel> label,
            List<String> omitted,
            Workloads workloads,
            Configurations configurations) {
        private static final Deployed NONE = new Deployed(
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                List.of(),
                new Workloads(List.of(), MissingSecrets.NONE, Map.of(), Map.of()),
                new Configurations(Map.of(), Map.of(), List.of(), Optional.empty()));
    }

    /**
     * What Pods need.
     *
     * @param accounts accounts of Pods as they are to be: their annotations are not as set
     * @param missing Secrets and ConfigMaps of the user without which Pods do not start
     * @param unhashed workloads that carry no hash of their configuration, since some of it is missing, with what that is
     * @param unusable Secrets whose serving certificate and key do not fit, or whose credentials are not read, and the object with the proxy where something of it is misread, with a
     *     line that names the object and the remedy
     */
    record Workloads(
            List<KubernetesObject> accounts,
            MissingSecrets missing,
            Map<KubernetesObject, String> unhashed,
            Map<ObjectKey, String> unusable) {}

    /**
     * Which configuration workloads have.
     *
     * @param takenBack those that have their last proven one, since the Pods of the present one end, with a line that says so
     * @param tried the identity of the configuration of a workload that has another one to go back to
     * @param unused copies of cloud-conf that are not needed: they are deleted if they exist and no Pod refers to them
     * @param awaitedCopy what is waited for before workloads can mount the present cloud-conf; empty if they do
     */
    record Configurations(
            Map<ObjectKey, String> takenBack,
            Map<ObjectKey, String> tried,
            List<ObjectKey> unused,
            Optional<String> awaitedCopy) {}

    /** Of a plan that has come to the CloudControllerManager. */
    static CcmFindings of(Optional<KubernetesObject> manager, Optional<String> unknownProvider) {
        return new CcmFindings(manager, unknownProvider, Optional.empty(), Deployed.NONE);
    }

    CcmFindings with(Selected found) {
        return new CcmFindings(manager, unknownProvider, Optional.of(found), deployed);
    }

    CcmFindings with(Deployed found) {
        return new CcmFindings(manager, unknownProvider, selected, found);
    }

    /** Objects that are deleted if they still exist and no Pod refers to them. */
    public List<ObjectKey> former() {
        return Stream.concat(
                        selected.stream().flatMap(found -> found.renamed().stream()),
                        deployed.configurations().unused().stream())
                .toList();
    }

    /** Accounts of Pods as they are to be: their annotations are not as set. */
    public List<KubernetesObject> accounts() {
        return deployed.workloads().accounts();
    }

    /** What is waited for before workloads can mount the present cloud-conf; empty if they do. */
    public Optional<String> awaitedCopy() {
        return deployed.configurations().awaitedCopy();
    }

    /** What is missing of the user's, without which Pods do not start: a line for each. */
    public List<String> missingLines() {
        return deployed.workloads().missing().lines();
    }

    /** What is to be said of settings, certificates and proxies that were read, and that something uses all the same: a line for each. */
    public List<String> warnings() {
        List<String> warnings = new ArrayList<>(deployed.workloads().unusable().values());
        deployed.overrides().ifPresent(checked -> warnings.addAll(checked.warnings()));
        return warnings;
    }

    /** The CloudControllerManager, if it is being deleted. */
    public Optional<KubernetesObject> deleted() {
        return manager.filter(DescribedCluster::isDeleted);
    }
}
