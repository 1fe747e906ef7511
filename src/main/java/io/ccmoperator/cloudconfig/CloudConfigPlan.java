// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.cloudconfig;

import static io.ccmoperator.client.ClusterObjects.CLOUD_CONTROLLER_MANAGER;
import static io.ccmoperator.client.ClusterObjects.CLUSTER_VERSION;
import static io.ccmoperator.client.ClusterObjects.FEATURE_GATE;
import static io.ccmoperator.client.ClusterObjects.INFRASTRUCTURE;
import static io.ccmoperator.client.ClusterObjects.NETWORK;

import io.ccmoperator.assets.CloudConfig;
import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.assets.Provider;
import io.ccmoperator.assets.ProviderDescriptor;
import io.ccmoperator.assets.ProviderIndex;
import io.ccmoperator.assets.ResourceKind;
import io.ccmoperator.assets.tree.FieldWriter;
import io.ccmoperator.client.ClusterDescription;
import io.ccmoperator.client.ObjectKey;
import io.ccmoperator.cloudconfig.transform.CloudConfigTransformer;
import io.ccmoperator.cloudconfig.transform.TransformedConfig;
import io.ccmoperator.cloudconfig.transform.TransformerFacts;
import io.ccmoperator.cloudconfig.transform.Transformers;
import io.ccmoperator.cluster.ConfigMapContent;
import io.ccmoperator.cluster.CredentialSettings;
import io.ccmoperator.cluster.EnabledFeatures;
import io.ccmoperator.cluster.Infrastructure;
import io.ccmoperator.cluster.InvalidInputException;
import io.ccmoperator.plan.Plan;
import io.ccmoperator.plan.PlanSettings;
import io.ccmoperator.plan.Snapshot;
import io.ccmoperator.plan.UnreadableException;
import io.ccmoperator.status.ReconcileResult;
import io.ccmoperator.substitution.OwnerLabel;
import io.ccmoperator.substitution.ProviderSelection;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Plans cloud-conf: the cluster's cloud configuration, transformed for the external cloud controller manager. */
public final class CloudConfigPlan {
    private final Snapshot snapshot;
    private final PlanSettings cluster;
    private final ProviderIndex providers;
    private final ClusterDescription description;

    /**
     * What the plan says beside the objects.
     *
     * @param cloudConf the ConfigMap or Secret
     * @param place where the configuration comes from
     * @param warnings about the configuration
     */
    public record Findings(ObjectKey cloudConf, String place, List<String> warnings) {
        private static final Findings NONE = new Findings(CloudConfigSource.MANAGED, "", List.of());
    }

    /** What the transformed configuration depends on, all of it. */
    private record Inputs(CloudConfig config, CloudConfigSource source, TransformerFacts facts) {
        TransformedConfig transformed() {
            try {
                return Transformers.of(config).transform(source.text(), facts);
            } catch (InvalidInputException e) {
                throw e.at(source.place() + ": ");
            }
        }
    }

    private CloudConfigPlan(Snapshot snapshot, PlanSettings cluster, ProviderIndex providers) {
        this.snapshot = snapshot;
        this.cluster = cluster;
        this.providers = providers;
        this.description = cluster.description(snapshot);
    }

    /** Makes the plan, in the order of the specification. */
    public static Plan<Findings> of(Snapshot snapshot, PlanSettings cluster, ProviderIndex providers) {
        try {
            return new CloudConfigPlan(snapshot, cluster, providers).plan();
        } catch (UnreadableException e) {
            return end(ReconcileResult.transientFailure(e.getMessage()));
        } catch (InvalidInputException e) {
            return end(ReconcileResult.terminalFailure(String.join("; ", e.lines())));
        }
    }

    private Plan<Findings> plan() throws UnreadableException {
        description
                .of(List.of(INFRASTRUCTURE, NETWORK, FEATURE_GATE, CLUSTER_VERSION))
                .forEach(snapshot::state);
        snapshot.require(List.of(description.key(), CLOUD_CONTROLLER_MANAGER));
        if (description.isUnmanaged()) {
            return end(new ReconcileResult.Unmanaged());
        }
        Optional<KubernetesObject> infrastructure = description.infrastructure().object();
        return infrastructure.isEmpty() ? end(ReconcileResult.converged()) : plan(infrastructure.get());
    }

