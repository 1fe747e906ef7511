// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.substitution;

import static io.ccmoperator.assets.ManagedNamespace.DEFAULT;

import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.assets.tree.FieldReader;
import io.ccmoperator.assets.tree.FieldWriter;
import java.util.List;
import java.util.Map;

/**
 * Whatever names the default managed namespace gets the operator's: the namespace of an object or of a subject, the
 * namespace of a leader election lease, and the user name of a service account in a match condition. What is in
 * kube-system stays there.
 *
 * @param namespace the operator's managed namespace, a DNS label, which is why it may be put into an expression
 */
record ManagedNamespaceSubstitution(String namespace) implements Substitution {
    private static final String LEASE_FLAG = "--leader-elect-resource-namespace";
    private static final String SERVICE_ACCOUNT = "system:serviceaccount:%s:";

    @Override
    public void apply(KubernetesObject object) {
        replace(object.fields().map("metadata"));
        object.fields().maps("subjects").forEach(this::replace);
        object.allContainers().forEach(this::replaceInArguments);
        object.fields().maps("spec", "matchConditions").forEach(this::replaceInExpression);
    }

    private void replace(Map<String, Object> reference) {
        reference.computeIfPresent("namespace", (key, value) -> value.equals(DEFAULT) ? namespace : value);
    }

    private void replaceInArguments(Map<String, Object> container) {
        if (!FieldReader.of(container).field("args").exists()) {
            return;
        }
        List<Object> list = new FieldWriter(container).list("args");
        for (int i = 0; i < list.size(); i++) {
            if (list.get(i).equals(LEASE_FLAG + "=" + DEFAULT)) {
                list.set(i, LEASE_FLAG + "=" + namespace);
            } else if (i > 0
                    && list.get(i - 1).equals(LEASE_FLAG)
                    && list.get(i).equals(DEFAULT)) {
                list.set(i, namespace);
            }
        }
    }

    private void replaceInExpression(Map<String, Object> condition) {
        condition.computeIfPresent(
                "expression",
                (key, value) -> value.toString()
                        .replace(SERVICE_ACCOUNT.formatted(DEFAULT), SERVICE_ACCOUNT.formatted(namespace)));
    }
}
