// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.client;

import io.ccmoperator.assets.KubernetesMinor;
import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.assets.ResourceKind;
import io.ccmoperator.assets.text.MessageText;
import io.ccmoperator.assets.tree.FieldReader;
import io.ccmoperator.assets.tree.JsonWriter;
import io.ccmoperator.kubeconfig.ProxyServer;
import io.fabric8.kubernetes.api.model.DefaultKubernetesResourceList;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.Resource;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;
import io.fabric8.kubernetes.client.dsl.internal.BaseOperation;
import io.fabric8.kubernetes.client.dsl.internal.HasMetadataOperationsImpl;
import io.fabric8.kubernetes.client.impl.BaseClient;
import io.netty.handler.codec.http.HttpResponseStatus;
import java.io.InterruptedIOException;
import java.net.HttpURLConnection;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** The two ports for requests, on the Kubernetes client. */
final class KubernetesApiServer implements ApiServer, ObjectLists {
    private static final Set<ResourceKind> REVIEWS =
            EnumSet.of(ResourceKind.TOKEN_REVIEW, ResourceKind.SUBJECT_ACCESS_REVIEW);

    private static final String VERSION = "/version";

    private static final PatchContext MERGE = PatchContext.of(PatchType.JSON_MERGE);

    /** How often a request is sent when its connection is closed each time. */
    private static final int ATTEMPTS = 3;

    /** How many objects of a list are one response: a Node has 15 KB, and as a tree ten times that. */
    static final int PAGE = 100;

    private static final ConnectionFault FOREIGN =
            new ConnectionFault(KubernetesClientFactory.FOREIGN_ANSWER, ApiException.OF_NETWORK);

    private final BaseClient client;
    private final Optional<ProxyServer> proxy;

    KubernetesApiServer(BaseClient client, Optional<ProxyServer> proxy) {
        this.client = client;
        this.proxy = proxy;
    }

    @Override
    public Optional<KubernetesObject> get(ObjectKey key) {
        ClusterResource found =
                request("get " + key, () -> objects(key).withName(key.name()).get());
        if (found == null) {
            requireServed(key.kind());
            return Optional.empty();
        }
        return Optional.of(required("get " + key, key, found));
    }

    /**
     * The server answers 404 for an object that it does not have, and for a version of a kind that it does not have: only what discovery does not
     * know in any version is absent. Kinds of Kubernetes itself have been in these versions for long.
     *
     * @throws ApiException if the kind is served in other versions alone
     */
    void requireServed(ResourceKind kind) {
        boolean isOwn = kind == ResourceKind.CLOUD_CONTROLLER_MANAGER;
        if (!isOwn && !kind.group().equals(ResourceKind.INFRASTRUCTURE.group())) {
            return;
        }
        List<String> versions = versions(kind);
        if (!versions.isEmpty() && !versions.contains(kind.apiVersion())) {
            throw new ApiException(
                    HttpURLConnection.HTTP_NOT_FOUND,
                    "the cluster has the kind " + kind.kind() + " in " + String.join(", ", versions)
                            + " alone, and this program reads it in " + kind.apiVersion()
                            + "; take the program of that version"
                            + (isOwn
                                    ? ", or run kubectl apply --server-side --force-conflicts -f crds in the folder of"
                                            + " the chart of this one"
                                    : ""),
                    null);
        }
    }

    /** As {@link ApiConnection#serves} has it: the groups and versions in which the server has a kind. */
    List<String> versions(ResourceKind kind) {
        String what = "get the versions of " + kind.plural();
        return request(what, () -> page(client.raw("/apis/" + kind.group()))).fields().items("versions").stream()
                .map(version -> version.string("groupVersion"))
                .filter(version ->
                        request(what, () -> page(client.raw("/apis/" + version))).fields().items("resources").stream()
                                .anyMatch(resource -> resource.string("name").equals(kind.plural())))
                .toList();
    }

    @Override
    public List<KubernetesObject> list(
            ResourceKind kind,
            String namespace,
            String selector,
            Function<KubernetesObject, Optional<KubernetesObject>> keep) {
        List<KubernetesObject> objects = new ArrayList<>();
        String next = "";
        do {
            KubernetesObject page = page(kind, namespace, selector, next);
            items(page).flatMap(object -> keep.apply(object).stream()).forEach(objects::add);
            next = page.fields().string("metadata", "continue");
        } while (!next.isEmpty());
        return objects;
    }

    private static Stream<KubernetesObject> items(KubernetesObject page) {
        return page.fields().maps("items").stream().map(KubernetesObject::new);
    }

