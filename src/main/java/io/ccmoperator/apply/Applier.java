// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.apply;

import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.client.ApiException;
import io.ccmoperator.client.ApiServer;
import io.ccmoperator.client.ApiServer.DryRun;
import io.ccmoperator.client.CacheState;
import io.ccmoperator.client.ObjectKey;
import java.util.Optional;
import java.util.function.Function;

/**
 * Makes objects of the cluster equal to the desired ones. An object that is as desired costs no request; the others cost
 * one write each, after a dry run where the server may have made the difference, but for one that has to be recreated. No failure of an object stops the others.
 */
final class Applier {
    /** How often an object is written within one call when others change it meanwhile. */
    static final int ATTEMPTS = 5;

    private final ApiServer server;
    private final Function<ObjectKey, CacheState> watched;
    private final ApplyEvents events;
    private final ObjectOwnership ownership;
    private final DriftMemory memory;
    private final Recreation recreation;

    /**
     * @param watched the state of an object, where it is watched
     * @param events records each write and failure
     * @param ownership which objects may be written; others are left alone
     * @param memory what is known of objects, and gets each that is as desired
     * @param pause waits while an object is being deleted
     */
    Applier(
            ApiServer server,
            Function<ObjectKey, CacheState> watched,
            ApplyEvents events,
            ObjectOwnership ownership,
            DriftMemory memory,
            Sleeper pause) {
        this.server = server;
        this.watched = watched;
        this.ownership = ownership;
        this.memory = memory;
        this.events = events;
        this.recreation = new Recreation(server, events, pause);
    }

    /**
     * Applies one object.
     *
     * @param desired the object, without anything that the server fills in
     * @param live the newest that is known of it; what is out of date costs requests, but does no harm
     * @throws IllegalArgumentException if it is of a kind that providers do not have
     */
    Outcome apply(KubernetesObject desired, Optional<KubernetesObject> live) {
        Outcome outcome = write(desired, live);
        outcome.newest().ifPresent(newest -> memory.remember(desired, newest));
        return outcome;
    }

    /** Whether an object is known to need no write. */
    boolean isAsDesired(KubernetesObject desired, Optional<KubernetesObject> live) {
        return Write.of(desired, live, memory.answer(desired)) instanceof Write.None;
    }

    private Outcome write(KubernetesObject desired, Optional<KubernetesObject> live) {
        Optional<KubernetesObject> current = live;
        try {
            for (int attempt = 1; attempt <= ATTEMPTS; attempt++) {
                Optional<String> refusal = ownership.refusal(desired, current);
                if (refusal.isPresent()) {
                    events.notOwned(desired, refusal.get());
                    return new Outcome.Failed(ObjectKey.of(desired), refusal.get());
                }
                try {
                    return send(Write.of(desired, current, memory.answer(desired)), desired, current);
                } catch (ApiException e) {
                    if (!e.isConflict() && !(e.isNotFound() && current.isPresent())) {
                        throw e;
                    }
                    current = attempt == 1 ? newest(ObjectKey.of(desired), current) : server.get(ObjectKey.of(desired));
                }
            }
            return failed(
                    desired,
                    current.isPresent(),
                    Outcome.Rejection.NONE,
                    "%s was changed by other clients in each of %d attempts to write it"
                            .formatted(desired.display(), ATTEMPTS));
        } catch (ApiException e) {
            return failed(desired, current.isPresent(), Outcome.Rejection.of(e), e.getMessage());
        }
    }

    /** After the first conflict the cache often has what the other client has written. */
    private Optional<KubernetesObject> newest(ObjectKey key, Optional<KubernetesObject> tried) {
        CacheState state = watched.apply(key);
        return state.isSynced() && !state.object().equals(tried) ? state.object() : server.get(key);
    }

    private Outcome send(Write write, KubernetesObject desired, Optional<KubernetesObject> live) {
        if (write instanceof Write.None none) {
            return new Outcome.Unchanged(none.live());
        } else if (write instanceof Write.Create creation) {
            KubernetesObject created = server.create(creation.document(), DryRun.NONE);
            events.created(created);
            return new Outcome.Written(created);
        } else if (write instanceof Write.Recreate recreated) {
            return recreation.recreate(recreated, live.orElseThrow());
        } else if (write instanceof Write.Ask question) {
            KubernetesObject answer = server.replace(question.document(), DryRun.ALL);
            return send(Write.of(desired, live.orElseThrow(), answer), desired, live);
        }
        return replace(((Write.Replace) write).document(), live.orElseThrow());
    }

    private Outcome replace(KubernetesObject document, KubernetesObject live) {
        KubernetesObject updated = server.replace(document, DryRun.NONE);
        if (updated.fields()
                .string("metadata", "resourceVersion")
                .equals(live.fields().string("metadata", "resourceVersion"))) {
            // The server has made of it what was there before.
            return new Outcome.Unchanged(updated);
        }
        events.updated(updated);
        return new Outcome.Written(updated);
    }

    private Outcome failed(KubernetesObject desired, boolean isThere, Outcome.Rejection refusal, String cause) {
        if (isThere) {
            events.updateFailed(desired, cause);
        } else {
            events.createFailed(desired, cause);
        }
        return new Outcome.Failed(ObjectKey.of(desired), cause, refusal, !isThere);
    }
}
