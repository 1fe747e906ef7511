// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.substitution;

import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.assets.tree.FieldReader;
import io.ccmoperator.assets.tree.FieldWriter;
import io.ccmoperator.cluster.ClusterNetworks;
import io.ccmoperator.cluster.Overrides;
import io.ccmoperator.cluster.Overrides.Program;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

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
                overrides.verbosity().ifPresent(level -> setFlag(container, "v", level.toString()));
                Optional.ofNullable(overrides.programs().get(name))
                        .ifPresent(program -> set(object, container, program));
            }
        }
    }

    private void set(KubernetesObject workload, Map<String, Object> container, Program program) {
        program.args().forEach((flag, value) -> setFlag(container, flag, String.valueOf(value)));
        if (program.needsPodNetworks()) {
            setFlag(container, "cluster-cidr", String.join(",", networks.clusterNetwork()));
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
        program.replicas().ifPresent(replicas -> workload.fields().map("spec").put("replicas", replicas));
    }

    /** Replaces the value of a flag where the manifest has it, or else appends the flag. */
    private static void setFlag(Map<String, Object> container, String flag, String value) {
        // The kubelet expands $(NAME) in arguments.
        String argument = "--" + flag + "=" + value.replace("$", "$$");
        for (String field : List.of("args", "command")) {
            List<String> words = FieldReader.of(container).strings(field);
            int index = IntStream.range(0, words.size())
                    .filter(i -> words.get(i).matches("--?\\Q" + flag + "\\E(=.*)?"))
                    .findFirst()
                    .orElse(-1);
            if (index >= 0) {
                new FieldWriter(container).list(field).set(index, argument);
                return;
            }
        }
        new FieldWriter(container).list("args").add(argument);
    }
}
