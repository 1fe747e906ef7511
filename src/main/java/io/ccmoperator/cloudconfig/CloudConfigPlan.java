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
import io.ccmoperator.assets.ReleaseTag;
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
import io.ccmoperator.cluster.ImageReferences;
import io.ccmoperator.cluster.Infrastructure;
import io.ccmoperator.cluster.InvalidInputException;
import io.ccmoperator.cluster.Overrides;
import io.ccmoperator.plan.Plan;
import io.ccmoperator.plan.PlanSettings;
import io.ccmoperator.plan.Snapshot;
import io.ccmoperator.status.InputFinding;
import io.ccmoperator.substitution.ImageChoice;
import io.ccmoperator.substitution.OwnerLabel;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** Plans cloud-conf: the cluster's cloud configuration, transformed for the external cloud controller manager. */
public final class CloudConfigPlan {
    private static final String CLOUD_CONF = "cloud-conf";

    private final Snapshot snapshot;
    private final PlanSettings cluster;
    private final Supplier<ImageReferences> images;
    private final ClusterDescription description;
    private final List<InputFinding> findings = new ArrayList<>();
    private ObjectKey cloudConf;

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

    private CloudConfigPlan(Snapshot snapshot, PlanSettings cluster, Supplier<ImageReferences> images) {
        this.snapshot = snapshot;
        this.cluster = cluster;
        this.images = images;
        this.description = cluster.description(snapshot);
        this.cloudConf = new ObjectKey(ResourceKind.CONFIG_MAP, cluster.managedNamespace(), CLOUD_CONF);
    }

    /**
     * Makes the plan, in the order of the specification.
     *
     * @param images those of images.json, asked on Kubernetes alone; may throw an {@link InvalidInputException}
     */
    public static Plan<Findings> of(Snapshot snapshot, PlanSettings cluster, Supplier<ImageReferences> images) {
        return new CloudConfigPlan(snapshot, cluster, images).plan();
    }

    private Plan<Findings> plan() {
        List<ObjectKey> parts = description.of(List.of(INFRASTRUCTURE, NETWORK, FEATURE_GATE, CLUSTER_VERSION));
        parts.forEach(snapshot::state);
        List<ObjectKey> unknown = snapshot.unknown(List.of(description.key(), CLOUD_CONTROLLER_MANAGER));
        if (!unknown.isEmpty()) {
            return Plan.nothing(snapshot.unreadable(unknown), Findings.NONE);
        }
        if (description.isUnmanaged()) {
            return Plan.unmanaged(Findings.NONE);
        }
        findings.addAll(cluster.outdated(snapshot, parts));
        Optional<KubernetesObject> infrastructure = description.infrastructure().object();
        return infrastructure.isEmpty()
                ? Plan.ofNoCluster(Findings.NONE)
                : plan(infrastructure.get()).orElseGet(this::asBefore);
    }

    /** Empty where the input does not say what the configuration has to be. */
    private Optional<Plan<Findings>> plan(KubernetesObject described) {
        try {
            Infrastructure infrastructure =
                    snapshot.result("infrastructure", described, object -> Infrastructure.of(object.tree()));
            Optional<Provider> provider = cluster.provider(snapshot, infrastructure);
            return provider.map(Provider::descriptor)
                            .flatMap(ProviderDescriptor::cloudConfig)
                            .isEmpty()
                    ? Optional.of(Plan.of(List.of(), findings, Findings.NONE))
                    : plan(described, infrastructure, provider.get());
        } catch (InvalidInputException e) {
            findings.add(InputFinding.lasting(String.join("; ", e.lines())));
            return Optional.empty();
        }
    }

    private Optional<Plan<Findings>> plan(
            KubernetesObject described, Infrastructure infrastructure, Provider provider) {
        ProviderDescriptor descriptor = provider.descriptor();
        CloudConfig config = descriptor.cloudConfig().get();
        CloudConfigTransformer transformer = Transformers.of(config);
        List<InputFinding> lacking = new ArrayList<>();
        Optional<EnabledFeatures> listed = cluster.features(snapshot, description);
        TransformerFacts facts = snapshot.result(
                "facts", List.of(described, listed, provider), unused -> facts(described, listed, provider, config));
        if (transformer.needsNetwork() && facts.network().isEmpty()) {
            lacking.add(InputFinding.passing(NETWORK + " does not exist, which cloud-conf depends on"));
        }
        if (!transformer.featureGates().isEmpty() && listed.isEmpty()) {
            lacking.add(
                    InputFinding.passing(FEATURE_GATE + " has no entry for this release yet, and cloud-conf depends on "
                            + String.join(", ", transformer.featureGates())));
        }
        cloudConf = new ObjectKey(infrastructure.kindOfCloudConf(), cluster.managedNamespace(), CLOUD_CONF);
        CloudConfig.Source origin = CloudConfigSource.of(config, cluster.distribution());
        Set<ObjectKey> required = new LinkedHashSet<>(CloudConfigSource.candidates(origin, infrastructure));
        required.add(cloudConf);
        if (transformer.isPublished(facts.features())) {
            required.add(CloudConfigSource.MANAGED);
        }
        lacking.addAll(snapshot.unreadable(snapshot.unknown(required)));
        if (!lacking.isEmpty()) {
            findings.addAll(lacking);
            return Optional.empty();
        }
        CloudConfigSource source = CloudConfigSource.find(origin, infrastructure, snapshot::object);
        TransformedConfig transformed = snapshot.result(
                "transformed", List.of(config, source, facts), unused -> transformed(transformer, source, facts));
        transformer
                .unfound(transformed.text(), () -> facts.credentialsSecret().flatMap(this::secret))
                .forEach(line -> findings.add(InputFinding.lasting(source.place() + ": " + line)));
        Optional<Boolean> hasCredentials =
                cluster.isOpenShift() ? Optional.empty() : transformer.hasCredentials(transformed.text());
        return Optional.of(apply(
                source,
                transformed,
                CloudConfigSource.exposed(infrastructure, cluster.distribution(), transformed.text()),
                hasCredentials));
    }

