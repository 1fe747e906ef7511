/*
 * Copyright the ccm-operator authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.ccmoperator.cli;

import io.ccmoperator.azure.InjectCredentials;
import java.io.PrintWriter;
import java.nio.file.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

@Command(
        name = "inject-azure-credentials",
        description = "Writes the configuration of Azure's cloud controller manager with the cluster's credentials.",
        mixinStandardHelpOptions = true,
        versionProvider = BuildVersion.class)
final class InjectAzureCredentialsCommand implements Runnable {
    @Spec
    CommandSpec command;

    @Option(
            names = "--cloud-config-file-path",
            paramLabel = "FILE",
            description = "The configuration, an object of JSON (default: ${DEFAULT-VALUE}).")
    Path cloudConfig = Path.of("/tmp/cloud-config/cloud.conf");

    @Option(
            names = "--output-file-path",
            paramLabel = "FILE",
            description = "The file to write; its directory must exist (default: ${DEFAULT-VALUE}).")
    Path output = Path.of("/tmp/merged-cloud-config/cloud.conf");

    @Option(
            names = "--creds-path",
            paramLabel = "DIR",
            description = "The directory with azure_client_id, and azure_client_secret or azure_tenant_id and "
                    + "azure_federated_token_file (default: ${DEFAULT-VALUE}).")
    Path credentials = Path.of("/etc/azure/credentials");

    @Option(
            names = "--disable-identity-extension-auth",
            arity = "0..1",
            paramLabel = "true|false",
            fallbackValue = "true",
            description = "Switch the identity of the virtual machine off where the configuration speaks of it.")
    boolean disableManagedIdentity;

    @Option(
            names = "--enable-azure-workload-identity",
            arity = "0..1",
            paramLabel = "true|false",
            fallbackValue = "true",
            description = "Has no effect: whether there is an azure_federated_token_file decides.")
    boolean enableWorkloadIdentity;

    @Override
    public void run() {
        PrintWriter err = command.commandLine().getErr();
        InjectCredentials.run(new InjectCredentials.Request(cloudConfig, credentials, output, disableManagedIdentity))
                .forEach(warning -> err.println("warning: " + warning));
        err.flush();
    }
}
