/*
 * Copyright the ccm-operator authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.ccmoperator.files;

import io.ccmoperator.assets.tree.YamlReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The schemas of all kinds, parsed from the resources {@code schemas/*.yaml}. Each is in a class of its own: on the JVM
 * it is parsed when it is first asked for, in a native image it was parsed when the image was built and needs no resource.
 */
final class Schemas {
    private Schemas() {}

    static final class OfInfrastructure {
        static final FieldSchema.Fields FIELDS = ofKind("infrastructure");
    }

    static final class OfNetwork {
        static final FieldSchema.Fields FIELDS = ofKind("network");
    }

    static final class OfProxy {
        static final FieldSchema.Fields FIELDS = ofKind("proxy");
    }

    static final class OfFeatureGate {
        static final FieldSchema.Fields FIELDS = ofKind("featuregate");
    }

    static final class OfApiServer {
        static final FieldSchema.Fields FIELDS = ofKind("apiserver");
    }

    static final class OfConfigMap {
        static final FieldSchema.Fields FIELDS = ofKind("configmap");
    }

    static final class OfSecret {
        static final FieldSchema.Fields FIELDS = ofKind("secret");
    }

    /** What every kind has. */
    private static final class OfObject {
        static final FieldSchema METADATA = read("objectmeta");
    }

    private static FieldSchema.Fields ofKind(String name) {
        Map<String, FieldSchema> fields = new LinkedHashMap<>();
        fields.put("apiVersion", FieldSchema.Scalar.STRING);
        fields.put("kind", FieldSchema.Scalar.STRING);
        fields.put("metadata", OfObject.METADATA);
        fields.putAll(((FieldSchema.Fields) read(name)).fields());
        return new FieldSchema.Fields(fields);
    }

    private static FieldSchema read(String name) {
        String resource = "/schemas/" + name + ".yaml";
        try (InputStream stream = Schemas.class.getResourceAsStream(resource)) {
            if (stream == null) {
                throw new IllegalStateException("the application has no resource " + resource);
            }
            return FieldSchema.parse(
                    YamlReader.read(stream.readAllBytes()).get(0).value());
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read the resource " + resource, e);
        }
    }
}
