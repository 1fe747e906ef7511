// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.trustedca;

import static io.ccmoperator.client.ClusterObjects.CLOUD_CONTROLLER_MANAGER;
import static io.ccmoperator.client.ClusterObjects.PROXY;

import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.assets.ResourceKind;
import io.ccmoperator.certificates.Bundle;
import io.ccmoperator.certificates.BundleReader;
import io.ccmoperator.client.ClusterDescription;
import io.ccmoperator.client.ObjectKey;
import io.ccmoperator.cluster.ConfigMapContent;
import io.ccmoperator.cluster.Infrastructure;
import io.ccmoperator.cluster.InvalidInputException;
import io.ccmoperator.cluster.ProxySettings.TrustedCa;
import io.ccmoperator.input.InputFile;
import io.ccmoperator.plan.Plan;
import io.ccmoperator.plan.PlanSettings;
import io.ccmoperator.plan.Snapshot;
import io.ccmoperator.status.InputFinding;
import io.ccmoperator.substitution.OwnerLabel;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Plans ccm-trusted-ca: all certificate authorities that a cloud controller manager must trust. */
public final class TrustedCaPlan {
    private static final String BUNDLE = "ca-bundle.crt";
    private static final String CLOUD_BUNDLE = "ca-bundle.pem";

    /** Of all values of a ConfigMap together: the API server refuses more (kubernetes/kubernetes, ValidateConfigMap). */
    private static final int MAX_BYTES = 1_048_576;

    /** Where the certificates are too many; the bundles follow. */
    static final String REMEDY = "; take certificates that no server needs out of the bundles that it is made of: ";

    private static final Map<String, String> ANNOTATIONS =
            Map.of("openshift.io/owning-component", "Cloud Compute / Cloud Controller Manager");

    private static final Findings NONE = new Findings("", List.of(), Optional.empty());

    private final Snapshot snapshot;
    private final PlanSettings cluster;
    private final Path systemBundle;
    private final ClusterDescription description;
    private final ObjectKey trustedCa;
    private final List<String> invalid = new ArrayList<>();

    /**
     * What the plan says beside the ConfigMap.
     *
     * @param sources what the bundle is made of, for messages
     * @param invalid bundles of administrators that are left out, with the reason
     * @param bundle the certificate authorities; empty where nothing is applied
     */
    public record Findings(String sources, List<String> invalid, Optional<TrustBundle> bundle) {}

    private TrustedCaPlan(Snapshot snapshot, PlanSettings cluster, Path systemBundle) {
        this.snapshot = snapshot;
        this.cluster = cluster;
        this.systemBundle = systemBundle;
        this.description = cluster.description(snapshot);
        this.trustedCa = key(cluster);
    }

    /**
     * Makes the plan, in the order of the specification.
     *
     * @param systemBundle the certificate authorities of the operating system, a PEM file
     */
    public static Plan<Findings> of(Snapshot snapshot, PlanSettings cluster, Path systemBundle) {
        return new TrustedCaPlan(snapshot, cluster, systemBundle).plan();
    }

    private Plan<Findings> plan() {
        List<ObjectKey> unknown = snapshot.unknown(List.of(description.of(PROXY), CLOUD_CONTROLLER_MANAGER));
        if (unknown.contains(CLOUD_CONTROLLER_MANAGER)) {
            return Plan.nothing(snapshot.unreadable(unknown), NONE);
        }
        if (description.isUnmanaged()) {
            return Plan.unmanaged(NONE);
        }
        List<InputFinding> findings = new ArrayList<>(cluster.outdated(snapshot, description.of(List.of(PROXY))));
        findings.addAll(snapshot.unreadable(unknown));
        Optional<KubernetesObject> proxy = description.proxy().object();
        if (proxy.isEmpty() && !cluster.isOpenShift()) {
            return Plan.ofNoCluster(NONE);
        }
        return proxy.isEmpty()
                ? new Plan<>(Plan.Extent.PART, asBefore(), Map.of(), findings, NONE)
                : plan(TrustedCa.of(proxy.get()), findings);
    }

    private Plan<Findings> plan(Optional<TrustedCa> named, List<InputFinding> findings) {
        ObjectKey cloudConf = new ObjectKey(kindOfCloudConf(), cluster.managedNamespace(), "cloud-conf");
        Set<ObjectKey> required = new LinkedHashSet<>(Set.of(trustedCa, cloudConf));
        named.ifPresent(reference -> required.add(key(reference)));
        List<ObjectKey> unknown = snapshot.unknown(required);
        findings.addAll(snapshot.unreadable(unknown));
        Optional<TrustBundle> bundle = unknown.isEmpty() ? bundle(cloudConf, named, findings) : Optional.empty();
        Optional<KubernetesObject> desired = bundle.flatMap(known -> desired(known, named, cloudConf, findings));
        Findings details = new Findings(sources(named, cloudConf), invalid, bundle);
        return snapshot.lastKnown(trustedCa, desired)
                .filter(known -> desired.isPresent())
                .map(known -> Plan.of(List.of(known), findings, details))
                .orElseGet(() -> new Plan<>(Plan.Extent.PART, asBefore(), Map.of(), findings, details));
    }

