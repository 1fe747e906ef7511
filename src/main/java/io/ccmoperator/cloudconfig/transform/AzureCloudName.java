// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.cloudconfig.transform;

import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.cluster.Infrastructure;
import io.ccmoperator.cluster.InvalidInputException;
import java.util.List;

/** The clouds of Azure by the names that the Infrastructure has for them (config.openshift.io/v1, AzureCloudEnvironment). */
final class AzureCloudName {
    static final String STACK = "AzureStackCloud";

    private static final String PUBLIC = "AzurePublicCloud";
    private static final List<String> HOSTED =
            List.of(PUBLIC, "AzureUSGovernmentCloud", "AzureChinaCloud", "AzureGermanCloud");

    private AzureCloudName() {}

    /**
     * The cloud of a cluster in one that Microsoft runs; the public one where the Infrastructure names none.
     *
     * @throws InvalidInputException if the Infrastructure names another one
     */
    static String hosted(KubernetesObject infrastructure) {
        String name = of(infrastructure);
        if (!HOSTED.contains(name)) {
            String reason = name.equals(STACK) ? "has a configuration of another kind" : "is not a cloud of Azure";
            throw new InvalidInputException(
                    line(infrastructure, name, reason + "; it has to be one of " + String.join(", ", HOSTED)));
        }
        return name;
    }

    /**
     * Makes sure that a cluster is in Azure Stack Hub.
     *
     * @throws InvalidInputException if the Infrastructure names another cloud, or none
     */
    static void requireStack(KubernetesObject infrastructure) {
        String name = of(infrastructure);
        if (!name.equals(STACK)) {
            throw new InvalidInputException(
                    line(infrastructure, name, "is not Azure Stack Hub; it has to be " + STACK));
        }
    }

    private static String of(KubernetesObject infrastructure) {
        String name = infrastructure.fields().string("status", "platformStatus", "azure", "cloudName");
        return name.isEmpty() ? PUBLIC : name;
    }

    private static String line(KubernetesObject infrastructure, String name, String reason) {
        return Infrastructure.place(infrastructure, "azure.cloudName") + ": '" + name + "' " + reason;
    }
}
