// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.chart;

import static org.assertj.core.api.Assertions.assertThat;

import io.ccmoperator.YamlText;
import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.assets.Provider;
import io.ccmoperator.assets.ProviderIndex;
import io.ccmoperator.assets.tree.FieldReader;
import io.ccmoperator.assets.tree.JsonReader;
import io.ccmoperator.assets.tree.JsonWriter;
import io.ccmoperator.payload.PayloadFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The schema of values: of the providers, of values.yaml and of the operator's own kind. */
class SchemaTest extends ChartScene {
    /** Values of a chart before, which templates/validation.yaml refuses with the name of the one that takes their place. */
    private static final Set<String> REMOVED = Set.of(
            "clusterNetwork",
            "crds",
            "featureGates",
            "infrastructureName",
            "platform",
            "platformSpec",
            "platformStatus",
            "proxy",
            "serviceNetwork",
            "topology");

    /** The rule of the kind on names, which the schema of values can say, too. */
    private static final Pattern NAMES =
            Pattern.compile("self\\.all\\(name, size\\(name\\) <= (\\d+) && name\\.matches\\('(.*)'\\)\\)");

    /** ccm is the spec of the kind, without what only an API server knows; an unknown field is refused, which the API server drops. */
    @Test
    void hasSchemaOfKindForItsSpec() throws IOException {
        Map<String, Object> schema = schema();
        Map<String, Object> expected = new LinkedHashMap<>(schema);
        Map<String, Object> properties =
                new LinkedHashMap<>(FieldReader.of(schema).map("properties"));
        properties.put(
                "ccm",
                ofValues(FieldReader.of(Chart.kinds()
                                .get(0)
                                .fields()
                                .maps("spec", "versions")
                                .get(0))
                        .map("schema", "openAPIV3Schema", "properties", "spec")));
        expected.put("properties", properties);
        Path made = Files.writeString(
                PayloadFolder.project().resolve("target/chart-values.schema.json"), JsonWriter.indented(expected));

        assertThat(schema)
                .as("copy %s to helm/ccm-operator/values.schema.json", made)
                .isEqualTo(expected);
    }

    @SuppressWarnings("unchecked")
    private static Map<String, Object> ofValues(Map<String, Object> schema) {
        Map<String, Object> values = new LinkedHashMap<>();
        schema.forEach((key, value) -> {
            if (key.equals("properties")) {
                Map<String, Object> properties = new LinkedHashMap<>();
                ((Map<String, Object>) value)
                        .forEach((name, member) -> properties.put(name, ofValues((Map<String, Object>) member)));
                values.put(key, properties);
            } else if (key.equals("x-kubernetes-validations")) {
                FieldReader.of(schema).items(key).stream()
                        .map(rule -> NAMES.matcher(rule.string("rule")))
                        .filter(Matcher::matches)
                        .forEach(names -> values.put(
                                "propertyNames",
                                Map.of("maxLength", Long.valueOf(names.group(1)), "pattern", names.group(2))));
            } else if (key.equals("x-kubernetes-list-type") && value.equals("set")) {
                values.put("uniqueItems", true);
            } else if (!key.startsWith("x-kubernetes-")) {
                values.put(key, value instanceof Map<?, ?> member ? ofValues((Map<String, Object>) member) : value);
            }
        });
        if (schema.containsKey("properties")) {
            values.put("additionalProperties", false);
        }
        return values;
    }

    /** What expressions of the kind refuse, the chart does in the same words, but for what only a server with the former object knows. */
    @Test
    void refusesInWordsOfKind() {
        Set<String> messages = new TreeSet<>();
        messages(Chart.kinds().get(0).fields().maps("spec", "versions").get(0), messages);

        assertThat(messages)
                .hasSizeGreaterThan(8)
                .allSatisfy(message -> assertThat(Chart.text("templates/validation.yaml"))
                        .containsPattern(Pattern.quote(message).replaceAll("azure|vsphere", "\\\\E%s\\\\Q")));
    }

    /** The chart says it itself, so that the message is not an expression, and does not show a password. */
    @Test
    void matchesStringsByExpressionsOfKind() {
        String template = Chart.text("templates/validation.yaml");
        Matcher expressions = Pattern.compile("\\.matches\\((\"\\^[^\\n]*\\$\")\\)")
                .matcher(Chart.text("crds/cloudcontrollermanagers.ccmoperator.io.yaml"));

        List<String> found = expressions
                .results()
                .map(expression -> expression.group(1))
                .distinct()
                .toList();

        assertThat(found)
                .hasSize(2)
                .allSatisfy(expression -> assertThat(template).contains("(regexMatch " + expression + " "));
    }

