/*
 * Copyright the ccm-operator authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.ccmoperator.client;

import io.ccmoperator.assets.KubernetesObject;
import java.util.Map;
import java.util.Optional;

/**
 * Requests to an API server. Each blocks until the answer is there; all throw {@link ApiException} when the answer is an
 * error or does not come. What is handed in is not changed.
 */
public interface ApiServer {
    /** Whether a write is stored, or only judged by the server (dry run). */
    enum Persistence {
        STORED,
        DRY_RUN
    }

    /** The object, if there is one. */
    Optional<KubernetesObject> get(ObjectKey key);

    /** Creates an object and returns it as the server has it. An object of that name is a conflict. */
    KubernetesObject create(KubernetesObject object, Persistence persistence);

    /**
     * Replaces an object (PUT) and returns it as the server has it. With metadata.resourceVersion it is a conflict when the
     * object has changed since.
     */
    KubernetesObject replace(KubernetesObject object, Persistence persistence);

    /**
     * Changes the status of an object by a JSON merge patch and returns the object as the server has it. With
     * metadata.resourceVersion in the patch it is a conflict when the object has changed since.
     */
    KubernetesObject patchStatus(ObjectKey key, Map<String, Object> patch);

    /**
     * Deletes an object; one that is not there is deleted already. Dependents go in the background.
     *
     * @param uid only the object with that metadata.uid; another one of the same name is a conflict
     */
    void delete(ObjectKey key, String uid);
}