    private TransformerFacts facts(
            KubernetesObject described, Optional<EnabledFeatures> listed, Provider provider, CloudConfig config) {
        ProviderDescriptor descriptor = provider.descriptor();
        return new TransformerFacts(
                cluster.distribution(),
                described,
                description.network(),
                listed.orElse(EnabledFeatures.NONE).withGraduated(descriptor.graduatedFeatureGates()),
                cluster.managedNamespace(),
                credentialsSecret(descriptor, config),
                release(provider));
    }

    private static TransformedConfig transformed(
            CloudConfigTransformer transformer, CloudConfigSource source, TransformerFacts facts) {
        try {
            return transformer.transform(source.text(), facts);
        } catch (InvalidInputException e) {
            throw e.at(source.place() + ": ");
        }
    }

    /** The existing configuration stays: of this process, or as an earlier one has left it. */
    private Plan<Findings> asBefore() {
        List<KubernetesObject> objects = snapshot.lastKnown(CLOUD_CONF, Optional.<List<KubernetesObject>>empty())
                .or(() -> snapshot.lastKnown(
                        CLOUD_CONF, snapshot.object(cloudConf).map(this::asItIs)))
                .orElse(List.of());
        return new Plan<>(
                Plan.Extent.PART,
                objects,
                Map.of(),
                findings,
                new Findings(cloudConf, cloudConf.toString(), List.of()));
    }

    private List<KubernetesObject> asItIs(KubernetesObject live) {
        KubernetesObject config = object(cloudConf, ConfigMapContent.of(live));
        Optional.of(live.fields().string("metadata", "annotations", CredentialSettings.OF_CONFIGURATION))
                .filter(text -> !text.isEmpty())
                .ifPresent(text -> hasCredentials(config, text));
        return List.of(owned(config));
    }

    /** That of the image of the cloud controller manager. OpenShift's images do not name one. */
    private Optional<ReleaseTag> release(Provider provider) {
        return cluster.isOpenShift()
                ? Optional.empty()
                : ImageChoice.ofProgram(
                                Overrides.CCM,
                                provider,
                                description.overrides(),
                                givenImages(),
                                () -> snapshot.given(cluster.kubernetes()))
                        .flatMap(ReleaseTag::ofImage);
    }

    private ImageReferences givenImages() {
        try {
            return snapshot.given(images);
        } catch (InvalidInputException reported) {
            // By the controller of the workloads, which have the images.
            return new ImageReferences(Map.of());
        }
    }

    private Optional<KubernetesObject> secret(String name) {
        return snapshot.object(new ObjectKey(ResourceKind.SECRET, cluster.managedNamespace(), name));
    }

    /** Without a transformer nothing depends on it. */
    private Optional<String> credentialsSecret(ProviderDescriptor descriptor, CloudConfig config) {
        return config.transformer().isEmpty()
                ? descriptor.credentialsSecret()
                : description.overrides().credentials().secret(descriptor.credentialsSecret());
    }

    private Plan<Findings> apply(
            CloudConfigSource source,
            TransformedConfig transformed,
            Optional<String> exposed,
            Optional<Boolean> hasCredentials) {
        List<KubernetesObject> desired = new ArrayList<>();
        KubernetesObject config = object(cloudConf, content(source, transformed.text()));
        hasCredentials.ifPresent(has -> hasCredentials(config, has.toString()));
        desired.add(owned(config));
        transformed
                .published()
                .ifPresent(text -> desired.add(owned(object(CloudConfigSource.MANAGED, content(source, text)))));
        List<String> warnings = new ArrayList<>(source.warnings());
        Stream.concat(transformed.warnings().stream(), exposed.stream())
                .forEach(warning -> warnings.add(source.place() + ": " + warning));
        snapshot.lastKnown(CLOUD_CONF, Optional.of(desired));
        return Plan.of(desired, findings, new Findings(cloudConf, source.place(), warnings));
    }

    /** The configuration and what is beside it in the source. */
    private static ConfigMapContent content(CloudConfigSource source, String text) {
        return source.beside().with(CloudConfigSource.CLOUD_CONF, text);
    }

    private static void hasCredentials(KubernetesObject config, String text) {
        new FieldWriter(config.tree()).map("metadata", "annotations").put(CredentialSettings.OF_CONFIGURATION, text);
    }

    private KubernetesObject owned(KubernetesObject object) {
        if (!cluster.isOpenShift()) {
            new OwnerLabel().apply(object);
        }
        return object;
    }

    private static KubernetesObject object(ObjectKey key, ConfigMapContent content) {
        return key.kind() == ResourceKind.SECRET
                ? content.secret(key.namespace(), key.name())
                : content.configMap(key.namespace(), key.name(), Map.of());
    }
}
