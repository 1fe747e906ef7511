// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.lease;

import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.client.ApiException;
import io.ccmoperator.client.ApiServer;
import io.ccmoperator.client.ApiServer.DryRun;
import io.ccmoperator.client.ObjectKey;
import io.ccmoperator.client.ObjectLog;

/** Sends the requests of an election, one at a time, and records their results in its state. */
final class LeaseRequests {
    private static final ObjectLog LOG = ObjectLog.of(LeaseRequests.class);

    private final ApiServer server;
    private final ObjectKey key;
    private final ElectionState state;
    private final TimeSource time;

    LeaseRequests(ApiServer server, ObjectKey key, ElectionState state, TimeSource time) {
        this.server = server;
        this.key = key;
        this.state = state;
        this.time = time;
    }

    void read() {
        try {
            state.read(server.get(key), time.nanos());
        } catch (ApiException e) {
            failed(e);
        }
    }

    void create(Lease lease) {
        long sent = time.nanos();
        try {
            written(server.create(lease.object(), DryRun.NONE), sent);
        } catch (ApiException e) {
            rejected(e, e.isConflict());
        }
    }

    void replace(Lease lease) {
        long sent = time.nanos();
        try {
            written(server.replace(lease.object(), DryRun.NONE), sent);
        } catch (ApiException e) {
            // A deletion is a conflict too.
            rejected(e, e.isConflict() || e.isNotFound());
        }
    }

    private void written(KubernetesObject answer, long sent) {
        state.written(answer, sent, time.nanos());
    }

    private void rejected(ApiException e, boolean conflict) {
        if (conflict) {
            LOG.debug(key, "has changed: " + e.getMessage());
            state.conflicted(e.getMessage(), time.nanos());
        } else {
            failed(e);
        }
    }

    /** The client logs an unreachable API server, once for all requests. */
    private void failed(ApiException e) {
        if (e.code() == ApiException.NO_ANSWER) {
            LOG.debug(key, e.getMessage());
        } else {
            LOG.warn(key, e.getMessage());
        }
        state.failed(e.getMessage(), time.nanos());
    }
}
