// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.cli;

import io.ccmoperator.client.ApiException;
import io.ccmoperator.client.ApiServer;
import io.ccmoperator.client.ObjectKey;
import io.ccmoperator.client.StandaloneConnection;
import io.ccmoperator.cluster.InvalidInputException;
import io.ccmoperator.preview.OperatorDeployment;
import java.time.Clock;
import java.util.Optional;
import java.util.function.Consumer;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The flags that name a cluster and the operator in it, for every command that looks at one. */
final class KubeconfigInput {
    @Mixin
    ApiServerInput server;

    @Option(
            names = "--operator-namespace",
            paramLabel = "NAMESPACE",
            description = "The namespace of the operator's Deployment (default: ${DEFAULT-VALUE}).")
    String operatorNamespace;

    /** In the namespace of OpenShift's payload, unless the flag says otherwise. */
    KubeconfigInput() {
        this("openshift-cloud-controller-manager-operator");
    }

    /** @param operatorNamespace where the operator is, unless the flag says otherwise */
    KubeconfigInput(String operatorNamespace) {
        this.operatorNamespace = operatorNamespace;
    }

    StandaloneConnection open() {
        return StandaloneConnection.open(server.flags(), Clock.systemUTC());
    }

    /** Which Deployment is the operator's. */
    ObjectKey deploymentKey() {
        return OperatorDeployment.key(operatorNamespace);
    }

    /** @throws InvalidInputException if the Deployment does not run this operator */
    Optional<OperatorDeployment> deployment(ApiServer server) {
        return OperatorDeployment.read(server, operatorNamespace);
    }

    /**
     * The same; none also where the user may not read it.
     *
     * @param warnings is then given a line that names the permission
     */
    Optional<OperatorDeployment> readableDeployment(ApiServer server, Consumer<String> warnings) {
        try {
            return deployment(server);
        } catch (ApiException e) {
            if (!e.isForbidden()) {
                throw e;
            }
            warnings.accept(e.withRemedy());
            return Optional.empty();
        }
    }
}