    private KubernetesObject page(ResourceKind kind, String namespace, String selector, String next) {
        int end = selector.indexOf('=') + 1;
        String selected = selector.isEmpty() ? "" : "&" + selector.substring(0, end) + encoded(selector.substring(end));
        String query = "?limit=" + PAGE + selected + "&continue=" + encoded(next);
        return request(
                "list " + kind.plural() + (namespace.isEmpty() ? "" : " of namespace " + namespace),
                () -> page(client.raw(kind.path(namespace) + query)));
    }

    /** The client has no answer where there is no such path. */
    private KubernetesObject page(String answer) {
        return answer == null
                ? new KubernetesObject(Map.of())
                : client.getKubernetesSerialization()
                        .unmarshal(answer, ClusterResource.class)
                        .manifest();
    }

    /** As {@link ApiConnection#version} has it. */
    KubernetesMinor version() {
        String what = "get " + VERSION;
        FieldReader version = request(what, () -> page(client.raw(VERSION))).fields();
        // Distributions add a sign to the minor version.
        return KubernetesMinor.of(version.string("major") + "." + version.string("minor"))
                .orElseThrow(() -> noAnswer(what, FOREIGN, null));
    }

    private static String encoded(String parameter) {
        return URLEncoder.encode(parameter, StandardCharsets.UTF_8);
    }

    @Override
    public KubernetesObject create(KubernetesObject object, DryRun dryRun) {
        ObjectKey key = ObjectKey.of(object);
        return object("create " + key, key, () -> {
            Resource<ClusterResource> resource = resource(key, object);
            return dryRun == DryRun.NONE ? resource.create() : resource.dryRun().create();
        });
    }

    @Override
    public KubernetesObject replace(KubernetesObject object, DryRun dryRun) {
        ObjectKey key = ObjectKey.of(object);
        if (object.fields().string("metadata", "resourceVersion").isEmpty()) {
            return object("update " + key, key, () -> overwrite(key, object, dryRun));
        }
        return object("update " + key, key, () -> {
            Resource<ClusterResource> resource = resource(key, object);
            return dryRun == DryRun.NONE ? resource.update() : resource.dryRun().update();
        });
    }

    /** Without the client's typed update, which would read the object first to complete it. */
    private ClusterResource overwrite(ObjectKey key, KubernetesObject object, DryRun dryRun) {
        String query = dryRun == DryRun.NONE ? "" : "?dryRun=All";
        String answer = client.raw(key.path() + query, "PUT", object.tree());
        return client.getKubernetesSerialization().unmarshal(answer, ClusterResource.class);
    }

    @Override
    public KubernetesObject patchStatus(ObjectKey key, Map<String, Object> patch) {
        return object(
                "update the status of " + key,
                key,
                () -> resource(key, stub(key)).subresource("status").patch(MERGE, JsonWriter.compact(patch)));
    }

    @Override
    public KubernetesObject patch(ObjectKey key, Map<String, Object> patch, String fieldManager) {
        PatchContext context = new PatchContext.Builder()
                .withPatchType(PatchType.JSON_MERGE)
                .withFieldManager(fieldManager)
                .build();
        return object("patch " + key, key, () -> resource(key, stub(key)).patch(context, JsonWriter.compact(patch)));
    }

    /** Without the client's typed delete, which has no precondition for the uid. */
    @Override
    public void delete(ObjectKey key, String uid) {
        Map<String, Object> options = Map.of(
                "apiVersion",
                "v1",
                "kind",
                "DeleteOptions",
                "propagationPolicy",
                "Background",
                "preconditions",
                Map.of("uid", uid));
        try {
            request("delete " + key, () -> client.raw(key.path(), "DELETE", options));
        } catch (ApiException e) {
            if (!e.isNotFound()) {
                throw e;
            }
        }
    }

    /** As {@link ApiConnection#review} has it. */
    KubernetesObject review(KubernetesObject review) {
        ResourceKind kind = ResourceKind.of(review)
                .filter(REVIEWS::contains)
                .orElseThrow(() -> new IllegalArgumentException(review.kind() + " is not a review"));
        String what = "create a " + kind.kind();
        try {
            return repeated(() -> objects(client, kind)
                            .resource(new ClusterResource(review.tree()))
                            .create())
                    .manifest();
        } catch (KubernetesClientException e) {
            // Neither the cause nor the server's message: both may repeat the review, which holds a token.
            throw new ApiException(
                    Math.max(e.getCode(), ApiException.NO_ANSWER),
                    what + ": "
                            + (e.getCode() > 0
                                    ? "HTTP status " + e.getCode()
                                    : "no answer from " + client.getMasterUrl()),
                    null);
        }
    }

    private Resource<ClusterResource> resource(ObjectKey key, KubernetesObject object) {
        return objects(key).resource(new ClusterResource(object.tree()));
    }

