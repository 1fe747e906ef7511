// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.serving.access;

import static io.ccmoperator.assets.ResourceKind.CONFIG_MAP;

import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.certificates.Bundle;
import io.ccmoperator.certificates.BundleReader;
import io.ccmoperator.certificates.CaCertificate;
import io.ccmoperator.client.CacheState;
import io.ccmoperator.client.ObjectCache;
import io.ccmoperator.client.ObjectKey;
import io.ccmoperator.cluster.InvalidInputException;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.jboss.logging.Logger;

/**
 * The authorities that sign client certificates, as the API server publishes them for other servers of the cluster: {@code
 * client-ca-file} of ConfigMap {@code kube-system/extension-apiserver-authentication}. They stay known while the API server is
 * away. An invalid bundle does not replace a valid one.
 */
public final class ClientAuthorities implements Supplier<Optional<List<CaCertificate>>> {
    static final ObjectKey SOURCE = new ObjectKey(CONFIG_MAP, "kube-system", "extension-apiserver-authentication");
    static final String KEY = "client-ca-file";

    private static final Logger LOG = Logger.getLogger(ClientAuthorities.class);

    private final ObjectCache objects;
    /** The bundle that was read last; null before the first one. */
    private String read;

    private volatile Optional<List<CaCertificate>> authorities = Optional.empty();

    public ClientAuthorities(ObjectCache objects) {
        this.objects = objects;
    }

    /** Begins to watch the ConfigMap. The operator works without it: then metrics can be read with tokens only. */
    public void watch() {
        objects.watchOptional(SOURCE, this::changed);
        changed();
    }

    /** The authorities; empty while it is not known whether there are any. */
    @Override
    public Optional<List<CaCertificate>> get() {
        return authorities;
    }

    private synchronized void changed() {
        CacheState state = objects.state(SOURCE);
        if (!state.isSynced()) {
            return;
        }
        String bundle = state.object().map(ClientAuthorities::bundle).orElse("");
        if (!bundle.equals(read)) {
            read = bundle;
            take(bundle);
        }
    }

    private static String bundle(KubernetesObject configMap) {
        return configMap.fields().string("data", KEY);
    }

    private void take(String bundle) {
        if (bundle.isBlank()) {
            authorities = Optional.of(List.of());
            LOG.infof("%s has no %s: metrics can be read with tokens only", SOURCE, KEY);
            return;
        }
        try {
            Bundle found = BundleReader.lenient(bundle);
            found.leftOut().forEach(line -> LOG.warnf("%s, data[%s], %s", SOURCE, KEY, line));
            authorities = Optional.of(found.certificates());
            LOG.infof(
                    "client certificates are verified with %s, data[%s]; certificate authorities: %d",
                    SOURCE, KEY, found.certificates().size());
        } catch (InvalidInputException e) {
            authorities = authorities.or(() -> Optional.of(List.of()));
            LOG.warnf(
                    "%s, data[%s]: is not a bundle of certificates, still using the previous one; it is written by the API"
                            + " server: %s",
                    SOURCE, KEY, e.getMessage().lines().findFirst().orElse(""));
        }
    }
}
