// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.assets.deployment.devmode.mock;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.assets.tree.JsonWriter;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.server.mock.KubernetesCrudDispatcher;
import io.fabric8.kubernetes.client.server.mock.KubernetesResponseComposer;
import io.fabric8.mockwebserver.crud.AttributeSet;
import io.fabric8.mockwebserver.http.MockResponse;
import io.fabric8.mockwebserver.http.RecordedRequest;
import io.fabric8.zjsonpatch.JsonPatch;
import io.fabric8.zjsonpatch.JsonPatchException;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The mock server's store of objects, with what the operator requires of an API server beyond it: dry runs are judged and
 * not stored, reviews are answered, a status is written by its subresource alone, a generation follows the spec, the selector of a
 * workload cannot change, writes and deletions have preconditions, merge patches follow RFC 7396, and errors are a Status with its reason.
 *
 * <p>Watches begin with all existing objects, whatever the resourceVersion, and are
 * rejected with 410 where they would miss a deletion; a watch list (sendInitialEvents) is rejected with 422 as by an API server without that feature. Requests are processed one after
 * the other.
 */
final class ApiServerDispatcher extends KubernetesCrudDispatcher {
    private static final List<String> SERVER_METADATA =
            List.of("namespace", "uid", "creationTimestamp", "resourceVersion", "generation");

    private static final String ANNOTATIONS = "/metadata/annotations";

    private static final Map<String, Object> USER =
            Map.of("username", "development", "groups", List.of("system:masters", "system:authenticated"));

    /** The answers to reviews by their resource. They allow everything, and are not stored. */
    private static final Map<String, Map<String, Object>> REVIEWS = Map.of(
            "tokenreviews", Map.of("authenticated", true, "user", USER),
            "subjectaccessreviews", Map.of("allowed", true),
            "selfsubjectaccessreviews", Map.of("allowed", true),
            "selfsubjectreviews", Map.of("userInfo", USER));

    /** Without zero, which asks for any version. */
    private static final Pattern VERSION_FORMAT = Pattern.compile("[1-9][0-9]{0,17}");

    private final Map<AttributeSet, Long> deletions = new HashMap<>();
    private volatile long version;

    /** Of the request in hand: the handlers judge it as if it were stored, and nothing is. */
    private boolean dryRun;

    @Override
    public synchronized MockResponse dispatch(RecordedRequest received) {
        try {
            ApiRequest request = ApiRequest.of(received);
            dryRun = request.isDryRun();
            MockResponse response = respond(request);
            if (response.code() >= 400) {
                throw RejectedRequest.of(response, request);
            }
            return response.setHeader("Content-Type", "application/json");
        } catch (RejectedRequest e) {
            return e.response();
        }
    }

    private MockResponse respond(ApiRequest request) {
        boolean ofObject = !request.name().isEmpty();
        switch (request.received().method()) {
            case GET -> {
                return request.parameter("watch").equals("true") ? watch(request) : read(request);
            }
            case POST -> {
                if (!ofObject) {
                    return create(request, request.document());
                }
            }
            case PUT -> {
                if (ofObject) {
                    return update(request, stored(request), request.document());
                }
            }
            case PATCH -> {
                if (ofObject) {
                    return patch(request, stored(request));
                }
            }
            case DELETE -> {
                return ofObject ? delete(request, stored(request)) : handleDelete(request.path());
            }
            default -> {
                // Rejected below.
            }
        }
        throw new RejectedRequest(
                405, "MethodNotAllowed", request.received().getRequestLine() + ": method not allowed");
    }

    private MockResponse watch(ApiRequest request) {
        if (request.parameter("sendInitialEvents").equals("true")) {
            throw RejectedRequest.invalid(
                    "ListOptions", "sendInitialEvents: Forbidden: the WatchList feature is not available");
        }
        // The mock server takes a name with a colon, as of RBAC objects, in a path only.
        String path = request.selectedName()
                .map(name -> request.path(name) + "?watch=true")
                .orElse(request.pathAndQuery());
        if (missesDeletion(getKey(path), request.parameter("resourceVersion"))) {
            throw new RejectedRequest(410, "Expired", "too old resource version");
        }
        return handleGet(path);
    }

    /** The mock server sends a new watch what exists, and nothing of what was deleted since the client's list. */
    private boolean missesDeletion(AttributeSet watched, String since) {
        return VERSION_FORMAT.matcher(since).matches()
                && deletions.entrySet().stream()
                        .anyMatch(deletion -> deletion.getValue() > Long.parseLong(since)
                                && deletion.getKey().matches(watched));
    }

    private MockResponse read(ApiRequest request) {
        Optional<String> selected = request.selectedName();
        if (selected.isEmpty()) {
            return handleGet(request.pathAndQuery());
        }
        MockResponse found = handleGet(request.path(selected.get()));
        List<String> items = found.code() == 200 ? List.of(found.getBody().readUtf8()) : List.of();
        return new MockResponse()
                .setResponseCode(200)
                .setBody(((KubernetesResponseComposer) getResponseComposer()).compose(items, String.valueOf(version)));
    }

    private MockResponse create(ApiRequest request, KubernetesObject document) {
        if (REVIEWS.containsKey(request.resource())) {
            document.tree().put("status", REVIEWS.get(request.resource()));
            return ApiRequest.response(201, document);
        }
        if (!document.name().isEmpty() && findResource(getKey(request.path(document.name()))) != null) {
            throw new RejectedRequest(409, "AlreadyExists", request.target(document.name()) + " already exists");
        }
        Defaults.fill(document);
        return handleCreate(request.with(document));
    }

