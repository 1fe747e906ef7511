// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.assets.deployment.schema;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.networknt.schema.JsonMetaSchema;
import com.networknt.schema.JsonNodePath;
import com.networknt.schema.JsonSchema;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.NonValidationKeyword;
import com.networknt.schema.PathType;
import com.networknt.schema.SchemaValidatorsConfig;
import com.networknt.schema.SpecVersion.VersionFlag;
import com.networknt.schema.ValidationMessage;
import com.networknt.schema.ValidatorTypeCode;
import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.assets.deployment.decoding.DecodingFault;
import io.ccmoperator.assets.deployment.decoding.DidYouMean;
import io.ccmoperator.assets.tree.FieldReader;
import io.ccmoperator.assets.tree.TreePath;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** Validates objects with the schema of their kinds. It is loaded once; the schema of a kind is compiled when it is needed. */
public final class KubernetesSchema {
    private static final String SCHEMAS = "/components/schemas";
    private static final JsonMapper MAPPER = new JsonMapper();

    private static final SchemaValidatorsConfig CONFIG = SchemaValidatorsConfig.builder()
            .pathType(PathType.JSON_POINTER)
            .preloadJsonSchema(false)
            .build();

    private final SchemaTypes types;
    private final JsonSchema root;
    private final Map<String, Optional<JsonSchema>> kinds = new ConcurrentHashMap<>();

    private KubernetesSchema(JsonNode document) {
        this.types = new SchemaTypes(document.at(SCHEMAS));
        this.root = factory().getSchema(document, CONFIG);
    }

    /** The schema that is loaded on first use. */
    private static final class Loaded {
        static final KubernetesSchema SCHEMA = load();
    }

    /**
     * Every field that is missing, has a value that Kubernetes does not know, or repeats another item of a list; empty for a
     * valid object, and for one of a kind that no provider may have.
     */
    public static List<DecodingFault> faults(KubernetesObject object) {
        return Loaded.SCHEMA.validate(object);
    }

    /**
     * The maps in an object by the names of their types without the package, such as HTTPGetAction; none for an object of a kind
     * that no provider may have.
     */
    public static Map<String, List<FieldReader>> parts(FieldReader object) {
        return Loaded.SCHEMA.types.parts(object);
    }

    /** The strings and lists of an object that are empty and that Kubernetes requires, except lists of fixed values. */
    public static List<FieldReader> empty(FieldReader object) {
        return Loaded.SCHEMA.types.empty(object);
    }

    /** Whether the kind of an object has the field at a path, whether or not the object has it. */
    public static boolean has(FieldReader object, TreePath path) {
        return Loaded.SCHEMA.types.has(object, path);
    }

    /**
     * Whether a type has a field.
     *
     * @param type the name of the type without the package, such as HTTPGetAction
     * @param path the path of the field; {@code []} after a name means the items of a list, {@code {}} the values of a map
     */
    public static boolean has(String type, String path) {
        return Loaded.SCHEMA.types.has(type, path);
    }

    private List<DecodingFault> validate(KubernetesObject object) {
        return kind(object.apiVersion(), object.kind())
                .map(schema -> schema.validate(MAPPER.valueToTree(object.tree())).stream()
                        .map(KubernetesSchema::fault)
                        .flatMap(Optional::stream)
                        .toList())
                .orElse(List.of());
    }

    private Optional<JsonSchema> kind(String apiVersion, String kind) {
        return kinds.computeIfAbsent(
                apiVersion + " " + kind,
                key -> types.ofKind(apiVersion, kind)
                        .map(type -> root.getSubSchema(new JsonNodePath(PathType.JSON_POINTER)
                                .append("components")
                                .append("schemas")
                                .append(type))));
    }

    /** What a message of the library says; types are left to the decoder, which knows more of them. */
    private static Optional<DecodingFault> fault(ValidationMessage message) {
        TreePath path = path(message.getInstanceLocation());
        return switch (message.getType()) {
            case "required" ->
                Optional.of(fault(path.field(message.getProperty()), "is missing; Kubernetes requires this field"));
            case "enum" ->
                message.getInstanceNode().isTextual()
                        ? Optional.of(fault(path, unknownValue(message)))
                        : Optional.empty();
            case ListMapKeys.NAME -> Optional.of(fault(path, message.getMessage()));
            default -> Optional.empty();
        };
    }

    private static DecodingFault fault(TreePath path, String reason) {
        return new DecodingFault(path, Optional.empty(), false, reason);
    }

    private static String unknownValue(ValidationMessage message) {
        List<String> values = new ArrayList<>();
        message.getSchemaNode().forEach(value -> values.add(value.asText().isEmpty() ? "\"\"" : value.asText()));
        String value = message.getInstanceNode().asText();
        return "unknown value '" + value + "'; "
                + DidYouMean.nearest(value, values)
                        .map(near -> "is " + near + " meant? Valid values: ")
                        .orElse("valid values: ")
                + String.join(", ", values);
    }

    private static TreePath path(JsonNodePath location) {
        TreePath path = TreePath.ROOT;
        for (int step = 0; step < location.getNameCount(); step++) {
            path = location.getElement(step) instanceof Integer index
                    ? path.item(index)
                    : path.field(location.getName(step));
        }
        return path;
    }

    private static JsonSchemaFactory factory() {
        JsonMetaSchema dialect = JsonMetaSchema.builder("https://kubernetes.io/openapi")
                .specification(VersionFlag.V4)
                .keywords(List.of(
                        ValidatorTypeCode.REF,
                        ValidatorTypeCode.ALL_OF,
                        ValidatorTypeCode.PROPERTIES,
                        ValidatorTypeCode.ADDITIONAL_PROPERTIES,
                        ValidatorTypeCode.ITEMS,
                        ValidatorTypeCode.REQUIRED,
                        ValidatorTypeCode.ENUM,
                        new ListMapKeys()))
                .unknownKeywordFactory((name, context) -> new NonValidationKeyword(name))
                .build();
        return JsonSchemaFactory.builder()
                .metaSchema(dialect)
                .defaultMetaSchemaIri(dialect.getIri())
                .build();
    }

    private static KubernetesSchema load() {
        try (InputStream file = KubernetesSchema.class.getResourceAsStream("kubernetes.json")) {
            return new KubernetesSchema(MAPPER.readTree(file));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
