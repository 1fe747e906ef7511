// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.trustedca;

import static io.ccmoperator.client.ClusterObjects.PROXY;

import io.ccmoperator.apply.ApplyEngine;
import io.ccmoperator.apply.ApplyResult;
import io.ccmoperator.apply.ClusterAccess;
import io.ccmoperator.apply.ObjectOwnership;
import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.assets.ResourceKind;
import io.ccmoperator.certificates.Bundle;
import io.ccmoperator.certificates.BundleReader;
import io.ccmoperator.certificates.CaCertificate;
import io.ccmoperator.client.CacheState;
import io.ccmoperator.client.ClusterDescription;
import io.ccmoperator.client.DynamicWatches;
import io.ccmoperator.client.InitialSync;
import io.ccmoperator.client.ObjectCache;
import io.ccmoperator.client.ObjectKey;
import io.ccmoperator.client.ObjectLog;
import io.ccmoperator.cluster.ConfigMapContent;
import io.ccmoperator.cluster.Distribution;
import io.ccmoperator.cluster.Infrastructure;
import io.ccmoperator.cluster.InvalidInputException;
import io.ccmoperator.cluster.LastResult;
import io.ccmoperator.cluster.OnChange;
import io.ccmoperator.cluster.ProxySettings.TrustedCa;
import io.ccmoperator.events.EventReason;
import io.ccmoperator.events.JoinedMessages;
import io.ccmoperator.events.Warnings;
import io.ccmoperator.input.InputFile;
import io.ccmoperator.metrics.OperatorMetrics;
import io.ccmoperator.status.ReconcileResult;
import io.ccmoperator.substitution.OwnerLabel;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/** Keeps ccm-trusted-ca equal to all certificate authorities that a cloud controller manager must trust. */
public final class TrustedCaController {
    private static final ObjectLog LOG = ObjectLog.of(TrustedCaController.class);
    private static final String BUNDLE = "ca-bundle.crt";
    private static final String CLOUD_BUNDLE = "ca-bundle.pem";
    private static final Map<String, String> ANNOTATIONS =
            Map.of("openshift.io/owning-component", "Cloud Compute / Cloud Controller Manager");

    private final ObjectCache objects;
    private final ClusterDescription description;
    private final InitialSync first;
    private final DynamicWatches watches;
    private final ObjectKey trustedCa;
    private final String managedNamespace;
    private final Path systemBundle;
    private final ApplyEngine engine;
    private final OperatorMetrics metrics;
    private final Warnings warnings;
    private final Clock clock;
    private final Function<String, Bundle> ofSystem = new LastResult<>(BundleReader::lenient);
    private final Function<String, Bundle> ofProxy = new LastResult<>(BundleReader::strict);
    private final Function<String, Bundle> ofCloudConfig = new LastResult<>(BundleReader::strict);
    private final Function<Collection<CaCertificate>, String> text = new LastResult<>(TrustBundle::text);
    private final OnChange<List<String>> logExpired;

    /**
     * Begins to watch.
     *
     * @param systemBundle the certificate authorities of the operating system, a PEM file; whoever sees it change triggers the
     *     controller
     * @param trigger triggers a reconcile of the controller
     */
    public TrustedCaController(ClusterAccess cluster, String managedNamespace, Path systemBundle, Runnable trigger) {
        this.objects = cluster.objects();
        this.description = cluster.description();
        this.first = new InitialSync(objects, List.of(description.of(PROXY)), trigger);
        this.watches = new DynamicWatches(objects, trigger);
        this.trustedCa = new ObjectKey(ResourceKind.CONFIG_MAP, managedNamespace, "ccm-trusted-ca");
        this.managedNamespace = managedNamespace;
        this.systemBundle = systemBundle;
        this.engine = new ApplyEngine(cluster, ObjectOwnership.ALL, trigger);
        this.metrics = cluster.metrics();
        this.warnings = new Warnings(objects, cluster.events(), EventReason.TRUSTED_CA_CHECK_FAILED);
        this.clock = cluster.clock();
        this.logExpired = new OnChange<>(List.of(), expired -> expired.forEach(line -> LOG.debug(trustedCa, line)));
    }

    /** Reconciles, in the order of the specification; the first time it waits a moment for what has to be known. */
    public ReconcileResult reconcile() throws InterruptedException {
        first.await();
        CacheState proxy = description.proxy();
        if (!proxy.isSynced()) {
            return ReconcileResult.transientFailure(description.of(PROXY) + " cannot be read");
        }
        if (proxy.object().isEmpty()) {
            return ReconcileResult.converged();
        }
        try {
            return sync(proxy.object().get());
        } catch (InvalidInputException e) {
            // Of the file, which may be about to come.
            return ReconcileResult.transientFailure(String.join("; ", e.lines()));
        }
    }

