// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.preview;

import static org.assertj.core.api.Assertions.assertThat;

import io.ccmoperator.SourceProviders;
import io.ccmoperator.YamlText;
import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.assets.ProviderIndex;
import io.ccmoperator.assets.tree.YamlWriter;
import io.ccmoperator.client.ObjectKey;
import io.ccmoperator.payload.PayloadFolder;
import io.ccmoperator.preview.PlannedChange.Action;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class UnifiedDiffTest {
    private static KubernetesObject configMap(String content) {
        return YamlText.manifest("""
                apiVersion: v1
                kind: ConfigMap
                metadata:
                  name: cloud-conf
                  namespace: a
                  uid: u
                  resourceVersion: '%s'
                  managedFields: [{manager: m}]
                  annotations: {kubectl.kubernetes.io/last-applied-configuration: hunter2}
                %s
                """.formatted(content.length(), content.strip()));
    }

    private static String diff(Action action, String before, String after) {
        return UnifiedDiff.of(new PlannedChange(
                action,
                ObjectKey.of(configMap("data: {}")),
                Optional.ofNullable(before).map(UnifiedDiffTest::configMap),
                Optional.ofNullable(after).map(UnifiedDiffTest::configMap)));
    }

    @Test
    void showsDifferentLinesWithContext() {
        String diff = diff(Action.CHANGE, "data: {a: '1', b: '2'}", "data: {a: '1', b: '3'}");

        assertThat(diff).isEqualTo("""
                change ConfigMap a/cloud-conf
                --- ConfigMap a/cloud-conf (cluster)
                +++ ConfigMap a/cloud-conf (run)
                @@ -5,4 +5,4 @@
                   namespace: a
                 data:
                   a: "1"
                -  b: "2"
                +  b: "3"
                """);
    }

    @Test
    void showsWholeObjectThatIsCreatedOrDeleted() {
        assertThat(diff(Action.CREATE, null, "data: {a: x}"))
                .startsWith(
                        "create ConfigMap a/cloud-conf\n--- /dev/null\n+++ ConfigMap a/cloud-conf (run)\n@@ -0,0 +1,7 @@\n")
                .endsWith("+data:\n+  a: x\n");
        assertThat(diff(Action.DELETE, "data: {a: x}", null))
                .startsWith("delete ConfigMap a/cloud-conf\n--- ConfigMap a/cloud-conf (cluster)\n+++ /dev/null\n")
                .endsWith("-data:\n-  a: x\n");
    }

    @Test
    void showsThatCredentialChangesButNotTheCredential() {
        String diff = diff(
                Action.CHANGE,
                "data: {cloud.conf: \"[Global]\\nuser = u\\npassword = hunter2\\n\"}",
                "data: {cloud.conf: \"[Global]\\nuser = u\\npassword = hunter3\\n\"}");

        assertThat(diff)
                .contains("-    password = <masked 1>\n+    password = <masked 2>\n", "     user = u\n")
                .doesNotContain("hunter");
    }

    @Test
    void masksSameCredentialAlike() {
        String diff = diff(
                Action.CHANGE,
                "data: {cloud.conf: \"password = hunter2\\nzone = a\\n\"}",
                "data: {cloud.conf: \"password = hunter2\\nzone = b\\n\"}");

        assertThat(diff).contains("     password = <masked 1>\n-    zone = a\n+    zone = b\n");
    }

    @Test
    void showsMembersOfJsonInOneLine() {
        String diff = diff(
                Action.CHANGE,
                "data: {cloud.conf: '{\"aadClientSecret\":\"hunter2\",\"vmType\":\"a\"}'}",
                "data: {cloud.conf: '{\"aadClientSecret\":\"hunter2\",\"vmType\":\"b\"}'}");

        assertThat(diff)
                .contains("-      \"vmType\" : \"a\"\n+      \"vmType\" : \"b\"\n")
                .doesNotContain("hunter2");
    }

    @Test
    void saysThatOnlyFormatDiffers() {
        String diff = diff(Action.CHANGE, "data: {cloud.conf: '{\"a\":1}'}", "data: {cloud.conf: '{ \"a\": 1}'}");

        assertThat(diff).isEqualTo("change ConfigMap a/cloud-conf\ndiffers in its format only\n");
    }

    @Test
    void masksEveryValueOfSecret() {
        KubernetesObject secret = YamlText.manifest(
                "{apiVersion: v1, kind: Secret, metadata: {name: s, namespace: a}, data: {k: aHVudGVyMg==}}");

        String diff = UnifiedDiff.of(
                new PlannedChange(Action.CREATE, ObjectKey.of(secret), Optional.empty(), Optional.of(secret)));

        assertThat(diff).contains("+  k: <masked 1>\n").doesNotContain("aHVudGVyMg");
    }

    @Test
    void masksBinaryDataAndEntryWhoseKeyIsCredential() {
        String diff = diff(Action.CREATE, null, "data: {api-token: hunter2}\nbinaryData: {b: aHVudGVyMg==}");

        assertThat(diff).contains("+  api-token: <masked 1>\n", "+  b: <masked 2>\n");
    }

    private static String created(KubernetesObject object) {
        return UnifiedDiff.of(
                new PlannedChange(Action.CREATE, ObjectKey.of(object), Optional.empty(), Optional.of(object)));
    }

    @Test
    void masksVariablesFlagsAndUrlsOfWorkload() {
        String diff = created(YamlText.manifest("""
                apiVersion: apps/v1
                kind: Deployment
                metadata: {name: d, namespace: a, annotations: {example.com/api-key: hunter2}}
                spec:
                  template:
                    spec:
                      volumes: [{name: v, secret: {secretName: cloud-credentials}}]
                      tolerations: [{key: node-role.kubernetes.io/master}]
                      containers:
                        - name: ccm
                          args: [--cloud-password=hunter2, --api-token, hunter2, --v=2, --tls-private-key-file=/a/b]
                          env:
                            - {name: HTTPS_PROXY, value: 'http://u:hunter2@proxy.test:3128'}
                            - {name: AWS_SECRET_ACCESS_KEY, value: hunter2}
                            - {name: CLOUD_CONFIG, value: /etc/a}
                            - {name: KEY, valueFrom: {configMapKeyRef: {name: c, key: password}}}
                """));

        assertThat(diff)
                .doesNotContain("hunter2")
                .contains(
                        "example.com/api-key: <masked 1>",
                        "--cloud-password=<masked 1>",
                        "--tls-private-key-file=/a/b",
                        "value: http://<masked 2>@proxy.test:3128",
                        "name: AWS_SECRET_ACCESS_KEY\n+          value: <masked 1>",
                        "value: /etc/a",
                        "key: password",
                        "key: node-role.kubernetes.io/master",
                        "secretName: cloud-credentials")
                .containsPattern("--api-token\\n.*<masked 1>");
    }

    @Test
    void masksMembersOfJsonInAnnotation() {
        String diff = created(YamlText.manifest("""
                apiVersion: apps/v1
                kind: Deployment
                metadata:
                  name: d
                  namespace: a
                  annotations:
                    example.com/set: '{"args":{"v":"2"},"env":[{"name":"CLOUD_PASSWORD","value":"hunter2"}],"password":"hunter2"}'
                    example.com/other: '{ "v": 2 }'
                """));

        assertThat(diff)
                .contains(
                        "{\"args\":{\"v\":\"2\"},\"env\":[{\"name\":\"CLOUD_PASSWORD\",\"value\":\"<masked 1>\"}],\"password\":\"<masked 1>\"}",
                        "'{ \"v\": 2 }'");
    }

    @Test
    void masksUserInformationAndKeysOfCloudConfiguration() {
        String diff = diff(
                Action.CREATE,
                null,
                "data: {cloud.conf: \"[Global]\\nauth-url = https://u:hunter2@a.test\\npwd = hunter2\\nkey = hunter2\\n"
                        + "KMSEncryptionKey = hunter2\\nKubernetesClusterTag = t\\n\"}");

        assertThat(diff)
                .doesNotContain("hunter2")
                .contains("auth-url = https://<masked 1>@a.test", "pwd = <masked 2>", "KubernetesClusterTag = t");
    }

    @Test
    void masksNothingOfShippedObjects() {
        List<KubernetesObject> objects = new ArrayList<>(PayloadFolder.objects(".yaml"));
        SourceProviders providers = SourceProviders.open();
        try {
            ProviderIndex.load()
                    .entries()
                    .forEach(entry ->
                            objects.addAll(ProviderIndex.provider(entry).assets()));
        } finally {
            providers.close();
        }

        assertThat(objects).hasSizeGreaterThan(100);
        assertThat(objects.stream()
                        .map(object -> new CredentialMask().of(object))
                        .flatMap(object -> YamlWriter.write(object.tree()).lines()))
                .noneMatch(line -> line.contains("<masked"));
    }

    @Test
    void showsInvisibleCharactersAsEscapes() {
        assertThat(diff(Action.CHANGE, "data: {a: x}", "data: {a: \"x\u202ey\", b: \"one\\n\u2066two\\n\"}"))
                .contains("+  a: \"x\\u202ey\"\n", "\\u2066two")
                .doesNotContain("\u2066", "\u202e");
    }
}
