// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.assets.provider;

import static org.assertj.core.api.Assertions.assertThat;

import io.ccmoperator.assets.deployment.GoodProvider;
import io.ccmoperator.assets.discovery.ProviderFolder;
import io.ccmoperator.assets.validation.Judgement;
import io.ccmoperator.assets.validation.ProviderValidation;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ProgramReaderTest {
    private static final String PROGRAM = "programs/cloud-controller-manager.yaml";
    private static final GoodProvider MIST =
            GoodProvider.named("mist").replace("provider.yaml", "variant: AzureStackCloud\n", "");

    @Test
    void sharesFileWithProvidersThatItNames() {
        ProviderFolder fog = GoodProvider.fog()
                .withProgram()
                .replace(PROGRAM, "source:", "providers: [fog, mist]\nsource:")
                .folder();

        assertThat(Judgement.of(fog, MIST.folder())).isEmpty();
        assertThat(Judgement.of(
                        fog,
                        MIST.replace(
                                        "assets/10-deployment.yaml",
                                        "--leader-elect=true",
                                        "--leader-elect=true\n            - --mist=1")
                                .folder()))
                .singleElement()
                .asString()
                .endsWith("the program has no flag --mist by providers/fog/" + PROGRAM + "; leave it out");
    }

    @Test
    void findsSecondFileForContainer() {
        ProviderFolder fog = GoodProvider.fog()
                .withProgram()
                .replace(PROGRAM, "source:", "providers: [fog, mist]\nsource:")
                .folder();

        assertThat(Judgement.of(
                        fog,
                        GoodProvider.named("mist")
                                .replace("provider.yaml", "variant: AzureStackCloud\n", "")
                                .withProgram()
                                .folder()))
                .containsExactly("providers/mist/" + PROGRAM + ": providers/fog/" + PROGRAM
                        + " is for this container of provider mist already; leave one of them out");
    }

    @Test
    void givesFeatureGatesThatProgramsKnowOfThoseThatArePassed() {
        assertThat(featureGates(GoodProvider.fog().withProgram())).isEmpty();
        GoodProvider fog = GoodProvider.fog()
                .replace("provider.yaml", "    --tls-min", "    --feature-gates: cloudFeatureGates\n    --tls-min");

        assertThat(featureGates(fog)).isEmpty();
        assertThat(featureGates(fog.withProgram()))
                .containsExactly("CloudControllerManagerWebhook", "ControllerManagerReleaseLeaderElectionLockOnExit");
    }

    private static List<String> featureGates(GoodProvider provider) {
        return ProviderValidation.validate(List.of(provider.folder()), List.of(), Set.of(GoodProvider.TRANSFORMER))
                .get(0)
                .featureGates();
    }
}