    /** Objects of the key's kind in the key's namespace. */
    private BaseOperation<ClusterResource, DefaultKubernetesResourceList<ClusterResource>, Resource<ClusterResource>>
            objects(ObjectKey key) {
        var all = objects(client, key.kind());
        return key.kind().isNamespaced() ? all.inNamespace(key.namespace()) : all;
    }

    /**
     * Objects of a kind in all namespaces, as trees. Reason: {@code client.genericKubernetesResources} takes a kind without a
     * class of its own, but brings its own class for the object; {@code client.resources} takes a class for each kind.
     */
    @SuppressWarnings("unchecked")
    static HasMetadataOperationsImpl<ClusterResource, DefaultKubernetesResourceList<ClusterResource>> objects(
            BaseClient client, ResourceKind kind) {
        String[] version = kind.apiVersion().split("/", 2);
        ResourceDefinitionContext context = new ResourceDefinitionContext.Builder()
                .withGroup(version.length == 2 ? version[0] : "")
                .withVersion(version[version.length - 1])
                .withKind(kind.kind())
                .withPlural(kind.plural())
                .withNamespaced(kind.isNamespaced())
                .build();
        Class<?> list = DefaultKubernetesResourceList.class;
        return new HasMetadataOperationsImpl<>(
                client, context, ClusterResource.class, (Class<DefaultKubernetesResourceList<ClusterResource>>) list);
    }

    /** All that the client needs of an object to know its path. */
    private static KubernetesObject stub(ObjectKey key) {
        Map<String, Object> metadata = key.namespace().isEmpty()
                ? Map.of("name", key.name())
                : Map.of("name", key.name(), "namespace", key.namespace());
        return new KubernetesObject(
                Map.of("apiVersion", key.kind().apiVersion(), "kind", key.kind().kind(), "metadata", metadata));
    }

    private KubernetesObject object(String what, ObjectKey key, Supplier<ClusterResource> request) {
        return required(what, key, request(what, request));
    }

    /** The object of an answer. An answer with another one is not of the API server. */
    private KubernetesObject required(String what, ObjectKey key, ClusterResource answer) {
        KubernetesObject object = answer.manifest();
        if (!object.kind().equals(key.kind().kind()) || !object.name().equals(key.name())) {
            throw noAnswer(what, FOREIGN, null);
        }
        return object;
    }

    private <T> T request(String what, Supplier<T> request) {
        try {
            return repeated(request);
        } catch (KubernetesClientException e) {
            if (e.getCode() > 0 && proxy.isPresent() && isForeign(e)) {
                String status = HttpResponseStatus.valueOf(e.getCode()).toString();
                throw noAnswer(what, ConnectionFault.ofAnswer(proxy.get().shown(), status), e);
            } else if (e.getCode() > 0) {
                throw new ApiException(e.getCode(), what + ": " + reason(e), null);
            }
            throw noAnswer(what, fault(e), e);
        }
    }

    private ApiException noAnswer(String what, ConnectionFault why, Throwable cause) {
        return new ApiException(
                ApiException.NO_ANSWER,
                what + ": no answer from " + client.getMasterUrl() + " because " + why.words(),
                why.remedy(),
                cause);
    }

    /**
     * Repeats a request whose connection was closed, as a connection of the pool may be that the server has closed
     * meanwhile; the pool may have another one, or offer the same one again before it is removed. Reason: the
     * client repeats requests on faults of sockets, but does not know Vert.x' own.
     */
    private static <T> T repeated(Supplier<T> request) {
        for (int attempt = 1; ; attempt++) {
            try {
                return request.get();
            } catch (KubernetesClientException e) {
                if (attempt == ATTEMPTS || !ConnectionFault.isClosedByServer(e)) {
                    throw e;
                }
            }
        }
    }

    /** Of a failure the API server says that it is one; the client makes a Status of any other answer. */
    private static boolean isForeign(KubernetesClientException e) {
        return e.getStatus() == null || !"Failure".equals(e.getStatus().getStatus());
    }

    /** The server's own message on one line, and the HTTP status where it sent none. */
    private static String reason(KubernetesClientException e) {
        String message = e.getStatus() == null || !"Status".equals(e.getStatus().getKind())
                ? null
                : e.getStatus().getMessage();
        return message == null || message.isBlank() ? "HTTP status " + e.getCode() : MessageText.oneLine(message);
    }

    private ConnectionFault fault(KubernetesClientException e) {
        Throwable cause = e.getCause() == null ? e : e.getCause();
        if (cause instanceof InterruptedIOException) {
            return new ConnectionFault("the program is stopping", "start it again");
        }
        // The client wraps what happened on the connection.
        return ConnectionFault.of(cause.getCause() == null ? cause : cause.getCause(), proxy);
    }
}