    /** The existing bundle stays: of this process, or as an earlier one has left it. */
    private List<KubernetesObject> asBefore() {
        return snapshot
                .lastKnown(trustedCa, Optional.<KubernetesObject>empty())
                .or(() ->
                        snapshot.lastKnown(trustedCa, snapshot.object(trustedCa).map(this::asItIs)))
                .stream()
                .toList();
    }

    /** Empty while the file of the system cannot be read, which may be about to come. */
    private Optional<TrustBundle> bundle(ObjectKey cloudConf, Optional<TrustedCa> named, List<InputFinding> findings) {
        try {
            // First, since it has no equal: the file is read once.
            Instant now = snapshot.now();
            Bundle system = system();
            return Optional.of(TrustBundle.of(cloudConfig(cloudConf), named.flatMap(this::ofProxy), system, now));
        } catch (InvalidInputException e) {
            findings.add(InputFinding.passing(String.join("; ", e.lines())));
            return Optional.empty();
        }
    }

    private Optional<KubernetesObject> desired(
            TrustBundle bundle, Optional<TrustedCa> named, ObjectKey cloudConf, List<InputFinding> findings) {
        String text = snapshot.result("text", bundle.certificates(), TrustBundle::text);
        if (text.length() > MAX_BYTES) {
            findings.add(InputFinding.lasting(tooLarge(trustedCa, text.length(), bundle) + sources(named, cloudConf)));
            return Optional.empty();
        }
        return Optional.of(object(ConfigMapContent.EMPTY.with(BUNDLE, text)));
    }

    private KubernetesObject asItIs(KubernetesObject live) {
        return object(ConfigMapContent.of(live));
    }

    private KubernetesObject object(ConfigMapContent content) {
        KubernetesObject configMap = content.configMap(trustedCa.namespace(), trustedCa.name(), ANNOTATIONS);
        if (!cluster.isOpenShift()) {
            new OwnerLabel().apply(configMap);
        }
        return configMap;
    }

    /** PEM has a byte for each character. */
    private static String tooLarge(ObjectKey trustedCa, int bytes, TrustBundle bundle) {
        String parts = bundle.bytes().entrySet().stream()
                .map(part -> part.getKey() + " bundle " + part.getValue())
                .collect(Collectors.joining(", "));
        return "%s stays as it is: all certificates have %d bytes (%s), but a ConfigMap has at most %d (1 MiB)%s"
                .formatted(trustedCa, bytes, parts, MAX_BYTES, REMEDY);
    }

    /** The ConfigMap. */
    static ObjectKey key(PlanSettings cluster) {
        return new ObjectKey(ResourceKind.CONFIG_MAP, cluster.managedNamespace(), "ccm-trusted-ca");
    }

    private String sources(Optional<TrustedCa> named, ObjectKey cloudConf) {
        return named.map(reference -> key(reference) + ", ").orElse("") + cloudConf + " and " + systemBundle;
    }

    private static ObjectKey key(TrustedCa reference) {
        return new ObjectKey(ResourceKind.CONFIG_MAP, reference.namespace(), reference.name());
    }

    /** On OpenShift always a ConfigMap, so that the Infrastructure need not be known here. */
    private ResourceKind kindOfCloudConf() {
        try {
            return cluster.isOpenShift()
                    ? ResourceKind.CONFIG_MAP
                    : description
                            .infrastructure()
                            .object()
                            .map(object -> Infrastructure.of(object.tree()).kindOfCloudConf())
                            .orElse(ResourceKind.CONFIG_MAP);
        } catch (InvalidInputException e) {
            // The two other controllers say so; certificates beside a cloud configuration are in a ConfigMap mostly.
            return ResourceKind.CONFIG_MAP;
        }
    }

    /** Its comments are in whatever encoding their authors liked. */
    private Bundle system() {
        String content = snapshot.given(
                () -> InputFile.readTolerantly(systemBundle, "the certificate authorities of the system, PEM"));
        try {
            return snapshot.result("bundle of the system", content, BundleReader::lenient);
        } catch (InvalidInputException e) {
            throw e.at(systemBundle + ", ");
        }
    }

    private Optional<Bundle> ofProxy(TrustedCa reference) {
        ObjectKey configMap = key(reference);
        Optional<ConfigMapContent> content = snapshot.object(configMap).map(ConfigMapContent::of);
        if (content.isEmpty()) {
            invalid.add(configMap + ", named in " + reference.object()
                    + ", does not exist; create it, or take its name out of " + reference.field());
            return Optional.empty();
        }
        if (!content.get().has(reference.key())) {
            invalid.add(configMap + " has no key " + reference.key() + "; put the certificates under this key");
            return Optional.empty();
        }
        return read(configMap, reference.key(), content.get());
    }

    private Optional<Bundle> cloudConfig(ObjectKey cloudConf) {
        return snapshot.object(cloudConf)
                .map(ConfigMapContent::of)
                .filter(content -> content.has(CLOUD_BUNDLE))
                .flatMap(content -> read(cloudConf, CLOUD_BUNDLE, content));
    }

    /** An administrator's bundle; one that is not valid is left out. */
    private Optional<Bundle> read(ObjectKey configMap, String key, ConfigMapContent content) {
        try {
            return content.text(key).map(text -> snapshot.result(configMap, text, BundleReader::strict));
        } catch (InvalidInputException e) {
            invalid.add(configMap + ", key " + key + ", is left out: " + String.join("; ", e.lines()));
            return Optional.empty();
        }
    }
}
