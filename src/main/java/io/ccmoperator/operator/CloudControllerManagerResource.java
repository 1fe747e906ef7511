// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.operator;

import com.fasterxml.jackson.annotation.JsonCreator;
import io.ccmoperator.client.ClusterResource;
import io.fabric8.kubernetes.model.annotation.Group;
import io.fabric8.kubernetes.model.annotation.Kind;
import io.fabric8.kubernetes.model.annotation.Plural;
import io.fabric8.kubernetes.model.annotation.Version;
import io.quarkus.runtime.annotations.RegisterForReflection;
import java.util.Map;

/** The CloudControllerManager {@code cluster} as the primary of a reconciler. */
@RegisterForReflection
@Group("ccmoperator.io")
@Version("v1beta1")
@Kind("CloudControllerManager")
@Plural("cloudcontrollermanagers")
public final class CloudControllerManagerResource extends ClusterResource {
    private static final long serialVersionUID = 1L;

    /** @param tree the object, from apiVersion on; it is not copied */
    @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
    public CloudControllerManagerResource(Map<String, Object> tree) {
        super(tree);
    }
}
