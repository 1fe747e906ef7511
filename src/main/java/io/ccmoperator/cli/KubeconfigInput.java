// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.cli;

import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.assets.ResourceKind;
import io.ccmoperator.client.ApiException;
import io.ccmoperator.client.ObjectKey;
import io.ccmoperator.client.StandaloneConnection;
import io.ccmoperator.cluster.InvalidInputException;
import io.ccmoperator.preview.OperatorDeployment;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The flags that name a cluster and the operator in it, for every command that looks at one. */
final class KubeconfigInput {
    /** Of the Deployment in the payload and in the chart, whatever its namespace is. */
    private static final String SELECTOR = "labelSelector=k8s-app=cloud-manager-operator";

    @Mixin
    ApiServerInput server;

    @Option(
            names = "--operator-namespace",
            paramLabel = "NAMESPACE",
            description =
                    "The namespace of the operator's Deployment (default: ${DEFAULT-VALUE}, or the one that has it).")
    String operatorNamespace;

    private final String byDefault;

    /** In the namespace of OpenShift's payload, unless the flag says otherwise or the operator is elsewhere. */
    KubeconfigInput() {
        this("openshift-cloud-controller-manager-operator");
    }

    /** @param operatorNamespace where the operator is, unless the flag says otherwise or the operator is elsewhere */
    KubeconfigInput(String operatorNamespace) {
        this.operatorNamespace = operatorNamespace;
        this.byDefault = operatorNamespace;
    }

    StandaloneConnection open() {
        return StandaloneConnection.open(server.flags(), Clock.systemUTC());
    }

    /** Which Deployment is the operator's; known when it has been read. */
    ObjectKey deploymentKey() {
        return OperatorDeployment.key(operatorNamespace);
    }

    /** @throws InvalidInputException if the Deployment does not run this operator, or there are several */
    Optional<OperatorDeployment> deployment(StandaloneConnection connection) {
        Optional<OperatorDeployment> found = OperatorDeployment.read(connection.server(), operatorNamespace);
        if (found.isPresent() || !operatorNamespace.equals(byDefault)) {
            return found;
        }
        List<String> namespaces = connection.lists().list(ResourceKind.DEPLOYMENT, "", SELECTOR, Optional::of).stream()
                .filter(labelled ->
                        OperatorDeployment.key(labelled.namespace()).name().equals(labelled.name()))
                .map(KubernetesObject::namespace)
                .toList();
        if (namespaces.size() > 1) {
            throw new InvalidInputException("there are operators in the namespaces " + String.join(", ", namespaces)
                    + "; name one with --operator-namespace");
        }
        namespaces.forEach(namespace -> operatorNamespace = namespace);
        return namespaces.isEmpty() ? found : OperatorDeployment.read(connection.server(), operatorNamespace);
    }

    /**
     * The same; none also where the user may not read it.
     *
     * @param warnings is then given a line that names the permission
     */
    Optional<OperatorDeployment> readableDeployment(StandaloneConnection connection, Consumer<String> warnings) {
        try {
            return deployment(connection);
        } catch (ApiException e) {
            if (!e.isForbidden()) {
                throw e;
            }
            warnings.accept(e.withRemedy());
            return Optional.empty();
        }
    }
}
