// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.cloudconfig;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.entry;

import io.ccmoperator.YamlText;
import io.ccmoperator.assets.CloudConfig.Source;
import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.assets.ResourceKind;
import io.ccmoperator.client.ObjectKey;
import io.ccmoperator.cluster.Infrastructure;
import io.ccmoperator.cluster.InvalidInputException;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CloudConfigSourceTest {
    private static final ObjectKey USERS = new ObjectKey(ResourceKind.CONFIG_MAP, "openshift-config", "cloud");
    private static final String OF_MANAGED = "ConfigMap openshift-config-managed/kube-cloud-config, key ";
    private static final String OF_USER = "ConfigMap openshift-config/cloud, key ";

    private final Map<ObjectKey, KubernetesObject> configMaps = new HashMap<>();

    private static Infrastructure infrastructure(String cloudConfig) {
        return Infrastructure.of(YamlText.tree("""
                {metadata: {name: cluster}, spec: {cloudConfig: %s}, status: {platformStatus: {type: AWS}}}
                """.formatted(cloudConfig)));
    }

    /** Looks for it among the ConfigMaps with this content; null where there is none. */
    private CloudConfigSource find(Source source, String cloudConfig, String managed, String user) {
        if (managed != null) {
            configMaps.put(CloudConfigSource.MANAGED, YamlText.manifest(managed));
        }
        if (user != null) {
            configMaps.put(USERS, YamlText.manifest(user));
        }
        return CloudConfigSource.find(
                source, infrastructure(cloudConfig), key -> Optional.ofNullable(configMaps.get(key)));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            # source | spec.cloudConfig | kube-cloud-config | the user's ConfigMap | where | text
            MANAGED | {name: cloud}             | {data: {cloud.conf: m}}         | {data: {cloud.conf: u}}       | M cloud.conf | m
            MANAGED | {name: cloud, key: other} | {data: {other: m}}              | {data: {other: u}}            | M other      | m
            MANAGED | {name: cloud, key: other} | {data: {other: n, cloud.conf: m}} | {data: {other: u}}          | M cloud.conf | m
            MANAGED | {name: cloud}             | {data: {other: m}}              | {data: {cloud.conf: u}}       | U cloud.conf | u
            MANAGED | {name: cloud, key: other} | {data: {more: m}}               | {data: {other: u}}            | U other      | u
            MANAGED | {name: cloud}             | {data: {}}                      | {data: {cloud.conf: u}}       | U cloud.conf | u
            MANAGED | {name: cloud}             |                                 | {data: {cloud.conf: u}}       | U cloud.conf | u
            MANAGED | {}                        | {data: {cloud.conf: m}}         |                               | M cloud.conf | m
            MANAGED | {name: cloud}             | {data: {cloud.conf: ''}}        | {data: {cloud.conf: u}}       | M cloud.conf | ``
            USER    | {name: cloud}             | {data: {cloud.conf: m}}         | {data: {cloud.conf: u}}       | U cloud.conf | u
            USER    | {name: cloud, key: other} |                                 | {data: {other: u}}            | U other      | u
            USER    | {name: cloud, key: other} |                                 | {data: {other: v, cloud.conf: u}} | U cloud.conf | u
            USER    | {name: cloud}             |                                 | {binaryData: {cloud.conf: dQ==}} | U cloud.conf | u
            USER    | {name: cloud, key: other} |                                 | {binaryData: {other: dQ==}}   | U other      | u
            USER    | {name: cloud}             |                                 | {data: {other: u}}            | U cloud.conf | ``
            """)
    void readsFirstUsableKeyOfFirstUsableConfigMap(
            Source source, String cloudConfig, String managed, String user, String where, String text) {
        CloudConfigSource found = find(source, cloudConfig, managed, user);

        assertThat(found.place()).isEqualTo((where.startsWith("M") ? OF_MANAGED : OF_USER) + where.substring(2));
        assertThat(found.text()).isEqualTo(text);
        assertThat(found.warnings()).isEmpty();
    }

    @Test
    void copiesAllOtherKeys() {
        CloudConfigSource found = find(Source.USER, "{name: cloud, key: other}", null, """
                {data: {other: u, ca-bundle.pem: pem, endpoints: e}, binaryData: {binary: AA==}}
                """);

        assertThat(found.beside().data()).containsExactly(entry("ca-bundle.pem", "pem"), entry("endpoints", "e"));
        assertThat(found.beside().binaryData()).containsExactly(entry("binary", "AA=="));
    }

    @Test
    void copiesNamedKeyBesideCloudConf() {
        CloudConfigSource found =
                find(Source.USER, "{name: cloud, key: other}", null, "{data: {other: v, cloud.conf: u}}");

        assertThat(found.beside().data()).containsExactly(entry("other", "v"));
    }

    @Test
    void isEmptyWithoutName() {
        for (Source source : Source.values()) {
            CloudConfigSource found = find(source, "{}", null, null);

            assertThat(found.text()).isEmpty();
            assertThat(found.beside().data()).isEmpty();
            assertThat(found.warnings()).isEmpty();
        }
    }

    @Test
    void isEmptyWithWarningWhenConfigMapIsAbsentAndNoKeyIsNamed() {
        CloudConfigSource found = find(Source.USER, "{name: cloud}", null, null);

        assertThat(found.text()).isEmpty();
        assertThat(found.place()).isEqualTo("ConfigMap openshift-config/cloud, which does not exist");
        assertThat(found.warnings())
                .containsExactly("configmap openshift-config/cloud, named in the Infrastructure, does not exist");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            USER    |                     |                              | configmap openshift-config/cloud, named in the Infrastructure, does not exist
            MANAGED | {data: {more: m}}   |                              | configmap openshift-config/cloud, named in the Infrastructure, does not exist
            USER    |                     | {data: {more: u}}            | key other specified in infra resource does not exist in source configmap openshift-config/cloud
            MANAGED | {data: {more: m}}   | {data: {more: u}}            | key other specified in infra resource does not exist in source configmap openshift-config/cloud
            USER    |                     | {binaryData: {other: //79}}  | ConfigMap openshift-config/cloud, key other of binaryData is not UTF-8; put the string under data
            """)
    void requiresNamedKey(Source source, String managed, String user, String message) {
        assertThatThrownBy(() -> find(source, "{name: cloud, key: other}", managed, user))
                .isInstanceOf(InvalidInputException.class)
                .hasMessage(message);
    }

    @Test
    void readsOnlyCandidates() {
        Infrastructure named = infrastructure("{name: cloud}");

        assertThat(CloudConfigSource.candidates(Source.USER, named)).containsExactly(USERS);
        assertThat(CloudConfigSource.candidates(Source.MANAGED, named))
                .containsExactly(CloudConfigSource.MANAGED, USERS);
        assertThat(CloudConfigSource.candidates(Source.USER, infrastructure("{}")))
                .isEmpty();
    }
}
