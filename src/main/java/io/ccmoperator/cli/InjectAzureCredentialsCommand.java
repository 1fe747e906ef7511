// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.cli;

import io.ccmoperator.azure.CredentialSource;
import io.ccmoperator.azure.InjectCredentials;
import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/**
 * The flags of the injector of earlier releases, which pods of other components run as /azure-config-credentials-injector: each may
 * have one dash, as programs in Go take them, and -v is accepted.
 */
@Command(
        name = "inject-azure-credentials",
        description = {
            "Writes the configuration of Azure's cloud controller manager with the cluster's credentials.",
            "",
            "Without --creds-path, and where its default does not exist, the credentials are those of the environment variables "
                    + "AZURE_CLIENT_ID, AZURE_CLIENT_SECRET, AZURE_TENANT_ID and AZURE_FEDERATED_TOKEN_FILE.",
            ""
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  ccm-operator inject-azure-credentials --creds-path=credentials \\",
            "      --cloud-config-file-path=cloud.conf \\",
            "      --output-file-path=merged/cloud.conf"
        },
        mixinStandardHelpOptions = true,
        versionProvider = BuildVersion.class)
final class InjectAzureCredentialsCommand implements Runnable {
    private static final String DEFAULT_CREDENTIALS = "/etc/azure/credentials";

    @Spec
    CommandSpec command;

    @Option(
            names = {"--cloud-config-file-path", "-cloud-config-file-path"},
            paramLabel = "FILE",
            description = "The configuration, an object of JSON (default: ${DEFAULT-VALUE}).")
    Path cloudConfig = Path.of("/tmp/cloud-config/cloud.conf");

    @Option(
            names = {"--output-file-path", "-output-file-path"},
            paramLabel = "FILE",
            description = "The file to write; its directory must exist (default: ${DEFAULT-VALUE}).")
    Path output = Path.of("/tmp/merged-cloud-config/cloud.conf");

    @Option(
            names = {"--creds-path", "-creds-path"},
            paramLabel = "DIR",
            description = "The directory with azure_client_id, and azure_client_secret or azure_tenant_id and "
                    + "azure_federated_token_file (default: " + DEFAULT_CREDENTIALS + ").")
    Path credentials;

    @Option(
            names = {"--disable-identity-extension-auth", "-disable-identity-extension-auth"},
            arity = "0..1",
            paramLabel = "true|false",
            fallbackValue = "true",
            description = "Set useManagedIdentityExtension to false if the configuration has it.")
    boolean disableManagedIdentity;

    @Option(
            names = {"--enable-azure-workload-identity", "-enable-azure-workload-identity"},
            arity = "0..1",
            paramLabel = "true|false",
            fallbackValue = "true",
            description = "Has no effect: the file azure_federated_token_file decides.")
    boolean enableWorkloadIdentity;

    @Option(
            names = {"-v", "--v"},
            arity = "0..1",
            paramLabel = "N",
            fallbackValue = "0",
            description = "Has no effect: nothing is logged.")
    int verbosity;

    @Override
    public void run() {
        CredentialSource source =
                CredentialSource.select(Optional.ofNullable(credentials), Path.of(DEFAULT_CREDENTIALS), System::getenv);
        InjectCredentials.run(new InjectCredentials.Request(cloudConfig, source, output, disableManagedIdentity))
                .forEach(warning -> Diagnostics.warning(command, warning));
    }
}
