// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.client;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import com.fasterxml.jackson.databind.JsonDeserializer;
import com.fasterxml.jackson.databind.annotation.JsonDeserialize;
import io.ccmoperator.assets.KubernetesObject;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.quarkus.runtime.annotations.RegisterForReflection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Carries the tree of a Kubernetes object of any kind through the Kubernetes client. Reason: the client's own
 * GenericKubernetesResource copies metadata into a typed model and loses the fields that the model does not have.
 */
// The deserializer of the interface looks the class up by kind, and would come back here without end.
@JsonDeserialize(using = JsonDeserializer.None.class)
@RegisterForReflection
public class ClusterResource implements HasMetadata {
    private static final long serialVersionUID = 1L;
    private static final String METADATA = "metadata";

    private final transient Map<String, Object> tree;
    private final transient ObjectMeta metadata;

    /** @param tree the object, from apiVersion on; it is not copied */
    @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
    public ClusterResource(Map<String, Object> tree) {
        this.tree = tree;
        this.metadata = metadata(new KubernetesObject(tree));
    }

    /** The object, itself and not a copy. */
    @JsonValue
    public Map<String, Object> tree() {
        return tree;
    }

    /** The object, itself and not a copy. */
    final KubernetesObject manifest() {
        return new KubernetesObject(tree);
    }

    @Override
    public String getApiVersion() {
        return manifest().apiVersion();
    }

    @Override
    public String getKind() {
        return manifest().kind();
    }

    /** The client sets it where the server left it out, as it does in lists. */
    @Override
    public void setApiVersion(String version) {
        if (getApiVersion().isEmpty()) {
            tree.put("apiVersion", version);
        }
    }

    /** What the client and the SDK read of the metadata; changing it does not change the object. */
    @Override
    public ObjectMeta getMetadata() {
        return metadata;
    }

    @Override
    public void setMetadata(ObjectMeta changed) {
        Map<String, Object> identity = new LinkedHashMap<>(manifest().fields().map(METADATA));
        identity.put("name", changed.getName());
        identity.put("namespace", changed.getNamespace());
        identity.put("resourceVersion", changed.getResourceVersion());
        identity.values().removeIf(value -> value == null);
        tree.put(METADATA, identity);
    }

    private static ObjectMeta metadata(KubernetesObject object) {
        ObjectMeta metadata = new ObjectMeta();
        metadata.setName(field(object, "name"));
        metadata.setNamespace(field(object, "namespace"));
        metadata.setResourceVersion(field(object, "resourceVersion"));
        metadata.setUid(field(object, "uid"));
        metadata.setDeletionTimestamp(field(object, "deletionTimestamp"));
        metadata.setAnnotations(strings(object.fields().map(METADATA, "annotations")));
        metadata.setLabels(strings(object.fields().map(METADATA, "labels")));
        metadata.setFinalizers(object.fields().list(METADATA, "finalizers").stream()
                .map(String::valueOf)
                .toList());
        object.fields().number(METADATA, "generation").ifPresent(metadata::setGeneration);
        return metadata;
    }

    private static Map<String, String> strings(Map<String, Object> map) {
        Map<String, String> strings = new HashMap<>();
        map.forEach((name, value) -> strings.put(name, String.valueOf(value)));
        return strings;
    }

    /** Null where the object has no such field, which is what the client expects. */
    private static String field(KubernetesObject object, String name) {
        return object.fields().at(METADATA, name) instanceof String value ? value : null;
    }
}
