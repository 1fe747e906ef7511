// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.substitution;

import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.assets.ProgramFlags;
import io.ccmoperator.assets.Provider;
import io.ccmoperator.assets.ProviderDescriptor;
import io.ccmoperator.assets.ResourceKind;
import io.ccmoperator.assets.tree.FieldReader;
import io.ccmoperator.assets.tree.FieldWriter;
import io.ccmoperator.cluster.ClusterFacts;
import io.ccmoperator.cluster.Distribution;
import io.ccmoperator.cluster.ImageReferences;
import io.ccmoperator.cluster.InvalidInputException;
import io.ccmoperator.cluster.Overrides;
import io.ccmoperator.cluster.Overrides.Program;
import io.ccmoperator.cluster.Topology;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The desired resources of a provider. */
public final class DesiredResources {
    /** Objects that others refer to come first: policies, access rules, configuration, then workloads. */
    private static final Comparator<KubernetesObject> APPLY_ORDER = Comparator.comparingInt(object ->
            ResourceKind.of(object).map(ResourceKind.OF_PROVIDERS::indexOf).orElse(-1));

    private static final String NODE_SYNCS = "concurrent-node-syncs";

    /** The user of images without a shell, as those of most clouds are. */
    private static final long NON_ROOT = 65532;

    private DesiredResources() {}

    /**
     * The objects of a provider for given facts, in the order in which they are applied; those that the operator adds come
     * after the provider's of the same kind. The same input gives the same objects; nothing handed in is changed.
     *
     * @throws InvalidInputException if an image is missing; one line for each
     */
    public static List<KubernetesObject> of(Provider provider, ClusterFacts facts, ImageReferences images) {
        ImageSubstitution.check(provider.descriptor(), objects(provider, facts), images, facts.overrides());
        return asFarAsKnown(provider, facts, images);
    }

    /** The same where images may be missing: containers without one have that of the asset, which is none of a registry. */
    public static List<KubernetesObject> asFarAsKnown(Provider provider, ClusterFacts facts, ImageReferences images) {
        ProviderDescriptor descriptor = provider.descriptor();
        FactValues values = FactValues.of(provider, facts);
        List<KubernetesObject> objects = objects(provider, facts);
        List<Substitution> substitutions = new ArrayList<>(List.<Substitution>of(
                new ManagedNamespaceSubstitution(facts.managedNamespace()),
                new ImageSubstitution(descriptor.images(), images, facts.overrides()),
                new EnvironmentSubstitution(descriptor.environment(), values),
                CloudCredentials.of(descriptor, facts),
                FlagSubstitution.of(descriptor, values, facts.features()),
                new SecurePort(descriptor.whyNoSecurePort().keySet(), facts.distribution()),
                ProxySubstitution.of(facts, descriptor.proxyInitContainers()),
                object -> limitReplicas(object, facts.infrastructure().topology()),
                new OwnerLabel()));
        if (facts.distribution() == Distribution.KUBERNETES) {
            substitutions.addAll(List.<Substitution>of(
                    new KubernetesNames(),
                    new ControlPlaneNodes(facts.infrastructure().topology()),
                    LeaseTimes::leaveDefaults,
                    new BinaryCommand(descriptor.kubernetesBinaries()),
                    new HostFolderSubstitution(),
                    new TrustBundleVariable(),
                    DesiredResources::runAsNonRoot,
                    object -> leaveRoutes(object, descriptor, facts),
                    object -> initializeSeveralNodes(object, provider)));
            if (descriptor.payload()) {
                substitutions.add(DesiredResources::leaveNumberOfSyncs);
            }
            facts.infrastructure().apiServer().map(ApiServerAddress::new).ifPresent(substitutions::add);
        }
        if (facts.infrastructure().kindOfCloudConf() == ResourceKind.SECRET) {
            substitutions.add(DesiredResources::readSecretCloudConf);
        }
        substitutions.add(new OverrideSubstitution(facts.overrides(), facts.networks()));
        objects.forEach(object -> substitutions.forEach(substitution -> substitution.apply(object)));
        objects.sort(APPLY_ORDER);
        return List.copyOf(objects);
    }

    /** Before facts are filled in. */
    private static List<KubernetesObject> objects(Provider provider, ClusterFacts facts) {
        List<KubernetesObject> objects = new ArrayList<>(provider.assets().stream()
                .filter(asset -> facts.overrides().windowsNodes() || !asset.isForWindows())
                .map(KubernetesObject::copy)
                .toList());
        objects.addAll(CommonObjects.of(facts));
        return objects;
    }

    /** The containers of an object of {@link #asFarAsKnown} that have no image: a line for each, by its name. */
    public static Map<String, String> missingImages(
            Provider provider, KubernetesObject object, ImageReferences images, Overrides overrides) {
        return ImageSubstitution.missing(provider.descriptor(), object, images, overrides);
    }

