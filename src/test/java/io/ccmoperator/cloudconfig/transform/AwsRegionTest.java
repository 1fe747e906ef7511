// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.cloudconfig.transform;

import static org.assertj.core.api.Assertions.assertThat;

import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.ini.IniEntry;
import io.ccmoperator.ini.IniSection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class AwsRegionTest {
    private static final KubernetesObject CLUSTER = new KubernetesObject(Map.of(
            "status", Map.of("platformStatus", Map.of("aws", Map.of("region", "eu-central-1")))));

    private static Optional<String> region(String zone, String region) {
        return AwsTransformer.region(
                IniSection.empty("Global").with(List.of(IniEntry.of("Zone", zone), IniEntry.of("Region", region))),
                CLUSTER);
    }

    @Test
    void takesZoneBeforeRegionBeforeCluster() {
        assertThat(region("us-gov-west-1a", "eu-west-1")).contains("us-gov-west-1");
        assertThat(region("", "eu-west-1")).contains("eu-west-1");
        assertThat(region("", "")).contains("eu-central-1");
        assertThat(AwsTransformer.region(IniSection.empty("Global"), new KubernetesObject(Map.of())))
                .isEmpty();
    }

    /** The program ends for such a zone. */
    @Test
    void hasNoneForZoneWithoutRegion() {
        assertThat(region("Foo", "eu-west-1")).isEmpty();
        assertThat(region("a".repeat(100_000), "")).isEmpty();
        assertThat(region("a-".repeat(100_000), "")).isEmpty();
    }
}