    private MockResponse update(ApiRequest request, KubernetesObject live, KubernetesObject document) {
        String expected = document.fields().string("metadata", "resourceVersion");
        if (!expected.isEmpty() && !expected.equals(live.fields().string("metadata", "resourceVersion"))) {
            throw RejectedRequest.conflict(
                    request.target(),
                    "the object has been modified; please apply your changes to the latest version and try again");
        }
        if (isWorkload(document) && !selector(document).equals(selector(live))) {
            throw RejectedRequest.invalid(request.target(), "spec.selector: field is immutable");
        }
        Defaults.fill(document);
        return handleUpdate(request.with(document));
    }

    /** A patch is an update with the patched object. */
    private MockResponse patch(ApiRequest request, KubernetesObject live) {
        String type = String.valueOf(request.received().getHeader("Content-Type"));
        if (type.startsWith("application/merge-patch+json")) {
            return update(request, live, MergePatch.apply(live, request.document()));
        } else if (type.startsWith("application/json-patch+json")) {
            try {
                JsonNode patch = context.getMapper()
                        .readTree(request.received().getBody().getBytes());
                JsonNode patched = JsonPatch.apply(patch, context.getMapper().valueToTree(live.tree()));
                return update(request, live, ApiRequest.parse(patched.toString()));
            } catch (IOException | JsonPatchException e) {
                throw RejectedRequest.invalid(request.target(), e.getMessage());
            }
        }
        throw new RejectedRequest(415, "UnsupportedMediaType", "the media type " + type + " is not supported");
    }

    private MockResponse delete(ApiRequest request, KubernetesObject live) {
        String uid = request.received().getBody().size() == 0
                ? ""
                : request.document().fields().string("preconditions", "uid");
        if (!uid.isEmpty() && !uid.equals(live.fields().string("metadata", "uid"))) {
            throw RejectedRequest.conflict(
                    request.target(), "the UID in the precondition (" + uid + ") is not the UID of the object");
        }
        return request.isDryRun() ? ApiRequest.response(200, live) : handleDelete(request.path());
    }

    private KubernetesObject stored(ApiRequest request) {
        Map.Entry<AttributeSet, String> found = findResource(getKey(request.path(request.name())));
        if (found == null) {
            throw RejectedRequest.notFound(request.target());
        }
        return ApiRequest.parse(found.getValue());
    }

    private static boolean isWorkload(KubernetesObject object) {
        return object.apiVersion().equals("apps/v1");
    }

    private static Map<String, Object> selector(KubernetesObject workload) {
        return workload.fields().map("spec", "selector");
    }

    /** Every kind has a status that only its subresource writes; kinds without a status are written without one. */
    @Override
    public boolean isStatusSubresourceEnabledForResource(String path) {
        return true;
    }

    @Override
    public long requestResourceVersion() {
        if (dryRun) {
            return 0;
        }
        version = super.requestResourceVersion();
        return version;
    }

    /** Without null fields for what the object does not have, such as the namespace of a cluster-scoped object. */
    @Override
    public void preserveMetadata(JsonNode currentResource, JsonNode updatedResource) {
        JsonNode current = currentResource.get(METADATA);
        ObjectNode updated = (ObjectNode) updatedResource.get(METADATA);
        for (String field : SERVER_METADATA) {
            if (current.hasNonNull(field)) {
                updated.set(field, current.get(field));
            } else {
                updated.remove(field);
            }
        }
    }

    @Override
    public void touchResourceVersion(JsonNode currentResource, JsonNode updatedResource) {
        if (!dryRun) {
            super.touchResourceVersion(currentResource, updatedResource);
        }
    }

    /** Of a Deployment with its annotations, too: pkg/registry/apps/deployment/strategy.go of Kubernetes. */
    @Override
    public void touchGeneration(JsonNode currentResource, JsonNode updatedResource) {
        boolean annotated = "Deployment".equals(updatedResource.path("kind").asText())
                && !currentResource.at(ANNOTATIONS).equals(updatedResource.at(ANNOTATIONS));
        if (annotated || !currentResource.path("spec").equals(updatedResource.path("spec"))) {
            long generation = currentResource.path(METADATA).path(GENERATION).asLong();
            ((ObjectNode) updatedResource.get(METADATA)).put(GENERATION, generation + 1);
        }
    }

    /** A write that changes nothing is not an event, and a deletion has a resourceVersion of its own. */
    @Override
    public void processEvent(
            String path,
            AttributeSet pathAttributes,
            AttributeSet oldAttributes,
            GenericKubernetesResource resource,
            String newState) {
        if (dryRun) {
            return;
        }
        if (oldAttributes != null) {
            KubernetesObject before = ApiRequest.parse(map.get(oldAttributes));
            if (newState == null) {
                before.fields().map("metadata").put(RESOURCE_VERSION, String.valueOf(requestResourceVersion()));
                deletions.put(oldAttributes, version);
                map.put(oldAttributes, JsonWriter.compact(before.tree()));
            } else if (before.equals(ApiRequest.parse(newState))) {
                return;
            }
        }
        super.processEvent(path, pathAttributes, oldAttributes, resource, newState);
    }
}
