// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.cloudconfig;

import static io.ccmoperator.client.ClusterObjects.CLUSTER_VERSION;
import static io.ccmoperator.client.ClusterObjects.FEATURE_GATE;
import static io.ccmoperator.client.ClusterObjects.INFRASTRUCTURE;
import static io.ccmoperator.client.ClusterObjects.NETWORK;

import io.ccmoperator.apply.ApplyEngine;
import io.ccmoperator.apply.ApplyResult;
import io.ccmoperator.apply.ClusterAccess;
import io.ccmoperator.apply.ObjectOwnership;
import io.ccmoperator.assets.CloudConfig;
import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.assets.Provider;
import io.ccmoperator.assets.ProviderDescriptor;
import io.ccmoperator.assets.ProviderIndex;
import io.ccmoperator.assets.ResourceKind;
import io.ccmoperator.client.CacheState;
import io.ccmoperator.client.ClusterDescription;
import io.ccmoperator.client.DynamicWatches;
import io.ccmoperator.client.InitialSync;
import io.ccmoperator.client.ObjectCache;
import io.ccmoperator.client.ObjectKey;
import io.ccmoperator.cloudconfig.transform.CloudConfigTransformer;
import io.ccmoperator.cloudconfig.transform.TransformedConfig;
import io.ccmoperator.cloudconfig.transform.TransformerFacts;
import io.ccmoperator.cloudconfig.transform.Transformers;
import io.ccmoperator.cluster.ConfigMapContent;
import io.ccmoperator.cluster.Distribution;
import io.ccmoperator.cluster.EnabledFeatures;
import io.ccmoperator.cluster.Infrastructure;
import io.ccmoperator.cluster.InvalidInputException;
import io.ccmoperator.cluster.LastResult;
import io.ccmoperator.cluster.ReleaseVersion;
import io.ccmoperator.events.EventReason;
import io.ccmoperator.events.Warnings;
import io.ccmoperator.status.ReconcileResult;
import io.ccmoperator.substitution.OwnerLabel;
import io.ccmoperator.substitution.ProviderSelection;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/** Keeps cloud-conf equal to the cluster's cloud configuration, transformed for the external cloud controller manager. */
public final class CloudConfigController {
    private final ObjectCache objects;
    private final ClusterDescription description;
    private final InitialSync first;
    private final DynamicWatches watches;
    private final Function<Infrastructure, Optional<ProviderDescriptor>> selection;
    private final Function<Inputs, TransformedConfig> transformed = new LastResult<>(Inputs::transformed);
    private final ReleaseVersion version;
    private final String managedNamespace;
    private final ApplyEngine engine;
    private final Warnings warnings;

    /** What the transformed configuration depends on, all of it. */
    private record Inputs(CloudConfig config, CloudConfigSource source, TransformerFacts facts) {
        TransformedConfig transformed() {
            try {
                return Transformers.of(config).transform(source.text(), facts);
            } catch (InvalidInputException e) {
                throw new InvalidInputException(e.lines().stream()
                        .map(line -> source.place() + ": " + line)
                        .toList());
            }
        }
    }

    /**
     * Begins to watch.
     *
     * @param trigger triggers a reconcile of the controller
     */
    public CloudConfigController(
            ClusterAccess cluster,
            ProviderIndex providers,
            String managedNamespace,
            ReleaseVersion version,
            Runnable trigger) {
        this.objects = cluster.objects();
        this.description = cluster.description();
        this.first = new InitialSync(
                objects, description.of(List.of(INFRASTRUCTURE, NETWORK, FEATURE_GATE, CLUSTER_VERSION)), trigger);
        this.watches = new DynamicWatches(objects, trigger);
        this.selection = new LastResult<>(infrastructure ->
                ProviderSelection.of(infrastructure, providers).map(Provider::descriptor));
        this.version = version;
        this.managedNamespace = managedNamespace;
        this.engine = new ApplyEngine(cluster, ObjectOwnership.ALL, trigger);
        this.warnings = new Warnings(objects, cluster.events(), EventReason.CLOUD_CONFIG_CHECK_FAILED);
    }

