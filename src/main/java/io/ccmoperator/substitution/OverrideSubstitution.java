// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.substitution;

import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.assets.tree.FieldWriter;
import io.ccmoperator.cluster.ClusterNetworks;
import io.ccmoperator.cluster.Overrides;
import io.ccmoperator.cluster.Overrides.Program;
import io.ccmoperator.cluster.PodSettings;
import java.util.Map;
import java.util.Optional;

/** What an administrator sets, in the containers of cloud controller managers and node managers and in their workloads. */
record OverrideSubstitution(Overrides overrides, ClusterNetworks networks) implements Substitution {
    @Override
    public void apply(KubernetesObject object) {
        if (!object.isWorkload()) {
            return;
        }
        for (Map<String, Object> container : object.containers()) {
            String name = String.valueOf(container.get("name"));
            if (Overrides.isProgram(name)) {
                overrides.verbosity().ifPresent(level -> new ContainerFlags(container).set("v", level.toString()));
                Optional.ofNullable(overrides.programs().get(name))
                        .ifPresent(program -> set(object, container, program));
            }
        }
    }

    private void set(KubernetesObject workload, Map<String, Object> container, Program program) {
        ContainerFlags flags = new ContainerFlags(container);
        program.args().forEach((flag, value) -> flags.set(flag, String.valueOf(value)));
        if (program.needsPodNetworks() && !networks.clusterNetwork().isEmpty()) {
            flags.set("cluster-cidr", String.join(",", networks.clusterNetwork()));
        }
        program.env().forEach(variable -> new EnvironmentVariables(container).replace(variable));
        if (!program.resources().isEmpty()) {
            container.put("resources", program.resources());
        }
        if (!program.nodeSelector().isEmpty()) {
            new FieldWriter(workload.podSpec()).map("nodeSelector").putAll(program.nodeSelector());
        }
        if (!program.tolerations().isEmpty()) {
            new FieldWriter(workload.podSpec()).list("tolerations").addAll(program.tolerations());
        }
        set(workload, container, program.pod());
        program.replicas().ifPresent(replicas -> workload.fields().map("spec").put("replicas", replicas));
    }

    /** The image is that of {@link ImageSubstitution}. */
    private static void set(KubernetesObject workload, Map<String, Object> container, PodSettings pod) {
        pod.imagePullPolicy().ifPresent(policy -> container.put("imagePullPolicy", policy));
        FieldWriter template = new FieldWriter(new FieldWriter(workload.tree()).map("spec", "template"));
        if (!pod.labels().isEmpty()) {
            template.map("metadata", "labels").putAll(pod.labels());
        }
        if (!pod.annotations().isEmpty()) {
            template.map("metadata", "annotations").putAll(pod.annotations());
        }
        if (!pod.affinity().isEmpty()) {
            new AddedAffinity(pod.affinity()).addTo(workload.podSpec());
        }
        pod.priorityClassName().ifPresent(name -> workload.podSpec().put("priorityClassName", name));
        if (!pod.hostAliases().isEmpty()) {
            new FieldWriter(workload.podSpec()).list("hostAliases").addAll(pod.hostAliases());
        }
    }
}
