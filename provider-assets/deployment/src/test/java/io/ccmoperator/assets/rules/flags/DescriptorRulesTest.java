// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.assets.rules.flags;

import static io.ccmoperator.assets.validation.Fault.DAEMON_SET;
import static io.ccmoperator.assets.validation.Fault.DEPLOYMENT;
import static io.ccmoperator.assets.validation.Fault.DESCRIPTOR;
import static io.ccmoperator.assets.validation.Fault.IN_DEPLOYMENT;
import static io.ccmoperator.assets.validation.Fault.IN_DESCRIPTOR;
import static io.ccmoperator.assets.validation.Fault.fault;
import static org.assertj.core.api.Assertions.assertThat;

import io.ccmoperator.assets.validation.Fault;
import io.ccmoperator.assets.validation.Judgement;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Descriptors that are not what provider.yaml may say. */
public class DescriptorRulesTest {
    public static Stream<Fault> faults() {
        return Stream.of(
                fault("an unknown key")
                        .in(DESCRIPTOR, "variant:", "varaint:")
                        .gives(IN_DESCRIPTOR + "varaint (line 2): there is no such field; is variant meant?"),
                fault("no platform")
                        .in(DESCRIPTOR, "platform: Azure\n", "")
                        .gives(IN_DESCRIPTOR + "platform (line 1): is missing"),
                fault("a platform that is not UTF-8")
                        .in(DESCRIPTOR, "platform: Azure", "platform: 7")
                        .gives(IN_DESCRIPTOR + "platform (line 1): has to be a string that is not empty"),
                fault("an image key that is not UTF-8")
                        .in(DESCRIPTOR, "cloudControllerManagerFog", "[]")
                        .gives(IN_DESCRIPTOR
                                + "images.cloud-controller-manager (line 4): has to be a string that is not empty"),
                fault("images that are a list")
                        .in(
                                DESCRIPTOR,
                                "proxyInitContainers: [inject-credentials]",
                                "proxyInitContainers: inject-credentials")
                        .gives(
                                IN_DESCRIPTOR
                                        + "proxyInitContainers (line 14): is the string 'inject-credentials' but has to be a list"),
                fault("environment that is a string")
                        .in(
                                DESCRIPTOR,
                                "environment:\n  OCP_INFRASTRUCTURE_NAME: infrastructureName\n  CREDENTIALS: credentialsSecretName\n",
                                "environment: all\n")
                        .gives(IN_DESCRIPTOR + "environment (line 7): is the string 'all' but has to be a map"),
                fault("an unknown fact for a variable")
                        .in(DESCRIPTOR, "infrastructureName", "infraName")
                        .gives(
                                IN_DESCRIPTOR
                                        + "environment.OCP_INFRASTRUCTURE_NAME (line 8): unknown value 'infraName'; valid values: infrastructureName, platform, managedNamespace, clusterNetwork, serviceNetwork, cloudFeatureGates, tlsCipherSuites, tlsMinVersion, tlsGroups, http2Disabled, credentialsSecretName"),
                fault("an unknown fact for a flag")
                        .in(DESCRIPTOR, "tlsMinVersion", "tlsVersion")
                        .gives(
                                IN_DESCRIPTOR
                                        + "flags.cloud-controller-manager.--tls-min-version (line 12): unknown value 'tlsVersion'; is tlsMinVersion meant? Valid values: infrastructureName, platform, managedNamespace, clusterNetwork, serviceNetwork, cloudFeatureGates, tlsCipherSuites, tlsMinVersion, tlsGroups, http2Disabled, credentialsSecretName"),
                fault("a flag without dashes")
                        .in(DESCRIPTOR, "    --tls-min-version", "    tls-min-version")
                        .gives(IN_DESCRIPTOR
                                + "flags.cloud-controller-manager.tls-min-version (line 12): a flag begins with '--'"),
                fault("a gated flag without a gate")
                        .in(DESCRIPTOR, ", featureGate: FogNodeLabels", "")
                        .gives(IN_DESCRIPTOR
                                + "flags.cloud-controller-manager.--node-labels.featureGate (line 13): is missing"),
                fault("a gated flag with an unknown key")
                        .in(DESCRIPTOR, "featureGate: F", "featureGate: A, gate: F")
                        .gives(
                                IN_DESCRIPTOR
                                        + "flags.cloud-controller-manager.--node-labels.gate (line 13): there is no such field; known are existingNodes, featureGate, value"),
                fault("a flag that is a list")
                        .in(DESCRIPTOR, "{value: fog=true, featureGate: FogNodeLabels}", "[]")
                        .gives(
                                IN_DESCRIPTOR
                                        + "flags.cloud-controller-manager.--node-labels (line 13): has to be the name of a fact or a map with value and featureGate"),
                fault("payload that is not a boolean")
                        .in(DESCRIPTOR, "credentialsSecret:", "payload: \"true\"\ncredentialsSecret:")
                        .gives(IN_DESCRIPTOR + "payload (line 15): is the string 'true' but has to be true or false"),
                fault("an unknown source of the cloud config")
                        .in(DESCRIPTOR, "source: managed", "source: operator")
                        .gives(
                                IN_DESCRIPTOR
                                        + "cloudConfig.source (line 17): unknown value 'operator'; valid values: managed, user"),
                fault("no source of the cloud config")
                        .in(DESCRIPTOR, "  source: managed\n", "")
                        .gives(IN_DESCRIPTOR + "cloudConfig.source (line 16): is missing"),
                fault("an unknown transformer")
                        .in(DESCRIPTOR, "transformer: fog", "transformer: mist")
                        .gives(
                                IN_DESCRIPTOR
                                        + "cloudConfig.transformer (line 18): there is no transformer mist; registered are fog"),
                fault("a container in images that no pod has")
                        .in(DESCRIPTOR, "  cloud-node-manager: c", "  cloud-node-manger: x\n  cloud-node-manager: c")
                        .gives(
                                IN_DESCRIPTOR
                                        + "images.cloud-node-manger (line 6): the provider has no container cloud-node-manger; there are cloud-controller-manager, cloud-node-manager, inject-credentials"),
                fault("a container in flags that no pod has")
                        .in(DESCRIPTOR, "flags:\n  cloud-controller-manager", "flags:\n  ccm")
                        .gives(
                                IN_DESCRIPTOR
                                        + "flags.ccm (line 11): the provider has no container ccm; there are cloud-controller-manager, cloud-node-manager, inject-credentials"),
                fault("a proxy init container that is none")
                        .in(DESCRIPTOR, "[inject-credentials]", "[cloud-controller-manager]")
                        .gives(
                                IN_DESCRIPTOR
                                        + "proxyInitContainers[0] (line 14): the provider has no init container cloud-controller-manager; there are inject-credentials"),
                fault("a variable that no container declares")
                        .in(DESCRIPTOR, "  OCP_INFRASTRUCTURE_NAME:", "  INFRASTRUCTURE_NAME:")
                        .gives(
                                IN_DESCRIPTOR
                                        + "environment.INFRASTRUCTURE_NAME (line 8): no container declares INFRASTRUCTURE_NAME in its env; declare it where it is to be set"),
                fault("platform External without a variant")
                        .in(DESCRIPTOR, "platform: Azure\nvariant: AzureStackCloud", "platform: External")
                        .in(DEPLOYMENT, "manager: Azure", "manager: External")
                        .in(DEPLOYMENT, "manager: Azure", "manager: External")
                        .in(DEPLOYMENT, "manager: Azure", "manager: External")
                        .in(DEPLOYMENT, "manager: Azure", "manager: External")
                        .in(DAEMON_SET, "manager: Azure", "manager: External")
                        .in(DAEMON_SET, "manager: Azure", "manager: External")
                        .in(DAEMON_SET, "manager: Azure", "manager: External")
                        .gives(
                                IN_DESCRIPTOR
                                        + "variant (line 1): is missing; platform External needs the name of the platform (Infrastructure spec.platformSpec.external.platformName)"),
                fault("the Secret's name without a Secret")
                        .in(DESCRIPTOR, "credentialsSecret: fog-cloud-credentials\n", "")
                        .gives(
                                IN_DESCRIPTOR
                                        + "environment.CREDENTIALS (line 9): is known only where the descriptor has credentialsSecret; add that"),
                fault("a faulty descriptor and a faulty manifest")
                        .in(DESCRIPTOR, "source: managed", "source: operator")
                        .in(DEPLOYMENT, "hostNetwork: true", "hostNetwork: false")
                        .gives(
                                IN_DESCRIPTOR
                                        + "cloudConfig.source (line 17): unknown value 'operator'; valid values: managed, user",
                                IN_DEPLOYMENT
                                        + "spec.template.spec.hostNetwork (line 28): has to be true; the pod network may not exist yet"));
    }

    @ParameterizedTest
    @MethodSource("faults")
    void findsFaultWithFilePlaceAndRemedy(Fault fault) {
        assertThat(Judgement.of(fault.provider().folder())).containsExactlyElementsOf(fault.findings());
    }
}
