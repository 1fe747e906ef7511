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
    private static final String OF_PAYLOAD = "openshift-cloud-controller-manager-operator";
    private static final String OF_CHART = "ccm-operator";

    @Mixin
    ApiServerInput server;

    @Option(
            names = "--operator-namespace",
            paramLabel = "NAMESPACE",
            description = "The namespace of the operator's Deployment (default: ${DEFAULT-VALUE}).")
    String operatorNamespace;

    private final Optional<String> otherwise;

    /** In the namespace of OpenShift's payload, or else in that of the chart on Kubernetes, unless the flag says otherwise. */
    KubeconfigInput() {
        this(OF_PAYLOAD, Optional.of(OF_CHART));
    }

    /** @param operatorNamespace where the operator is, unless the flag says otherwise */
    KubeconfigInput(String operatorNamespace) {
        this(operatorNamespace, Optional.empty());
    }

    private KubeconfigInput(String operatorNamespace, Optional<String> otherwise) {
        this.operatorNamespace = operatorNamespace;
        this.otherwise = otherwise;
    }

    StandaloneConnection open() {
        return StandaloneConnection.open(server.flags(), Clock.systemUTC());
    }

    /** Which Deployment is the operator's; known when it has been read. */
    ObjectKey deploymentKey() {
        return OperatorDeployment.key(operatorNamespace);
    }

    /** @throws InvalidInputException if the Deployment does not run this operator */
    Optional<OperatorDeployment> deployment(ApiServer server) {
        Optional<OperatorDeployment> found = OperatorDeployment.read(server, operatorNamespace);
        if (found.isEmpty() && otherwise.isPresent() && operatorNamespace.equals(OF_PAYLOAD)) {
            found = OperatorDeployment.read(server, otherwise.get());
            found.ifPresent(deployment -> operatorNamespace = otherwise.get());
        }
        return found;
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
