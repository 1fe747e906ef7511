// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.assets.deployment.build;

import static org.assertj.core.api.Assertions.fail;

import io.ccmoperator.assets.deployment.GoodPayload;
import io.ccmoperator.assets.deployment.GoodProvider;
import io.ccmoperator.assets.rules.payload.FormerObjects;
import io.quarkus.test.QuarkusUnitTest;
import org.jboss.shrinkwrap.api.asset.StringAsset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class FormerObjectsTest {
    @RegisterExtension
    static final QuarkusUnitTest BUILD = Build.fails(
            Build.of(GoodProvider.fog()).withApplicationRoot(application -> {
                application.addClass(FogTransformer.class);
                Build.add(application, GoodProvider.fog());
                application.addAsResource(
                        new StringAsset("objects: [{kind: ClusterRole, name: mist}]"), FormerObjects.PATH);
                new GoodPayload()
                        .resources()
                        .forEach((path, text) -> application.addAsResource(new StringAsset(text), path));
            }),
            "manifests/02_rbac_operator.yaml, document 2 (ClusterRole"
                    + " system:openshift:operator:cloud-controller-manager), rules[0].resourceNames (line 22): lacks a"
                    + " name that is needed to delete the former ClusterRole mist; add the line \"- mist\" here and in"
                    + " helm/ccm-operator/templates/rbac-operator.yaml [operator-permission]");

    @Test
    void stopsBuildWhenOperatorMayNotDeleteFormerObject() {
        fail("the application was built");
    }
}
