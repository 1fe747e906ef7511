// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.cloudconfig.transform;

import io.ccmoperator.assets.CloudConfig;
import io.ccmoperator.cloudconfig.transform.vsphere.VSphereTransformer;
import java.util.Map;

/** The transformers by their names in descriptors. */
public final class Transformers {
    private static final CloudConfigTransformer COPY = (source, facts) -> TransformedConfig.of(source);

    private static final Map<String, CloudConfigTransformer> BY_NAME = Map.of(
            AwsTransformer.NAME, new AwsTransformer(),
            AzureTransformer.NAME, new AzureTransformer(),
            AzureStackTransformer.NAME, new AzureStackTransformer(),
            CopyTransformer.ALIBABA, CopyTransformer.ofYaml(CopyTransformer.ALIBABA),
            CopyTransformer.GCP, CopyTransformer.ofIni(CopyTransformer.GCP),
            CopyTransformer.IBM, CopyTransformer.ofIni(CopyTransformer.IBM),
            NutanixTransformer.NAME, new NutanixTransformer(),
            OpenStackTransformer.NAME, new OpenStackTransformer(),
            VSphereTransformer.NAME, new VSphereTransformer());

    private Transformers() {}

    /**
     * The transformer of a provider; one that names none gets its configuration copied as it is, and nothing is said of it.
     *
     * @throws IllegalArgumentException if there is none of that name; the build refuses such a provider
     */
    public static CloudConfigTransformer of(CloudConfig config) {
        if (config.transformer().isEmpty()) {
            return COPY;
        }
        String name = config.transformer().get();
        CloudConfigTransformer transformer = BY_NAME.get(name);
        if (transformer == null) {
            throw new IllegalArgumentException("there is no transformer " + name);
        }
        return transformer;
    }
}
