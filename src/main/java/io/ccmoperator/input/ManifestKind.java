// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.input;

import java.util.Map;

/** The kinds of manifests that are read from files. */
public enum ManifestKind {
    INFRASTRUCTURE("config.openshift.io/v1", "Infrastructure", false),
    NETWORK("config.openshift.io/v1", "Network", false),
    PROXY("config.openshift.io/v1", "Proxy", false),
    FEATURE_GATE("config.openshift.io/v1", "FeatureGate", false),
    API_SERVER("config.openshift.io/v1", "APIServer", false),
    CLOUD_CONTROLLER_MANAGER("ccmoperator.io/v1beta1", "CloudControllerManager", false),
    CONFIG_MAP("v1", "ConfigMap", true),
    SECRET("v1", "Secret", true);

    private final String apiVersion;
    private final String kind;
    private final boolean confidential;
    private final Map<String, Object> schema;

    ManifestKind(String apiVersion, String kind, boolean confidential) {
        this.apiVersion = apiVersion;
        this.kind = kind;
        this.confidential = confidential;
        schema = Schemas.of(kind);
    }

    /** The API group and version, such as {@code config.openshift.io/v1}. */
    public String apiVersion() {
        return apiVersion;
    }

    /** The name of the kind, such as {@code Infrastructure}. */
    public String kind() {
        return kind;
    }

    /** Whether a manifest says that it is of this kind. */
    boolean isKindOf(Map<String, Object> manifest) {
        return kind.equals(manifest.get("kind")) && apiVersion.equals(manifest.get("apiVersion"));
    }

    /** The fields of the kind, in the notation of {@link Schemas}. */
    Map<String, Object> schema() {
        return schema;
    }

    /** Whether OpenShift's API server or installer makes such an object, as opposed to a user. */
    boolean isOfOpenShift() {
        return apiVersion.startsWith("config.openshift.io/");
    }

    /** True if values of such a manifest may be credentials; messages do not show them. */
    boolean isConfidential() {
        return confidential;
    }

    /** The kind in messages: {@code Infrastructure config.openshift.io/v1}. */
    @Override
    public String toString() {
        return kind + " " + apiVersion;
    }

    /** The kind with its article: {@code an Infrastructure config.openshift.io/v1}. */
    String withArticle() {
        return withArticle(toString());
    }

    /** The name of any kind with its article. */
    static String withArticle(String kind) {
        return (kind.matches("(?s)[AEIOU].*") ? "an " : "a ") + kind;
    }
}
