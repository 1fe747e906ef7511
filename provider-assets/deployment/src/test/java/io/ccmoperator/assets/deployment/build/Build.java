// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.assets.deployment.build;

import static org.assertj.core.api.Assertions.assertThat;

import io.ccmoperator.assets.deployment.GoodProvider;
import io.quarkus.test.QuarkusUnitTest;
import java.util.Arrays;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.jboss.shrinkwrap.api.asset.StringAsset;
import org.jboss.shrinkwrap.api.spec.JavaArchive;

/** Applications with providers, as Quarkus builds them. */
final class Build {
    private Build() {}

    /** An application with these providers and the transformer that they name. */
    static QuarkusUnitTest of(GoodProvider... providers) {
        return application(application -> {
            // The running application makes the fields of the test once more, and needs what they need.
            application
                    .addClasses(FogTransformer.class, Build.class, GoodProvider.class)
                    .addAsResource("good");
            add(application, providers);
        });
    }

    /** An application with these providers alone. */
    static QuarkusUnitTest withoutTransformer(GoodProvider... providers) {
        return application(application -> add(application, providers));
    }

    private static QuarkusUnitTest application(Consumer<JavaArchive> content) {
        return new QuarkusUnitTest()
                .overrideConfigKey("quarkus.http.host-enabled", "false")
                .withApplicationRoot(content);
    }

    /** The same, expected to fail with these findings and no other. */
    static QuarkusUnitTest fails(QuarkusUnitTest build, String... findings) {
        String message = Arrays.stream(findings)
                .map(finding -> "\n  " + finding)
                .collect(Collectors.joining(
                        "",
                        "The provider assets have " + findings.length + (findings.length == 1 ? " fault:" : " faults:"),
                        ""));
        return build.assertException(failure -> assertThat(failure).hasMessage(message));
    }

    /** Adds the files of providers to an archive. */
    static void add(JavaArchive archive, GoodProvider... providers) {
        for (GoodProvider provider : providers) {
            provider.resources().forEach((path, text) -> archive.addAsResource(new StringAsset(text), path));
        }
    }
}
