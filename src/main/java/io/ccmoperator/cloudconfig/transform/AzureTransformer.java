// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.cloudconfig.transform;

import io.ccmoperator.assets.Transformer;
import io.ccmoperator.assets.tree.Position;
import io.ccmoperator.cloudconfig.transform.azure.JsonObject;
import io.ccmoperator.cluster.Infrastructure;
import io.ccmoperator.cluster.InvalidInputException;
import io.ccmoperator.cluster.WithWarnings;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The configuration for the clouds of Azure that Microsoft runs, an object of JSON, on Kubernetes also YAML. On OpenShift it gets the cloud's name, a type
 * of virtual machines where it has none, and one health probe for all load balancers of a cluster; on Kubernetes the cloud's name
 * where the cluster's description has one and the configuration has none.
 */
@Transformer(AzureTransformer.NAME)
final class AzureTransformer implements CloudConfigTransformer {
    /** By this name descriptors select the transformer. */
    public static final String NAME = "azure";

    private static final String CLOUD = "cloud";
    private static final String PROBE_MODE = "clusterServiceLoadBalancerHealthProbeMode";
    private static final String SHARED = "shared";

    @Override
    public TransformedConfig transform(String source, TransformerFacts facts) {
        WithWarnings<String> name = AzureCloudName.hosted(facts.infrastructure());
        String cloud = name.value();
        JsonObject conf = AzureCloudConf.read(source, facts.isOpenShift());
        if (!facts.isOpenShift() && !AzureCloudName.isNamed(facts.infrastructure())) {
            return AzureCloudConf.unchanged(source, conf, name.warnings());
        }
        requireSameCloud(conf, cloud, facts);
        if (!facts.isOpenShift()) {
            return AzureCloudConf.text(conf, CLOUD).isPresent()
                    ? AzureCloudConf.unchanged(source, conf, name.warnings())
                    : AzureCloudConf.unchanged(
                            conf.with(CLOUD, cloud).text(), conf.with(CLOUD, cloud), name.warnings());
        }
        JsonObject complete = AzureCloudConf.withVmType(conf.with(CLOUD, cloud)).with(PROBE_MODE, SHARED);
        List<String> warnings = new ArrayList<>(name.warnings());
        warnings.addAll(probeWarnings(conf));
        JsonObject written = AzureCloudConf.withVmType(conf)
                .with(CLOUD, AzureCloudConf.text(conf, CLOUD).orElse(""))
                .without(PROBE_MODE);
        return AzureCloudConf.result(complete, written, warnings);
    }

    private static List<String> probeWarnings(JsonObject conf) {
        Object given = conf.get(PROBE_MODE);
        if (given == null || given.equals("") || String.valueOf(given).equalsIgnoreCase(SHARED)) {
            return List.of();
        }
        String place = Position.before(conf.position(PROBE_MODE), PROBE_MODE);
        return List.of(new ForcedValue(place, String.valueOf(given), SHARED).warning());
    }

    @Override
    public Optional<Boolean> hasCredentials(String config) {
        return Optional.of(AzureCloudConf.hasCredentials(config));
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