    /** Reconciles, in the order of the specification; the first time it waits a moment for what has to be known. */
    public ReconcileResult reconcile() throws InterruptedException {
        first.await();
        CacheState infrastructure = description.infrastructure();
        if (!infrastructure.isSynced()) {
            return ReconcileResult.transientFailure(description.key() + " cannot be read");
        }
        if (infrastructure.object().isEmpty()) {
            return ReconcileResult.converged();
        }
        try {
            return sync(infrastructure.object().get());
        } catch (InvalidInputException e) {
            return ReconcileResult.terminalFailure(String.join("; ", e.lines()));
        }
    }

    private ReconcileResult sync(KubernetesObject object) throws InterruptedException {
        Infrastructure infrastructure = Infrastructure.of(object.tree());
        Optional<ProviderDescriptor> descriptor = selection.apply(infrastructure);
        Optional<CloudConfig> config = descriptor.flatMap(ProviderDescriptor::cloudConfig);
        if (config.isEmpty()) {
            return ReconcileResult.converged();
        }
        CloudConfigTransformer transformer = Transformers.of(config.get());
        Optional<KubernetesObject> network = description.network();
        if (transformer.needsNetwork() && network.isEmpty()) {
            return ReconcileResult.transientFailure(NETWORK + " does not exist, which cloud-conf depends on");
        }
        Optional<EnabledFeatures> listed = description.features(version);
        if (!transformer.featureGates().isEmpty() && listed.isEmpty()) {
            return ReconcileResult.transientFailure(
                    FEATURE_GATE + " has no entry for this release yet, and cloud-conf depends on "
                            + String.join(", ", transformer.featureGates()));
        }
        EnabledFeatures features = listed.orElse(EnabledFeatures.NONE)
                .withGraduated(descriptor.get().graduatedFeatureGates());
        boolean published = transformer.isPublished(features);
        ObjectKey cloudConf = new ObjectKey(infrastructure.kindOfCloudConf(), managedNamespace, "cloud-conf");
        CloudConfig.Source origin = CloudConfigSource.of(config.get(), description.distribution());
        Set<ObjectKey> watched = new LinkedHashSet<>(CloudConfigSource.candidates(origin, infrastructure));
        watched.add(cloudConf);
        if (published) {
            watched.add(CloudConfigSource.MANAGED);
        }
        Optional<String> unknown = watches.replaceWith(watched);
        if (unknown.isPresent()) {
            return ReconcileResult.transientFailure(unknown.get());
        }
        CloudConfigSource source = CloudConfigSource.find(
                origin, infrastructure, key -> objects.state(key).object());
        TransformerFacts facts = new TransformerFacts(
                description.distribution(),
                object,
                network,
                features,
                managedNamespace,
                descriptor.flatMap(ProviderDescriptor::credentialsSecret));
        return write(cloudConf, source, transformed.apply(new Inputs(config.get(), source, facts)));
    }

    private ReconcileResult write(ObjectKey cloudConf, CloudConfigSource source, TransformedConfig transformed) {
        List<KubernetesObject> desired = new ArrayList<>();
        desired.add(object(cloudConf, source, transformed.text()));
        transformed.published().ifPresent(text -> desired.add(object(CloudConfigSource.MANAGED, source, text)));
        if (description.distribution() == Distribution.KUBERNETES) {
            desired.forEach(new OwnerLabel()::apply);
        }
        ApplyResult result = engine.apply(desired);
        if (result.failure().isPresent()) {
            return result.failedOfContent()
                    ? ReconcileResult.terminalFailure(
                            result.failure().get() + "; correct or shorten the configuration in " + source.place())
                    : ReconcileResult.transientFailure(result.failure().get());
        }
        List<String> all = new ArrayList<>(source.warnings());
        transformed.warnings().forEach(warning -> all.add(source.place() + ": " + warning));
        warnings.record(cloudConf, all);
        all.addAll(result.warnings());
        return new ReconcileResult.Converged(all);
    }

    /** The configuration and what is beside it in the source. */
    private static KubernetesObject object(ObjectKey key, CloudConfigSource source, String text) {
        ConfigMapContent content = source.beside().with(CloudConfigSource.CLOUD_CONF, text);
        return key.kind() == ResourceKind.SECRET
                ? content.secret(key.namespace(), key.name())
                : content.configMap(key.namespace(), key.name(), Map.of());
    }
}
