// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.input;

import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.assets.ProviderIndex;
import io.ccmoperator.cluster.DescribedCluster;
import io.ccmoperator.cluster.Infrastructure;
import io.ccmoperator.cluster.InvalidInputException;
import java.nio.file.Path;

/**
 * The file that names the platform of a cluster.
 *
 * @param path the manifest
 * @param kind an Infrastructure, or a CloudControllerManager that describes the cluster
 * @param providers by whose names a CloudControllerManager says what the cluster runs on
 */
public record DescribingFile(Path path, ManifestKind kind, ProviderIndex providers) {
    /**
     * The object as an Infrastructure has it.
     *
     * @throws InvalidInputException if the file is not a manifest of the kind; each line names the file
     */
    public KubernetesObject read(UnknownFields unknownFields) {
        KubernetesObject object = new KubernetesObject(ManifestFile.read(path, kind, unknownFields));
        return isManager() ? described(object).infrastructure(() -> false) : object;
    }

    /**
     * The same, read.
     *
     * @throws InvalidInputException also if it has no platform
     */
    public Infrastructure infrastructure(UnknownFields unknownFields) {
        KubernetesObject object = read(unknownFields);
        try {
            return Infrastructure.of(object.tree());
        } catch (InvalidInputException e) {
            throw e.at(path + ": ");
        }
    }

    /** What a CloudControllerManager says of the cluster beside the platform. */
    public DescribedCluster cluster(UnknownFields unknownFields) {
        return described(new KubernetesObject(ManifestFile.read(path, kind, unknownFields)));
    }

    /** Whether the file is a CloudControllerManager. */
    public boolean isManager() {
        return kind == ManifestKind.CLOUD_CONTROLLER_MANAGER;
    }

    /** As messages name it. */
    @Override
    public String toString() {
        return path.toString();
    }

    /** Which namespace the operator has does not matter here: what is in it is in files, too. */
    private DescribedCluster described(KubernetesObject object) {
        return new DescribedCluster(object, "", providers);
    }
}
