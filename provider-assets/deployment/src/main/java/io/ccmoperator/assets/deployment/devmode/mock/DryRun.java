// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.assets.deployment.devmode.mock;

import com.fasterxml.jackson.databind.JsonNode;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.server.mock.crud.KubernetesCrudPersistence;
import io.fabric8.mockwebserver.crud.AttributeSet;
import java.util.Map;

/**
 * The objects as dry runs see them: the mock server's handlers judge a write as if it were stored, and nothing is stored.
 *
 * @param stored the objects
 */
record DryRun(KubernetesCrudPersistence stored) implements KubernetesCrudPersistence {
    @Override
    public long requestResourceVersion() {
        return 0;
    }

    @Override
    public AttributeSet getKey(String path) {
        return stored.getKey(path);
    }

    @Override
    public Map.Entry<AttributeSet, String> findResource(AttributeSet attributes) {
        return stored.findResource(attributes);
    }

    @Override
    public boolean isStatusSubresourceEnabledForResource(String path) {
        return stored.isStatusSubresourceEnabledForResource(path);
    }

    @Override
    public void processEvent(
            String path,
            AttributeSet pathAttributes,
            AttributeSet oldAttributes,
            GenericKubernetesResource resource,
            String newState) {
        // Neither stored nor sent to watches.
    }

    @Override
    public void preserveMetadata(JsonNode currentResource, JsonNode updatedResource) {
        stored.preserveMetadata(currentResource, updatedResource);
    }

    @Override
    public void touchGeneration(JsonNode currentResource, JsonNode updatedResource) {
        stored.touchGeneration(currentResource, updatedResource);
    }

    @Override
    public void touchResourceVersion(JsonNode currentResource, JsonNode updatedResource) {
        // The version belongs to what is stored.
    }

    @Override
    public void reset() {
        // Has no state.
    }
}