    private static void messages(Object schema, Set<String> messages) {
        if (schema instanceof Map<?, ?> map) {
            FieldReader.of(map).items("x-kubernetes-validations").stream()
                    // The schema of values says it of names.
                    .filter(rule -> !NAMES.matcher(rule.string("rule")).matches())
                    .filter(rule -> !rule.string("rule").contains("oldSelf")
                            && !rule.string("rule").startsWith("self.metadata"))
                    .forEach(rule -> messages.add(rule.string("message")));
            map.values().forEach(member -> messages(member, messages));
        }
    }

    @Test
    void rejectsUnknownKeyOnEveryLevel() {
        assertThat(open(schema(), "values"))
                .containsExactlyInAnyOrder(
                        "values.global",
                        "values.extraImages",
                        "values.providerPack.volume",
                        "values.serviceAccount.annotations",
                        "values.podAnnotations",
                        "values.podLabels",
                        "values.nodeSelector",
                        "values.affinity.nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution",
                        "values.ccm.controllerManager.nodePlacement.nodeSelector",
                        "values.ccm.controllerManager.podMetadata.annotations",
                        "values.ccm.controllerManager.podMetadata.labels",
                        "values.ccm.controllerManager.resources.limits",
                        "values.ccm.controllerManager.resources.requests",
                        "values.ccm.controllerManager.serviceAccount.annotations",
                        "values.ccm.nodeManager.nodePlacement.nodeSelector",
                        "values.ccm.nodeManager.podMetadata.annotations",
                        "values.ccm.nodeManager.podMetadata.labels",
                        "values.ccm.nodeManager.resources.limits",
                        "values.ccm.nodeManager.resources.requests",
                        "values.ccm.nodeManager.serviceAccount.annotations",
                        "values.crds",
                        "values.proxy",
                        "values.metrics.labels");
    }

    @Test
    void hasDefaultAndDescriptionOfEveryValue() {
        Map<String, Object> properties = FieldReader.of(schema()).map("properties");
        Set<String> values =
                new TreeSet<>(YamlText.tree(Chart.text("values.yaml")).keySet());

        assertThat(properties.keySet())
                .filteredOn(name -> !REMOVED.contains(name) && !name.equals("global"))
                .hasSameElementsAs(values);
        assertThat(properties.keySet()).containsAll(REMOVED);
        assertThat(Chart.text("values.yaml").split("\n\n"))
                .as("paragraphs of values.yaml")
                .allMatch(paragraph -> paragraph.startsWith("#") || paragraph.contains("\n  # "));
    }

    @Test
    void listsImagesOfProvidersAndPayload() {
        Set<String> ofPayload = new TreeSet<>(PayloadFolder.images().keySet());
        ofPayload.remove("cloudControllerManagerOperator");
        Set<String> ofProviders = new TreeSet<>();
        ProviderIndex.load().entries().stream()
                .map(ProviderIndex::provider)
                .map(Provider::descriptor)
                .forEach(descriptor -> ofProviders.addAll(descriptor.images().values()));
        ofProviders.remove("cloudControllerManagerOperator");

        Set<String> ofSchema = FieldReader.of(schema())
                .map("properties", "images", "properties")
                .keySet();

        // A pack may leave its key to extraImages.
        assertThat(ofSchema).containsAll(ofPayload).isSubsetOf(ofProviders);
        assertThat(FieldReader.of(YamlText.tree(Chart.text("values.yaml"))).map("images"))
                .containsOnlyKeys(ofSchema);
    }

    @SuppressWarnings("unchecked")
    private static Map<String, Object> schema() {
        return (Map<String, Object>) JsonReader.read(Chart.text("values.schema.json"));
    }

    /** Objects of the schema that take any member. */
    @SuppressWarnings("unchecked")
    private static List<String> open(Map<String, Object> schema, String path) {
        KubernetesObject tree = new KubernetesObject(schema);
        List<String> open = new ArrayList<>();
        if ("object".equals(schema.get("type")) && !Boolean.FALSE.equals(schema.get("additionalProperties"))) {
            open.add(path);
        }
        Stream.of("properties", "definitions")
                .forEach(group -> tree.fields()
                        .map(group)
                        .forEach((name, member) -> open.addAll(open((Map<String, Object>) member, path + "." + name))));
        return open;
    }
}
