// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.cloudconfig.transform.vsphere;

import io.ccmoperator.YamlText;
import io.ccmoperator.cloudconfig.transform.TransformedConfig;
import io.ccmoperator.cloudconfig.transform.TransformerFacts;
import io.ccmoperator.cluster.Distribution;
import io.ccmoperator.cluster.EnabledFeatures;
import io.ccmoperator.cluster.ReleaseVersion;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;

/** Clusters on vSphere, and the transformer at work in them. */
final class Clusters {
    private static final String PLATFORM = """
            apiVersion: config.openshift.io/v1
            kind: Infrastructure
            metadata: {name: cluster}
            """;

    private static final String STATUS = "status: {platformStatus: {type: VSphere}}\n";

    /** The Infrastructure says no more than that this is vSphere. */
    static final TransformerFacts BARE = cluster("spec: {platformSpec: {type: VSphere}}\n" + STATUS, "");

    private Clusters() {}

    /** A cluster whose Infrastructure has something below spec.platformSpec.vsphere, given in flow style. */
    static TransformerFacts of(String vsphere) {
        return cluster("spec: {platformSpec: {type: VSphere, vsphere: " + vsphere + "}}\n" + STATUS, "172.30.0.0/16");
    }

    /**
     * @param infrastructure spec and status
     * @param serviceNetworks with commas between them
     */
    static TransformerFacts cluster(String infrastructure, String serviceNetworks) {
        return new TransformerFacts(
                Distribution.OPENSHIFT,
                YamlText.manifest(PLATFORM + infrastructure),
                Optional.of(YamlText.manifest(
                        "metadata: {name: cluster}\nspec: {serviceNetwork: [" + quoted(serviceNetworks) + "]}")),
                EnabledFeatures.NONE,
                "ccm",
                Optional.empty());
    }

    /** The same cluster with the Secret of the credentials. */
    static TransformerFacts withCredentials(TransformerFacts facts) {
        return new TransformerFacts(
                Distribution.OPENSHIFT,
                facts.infrastructure(),
                facts.network(),
                facts.features(),
                "ccm",
                Optional.of("vsphere-cloud-credentials"));
    }

    /** A cluster of Kubernetes that is described in the same way. */
    static TransformerFacts onKubernetes(TransformerFacts facts) {
        return new TransformerFacts(
                Distribution.KUBERNETES,
                facts.infrastructure(),
                facts.network(),
                EnabledFeatures.NONE,
                facts.managedNamespace(),
                facts.credentialsSecret());
    }

    /** The same cluster with feature gates that are on. */
    static TransformerFacts with(TransformerFacts facts, String... gates) {
        return new TransformerFacts(
                Distribution.OPENSHIFT,
                facts.infrastructure(),
                facts.network(),
                new EnabledFeatures(new TreeSet<>(List.of(gates)), new TreeSet<>(), ReleaseVersion.UNKNOWN),
                facts.managedNamespace(),
                facts.credentialsSecret());
    }

    static TransformedConfig transform(String source, TransformerFacts facts) {
        return new VSphereTransformer().transform(source, facts);
    }

    /** The configuration before anything that the cloud controller manager requires is checked or added. */
    static TransformedConfig convert(String source, TransformerFacts facts) {
        SourceConfig config = VSphereTransformer.converted(source, facts);
        return new TransformedConfig(ConfigWriter.write(config.tree()), config.warnings());
    }

    private static String quoted(String networks) {
        return networks.isEmpty() ? "" : "'" + networks.replace(",", "', '") + "'";
    }
}
