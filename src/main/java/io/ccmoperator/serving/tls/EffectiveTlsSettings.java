// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.serving.tls;

import static io.ccmoperator.client.ClusterObjects.API_SERVER;

import io.ccmoperator.client.ClusterDescription;
import io.ccmoperator.client.ObjectCache;
import io.ccmoperator.cluster.TlsSettings;
import io.ccmoperator.cluster.WithWarnings;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jboss.logging.Logger;

/**
 * The effective TLS settings of this process: those of the flags, else those of the cluster, else the profile Intermediate, also until
 * the object that they are in is synced.
 */
public final class EffectiveTlsSettings implements Supplier<TlsSettings> {
    private static final Logger LOG = Logger.getLogger(EffectiveTlsSettings.class);

    private final Optional<TlsSettings> flags;
    private final ClusterDescription cluster;
    private final ObjectCache objects;
    private final AtomicReference<List<String>> warned = new AtomicReference<>(List.of());
    /** The settings of the last notification; null before the first one. */
    private TlsSettings notified;

    /** @param flags settings that replace those of the cluster */
    public EffectiveTlsSettings(Optional<TlsSettings> flags, ClusterDescription cluster, ObjectCache objects) {
        this.flags = flags;
        this.cluster = cluster;
        this.objects = objects;
    }

    /**
     * Begins to watch the object that they are in, and notifies the listener of the effective settings and, after each change, of
     * those that are effective then. Settings of flags never change.
     *
     * @param listener is called here, and later on the thread of the watches: it has to be quick
     */
    public void watch(Consumer<TlsSettings> listener) {
        if (flags.isEmpty()) {
            objects.watch(cluster.of(API_SERVER), () -> notifyIfChanged(listener));
        }
        notifyIfChanged(listener);
    }

    /** One at a time, so that the last notification has the effective settings. */
    private synchronized void notifyIfChanged(Consumer<TlsSettings> listener) {
        TlsSettings settings = get();
        if (!settings.equals(notified)) {
            notified = settings;
            listener.accept(settings);
        }
    }

    /** The settings that hold now. What is wrong with the cluster's is logged once. */
    @Override
    public TlsSettings get() {
        WithWarnings<TlsSettings> settings = flags.map(WithWarnings::of).orElseGet(cluster::tls);
        if (!settings.warnings().equals(warned.getAndSet(settings.warnings()))) {
            settings.warnings().forEach(LOG::warn);
        }
        return settings.value();
    }
}
