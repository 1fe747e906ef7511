// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.cloudconfig.transform;

import io.ccmoperator.assets.Transformer;
import io.ccmoperator.cloudconfig.transform.azure.JsonObject;
import io.ccmoperator.cluster.Infrastructure;
import io.ccmoperator.cluster.InvalidInputException;
import io.ccmoperator.cluster.WithWarnings;

/**
 * The configuration for the clouds of Azure that Microsoft runs, an object of JSON. It gets the cloud's name, a type of
 * virtual machines where it has none, and one health probe for all load balancers of a cluster.
 */
@Transformer(AzureTransformer.NAME)
final class AzureTransformer implements CloudConfigTransformer {
    /** By this name descriptors select the transformer. */
    public static final String NAME = "azure";

    private static final String CLOUD = "cloud";

    @Override
    public TransformedConfig transform(String source, TransformerFacts facts) {
        WithWarnings<String> name = AzureCloudName.hosted(facts.infrastructure());
        String cloud = name.value();
        JsonObject conf = AzureCloudConf.read(source);
        requireSameCloud(conf, cloud, facts);
        JsonObject named = conf.with(CLOUD, cloud);
        JsonObject complete =
                AzureCloudConf.withVmType(named).with("clusterServiceLoadBalancerHealthProbeMode", "shared");
        return new TransformedConfig(AzureCloudConf.result(complete).text(), name.warnings());
    }

    private static void requireSameCloud(JsonObject conf, String cloud, TransformerFacts facts) {
        AzureCloudConf.text(conf, CLOUD)
                .filter(given -> !given.equalsIgnoreCase(cloud))
                .ifPresent(given -> {
                    throw new InvalidInputException(AzureCloudConf.line(
                            conf,
                            CLOUD,
                            "conflicts with "
                                    + Infrastructure.place(facts.infrastructure(), "azure.cloudName")
                                    + ", which says '" + cloud
                                    + "'; write that, or leave the member out"));
                });
    }
}
