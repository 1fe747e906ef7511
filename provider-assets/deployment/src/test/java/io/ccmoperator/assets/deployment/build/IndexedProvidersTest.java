// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.assets.deployment.build;

import static org.assertj.core.api.Assertions.assertThat;

import io.ccmoperator.assets.CloudConfig;
import io.ccmoperator.assets.ClusterFact;
import io.ccmoperator.assets.FlagSource;
import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.assets.Provider;
import io.ccmoperator.assets.ProviderIndex;
import io.ccmoperator.assets.deployment.GoodProvider;
import io.quarkus.test.QuarkusUnitTest;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** An application with one provider of its own and one of a dependency that has no class in it. */
class IndexedProvidersTest {
    private static final GoodProvider USUAL =
            GoodProvider.named("mist").replace("provider.yaml", "variant: AzureStackCloud\n", "");

    @RegisterExtension
    static final QuarkusUnitTest APPLICATION =
            Build.of(GoodProvider.fog()).withAdditionalDependency(pack -> Build.add(pack, USUAL));

    @Test
    void listsProvidersOfApplicationAndItsDependencies() {
        assertThat(ProviderIndex.load().entries())
                .containsExactly(
                        new ProviderIndex.Entry(
                                "fog", "Azure", "AzureStackCloud", List.of("fog-cloud-controller-manager")),
                        new ProviderIndex.Entry("mist", "Azure", "", List.of("mist-cloud-controller-manager")));
    }

    @Test
    void findsProviderByVariantOrElseOneWithoutVariant() {
        ProviderIndex index = ProviderIndex.load();
        assertThat(index.find("Azure", "AzureStackCloud"))
                .hasValueSatisfying(
                        found -> assertThat(found.descriptor().name()).isEqualTo("fog"));
        assertThat(index.find("Azure", ""))
                .hasValueSatisfying(
                        found -> assertThat(found.descriptor().name()).isEqualTo("mist"));
        assertThat(index.find("Azure", "Other"))
                .hasValueSatisfying(
                        found -> assertThat(found.descriptor().name()).isEqualTo("mist"));
        assertThat(index.find("Dew", "")).isEmpty();
    }

    @Test
    void indexesDescriptorAndManifests() {
        Provider fog = ProviderIndex.load().find("Azure", "AzureStackCloud").orElseThrow();
        assertThat(fog.descriptor().environment())
                .containsEntry("OCP_INFRASTRUCTURE_NAME", ClusterFact.INFRASTRUCTURE_NAME);
        assertThat(fog.descriptor().flags().get("cloud-controller-manager"))
                .isEqualTo(Map.of(
                        "--tls-min-version", new FlagSource.OfFact(ClusterFact.TLS_MIN_VERSION),
                        "--node-labels", new FlagSource.Gated("fog=true", "FogNodeLabels", Optional.empty())));
        assertThat(fog.descriptor().cloudConfig())
                .contains(new CloudConfig(CloudConfig.Source.MANAGED, Optional.of("fog")));
        assertThat(fog.assets())
                .extracting(KubernetesObject::display)
                .containsExactly(
                        "Deployment openshift-cloud-controller-manager/fog-cloud-controller-manager",
                        "DaemonSet openshift-cloud-controller-manager/fog-cloud-node-manager",
                        "Role kube-system/fog-cloud-provider",
                        "ClusterRole fog-cloud-controller-manager",
                        "ValidatingAdmissionPolicy fog-nodes",
                        "ValidatingAdmissionPolicyBinding fog-nodes");
        assertThat(fog.bootstrap())
                .extracting(KubernetesObject::display)
                .containsExactly("Pod kube-system/fog-cloud-controller-manager");
    }
}