    private ReconcileResult sync(KubernetesObject proxy) throws InterruptedException {
        Optional<TrustedCa> named = TrustedCa.of(proxy);
        ObjectKey cloudConf = new ObjectKey(kindOfCloudConf(), managedNamespace, "cloud-conf");
        Set<ObjectKey> watched = new LinkedHashSet<>(Set.of(trustedCa, cloudConf));
        named.ifPresent(reference -> watched.add(key(reference)));
        Optional<String> unknown = watches.replaceWith(watched);
        if (unknown.isPresent()) {
            return ReconcileResult.transientFailure(unknown.get());
        }
        Bundle system = system();
        List<String> invalid = new ArrayList<>();
        TrustBundle bundle = TrustBundle.of(
                cloudConfig(cloudConf, invalid),
                named.flatMap(reference -> ofProxy(reference, invalid)),
                system,
                clock.instant());
        KubernetesObject desired = ConfigMapContent.EMPTY
                .with(BUNDLE, text.apply(bundle.certificates()))
                .configMap(trustedCa.namespace(), trustedCa.name(), ANNOTATIONS);
        if (description.distribution() == Distribution.KUBERNETES) {
            new OwnerLabel().apply(desired);
        }
        ApplyResult result = engine.apply(List.of(desired));
        if (result.failure().isPresent()) {
            return result.failedOfContent()
                    ? ReconcileResult.terminalFailure(result.failure().get()
                            + "; take certificates that no server needs out of the bundles that it is made of: "
                            + sources(named, cloudConf))
                    : ReconcileResult.transientFailure(result.failure().get());
        }
        metrics.trustedCas(bundle.groups());
        recordWarnings(invalid, bundle.warnings());
        logExpired.accept(bundle.expiredOfSystem());
        invalid.addAll(result.warnings());
        return new ReconcileResult.Converged(invalid);
    }

    private String sources(Optional<TrustedCa> named, ObjectKey cloudConf) {
        return named.map(reference -> key(reference) + ", ").orElse("") + cloudConf + " and " + systemBundle;
    }

    private static ObjectKey key(TrustedCa reference) {
        return new ObjectKey(ResourceKind.CONFIG_MAP, reference.namespace(), reference.name());
    }

    /** On OpenShift always a ConfigMap, so that the Infrastructure need not be known here. */
    private ResourceKind kindOfCloudConf() {
        return description.distribution() == Distribution.OPENSHIFT
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
            return ofSystem.apply(content);
        } catch (InvalidInputException e) {
            throw new InvalidInputException(
                    e.lines().stream().map(line -> systemBundle + ", " + line).toList());
        }
    }

    private Optional<Bundle> ofProxy(TrustedCa reference, List<String> invalid) {
        ObjectKey configMap = key(reference);
        Optional<ConfigMapContent> content = objects.state(configMap).object().map(ConfigMapContent::of);
        if (content.isEmpty()) {
            invalid.add(configMap + ", named in " + reference.object()
                    + ", does not exist; create it, or take its name out of " + reference.field());
            return Optional.empty();
        }
        if (!content.get().has(reference.key())) {
            invalid.add(configMap + " has no key " + reference.key() + "; put the certificates under this key");
            return Optional.empty();
        }
        return read(configMap, reference.key(), content.get(), ofProxy, invalid);
    }

    private Optional<Bundle> cloudConfig(ObjectKey cloudConf, List<String> invalid) {
        return objects.state(cloudConf)
                .object()
                .map(ConfigMapContent::of)
                .filter(content -> content.has(CLOUD_BUNDLE))
                .flatMap(content -> read(cloudConf, CLOUD_BUNDLE, content, ofCloudConfig, invalid));
    }

    /** An administrator's bundle; one that is not valid is left out. */
    private static Optional<Bundle> read(
            ObjectKey configMap,
            String key,
            ConfigMapContent content,
            Function<String, Bundle> reader,
            List<String> invalid) {
        try {
            return content.text(key).map(reader);
        } catch (InvalidInputException e) {
            invalid.add(configMap + ", key " + key + ", is left out: " + String.join("; ", e.lines()));
            return Optional.empty();
        }
    }

    private void recordWarnings(List<String> invalid, List<String> others) {
        List<String> all = new ArrayList<>(invalid);
        all.addAll(JoinedMessages.of("", "; ", others));
        warnings.record(trustedCa, all);
    }
}
