/*
 * Copyright the ccm-operator authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.ccmoperator.files;

import java.util.function.Supplier;

/** The kinds of manifests that commands take from files. */
public enum ManifestKind {
    INFRASTRUCTURE("config.openshift.io/v1", "Infrastructure", false, () -> Schemas.OfInfrastructure.FIELDS),
    NETWORK("config.openshift.io/v1", "Network", false, () -> Schemas.OfNetwork.FIELDS),
    PROXY("config.openshift.io/v1", "Proxy", false, () -> Schemas.OfProxy.FIELDS),
    FEATURE_GATE("config.openshift.io/v1", "FeatureGate", false, () -> Schemas.OfFeatureGate.FIELDS),
    API_SERVER("config.openshift.io/v1", "APIServer", false, () -> Schemas.OfApiServer.FIELDS),
    CONFIG_MAP("v1", "ConfigMap", true, () -> Schemas.OfConfigMap.FIELDS),
    SECRET("v1", "Secret", true, () -> Schemas.OfSecret.FIELDS);

    private final String apiVersion;
    private final String kind;
    private final boolean confidential;
    private final Supplier<FieldSchema.Fields> schema;

    ManifestKind(String apiVersion, String kind, boolean confidential, Supplier<FieldSchema.Fields> schema) {
        this.apiVersion = apiVersion;
        this.kind = kind;
        this.confidential = confidential;
        this.schema = schema;
    }

    /** The API group and version, such as {@code config.openshift.io/v1}. */
    public String apiVersion() {
        return apiVersion;
    }

    /** The name of the kind, such as {@code Infrastructure}. */
    public String kind() {
        return kind;
    }

    /** The fields that a manifest of this kind may have, apiVersion, kind and metadata among them. */
    public FieldSchema.Fields schema() {
        return schema.get();
    }

    /** True when values of such a manifest may be credentials, so that no message may show one. */
    boolean isConfidential() {
        return confidential;
    }

    /** The kind as a message names it: {@code Infrastructure config.openshift.io/v1}. */
    @Override
    public String toString() {
        return kind + " " + apiVersion;
    }

    /** The kind with its article: {@code an Infrastructure config.openshift.io/v1}. */
    String withArticle() {
        return TypeNames.withArticle(toString());
    }
}
