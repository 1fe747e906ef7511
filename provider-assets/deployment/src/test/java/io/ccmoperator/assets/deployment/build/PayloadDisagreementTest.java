// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.assets.deployment.build;

import static org.assertj.core.api.Assertions.fail;

import io.ccmoperator.assets.deployment.GoodPayload;
import io.ccmoperator.assets.deployment.GoodProvider;
import io.quarkus.test.QuarkusUnitTest;
import org.jboss.shrinkwrap.api.asset.StringAsset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class PayloadDisagreementTest {
    @RegisterExtension
    static final QuarkusUnitTest BUILD = Build.fails(
            Build.of(GoodProvider.fog()).withApplicationRoot(application -> {
                application.addClass(FogTransformer.class);
                Build.add(application, GoodProvider.fog());
                new GoodPayload()
                        .replace("13_credentials.yaml", "fog-cloud-credentials", "fog-credentials")
                        .resources()
                        .forEach((path, text) -> application.addAsResource(new StringAsset(text), path));
            }),
            "providers/fog/provider.yaml, document 1, credentialsSecret (line 15): the payload has no"
                    + " CredentialsRequest for Secret fog-cloud-credentials; known are fog-credentials [payload-secret]");

    @Test
    void stopsBuildWhenPayloadLacksSecretOfProvider() {
        fail("the application was built");
    }
}
