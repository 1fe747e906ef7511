// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.cli;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Input files of a command.
 *
 * @param folder where they are written
 */
record Inputs(Path folder) {
    static final String IMAGES = """
            apiVersion: v1
            kind: ConfigMap
            metadata: {name: cloud-controller-manager-images}
            data:
              images.json: |
                {
                  "cloudControllerManagerOperator": "registry/operator:1",
                  "cloudControllerManagerAWS": "registry/aws:1",
                  "cloudControllerManagerAzure": "registry/azure:1",
                  "cloudNodeManagerAzure": "registry/azure-node:1",
                  "cloudControllerManagerVSphere": "registry/vsphere:1",
                  "cloudControllerManagerOpenStack": "registry/openstack:1",
                  "cloudControllerManagerIBM": "registry/ibm:1",
                  "somethingElse": "registry/else:1"
                }
            """;

    Path write(String name, String text) {
        try {
            return Files.writeString(folder.resolve(name), text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    Path images() {
        return write("images.yaml", IMAGES);
    }

    Path infrastructure(String platformStatus) {
        return infrastructure(platformStatus, "{}");
    }

    /** An Infrastructure named infrastructure.yaml. */
    Path infrastructure(String platformStatus, String spec) {
        return write("infrastructure.yaml", """
                apiVersion: config.openshift.io/v1
                kind: Infrastructure
                metadata: {name: cluster}
                spec: %s
                status:
                  infrastructureName: sample-1
                  controlPlaneTopology: HighlyAvailable
                  platformStatus: %s
                """.formatted(spec, platformStatus));
    }

    Path cloudConfig(String data) {
        return write("cloud-config.yaml", """
                apiVersion: v1
                kind: ConfigMap
                metadata: {name: cloud-provider-config, namespace: openshift-config}
                data: %s
                """.formatted(data));
    }

    /** The arguments of a command for these files. */
    static String[] arguments(String command, Path infrastructure, Path images, String... more) {
        List<String> arguments = new ArrayList<>(
                List.of(command, "--cluster-infrastructure-file=" + infrastructure, "--images-file=" + images));
        arguments.addAll(Arrays.asList(more));
        return arguments.toArray(String[]::new);
    }
}
