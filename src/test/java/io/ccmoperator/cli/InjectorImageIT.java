// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.ccmoperator.apiserver.LocalProcess;
import io.ccmoperator.image.BuiltImage;
import io.ccmoperator.image.ImagePod;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The injector at the path of the image where pods of other components run it. */
@Tag("packaged")
class InjectorImageIT {
    /** As OpenShift gives it to pods of a namespace, with the group of root. */
    private static final String ANY_USER = "1000660000:0";

    @TempDir
    static Path storage;

    private static BuiltImage image;

    @TempDir
    Path volumes;

    private ImagePod pod;

    @BeforeAll
    static void build() {
        image = BuiltImage.ofPackagedProgram(storage);
    }

    @BeforeEach
    void withoutVolumes() {
        pod = new ImagePod(image, volumes).as(ANY_USER);
    }

    /** As the pods of the Azure Disk and Azure File drivers run it, on control plane and nodes, of this release and of older ones. */
    @ParameterizedTest
    @CsvSource({
        "/etc/kubernetes, files", "/etc/kubernetes, variables",
        "/etc/merged-cloud-config, files", "/etc/merged-cloud-config, variables"
    })
    void runsInPodsOfOtherComponentsAsAnyUserOnRootThatItMayNotChange(String target, String credentials)
            throws IOException {
        pod.write("/etc/cloud-config/config", "{\"cloud\":\"AzurePublicCloud\",\"useManagedIdentityExtension\":true}");
        Path merged = pod.emptyDir(target);
        List<String> line = new ArrayList<>(List.of(
                "/azure-config-credentials-injector",
                "--cloud-config-file-path=/etc/cloud-config/config",
                "--output-file-path=" + target + "/cloud.conf",
                "--disable-identity-extension-auth",
                "--enable-azure-workload-identity=true"));
        if (credentials.equals("files")) {
            line.add("--creds-path=/etc/azure/credentials");
            pod.write("/etc/azure/credentials/azure_client_id", "id");
            pod.write("/etc/azure/credentials/azure_tenant_id", "tenant");
            pod.write("/etc/azure/credentials/azure_federated_token_file", "/token");
        } else {
            pod.variables(Map.of(
                    "AZURE_CLIENT_ID", "id",
                    "AZURE_CLIENT_SECRET", "",
                    "AZURE_TENANT_ID", "tenant",
                    "AZURE_FEDERATED_TOKEN_FILE", "/token"));
        }

        LocalProcess injector = pod.start(line);

        assertThat(injector.exitCode(Duration.ofSeconds(30)))
                .as(injector.printed())
                .isZero();
        assertThat(injector.printed()).isEmpty();
        injector.close();
        assertThat(pod.changeable()).isEmpty();
        assertThat(merged.resolve("cloud.conf"))
                .hasContent(
                        "{\"cloud\":\"AzurePublicCloud\",\"useManagedIdentityExtension\":false,\"aadClientId\":\"id\","
                                + "\"tenantId\":\"tenant\",\"aadFederatedTokenFile\":\"/token\","
                                + "\"useFederatedWorkloadIdentityExtension\":true}");
        assertThat(Files.getAttribute(merged.resolve("cloud.conf"), "unix:uid")).isEqualTo(1_000_660_000);
        assertThat(Files.getPosixFilePermissions(merged.resolve("cloud.conf")))
                .isEqualTo(PosixFilePermissions.fromString("rw-r--r--"));
    }

    @Test
    void namesMissingVariable() throws IOException {
        pod.write("/etc/cloud-config/config", "{}");
        pod.emptyDir("/etc/kubernetes");
        pod.variables(Map.of("AZURE_CLIENT_ID", "id"));

        LocalProcess injector = pod.start(List.of(
                "/azure-config-credentials-injector",
                "-cloud-config-file-path=/etc/cloud-config/config",
                "-output-file-path=/etc/kubernetes/cloud.conf"));

        assertThat(injector.exitCode(Duration.ofSeconds(30))).isEqualTo(1);
        assertThat(injector.printed().lines().findFirst())
                .contains("error: environment variable AZURE_CLIENT_SECRET: is missing or empty; set"
                        + " AZURE_CLIENT_SECRET, or AZURE_FEDERATED_TOKEN_FILE from the Secret, or mount the Secret to"
                        + " /etc/azure/credentials or to the directory of --creds-path");
        injector.close();
    }
}
