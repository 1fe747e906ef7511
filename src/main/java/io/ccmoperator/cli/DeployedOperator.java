// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.cli;

import io.ccmoperator.client.ApiServer;
import io.ccmoperator.cluster.ImageReferences;
import io.ccmoperator.cluster.InvalidInputException;
import io.ccmoperator.input.ImagesFile;
import io.ccmoperator.operator.Settings;
import io.ccmoperator.preview.OperatorDeployment;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;

/** The settings of the operator of a cluster: the flags and variables of its Deployment, and flags in their place. */
final class DeployedOperator {
    private final ApiServer server;
    private final Optional<OperatorDeployment> deployment;
    private final RunCommand run = new RunCommand();
    private final UnaryOperator<String> environment;

    private DeployedOperator(ApiServer server, Optional<OperatorDeployment> deployment, Map<String, String> variables) {
        this.server = server;
        this.deployment = deployment;
        this.environment = variables::get;
    }

    /**
     * Reads it.
     *
     * @param deployment the operator's; empty: settings have their defaults
     * @param flags replace those of the Deployment
     * @param variables replace those of the Deployment
     * @param warnings are given a line for each flag of the Deployment that this program does not have
     * @throws InvalidInputException if a flag of the Deployment is invalid; the line names both
     */
    static DeployedOperator of(
            ApiServer server,
            Optional<OperatorDeployment> deployment,
            List<String> flags,
            Map<String, String> variables,
            Consumer<String> warnings) {
        Map<String, String> all =
                new HashMap<>(deployment.map(OperatorDeployment::environment).orElse(Map.of()));
        all.putAll(variables);
        DeployedOperator operator = new DeployedOperator(server, deployment, all);
        operator.parse(flags, warnings);
        return operator;
    }

    private void parse(List<String> flags, Consumer<String> warnings) {
        List<String> all =
                new ArrayList<>(deployment.map(OperatorDeployment::flags).orElse(List.of()));
        all.addAll(flags);
        try {
            CommandLine commandLine = CcmOperator.readingValues(new CommandLine(run), environment)
                    .setOverwrittenOptionsAllowed(true)
                    .setUnmatchedArgumentsAllowed(true);
            commandLine.parseArgs(all.toArray(String[]::new));
            commandLine
                    .getUnmatchedArguments()
                    .forEach(flag -> warnings.accept(place() + "this program does not have " + flag
                            + ", which is ignored; use the program of the operator's own image"));
        } catch (ParameterException e) {
            throw new InvalidInputException(place() + e.getMessage());
        }
    }

    /** @throws InvalidInputException if a flag is invalid; the line names the Deployment where there is one */
    Settings settings() {
        try {
            return run.settings(environment);
        } catch (ParameterException e) {
            throw new InvalidInputException(place() + e.getMessage());
        }
    }

    /**
     * The images that the operator has.
     *
     * @throws InvalidInputException if they cannot be found or are invalid
     */
    ImageReferences images() {
        Map.Entry<String, String> file = deployment
                .orElseThrow(() ->
                        new InvalidInputException("without the Deployment of the operator, --images-file is needed"))
                .file(server, run.images.toString());
        return new ImageReferences(ImagesFile.references(file.getKey(), file.getValue()));
    }

    private String place() {
        return deployment.map(found -> found.key() + ": ").orElse("");
    }
}
