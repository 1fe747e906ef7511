// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.ccm;

import static io.ccmoperator.YamlText.manifest;
import static org.assertj.core.api.Assertions.assertThat;

import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.assets.text.Sha256;
import io.ccmoperator.client.ObjectKey;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class ConfigHashTest {
    private final Map<String, KubernetesObject> objects = new TreeMap<>();

    @Test
    void findsReferencesInVolumesAndContainers() {
        assertThat(ConfigReferences.of(workload("""
                volumes:
                - {name: a, configMap: {name: of-volume}}
                - {name: b, secret: {secretName: secret-of-volume}}
                - {name: c, hostPath: {path: /etc}}
                - name: d
                  projected:
                    sources:
                    - configMap: {name: projected}
                    - secret: {name: projected-secret}
                    - serviceAccountToken: {path: token}
                initContainers:
                - name: i
                  envFrom: [{configMapRef: {name: of-init}}, {secretRef: {name: secret-of-init}}]
                containers:
                - name: c
                  env:
                  - {name: A, value: literal}
                  - {name: B, valueFrom: {configMapKeyRef: {name: of-env, key: k}}}
                  - {name: C, valueFrom: {secretKeyRef: {name: secret-of-env, key: k}}}
                  - {name: D, valueFrom: {fieldRef: {fieldPath: spec.nodeName}}}
                  - {name: E, valueFrom: {configMapKeyRef: {name: of-volume, key: k}}}
                """)))
                .extracting(ObjectKey::toString)
                .containsExactly(
                        "ConfigMap managed/of-env",
                        "ConfigMap managed/of-init",
                        "ConfigMap managed/of-volume",
                        "ConfigMap managed/projected",
                        "Secret managed/projected-secret",
                        "Secret managed/secret-of-env",
                        "Secret managed/secret-of-init",
                        "Secret managed/secret-of-volume");
    }

    @Test
    void hashesJsonOfAllData() {
        put(
                "{apiVersion: v1, kind: ConfigMap, metadata: {name: cloud-conf}, data: {z: <a>, b: \"1\"}, binaryData: {x: AA==}}");
        put("{apiVersion: v1, kind: Secret, metadata: {name: credentials}, type: Opaque, data: {k: YWJj}}");

        assertThat(hash("""
                volumes:
                - {name: a, configMap: {name: cloud-conf}}
                - {name: b, secret: {secretName: credentials}}
                """))
                .isEqualTo(complete("{\"configMaps\":{\"cloud-conf\":{\"b\":\"1\",\"z\":\"\\u003ca\\u003e\"}},"
                        + "\"secrets\":{\"credentials\":{\"k\":\"YWJj\"}}}"));
    }

    @Test
    void writesLowerCaseHexadecimal() {
        // printf '{"configMaps":{},"secrets":{}}' | sha256sum
        assertThat(hash("{}"))
                .isEqualTo(new ConfigHash.Complete("100444e91862dd77d7ebe29f050c1e9a7f357c771e1a7b7650aae27e6a3a031d"));
    }

    @Test
    void hashesObjectWithoutDataAsNull() {
        put("{apiVersion: v1, kind: ConfigMap, metadata: {name: empty}}");

        assertThat(hash("volumes: [{name: a, configMap: {name: empty}}]"))
                .isEqualTo(complete("{\"configMaps\":{\"empty\":null},\"secrets\":{}}"));
    }

    @Test
    void ignoresLabelsOfObjects() {
        put("{apiVersion: v1, kind: ConfigMap, metadata: {name: c}, data: {a: b}}");
        ConfigHash before = hash("volumes: [{name: a, configMap: {name: c}}]");
        put(
                "{apiVersion: v1, kind: ConfigMap, metadata: {name: c, labels: {x: y}, resourceVersion: '7'}, data: {a: b}}");

        assertThat(hash("volumes: [{name: a, configMap: {name: c}}]")).isEqualTo(before);
    }

    @Test
    void namesAllMissingObjectsInOrder() {
        put("{apiVersion: v1, kind: ConfigMap, metadata: {name: there}, data: {a: b}}");
        ConfigHash hash = hash("""
                volumes:
                - {name: s, secret: {secretName: a-secret}}
                - {name: c, configMap: {name: there}}
                - {name: b, configMap: {name: b}}
                - {name: a, configMap: {name: a}}
                """);

        assertThat(hash)
                .isInstanceOfSatisfying(
                        ConfigHash.Missing.class,
                        missing -> assertThat(missing.message())
                                .isEqualTo(
                                        "missing ConfigMap managed/a, ConfigMap managed/b, Secret managed/a-secret"));
    }

    @Test
    void hashesOptionalObjectOnlyWhenItExists() {
        String pod = "volumes: [{name: s, secret: {secretName: credentials, optional: true}}]";
        assertThat(hash(pod)).isEqualTo(hash("{}"));

        put("{apiVersion: v1, kind: Secret, metadata: {name: credentials}, data: {k: YWJj}}");
        assertThat(hash(pod)).isEqualTo(complete("{\"configMaps\":{},\"secrets\":{\"credentials\":{\"k\":\"YWJj\"}}}"));
    }

    @Test
    void requiresObjectThatOneReferenceRequires() {
        assertThat(hash("""
                volumes:
                - {name: a, configMap: {name: c, optional: true}}
                - {name: b, configMap: {name: c}}
                - {name: d, configMap: {name: c, optional: true}}
                """)).isInstanceOf(ConfigHash.Missing.class);
    }

    @Test
    void annotatesCopyOfPodTemplate() {
        KubernetesObject workload = workload("{}");
        KubernetesObject annotated = new ConfigHash.Complete("abc").annotate(workload);

        assertThat(annotated
                        .fields()
                        .string("spec", "template", "metadata", "annotations", "operator.openshift.io/config-hash"))
                .isEqualTo("abc");
        assertThat(workload.fields().at("spec", "template", "metadata")).isNull();
    }

    private static ConfigHash complete(String json) {
        return new ConfigHash.Complete(Sha256.hex(json));
    }

    private void put(String yaml) {
        KubernetesObject object = manifest(yaml);
        objects.put(object.kind() + " managed/" + object.name(), object);
    }

    private ConfigHash hash(String podSpec) {
        return hash(workload(podSpec));
    }

    private ConfigHash hash(KubernetesObject workload) {
        return ConfigHash.of(workload, ConfigHash::digest, key -> Optional.ofNullable(objects.get(key.toString())));
    }

    private static KubernetesObject workload(String podSpec) {
        return manifest("""
                apiVersion: apps/v1
                kind: Deployment
                metadata: {name: ccm, namespace: managed}
                spec:
                  template:
                    spec:
                %s
                """.formatted(podSpec.indent(6).stripTrailing()));
    }
}
