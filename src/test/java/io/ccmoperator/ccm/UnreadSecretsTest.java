// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.ccm;

import static org.assertj.core.api.Assertions.assertThat;

import io.ccmoperator.YamlText;
import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.assets.tree.FieldReader;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A Secret with credentials that a workload would start without is not misspelled in silence. */
class UnreadSecretsTest {
    private static final KubernetesObject WORKLOAD = new KubernetesObject(YamlText.tree("""
            apiVersion: apps/v1
            kind: Deployment
            metadata: {name: d, namespace: n}
            spec:
              template:
                spec:
                  volumes:
                    - {name: a, secret: {secretName: s, optional: true}}
                    - {name: b, secret: {secretName: cloud-controller-manager-tls, optional: true}}
                    - {name: c, secret: {secretName: needed}}
                    - {name: e, secret: {secretName: files, optional: true}}
                  containers:
                    - name: cloud-controller-manager
                      env:
                        - {name: FILE, value: /etc/aws/credentials}
                        - {name: ID, valueFrom: {secretKeyRef: {name: s, key: id, optional: true}}}
                        - {name: KEY, valueFrom: {secretKeyRef: {name: s, key: key, optional: true}}}
                        - {name: OTHER, valueFrom: {secretKeyRef: {name: of-user, key: key, optional: true}}}
                      volumeMounts:
                        - {name: a, mountPath: /etc/aws}
                        - {name: b, mountPath: /etc/tls}
                        - {name: e, mountPath: /etc/files}
            """));

    private static List<String> warnings(KubernetesObject workload, String data) {
        return List.copyOf(UnreadSecrets.warnings(
                        List.of(workload),
                        key -> data.isEmpty()
                                ? Optional.empty()
                                : Optional.of(new KubernetesObject(YamlText.tree("{data: {" + data + "}}"))))
                .values());
    }

    @Test
    void namesKeysThatAreNotRead() {
        assertThat(warnings(WORKLOAD, "id: a, secret: b"))
                .containsExactly(
                        "Secret n/s has the keys [id, secret], and Deployment d reads [id, key]; correct the names of the"
                                + " keys, or delete the Secret if the cloud knows the machine");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "id: a, key: b", "credentials: a", "id: a, key: b, more: d", "credentials: c, more: d"})
    void acceptsEachForm(String data) {
        assertThat(warnings(WORKLOAD, data)).isEmpty();
    }

    @Test
    void namesKeysOfSecretThatAdministratorNames() {
        KubernetesObject named = WORKLOAD.copy();
        FieldReader.of(named.podSpec())
                .maps("volumes")
                .get(0)
                .put("secret", new LinkedHashMap<>(Map.of("secretName", "s")));

        assertThat(warnings(named, "id: a, secret: b")).hasSize(1);
        assertThat(warnings(named, "id: a, key: b, more: c")).isEmpty();
        assertThat(warnings(named, "")).isEmpty();
    }
}
