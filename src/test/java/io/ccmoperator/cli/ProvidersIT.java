// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.ccmoperator.SamplePack;
import io.ccmoperator.assets.tree.FieldReader;
import io.ccmoperator.assets.tree.JsonReader;
import io.ccmoperator.assets.tree.YamlReader;
import io.quarkus.test.junit.main.LaunchResult;
import io.quarkus.test.junit.main.QuarkusMainIntegrationTest;
import io.quarkus.test.junit.main.QuarkusMainLauncher;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@QuarkusMainIntegrationTest
@Tag("packaged")
class ProvidersIT {
    @Test
    void listsPrivilegesWithTheirReasons(QuarkusMainLauncher launcher) {
        LaunchResult result = launcher.launch("providers", "-o", "yaml");

        assertThat(result.getOutput())
                .contains("  privileges:\n  - what: rbac nodes\n    reason: the CCM deletes Nodes");
    }

    @Test
    @Tag("jar")
    void printsLinePerProvider(QuarkusMainLauncher launcher) {
        LaunchResult result = launcher.launch("providers");

        assertThat(result.exitCode()).isZero();
        assertThat(result.getOutputStream())
                .first()
                .asString()
                .startsWith("NAME")
                .contains("PLATFORM", "VARIANT", "OBJECTS", "BOOTSTRAP PODS", "TRANSFORMER", "IMAGE KEYS");
        assertThat(result.getOutput())
                .containsPattern("\naws +AWS +<none> ")
                .containsPattern("\nazurestack +Azure +AzureStackCloud ");
    }

    @Test
    @SuppressWarnings("unchecked")
    void printsSameContentAsJsonAndYaml(QuarkusMainLauncher launcher) {
        Object json = JsonReader.read(launcher.launch("providers", "-o", "json").getOutput());
        Object yaml = YamlReader.read(
                        launcher.launch("providers", "--output=yaml").getOutput())
                .get(0)
                .value();

        assertThat(yaml).isEqualTo(json);
        assertThat(FieldReader.of((Map<String, Object>) json).maps("providers"))
                .extracting(provider -> provider.get("name"))
                .contains("aws", "azure", "azurestack");
    }

    @Test
    void rejectsUnknownFormatAsWrongUsage(QuarkusMainLauncher launcher) {
        LaunchResult result = launcher.launch("providers", "-o", "xml");

        assertThat(result.exitCode()).isEqualTo(2);
        assertThat(result.getErrorOutput()).contains("expected one of [TEXT, JSON, YAML, RULES]", "xml");
    }

    @Test
    @Tag("jar")
    void listsProvidersOfFolderAndTheRulesThatTheyNeed(QuarkusMainLauncher launcher, @TempDir Path folder) {
        String flag = "--provider-dir=" + SamplePack.example().write(folder);

        LaunchResult all = launcher.launch("providers", flag);
        LaunchResult rules = launcher.launch("providers", flag, "-o", "rules");

        assertThat(all.exitCode()).isZero();
        assertThat(all.getOutput())
                .containsPattern("\naws +AWS +<none> ")
                .containsPattern("\nexample +External +example ");
        assertThat(rules.exitCode()).isZero();
        assertThat(rules.getOutput())
                .startsWith("extraRules:\n  cluster:\n")
                .contains("- example-cloud-controller-manager:do-shared-informers\n");
    }

    @Test
    void namesAllFindingsInProvidersOfFolder(QuarkusMainLauncher launcher, @TempDir Path folder) {
        SamplePack.example()
                .replace(SamplePack.DEPLOYMENT, "hostNetwork: true", "hostNetwrok: true")
                .replace("example/provider.yaml", "payload: false", "payload: true")
                .write(folder);

        LaunchResult result = launcher.launch("providers", "--provider-dir=" + folder);

        assertThat(result.exitCode()).isEqualTo(1);
        assertThat(result.getOutput()).isEmpty();
        assertThat(result.getErrorOutput())
                .contains("error: " + folder + "/example/assets/50-deployment.yaml, document 1")
                .contains("there is no such field; is hostNetwork meant? [schema]")
                .contains("error: " + folder + "/example/provider.yaml, document 1, payload (line 3): has to be false");
    }

    /** The folder is read before the cluster is asked for anything. */
    @Test
    void removesNothingWithFolderThatCannotBeUsed(QuarkusMainLauncher launcher, @TempDir Path folder) {
        LaunchResult result = launcher.launch("remove", "--provider-dir=" + folder);

        assertThat(result.exitCode()).isEqualTo(1);
        assertThat(result.getErrorOutput()).contains("error: " + folder + ": has no provider; ");
    }

    @Test
    void requiresFolderForRules(QuarkusMainLauncher launcher) {
        LaunchResult result = launcher.launch("providers", "-o", "rules");

        assertThat(result.exitCode()).isEqualTo(2);
        assertThat(result.getErrorOutput()).contains("-o rules: needs --provider-dir");
    }
}