    /**
     * The objects that a provider may have on Kubernetes, whatever the cluster's topology and settings are: of them kind, namespace and name
     * count. In the order in which they are applied; nothing handed in is changed.
     */
    public static List<KubernetesObject> all(Provider provider, String managedNamespace) {
        List<KubernetesObject> objects = new ArrayList<>(
                provider.assets().stream().map(KubernetesObject::copy).toList());
        objects.addAll(CommonObjects.all(provider.descriptor().platform(), Distribution.KUBERNETES));
        objects.forEach(new ManagedNamespaceSubstitution(managedNamespace)::apply);
        objects.forEach(new KubernetesNames()::apply);
        objects.sort(APPLY_ORDER);
        return List.copyOf(objects);
    }

    /** OpenShift works on ten Services at once with some providers; on Kubernetes the number is the program's own. */
    private static void leaveNumberOfSyncs(KubernetesObject object) {
        if (object.isWorkload()) {
            object.containers().forEach(container -> new ContainerFlags(container).remove("concurrent-service-syncs"));
        }
    }

    /**
     * By default programs initialize nodes one after the other: kOps measured 22 minutes for 5,000. Those that are known to have the flag get it;
     * Azure's does not have it, whose node managers initialize their own node. A provider that says how many keeps its number.
     */
    private static void initializeSeveralNodes(KubernetesObject object, Provider provider) {
        if (object.isWorkload()) {
            for (Map<String, Object> container : object.containers()) {
                ContainerFlags flags = new ContainerFlags(container);
                ProgramFlags known = provider.programFlags().get(String.valueOf(container.get("name")));
                if (known != null
                        && known.types().containsKey(NODE_SYNCS)
                        && flags.value(NODE_SYNCS).isEmpty()) {
                    flags.set(NODE_SYNCS, "5");
                }
            }
        }
    }

    /**
     * The programs need no root: they listen on ports above 1024 and read what the kubelet mounts, with the modes of its defaults. OpenShift's
     * images have no other user. A provider that says which user it needs keeps it.
     */
    private static void runAsNonRoot(KubernetesObject object) {
        if (!object.isWorkload() || object.isForWindows()) {
            return;
        }
        Map<String, Object> ofPod = new FieldWriter(object.podSpec()).map("securityContext");
        boolean hasUser = ofPod.containsKey("runAsUser")
                || object.allContainers().stream()
                        .anyMatch(container ->
                                FieldReader.of(container).map("securityContext").containsKey("runAsUser"));
        if (!hasUser) {
            ofPod.put("runAsNonRoot", true);
            ofPod.put("runAsUser", NON_ROOT);
        }
    }

    /**
     * Routes follow the object: with the networks of Pods, or where the program assigns networks to nodes, the program has its default and
     * makes them, as by the chart of its cloud; a cluster that comes from such a chart would otherwise get no routes for its next nodes.
     * A provider that has to know the networks for other reasons makes routes by the flag alone.
     */
    private static void leaveRoutes(KubernetesObject object, ProviderDescriptor descriptor, ClusterFacts facts) {
        List<String> networks = facts.networks().clusterNetwork();
        if (!object.isWorkload() || networks.isEmpty()) {
            return;
        }
        for (Map<String, Object> container : object.containers()) {
            String name = String.valueOf(container.get("name"));
            ContainerFlags flags = new ContainerFlags(container);
            boolean isRequired = descriptor.flags().getOrDefault(name, Map.of()).containsKey("--cluster-cidr");
            boolean assigns = Optional.ofNullable(facts.overrides().programs().get(name))
                    .filter(Program::needsPodNetworks)
                    .isPresent();
            if (flags.value("configure-cloud-routes").equals(Optional.of("false")) && (!isRequired || assigns)) {
                flags.remove("configure-cloud-routes");
                flags.set("cluster-cidr", String.join(",", networks));
            }
        }
    }

    /** Volumes of the ConfigMap cloud-conf become those of the Secret. */
    private static void readSecretCloudConf(KubernetesObject object) {
        if (!object.isWorkload()) {
            return;
        }
        for (Map<String, Object> volume : FieldReader.of(object.podSpec()).maps("volumes")) {
            Map<String, Object> source =
                    new LinkedHashMap<>(FieldReader.of(volume).map("configMap"));
            if ("cloud-conf".equals(source.remove("name"))) {
                source.put("secretName", "cloud-conf");
                volume.remove("configMap");
                volume.put("secret", source);
            }
        }
    }

    /** With one control plane node a second replica could not be scheduled. */
    private static void limitReplicas(KubernetesObject object, Topology topology) {
        if (topology == Topology.SINGLE_REPLICA && object.kind().equals("Deployment")) {
            object.fields().map("spec").put("replicas", 1L);
        }
    }
}
