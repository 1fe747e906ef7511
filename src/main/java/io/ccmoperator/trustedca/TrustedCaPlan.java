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
import io.ccmoperator.plan.UnreadableException;
import io.ccmoperator.status.ReconcileResult;
import io.ccmoperator.substitution.OwnerLabel;
import java.nio.file.Path;
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

    private final Snapshot snapshot;
    private final PlanSettings cluster;
    private final Path systemBundle;
    private final ClusterDescription description;
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
    }

    /**
     * Makes the plan, in the order of the specification.
     *
     * @param systemBundle the certificate authorities of the operating system, a PEM file
     */
    public static Plan<Findings> of(Snapshot snapshot, PlanSettings cluster, Path systemBundle) {
        try {
            return new TrustedCaPlan(snapshot, cluster, systemBundle).plan();
        } catch (UnreadableException e) {
            return end(ReconcileResult.transientFailure(e.getMessage()));
        } catch (InvalidInputException e) {
            // Of the file, which may be about to come.
            return end(ReconcileResult.transientFailure(String.join("; ", e.lines())));
        }
    }

    private Plan<Findings> plan() throws UnreadableException {
        snapshot.require(List.of(description.of(PROXY), CLOUD_CONTROLLER_MANAGER));
        if (description.isUnmanaged()) {
            return end(new ReconcileResult.Unmanaged());
        }
        Optional<KubernetesObject> proxy = description.proxy().object();
        return proxy.isEmpty() ? end(ReconcileResult.converged()) : plan(TrustedCa.of(proxy.get()));
    }

    private Plan<Findings> plan(Optional<TrustedCa> named) throws UnreadableException {
        ObjectKey cloudConf = new ObjectKey(kindOfCloudConf(), cluster.managedNamespace(), "cloud-conf");
        ObjectKey trustedCa = key(cluster);
        Set<ObjectKey> required = new LinkedHashSet<>(Set.of(trustedCa, cloudConf));
        named.ifPresent(reference -> required.add(key(reference)));
        snapshot.require(required);
        Bundle system = system();
        TrustBundle bundle =
                TrustBundle.of(cloudConfig(cloudConf), named.flatMap(this::ofProxy), system, snapshot.now());
        String text = snapshot.result("text", bundle.certificates(), TrustBundle::text);
        if (text.length() > MAX_BYTES) {
            return end(ReconcileResult.terminalFailure(
                    tooLarge(trustedCa, text.length(), bundle) + sources(named, cloudConf)));
        }
        KubernetesObject desired = ConfigMapContent.EMPTY
                .with(BUNDLE, text)
                .configMap(trustedCa.namespace(), trustedCa.name(), ANNOTATIONS);
        if (!cluster.isOpenShift()) {
            new OwnerLabel().apply(desired);
        }
        return new Plan.Apply<>(
                List.of(desired), new Findings(sources(named, cloudConf), invalid, Optional.of(bundle)));
    }

    /** PEM has a byte for each character. */
    private static String tooLarge(ObjectKey trustedCa, int bytes, TrustBundle bundle) {
        String parts = bundle.bytes().entrySet().stream()
                .map(part -> part.getKey() + " bundle " + part.getValue())
                .collect(Collectors.joining(", "));
        return "%s stays as it is: all certificates have %d bytes (%s), but a ConfigMap has at most %d (1 MiB)%s"
                .formatted(trustedCa, bytes, parts, MAX_BYTES, REMEDY);
    }

    private static Plan<Findings> end(ReconcileResult result) {
        return new Plan.End<>(result, new Findings("", List.of(), Optional.empty()));
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
        return cluster.isOpenShift()
                ? ResourceKind.CONFIG_MAP
                : description
                        .infrastructure()
                        .object()
                        .map(object -> Infrastructure.of(object.tree()).kindOfCloudConf())
                        .orElse(ResourceKind.CONFIG_MAP);
    }

    /** Its comments are in whatever encoding their authors liked. */
    private Bundle system() {
        String content = InputFile.readTolerantly(systemBundle, "the certificate authorities of the system, PEM");
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
