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
        JsonObject conf = AzureCloudConf.read(source);
        boolean described = facts.isOpenShift() || AzureCloudName.isNamed(facts.infrastructure());
        if (described) {
            requireSameCloud(conf, cloud, facts);
        }
        List<String> warnings = new ArrayList<>(name.warnings());
        if (!facts.isOpenShift()) {
            boolean completed = described && AzureCloudConf.text(conf, CLOUD).isEmpty();
            JsonObject complete = completed ? conf.with(CLOUD, cloud) : conf;
            warnings.addAll(AzureCloudConf.warnings(complete, facts));
            return new TransformedConfig(
                    completed ? complete.text() : AzureCloudConf.unchanged(source, conf), warnings);
        }
        warnings.addAll(probeWarnings(conf));
        warnings.addAll(AzureCloudConf.warnings(conf, facts));
        JsonObject complete = AzureCloudConf.withVmType(conf.with(CLOUD, cloud)).with(PROBE_MODE, SHARED);
        return new TransformedConfig(complete.text(), warnings);
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
                    throw new InvalidInputException(Position.before(
                            conf.position(CLOUD),
                            CLOUD + ": conflicts with "
                                    + Infrastructure.place(facts.infrastructure(), "azure.cloudName")
                                    + ", which says '" + cloud
                                    + "'; write that, or leave the member out"));
                });
    }
}
