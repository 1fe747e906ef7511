// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.payload;

import io.ccmoperator.YamlText;
import io.ccmoperator.apiserver.ApiAnswer;
import io.ccmoperator.apiserver.ApiClient;
import io.ccmoperator.apiserver.ApiUser;
import io.ccmoperator.assets.KubernetesObject;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A request that an admission policy judges. The objects it needs are created before the policy is effective. */
interface AdmissionCase {
    /** Makes what the request needs. */
    void prepare(ApiClient admin);

    /** Sends the request, as a dry run. */
    ApiAnswer send(ApiClient admin);

    /** A Service is created with a value of an annotation, or without the annotation (null). */
    static AdmissionCase created(String annotation, String value) {
        return new Created(service(annotation, value));
    }

    /** A Service that has one value of an annotation gets another one; null is without the annotation. */
    static AdmissionCase changed(String annotation, String before, String after) {
        return new Changed(service(annotation, before), service(annotation, after));
    }

    /** A user changes a label of a Node. */
    static AdmissionCase nodeUpdate(ApiUser user, String node) {
        return new NodeUpdate(user, node(node));
    }

    /** A user patches the status of a Node. */
    static AdmissionCase nodeStatusPatch(ApiUser user, String node) {
        return new NodeStatusPatch(user, node(node));
    }

    private static KubernetesObject node(String name) {
        return YamlText.manifest("{apiVersion: v1, kind: Node, metadata: {name: " + name + "}}");
    }

    private static void apply(ApiClient admin, KubernetesObject object) {
        ApiAnswer answer = admin.apply(object);
        if (!answer.accepted()) {
            throw new IllegalStateException(answer.refusal());
        }
    }

    private static KubernetesObject service(String annotation, String value) {
        KubernetesObject service = YamlText.manifest("""
                apiVersion: v1
                kind: Service
                metadata: {name: sample, namespace: default}
                spec: {type: LoadBalancer, ports: [{port: 80}], selector: {app: sample}}
                """);
        if (value != null) {
            service.fields().map("metadata").put("annotations", new LinkedHashMap<>(Map.of(annotation, value)));
        }
        return service;
    }

    /** A Service that is not there yet. */
    record Created(KubernetesObject service) implements AdmissionCase {
        @Override
        public void prepare(ApiClient admin) {
            // Needs nothing.
        }

        @Override
        public ApiAnswer send(ApiClient admin) {
            return admin.dryRun().create(service);
        }

        @Override
        public String toString() {
            return "created with " + service.fields().map("metadata", "annotations");
        }
    }

    /** A Service that is there already. */
    record Changed(KubernetesObject before, KubernetesObject after, String name) implements AdmissionCase {
        Changed(KubernetesObject before, KubernetesObject after) {
            this(before, after, "changed-" + List.of(before, after).hashCode());
        }

        @Override
        public void prepare(ApiClient admin) {
            KubernetesObject named = before.copy();
            named.fields().map("metadata").put("name", name);
            AdmissionCase.apply(admin, named);
        }

        @Override
        public ApiAnswer send(ApiClient admin) {
            KubernetesObject named = before.copy();
            named.fields().map("metadata").put("name", name);
            KubernetesObject changed = admin.read(named).object().copy();
            changed.fields().map("metadata").remove("annotations");
            if (!after.fields().map("metadata", "annotations").isEmpty()) {
                changed.fields()
                        .map("metadata")
                        .put("annotations", after.fields().map("metadata", "annotations"));
            }
            changed.fields().map("spec", "selector").put("changed", "yes");
            return admin.dryRun().replace(changed);
        }

        @Override
        public String toString() {
            return "changed from " + before.fields().map("metadata", "annotations") + " to "
                    + after.fields().map("metadata", "annotations");
        }
    }

    /** A Node that is there already. */
    record NodeUpdate(ApiUser user, KubernetesObject node) implements AdmissionCase {
        @Override
        public void prepare(ApiClient admin) {
            AdmissionCase.apply(admin, node);
        }

        @Override
        public ApiAnswer send(ApiClient admin) {
            KubernetesObject changed = admin.read(node).object().copy();
            changed.fields().map("metadata").put("labels", Map.of("changed", "yes"));
            return admin.as(user).dryRun().replace(changed);
        }

        @Override
        public String toString() {
            return node.name() + " changed by " + user;
        }
    }

    /** The same for its status. */
    record NodeStatusPatch(ApiUser user, KubernetesObject node) implements AdmissionCase {
        @Override
        public void prepare(ApiClient admin) {
            AdmissionCase.apply(admin, node);
        }

        @Override
        public ApiAnswer send(ApiClient admin) {
            KubernetesObject patch = node.copy();
            patch.tree().put("status", YamlText.tree("{addresses: [{type: InternalIP, address: 192.0.2.1}]}"));
            return admin.as(user).dryRun().applyStatus(patch);
        }

        @Override
        public String toString() {
            return "status of " + node.name() + " patched by " + user;
        }
    }
}
