// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.substitution;

import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.assets.Ordered;
import io.ccmoperator.assets.ShellCommand;
import io.ccmoperator.assets.tree.FieldReader;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Containers of workloads run their binary itself instead of a shell line: images outside OpenShift need not have a shell. Arguments
 * stay as they are, the kubelet expands {@code $(NAME)} in them as before.
 *
 * @param binaries container to the path of its binary, where this differs from the path in the shell line
 */
record BinaryCommand(Map<String, String> binaries) implements Substitution {
    BinaryCommand {
        binaries = Ordered.copy(binaries);
    }

    @Override
    public void apply(KubernetesObject object) {
        // What runs on Windows has no shell line, and its path is that of Kubernetes.
        if (!object.isWorkload() || object.isForWindows()) {
            return;
        }
        for (Map<String, Object> container : object.allContainers()) {
            Object command = container.get("command");
            ShellCommand.withoutShell(command).ifPresent(words -> container.put("command", new ArrayList<>(words)));
            String binary = binaries.get(container.get("name"));
            if (binary != null) {
                container.put("command", withBinary(FieldReader.of(container).list("command"), binary));
            }
        }
    }

    private static List<Object> withBinary(List<?> command, String binary) {
        List<Object> words = new ArrayList<>(command);
        if (words.isEmpty()) {
            words.add(binary);
        } else {
            words.set(0, binary);
        }
        return words;
    }
}