    private Plan<Findings> plan(KubernetesObject object) throws UnreadableException {
        Infrastructure infrastructure = Infrastructure.of(object.tree());
        Optional<ProviderDescriptor> descriptor = snapshot.result(
                "descriptor",
                new ProviderSelection(infrastructure, providers.entries()),
                selection -> selection.provider().map(Provider::descriptor));
        Optional<CloudConfig> config = descriptor.flatMap(ProviderDescriptor::cloudConfig);
        if (config.isEmpty()) {
            return end(ReconcileResult.converged());
        }
        CloudConfigTransformer transformer = Transformers.of(config.get());
        Optional<KubernetesObject> network = description.network();
        if (transformer.needsNetwork() && network.isEmpty()) {
            return end(ReconcileResult.transientFailure(NETWORK + " does not exist, which cloud-conf depends on"));
        }
        Optional<EnabledFeatures> listed = description.features(cluster.release());
        if (!transformer.featureGates().isEmpty() && listed.isEmpty()) {
            return end(ReconcileResult.transientFailure(
                    FEATURE_GATE + " has no entry for this release yet, and cloud-conf depends on "
                            + String.join(", ", transformer.featureGates())));
        }
        EnabledFeatures features = listed.orElse(EnabledFeatures.NONE)
                .withGraduated(descriptor.get().graduatedFeatureGates());
        ObjectKey cloudConf = new ObjectKey(infrastructure.kindOfCloudConf(), cluster.managedNamespace(), "cloud-conf");
        CloudConfig.Source origin = CloudConfigSource.of(config.get(), cluster.distribution());
        Set<ObjectKey> required = new LinkedHashSet<>(CloudConfigSource.candidates(origin, infrastructure));
        required.add(cloudConf);
        if (transformer.isPublished(features)) {
            required.add(CloudConfigSource.MANAGED);
        }
        snapshot.require(required);
        CloudConfigSource source = CloudConfigSource.find(origin, infrastructure, snapshot::object);
        TransformerFacts facts = new TransformerFacts(
                cluster.distribution(),
                object,
                network,
                features,
                cluster.managedNamespace(),
                credentialsSecret(descriptor.get(), config.get()));
        Inputs inputs = new Inputs(config.get(), source, facts);
        TransformedConfig transformed = snapshot.result("transformed", inputs, Inputs::transformed);
        Optional<Boolean> hasCredentials =
                cluster.isOpenShift() ? Optional.empty() : transformer.hasCredentials(transformed.text());
        return apply(cloudConf, source, transformed, hasCredentials);
    }

    /** Without a transformer nothing depends on it. */
    private Optional<String> credentialsSecret(ProviderDescriptor descriptor, CloudConfig config) {
        return config.transformer().isEmpty()
                ? descriptor.credentialsSecret()
                : description.overrides().credentials().secret(descriptor.credentialsSecret());
    }

    private Plan<Findings> apply(
            ObjectKey cloudConf,
            CloudConfigSource source,
            TransformedConfig transformed,
            Optional<Boolean> hasCredentials) {
        List<KubernetesObject> desired = new ArrayList<>();
        KubernetesObject config = object(cloudConf, source, transformed.text());
        hasCredentials.ifPresent(has -> new FieldWriter(config.tree())
                .map("metadata", "annotations")
                .put(CredentialSettings.OF_CONFIGURATION, has.toString()));
        desired.add(config);
        transformed.published().ifPresent(text -> desired.add(object(CloudConfigSource.MANAGED, source, text)));
        if (!cluster.isOpenShift()) {
            desired.forEach(new OwnerLabel()::apply);
        }
        List<String> warnings = new ArrayList<>(source.warnings());
        transformed.warnings().forEach(warning -> warnings.add(source.place() + ": " + warning));
        return new Plan.Apply<>(desired, new Findings(cloudConf, source.place(), warnings));
    }

    private static Plan<Findings> end(ReconcileResult result) {
        return new Plan.End<>(result, Findings.NONE);
    }

    /** The configuration and what is beside it in the source. */
    private static KubernetesObject object(ObjectKey key, CloudConfigSource source, String text) {
        ConfigMapContent content = source.beside().with(CloudConfigSource.CLOUD_CONF, text);
        return key.kind() == ResourceKind.SECRET
                ? content.secret(key.namespace(), key.name())
                : content.configMap(key.namespace(), key.name(), Map.of());
    }
}
