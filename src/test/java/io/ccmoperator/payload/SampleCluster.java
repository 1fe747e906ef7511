// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.payload;

import static java.util.stream.Collectors.joining;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * A cluster as files for the commands {@code manifests} and {@code render}.
 *
 * @param platform what its Infrastructure says of the platform
 * @param topology of the control plane
 * @param proxy whether it has one
 * @param tlsProfile the profile of its API server
 * @param distribution openshift or kubernetes
 * @param namespace where its cloud controller managers run
 */
record SampleCluster(
        Platform platform, String topology, boolean proxy, String tlsProfile, String distribution, String namespace) {
    static final String MANAGED = "openshift-cloud-controller-manager";
    static final String OTHER_NAMESPACE = "elsewhere";

    private static final String EXTERNAL = "{type: External, external: {cloudControllerManager: {state: External}}}";

    /** Every platform that has a provider, and what an Infrastructure says of it. */
    enum Platform {
        AWS("{type: AWS}"),
        AZURE("{type: Azure, azure: {cloudName: AzurePublicCloud}}"),
        AZURE_STACK("{type: Azure, azure: {cloudName: AzureStackCloud}}"),
        GCP("{type: GCP}"),
        IBM_CLOUD("{type: IBMCloud}"),
        POWER_VS("{type: PowerVS}"),
        OPEN_STACK("{type: OpenStack}"),
        VSPHERE("{type: VSphere}"),
        NUTANIX("{type: Nutanix}"),
        ALIBABA(EXTERNAL),
        DIGITAL_OCEAN(EXTERNAL),
        EXOSCALE(EXTERNAL),
        HETZNER(EXTERNAL),
        KUBEVIRT(EXTERNAL),
        LINODE(EXTERNAL),
        ORACLE(EXTERNAL),
        OUTSCALE(EXTERNAL),
        PROXMOX(EXTERNAL),
        SCALEWAY(EXTERNAL),
        STACKIT(EXTERNAL),
        VULTR(EXTERNAL);

        private final String status;

        Platform(String status) {
            this.status = status;
        }

        private String spec() {
            return status.equals(EXTERNAL)
                    ? "{platformSpec: {type: External, external: {platformName: " + platformName() + "}}}"
                    : "{}";
        }

        private String platformName() {
            return this == ORACLE ? "oci" : name().replace("_", "").toLowerCase(Locale.ROOT);
        }
    }

    /** The usual cluster of a platform. */
    static SampleCluster of(Platform platform) {
        return new SampleCluster(platform, "HighlyAvailable", false, "Intermediate", "openshift", MANAGED);
    }

    /** Clusters of a platform in all their differences. */
    static List<SampleCluster> all(Platform platform) {
        Stream<SampleCluster> openShift = Stream.of("HighlyAvailable", "SingleReplica")
                .flatMap(topology -> Stream.of(false, true)
                        .flatMap(proxy -> Stream.of("Intermediate", "Modern")
                                .flatMap(profile -> Stream.of(MANAGED, OTHER_NAMESPACE)
                                        .map(namespace -> new SampleCluster(
                                                platform, topology, proxy, profile, "openshift", namespace)))));
        return Stream.concat(
                        openShift,
                        Stream.of(new SampleCluster(
                                platform, "HighlyAvailable", true, "Intermediate", "kubernetes", OTHER_NAMESPACE)))
                .toList();
    }

    /** Writes the files of this cluster. Gives the arguments that name them. */
    String[] manifestsCommand(Path folder) {
        return new String[] {
            "manifests",
            "--distribution=" + distribution,
            "--namespace=" + namespace,
            "--images-file=" + write(folder, "images.json", images()),
            "--cluster-infrastructure-file=" + infrastructure(folder),
            "--proxy-file=" + write(folder, "proxy.yaml", """
                            apiVersion: config.openshift.io/v1
                            kind: Proxy
                            metadata: {name: cluster}
                            status: %s
                            """.formatted(proxy ? PROXY : "{}")),
            "--cluster-network-file=" + write(folder, "network.yaml", """
                            apiVersion: config.openshift.io/v1
                            kind: Network
                            metadata: {name: cluster}
                            status: {clusterNetwork: [{cidr: 10.128.0.0/14, hostPrefix: 23}], serviceNetwork: [172.30.0.0/16]}
                            """),
            "--apiserver-file=" + write(folder, "apiserver.yaml", """
                            apiVersion: config.openshift.io/v1
                            kind: APIServer
                            metadata: {name: cluster}
                            spec: {tlsAdherence: StrictAllComponents, tlsSecurityProfile: {type: %s}}
                            """.formatted(tlsProfile)),
        };
    }

    /** The same for what the bootstrap VM gets, in the folder {@code rendered}. */
    String[] renderCommand(Path folder) {
        return new String[] {
            "render",
            "--dest-dir=" + folder.resolve("rendered"),
            "--images-file=" + write(folder, "images.json", images()),
            "--cluster-infrastructure-file=" + infrastructure(folder),
        };
    }

    private Path infrastructure(Path folder) {
        return write(folder, "infrastructure.yaml", """
                apiVersion: config.openshift.io/v1
                kind: Infrastructure
                metadata: {name: cluster}
                spec: %s
                status: {infrastructureName: sample-1, controlPlaneTopology: %s, platformStatus: %s}
                """.formatted(platform.spec(), topology, platform.status));
    }

    private static final String PROXY = """
            {httpProxy: 'http://user:a%23b@proxy.example.com:3128', httpsProxy: 'https://proxy.example.com:3129',
             noProxy: '.cluster.local,10.0.0.0/16'}""";

    /** The images of the payload and those of the packs. */
    private static String images() {
        String ofPayload = PayloadFolder.objects("_01_images.configmap.yaml")
                .get(0)
                .fields()
                .string("data", "images.json");
        String ofPacks = Stream.of(
                        "Alibaba",
                        "DigitalOcean",
                        "Exoscale",
                        "Hetzner",
                        "KubeVirt",
                        "Linode",
                        "Oracle",
                        "Outscale",
                        "Proxmox",
                        "Scaleway",
                        "STACKIT",
                        "Vultr")
                .map(pack -> "\"cloudControllerManager%s\": \"registry/%s:1\","
                        .formatted(pack, pack.toLowerCase(Locale.ROOT)))
                .collect(joining());
        return ofPayload.replaceFirst("\\{", "{" + ofPacks);
    }

    private static Path write(Path folder, String name, String text) {
        try {
            return Files.writeString(folder.resolve(name), text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
