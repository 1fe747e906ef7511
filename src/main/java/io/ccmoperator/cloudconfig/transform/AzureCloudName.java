// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.cloudconfig.transform;

import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.assets.OpenShiftApi;
import io.ccmoperator.cluster.Infrastructure;
import io.ccmoperator.cluster.InvalidInputException;
import io.ccmoperator.cluster.WithWarnings;
import java.util.List;

/** The clouds of Azure by the names that the Infrastructure has for them (config.openshift.io/v1, AzureCloudEnvironment). */
final class AzureCloudName {
    static final String STACK = "AzureStackCloud";

    private static final String PUBLIC = "AzurePublicCloud";
    private static final List<String> HOSTED = OpenShiftApi.AZURE_CLOUDS.stream()
            .filter(name -> !name.equals(STACK))
            .toList();

    private AzureCloudName() {}

    /**
     * The cloud of a cluster in one that Microsoft runs; the public one where the Infrastructure names none. One that this
     * release does not know is a warning: the cloud controller manager judges it.
     *
     * @throws InvalidInputException if the Infrastructure names Azure Stack Hub
     */
    static WithWarnings<String> hosted(KubernetesObject infrastructure) {
        String name = of(infrastructure);
        if (name.equals(STACK)) {
            throw new InvalidInputException(line(
                    infrastructure,
                    name,
                    "has a configuration of another kind; other clouds are " + String.join(", ", HOSTED)));
        }
        return new WithWarnings<>(
                name,
                HOSTED.contains(name)
                        ? List.of()
                        : List.of(line(
                                infrastructure,
                                name,
                                "is not a cloud of Azure that this release knows (" + String.join(", ", HOSTED)
                                        + "); it is passed to the cloud controller manager, which uses the endpoints of"
                                        + " the public cloud if it does not know it either")));
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

    /** Whether the cluster's description names the cloud. */
    static boolean isNamed(KubernetesObject infrastructure) {
        return !given(infrastructure).isEmpty();
    }

    private static String of(KubernetesObject infrastructure) {
        String name = given(infrastructure);
        return name.isEmpty() ? PUBLIC : name;
    }

    private static String given(KubernetesObject infrastructure) {
        return infrastructure.fields().string("status", "platformStatus", "azure", "cloudName");
    }

    private static String line(KubernetesObject infrastructure, String name, String reason) {
        return Infrastructure.place(infrastructure, "azure.cloudName") + ": '" + name + "' " + reason;
    }
}
