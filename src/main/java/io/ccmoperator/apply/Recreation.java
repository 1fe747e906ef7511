// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.apply;

import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.client.ApiException;
import io.ccmoperator.client.ApiServer;
import io.ccmoperator.client.ApiServer.DryRun;
import io.ccmoperator.client.ObjectKey;
import java.time.Duration;
import java.util.Optional;

/**
 * Deletes an object and creates it again, since what differs is immutable. The server is asked first whether it would take
 * the new one: if not, the old one stays.
 */
final class Recreation {
    /** About ten seconds in all, as long as a process that is terminated may take for what it has begun. */
    private static final int LOOKS = 14;

    private static final Backoff BACKOFF = new Backoff(Duration.ofMillis(50), Duration.ofSeconds(1));

    private final ApiServer server;
    private final ApplyEvents events;
    private final Sleeper pause;

    Recreation(ApiServer server, ApplyEvents events, Sleeper pause) {
        this.server = server;
        this.events = events;
        this.pause = pause;
    }

    /**
     * Deletes the live object and creates the new one.
     *
     * @throws ApiException if the server would refuse the new object, and if another client deletes or creates it meanwhile
     */
    Outcome recreate(Write.Recreate write, KubernetesObject live) {
        ask(write.trial());
        events.recreating(live);
        Optional<String> cause = delete(live);
        if (cause.isPresent()) {
            events.deleteFailed(ObjectKey.of(live), cause.get());
            return new Outcome.Failed(ObjectKey.of(live), cause.get());
        }
        return create(write.document());
    }

    private void ask(KubernetesObject trial) {
        try {
            server.create(trial, DryRun.ALL);
        } catch (ApiException e) {
            // An object of that name is there already. The server looks at that last: it has nothing against the rest.
            if (!e.isConflict()) {
                throw e;
            }
        }
    }

    /** Why the object could not be deleted. */
    private Optional<String> delete(KubernetesObject live) {
        try {
            server.delete(ObjectKey.of(live), uid(live));
        } catch (ApiException e) {
            if (e.isConflict()) {
                throw e;
            }
            return Optional.of(e.getMessage());
        }
        return isGone(live)
                ? Optional.empty()
                : Optional.of(live.display() + " has to be recreated, but is still being deleted; see whether a"
                        + " finalizer in its metadata holds it");
    }

    private boolean isGone(KubernetesObject live) {
        Duration next = BACKOFF.first();
        for (int look = 1; look <= LOOKS; look++) {
            Optional<KubernetesObject> found = server.get(ObjectKey.of(live));
            if (found.isEmpty() || !uid(found.get()).equals(uid(live))) {
                return true;
            }
            if (look == LOOKS || !waited(next)) {
                return false;
            }
            next = BACKOFF.after(next);
        }
        return false;
    }

    private boolean waited(Duration duration) {
        try {
            pause.of(duration);
            return true;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    private Outcome create(KubernetesObject document) {
        try {
            KubernetesObject created = server.create(document, DryRun.NONE);
            events.recreated(created);
            return new Outcome.Written(created);
        } catch (ApiException e) {
            if (e.isConflict()) {
                throw e;
            }
            events.createFailed(document, e.getMessage());
            return new Outcome.Failed(ObjectKey.of(document), e.getMessage(), Outcome.Rejection.of(e), true);
        }
    }

    private static String uid(KubernetesObject object) {
        return object.fields().string("metadata", "uid");
    }
}
