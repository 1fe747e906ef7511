// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.client;

import io.ccmoperator.assets.KubernetesObject;
import java.util.Map;
import java.util.Optional;

/**
 * Requests to an API server. Each blocks until the response arrives; all throw {@link ApiException} for an error or a
 * missing response. Arguments are not changed.
 */
public interface ApiServer {
    /** The value of the query parameter dryRun of a write. */
    enum DryRun {
        /** The object is stored. */
        NONE,
        /** The server checks the write and returns its result, but does not store it. */
        ALL
    }

    /** The object, if there is one. */
    Optional<KubernetesObject> get(ObjectKey key);

    /** Creates an object and returns it as the server has it. An object of that name is a conflict. */
    KubernetesObject create(KubernetesObject object, DryRun dryRun);

    /**
     * Replaces an object (PUT) and returns it as the server has it. With metadata.resourceVersion it is a conflict when the
     * object has changed since.
     */
    KubernetesObject replace(KubernetesObject object, DryRun dryRun);

    /**
     * Changes the status of an object by a JSON merge patch and returns the object as the server has it. With
     * metadata.resourceVersion in the patch it is a conflict when the object has changed since.
     */
    KubernetesObject patchStatus(ObjectKey key, Map<String, Object> patch);

    /**
     * Changes an object by a JSON merge patch and returns the object as the server has it. With metadata.resourceVersion in the patch it is
     * a conflict when the object has changed since.
     *
     * @param fieldManager whose the changed fields are from then on, by metadata.managedFields
     */
    KubernetesObject patch(ObjectKey key, Map<String, Object> patch, String fieldManager);

    /**
     * Deletes an object; one that is not there is deleted already. Dependents go in the background.
     *
     * @param uid only the object with that metadata.uid; another one of the same name is a conflict
     */
    void delete(ObjectKey key, String uid);
}
