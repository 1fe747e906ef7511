// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.cluster;

import static io.ccmoperator.YamlText.tree;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ccmoperator.assets.ResourceKind;
import io.ccmoperator.cluster.Infrastructure.CloudConfigReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class InfrastructureTest {
    @Test
    void usesCloudNameAsVariantOfAzure() {
        Infrastructure infrastructure = Infrastructure.of(
                tree("{status: {platformStatus: {type: Azure, azure: {cloudName: AzureStackCloud}}}}"));

        assertThat(infrastructure.platform()).isEqualTo("Azure");
        assertThat(infrastructure.variant()).isEqualTo("AzureStackCloud");
    }

    @Test
    void usesPlatformNameAsVariantOfExternal() {
        Infrastructure infrastructure = Infrastructure.of(tree("""
                spec: {platformSpec: {type: External, external: {platformName: digitalocean}}}
                status: {platformStatus: {type: External, external: {cloudControllerManager: {state: External}}}}
                """));

        assertThat(infrastructure.variant()).isEqualTo("digitalocean");
        assertThat(infrastructure.externalCloudControllerManager()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{status: {platformStatus: {type: External}}}",
                "{status: {platformStatus: {type: External, external: {}}}}",
                "{status: {platformStatus: {type: External, external: {cloudControllerManager: {state: None}}}}}",
            })
    void requiresNoCloudControllerManagerOnExternalWithoutState(String infrastructure) {
        assertThat(Infrastructure.of(tree(infrastructure)).externalCloudControllerManager())
                .isFalse();
    }

    @ParameterizedTest
    @CsvSource({
        "HighlyAvailable, HIGHLY_AVAILABLE",
        "'', HIGHLY_AVAILABLE",
        "SingleReplica, SINGLE_REPLICA",
        "HighlyAvailableArbiter, HIGHLY_AVAILABLE",
        "DualReplica, HIGHLY_AVAILABLE",
        "External, EXTERNAL",
    })
    void readsTopologyOfControlPlane(String text, Topology topology) {
        assertThat(Infrastructure.of(tree("{status: {controlPlaneTopology: '" + text
                                + "', infrastructureTopology: SingleReplica, platformStatus: {type: AWS}}}"))
                        .topology())
                .isEqualTo(topology);
    }

    @Test
    void readsCloudConfigOnlyWhenNamed() {
        assertThat(Infrastructure.of(
                                tree("{spec: {cloudConfig: {name: c, key: k}}, status: {platformStatus: {type: AWS}}}"))
                        .cloudConfig())
                .contains(new CloudConfigReference(ResourceKind.CONFIG_MAP, "openshift-config", "c", "k"));
        assertThat(Infrastructure.of(tree("{spec: {cloudConfig: {name: ''}}, status: {platformStatus: {type: AWS}}}"))
                        .cloudConfig())
                .isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{metadata: {name: cluster}}",
                "{metadata: {name: cluster}, status: {platform: AWS}}",
                "{metadata: {name: cluster}, status: {platformStatus: {type: ''}}}",
            })
    void namesFieldOfMissingPlatform(String infrastructure) {
        assertThatThrownBy(() -> Infrastructure.of(tree(infrastructure)))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageStartingWith("Infrastructure cluster: status.platformStatus.type is missing");
    }
}
