// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.cloudconfig.transform.vsphere;

import static org.assertj.core.api.Assertions.assertThat;

import io.ccmoperator.YamlText;
import io.ccmoperator.assets.KubernetesObject;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Servers that the cloud controller manager does not find in the Secret since it compares letter for letter. */
class SecretServersTest {
    private static final String GLOBAL =
            "global: {secretName: vsphere-cloud-credentials, secretNamespace: ccm}\nvcenter: {a: {server: %s%s}}\n";

    private static List<String> unfound(String config, String data) {
        KubernetesObject secret = YamlText.manifest(
                "{apiVersion: v1, kind: Secret, metadata: {name: vsphere-cloud-credentials, namespace: ccm}, data: {"
                        + data + "}}");
        return new VSphereTransformer().unfound(config, () -> Optional.of(secret));
    }

    @Test
    void namesServerAndItsFormInSecret() {
        assertThat(unfound(
                        GLOBAL.formatted("VC.example.com", ""),
                        "vc.example.com.username: dQ==, vc.example.com.password: cA=="))
                .containsExactly(
                        "vcenter.a.server is 'VC.example.com', but Secret ccm/vsphere-cloud-credentials has the credentials of"
                                + " 'vc.example.com', and the cloud controller manager compares them letter for letter, so nodes"
                                + " stay uninitialized; write the server in the same letters at both places");
    }

    /** FD01::1 in base64: the name of a key has no colons. */
    @Test
    void readsServerThatIsValue() {
        assertThat(unfound(
                        GLOBAL.formatted("'fd01::1'", ""),
                        "server_a: RkQwMTo6MQ==, username_a: dQ==, password_a: cA=="))
                .singleElement()
                .asString()
                .contains("has the credentials of 'FD01::1'");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "vc.example.com    | ''                                         | vc.example.com.username: dQ==",
                "VC.example.com    | ''                                         | 'VC.example.com.username: dQ==, vc.example.com.username: dQ=='",
                "other.example.com | ''                                         | vc.example.com.username: dQ==",
                "VC.example.com    | ', secretName: own, secretNamespace: ccm'  | vc.example.com.username: dQ==",
                "VC.example.com    | ''                                         | ''",
            })
    void saysNothingOfOthers(String server, String own, String data) {
        assertThat(unfound(GLOBAL.formatted(server, own), data)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "global: {user: u, password: p}\nvcenter: {a: {server: VC.example.com}}\n"})
    void doesNotAskForSecretThatIsNotNeeded(String config) {
        assertThat(new VSphereTransformer().unfound(config, () -> {
                    throw new AssertionError("asked");
                }))
                .isEmpty();
    }
}
