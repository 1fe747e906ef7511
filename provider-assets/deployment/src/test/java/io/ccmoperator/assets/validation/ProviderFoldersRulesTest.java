// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.assets.validation;

import static io.ccmoperator.assets.validation.Fault.DEPLOYMENT;
import static io.ccmoperator.assets.validation.Fault.DESCRIPTOR;
import static io.ccmoperator.assets.validation.Fault.IN_DEPLOYMENT;
import static io.ccmoperator.assets.validation.Fault.IN_DESCRIPTOR;
import static io.ccmoperator.assets.validation.Fault.POD;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ccmoperator.assets.deployment.GoodProvider;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Files of a folder, and folders beside one another. */
class ProviderFoldersRulesTest {
    @Test
    void findsUnusedFile() {
        String reason =
                ": no component reads this file; a provider's folder has provider.yaml, images.yaml, assets/*.yaml,"
                        + " bootstrap/*.yaml and programs/*.yaml";
        assertThat(Judgement.of(GoodProvider.fog()
                        .with("10-service.yaml", "")
                        .with("assets/10-service.json", "{}")
                        .with("assets/more/10-service.yaml", "")
                        .with("asset/10-service.yaml", "")
                        .folder()))
                .containsExactly(
                        "providers/fog/10-service.yaml" + reason,
                        "providers/fog/asset/10-service.yaml" + reason,
                        "providers/fog/assets/10-service.json" + reason,
                        "providers/fog/assets/more/10-service.yaml" + reason);
    }

    @Test
    void findsMissingDescriptorAndStillChecksManifests() {
        assertThat(Judgement.of(GoodProvider.fog()
                        .without(DESCRIPTOR)
                        .replace(DEPLOYMENT, "replicas: 2", "replicas: 1")
                        .folder()))
                .containsExactly(
                        "providers/fog/provider.yaml: is missing; every provider's folder has a descriptor",
                        IN_DEPLOYMENT + "spec.replicas (line 11): has to be 2 or more; on a single control plane node"
                                + " the operator makes it 1");
    }

    @Test
    void findsFileOfComments() {
        assertThat(Judgement.of(GoodProvider.fog()
                        .with("assets/50-nothing.yaml", "# later\n")
                        .folder()))
                .containsExactly(
                        "providers/fog/assets/50-nothing.yaml: has no document; fill the file or leave it out");
    }

    @Test
    void findsProviderWithoutWorkload() {
        assertThat(Judgement.of(GoodProvider.fog()
                        .with(DESCRIPTOR, "platform: Azure\n")
                        .without(DEPLOYMENT)
                        .without(Fault.DAEMON_SET)
                        .without(POD)
                        .folder()))
                .containsExactly("providers/fog/provider.yaml: the provider's assets/ has neither a Deployment nor a"
                        + " DaemonSet");
    }

    @Test
    void findsFaultsOfSeveralProvidersAtOnce() {
        GoodProvider mist = GoodProvider.named("mist").replace(POD, "  name:", "\tname:");
        assertThat(Judgement.of(
                        GoodProvider.fog()
                                .replace(DESCRIPTOR, "platform:", "platfrom:")
                                .replace(DEPLOYMENT, "readOnly", "readonly")
                                .with("assets/05-list.yaml", "[]")
                                .folder(),
                        mist.folder()))
                .containsExactly(
                        IN_DESCRIPTOR + "platfrom (line 1): there is no such field; is platform meant?",
                        "providers/fog/assets/05-list.yaml, document 1 (line 1): is not a map; an object begins with"
                                + " 'key: value' lines",
                        IN_DEPLOYMENT + "spec.template.spec.initContainers[0].volumeMounts[0].readonly (line 64): there"
                                + " is no such field; is readOnly meant?",
                        "providers/mist/bootstrap/10-pod.yaml: line 4, column 1: a tab cannot be"
                                + " indentation; write blanks");
    }

    @Test
    void findsTwoProvidersOfOnePlatformAndVariant() {
        assertThat(Judgement.of(
                        GoodProvider.fog().folder(), GoodProvider.named("mist").folder()))
                .containsExactly("providers/mist/provider.yaml, document 1, platform (line 1): provider fog is for"
                        + " platform Azure and variant AzureStackCloud already; give one of the two another variant");
    }

    @Test
    void acceptsTwoProvidersOfTwoVariants() {
        GoodProvider usual = GoodProvider.named("mist").replace(DESCRIPTOR, "variant: AzureStackCloud\n", "");
        assertThat(Judgement.of(GoodProvider.fog().folder(), usual.folder())).isEmpty();
    }

    @Test
    void findsProviderThatIsInTwoArchives() {
        assertThat(Judgement.of(
                        GoodProvider.fog().folder("a:fog"), GoodProvider.fog().folder("b:fog")))
                .containsExactly("providers/fog/provider.yaml: is in a:fog and in b:fog; rename the folder in one of"
                        + " them or leave that archive out");
    }

    @Test
    void rejectsTransformerWhenNoneIsRegistered() {
        assertThatThrownBy(() ->
                        ProviderValidation.validate(List.of(GoodProvider.fog().folder()), List.of(), Set.of()))
                .isInstanceOf(InvalidProvidersException.class)
                .hasMessage(
                        "The provider assets have 1 fault:\n  " + IN_DESCRIPTOR
                                + "cloudConfig.transformer (line 18): there is no transformer fog; none is registered [transformer]");
    }
}
