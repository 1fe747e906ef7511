// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.assets.deployment.devmode.mock;

import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.assets.tree.JsonReader;
import io.ccmoperator.assets.tree.JsonWriter;
import io.ccmoperator.assets.tree.SyntaxException;
import io.fabric8.mockwebserver.http.Buffer;
import io.fabric8.mockwebserver.http.HttpUrl;
import io.fabric8.mockwebserver.http.MockResponse;
import io.fabric8.mockwebserver.http.RecordedRequest;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A request for objects.
 *
 * @param received as the mock server has it
 * @param url its path and query
 * @param collection the path of the collection, without percent-encoding
 * @param group the API group; empty for the core group
 * @param namespace empty for cluster-scoped objects and for all namespaces
 * @param resource the name of the collection, such as {@code deployments}
 * @param name of one object; empty for a collection
 * @param subresource such as {@code status}; empty for the object itself
 */
record ApiRequest(
        RecordedRequest received,
        HttpUrl url,
        String collection,
        String group,
        String namespace,
        String resource,
        String name,
        String subresource) {
    private static final Pattern PATH = Pattern.compile("(?<collection>(?:/api|/apis/(?<group>[^/]+))/v[^/]+"
            + "(?:/namespaces/(?<namespace>[^/]+)(?=/(?!status$)))?/(?<resource>[^/]+))"
            + "(?:/(?<name>[^/]+)(?:/(?<subresource>[^/]+))?)?");
    private static final String BY_NAME = "metadata.name=";

    /** Parses a request; fails with 404 if its path is not the path of objects. */
    static ApiRequest of(RecordedRequest received) {
        HttpUrl url = HttpUrl.parse("http://localhost" + received.getPath());
        Matcher path = PATH.matcher(url.uri().getPath());
        if (!path.matches()) {
            throw RejectedRequest.notFound("path " + url.uri().getPath());
        }
        return new ApiRequest(
                received,
                url,
                path.group("collection"),
                group(path, "group"),
                group(path, "namespace"),
                path.group("resource"),
                group(path, "name"),
                group(path, "subresource"));
    }

    private static String group(Matcher path, String name) {
        return Optional.ofNullable(path.group(name)).orElse("");
    }

    /** A parameter of the query; empty if the query does not have it. */
    String parameter(String parameter) {
        return Optional.ofNullable(url.queryParameter(parameter)).orElse("");
    }

    boolean isDryRun() {
        return parameter("dryRun").equals("All");
    }

    /** The name that the field selector selects, if it selects by name; fails with 400 if it selects by something else. */
    Optional<String> selectedName() {
        String selector = parameter("fieldSelector");
        if (selector.isEmpty()) {
            return Optional.empty();
        } else if (selector.startsWith(BY_NAME) && !selector.contains(",")) {
            return Optional.of(selector.substring(BY_NAME.length()));
        }
        throw new RejectedRequest(
                400, "BadRequest", "the field selector " + selector + " is not supported; use " + BY_NAME + "...");
    }

    /** The path without query and percent-encoding. */
    String path() {
        return url.uri().getPath();
    }

    /** The path without percent-encoding, with the query as received. */
    String pathAndQuery() {
        String query = url.uri().getRawQuery();
        return query == null ? path() : path() + "?" + query;
    }

    /** The path of an object of the collection. */
    String path(String itsName) {
        return collection + "/" + itsName;
    }

    /** Resource and name as messages of API servers show them, such as {@code deployments.apps "aws"}. */
    String target() {
        return target(name);
    }

    /** The same for another object of the collection. */
    String target(String itsName) {
        return resource + (group.isEmpty() ? "" : "." + group) + (itsName.isEmpty() ? "" : " \"" + itsName + "\"");
    }

    /** The document in the body; fails with 400 if the body is not a JSON object. */
    KubernetesObject document() {
        return parse(received.getBody());
    }

    /** The same write with another document. */
    RecordedRequest with(KubernetesObject document) {
        return new RecordedRequest(
                received.getHttpVersion(), received.method(), path(), received.getHeaders(), body(document));
    }

    /** A response with a document. */
    static MockResponse response(int code, KubernetesObject document) {
        return new MockResponse()
                .setResponseCode(code)
                .setHeader("Content-Type", "application/json")
                .setBody(body(document));
    }

    /** The document in a response. */
    static KubernetesObject parse(MockResponse response) {
        return parse(response.getBody());
    }

    static KubernetesObject parse(String json) {
        return parse(new Buffer(json.getBytes(StandardCharsets.UTF_8)));
    }

    @SuppressWarnings("unchecked")
    private static KubernetesObject parse(Buffer json) {
        try {
            if (JsonReader.read(json.getBytes()) instanceof Map<?, ?> tree) {
                return new KubernetesObject((Map<String, Object>) tree);
            }
        } catch (SyntaxException e) {
            throw new RejectedRequest(400, "BadRequest", "the body is not JSON: " + e.getMessage());
        }
        throw new RejectedRequest(400, "BadRequest", "the body is not a JSON object");
    }

    private static Buffer body(KubernetesObject document) {
        return new Buffer(JsonWriter.compact(document.tree()).getBytes(StandardCharsets.UTF_8));
    }
}
