// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.lease;

import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.assets.tree.JsonReader;
import io.ccmoperator.assets.tree.JsonWriter;
import io.ccmoperator.client.ApiException;
import io.ccmoperator.client.ApiServer;
import io.ccmoperator.client.ApiServer.DryRun;
import io.ccmoperator.client.ObjectKey;
import io.ccmoperator.client.StoredObjects;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * The Lease of an API server in memory, in virtual time. Each client has its own connection, whose faults a test decides request by
 * request.
 */
final class LeaseServer {
    private final StoredObjects server = new StoredObjects();
    private final VirtualTime time;
    private final List<Consumer<KubernetesObject>> watches = new ArrayList<>();
    private boolean namespaceExists = true;

    LeaseServer(VirtualTime time) {
        this.time = time;
    }

    void withoutNamespace() {
        namespaceExists = false;
    }

    void createNamespace() {
        namespaceExists = true;
    }

    void watch(Consumer<KubernetesObject> watch) {
        watches.add(watch);
    }

    /** The Lease as it is. */
    Optional<Lease> lease() {
        return server.live(Scene.SETTINGS.key()).map(Lease::new);
    }

    /** A field of its spec, as a string. */
    String spec(String field) {
        return String.valueOf(server.stored(Scene.SETTINGS.key()).fields().at("spec", field));
    }

    /** Edited by hand. */
    void edit(Consumer<KubernetesObject> edit) {
        server.edit(server.stored(Scene.SETTINGS.key()), edit);
        written(server.stored(Scene.SETTINGS.key()));
    }

    /** Deleted by hand. */
    void delete() {
        server.remove(Scene.SETTINGS.key());
    }

    private KubernetesObject written(KubernetesObject lease) {
        watches.forEach(watch -> watch.accept(lease.copy()));
        return lease;
    }

    /** As it arrives: content that is not JSON does not. */
    @SuppressWarnings("unchecked")
    private static KubernetesObject sent(KubernetesObject object) {
        return new KubernetesObject((Map<String, Object>) JsonReader.read(JsonWriter.compact(object.tree())));
    }

    private KubernetesObject create(KubernetesObject object) {
        if (!namespaceExists) {
            throw error(404, "namespace not found");
        }
        return written(server.create(sent(object), DryRun.NONE));
    }

    private KubernetesObject replace(KubernetesObject object) {
        if (object.fields().string("metadata", "resourceVersion").isEmpty()) {
            throw new AssertionError("a write without optimistic locking");
        }
        return written(server.replace(sent(object), DryRun.NONE));
    }

    private static ApiException error(int code, String message) {
        return new ApiException(code, message, null);
    }

    /** One client's way to the server. */
    final class Connection implements ApiServer {
        private final List<String> requests = new ArrayList<>();
        private Supplier<Fault> faults = () -> Fault.NONE;

        /** From now on. */
        void fail(Supplier<Fault> next) {
            faults = next;
        }

        /** From now on. */
        void fail(Fault always) {
            faults = () -> always;
        }

        /** The verbs of the requests since the last call. */
        List<String> takeRequests() {
            List<String> taken = List.copyOf(requests);
            requests.clear();
            return taken;
        }

        @Override
        public Optional<KubernetesObject> get(ObjectKey key) {
            return send("get", () -> server.get(key));
        }

        @Override
        public KubernetesObject create(KubernetesObject object, DryRun dryRun) {
            return send("create", () -> LeaseServer.this.create(object));
        }

        @Override
        public KubernetesObject replace(KubernetesObject object, DryRun dryRun) {
            return send("replace", () -> LeaseServer.this.replace(object));
        }

        @Override
        public KubernetesObject patchStatus(ObjectKey key, Map<String, Object> patch) {
            throw new AssertionError("a Lease has no status");
        }

        @Override
        public KubernetesObject patch(ObjectKey key, Map<String, Object> patch, String fieldManager) {
            throw new AssertionError("no election patches its Lease");
        }

        @Override
        public void delete(ObjectKey key, String uid) {
            throw new AssertionError("no election deletes its Lease");
        }

        private <T> T send(String verb, Supplier<T> request) {
            requests.add(verb);
            Fault fault = faults.get();
            time.pass(fault.before());
            if (fault.code() != 0) {
                throw error(fault.code(), verb + " refused with " + fault.code());
            }
            T answer = request.get();
            time.pass(fault.after());
            if (fault.answerLost()) {
                throw error(ApiException.NO_ANSWER, verb + " got no answer");
            }
            return answer;
        }
    }
}
