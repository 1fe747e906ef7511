// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.apply;

import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.assets.ResourceKind;
import io.ccmoperator.client.ObjectKey;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Which parts of an object are the operator's: they are written as a whole, without fields of other clients. Of labels and
 * annotations only the desired ones are owned; all other fields belong to the API server and its controllers. Of a pod template the
 * annotation kubectl.kubernetes.io/restartedAt stays ({@link WriteRequests#toReplace}).
 */
final class Ownership {
    private static final List<List<String>> SPEC = List.of(List.of("spec"));
    private static final List<List<String>> DATA =
            List.of(List.of("data"), List.of("binaryData"), List.of("immutable"));
    private static final List<List<String>> SERVICE =
            List.of(List.of("spec", "type"), List.of("spec", "selector"), List.of("spec", "ports"));
    private static final List<List<String>> ROLE = List.of(List.of("rules"));
    private static final List<List<String>> CLUSTER_ROLE = List.of(List.of("rules"), List.of("aggregationRule"));
    private static final List<List<String>> AGGREGATING_ROLE = List.of(List.of("aggregationRule"));
    private static final List<List<String>> BINDING = List.of(List.of("roleRef"), List.of("subjects"));
    private static final List<List<String>> SERVICE_ACCOUNT = List.of(List.of("automountServiceAccountToken"));

    private Ownership() {}

    /** The paths of the owned parts. */
    static List<List<String>> paths(KubernetesObject desired) {
        return switch (ObjectKey.of(desired).kind()) {
            case CONFIG_MAP, SECRET -> DATA;
            case SERVICE -> SERVICE;
            case SERVICE_ACCOUNT -> SERVICE_ACCOUNT;
            case ROLE -> ROLE;
            // A controller fills in the rules of a role that aggregates others.
            case CLUSTER_ROLE -> desired.fields().map("aggregationRule").isEmpty() ? CLUSTER_ROLE : AGGREGATING_ROLE;
            case ROLE_BINDING, CLUSTER_ROLE_BINDING -> BINDING;
            case DEPLOYMENT,
                    DAEMON_SET,
                    POD_DISRUPTION_BUDGET,
                    VALIDATING_ADMISSION_POLICY,
                    VALIDATING_ADMISSION_POLICY_BINDING -> SPEC;
            default -> throw new IllegalArgumentException("no provider has a " + desired.kind());
        };
    }

    /** The owned parts of an object by their paths, those only that are not empty. */
    static Map<String, Object> parts(List<List<String>> paths, KubernetesObject object) {
        Map<String, Object> parts = new LinkedHashMap<>();
        for (List<String> path : paths) {
            Object part = object.fields().at(path.toArray(String[]::new));
            if (!SubsetMatcher.isNothing(part) && !isMutable(path, part)) {
                parts.put(String.join(".", path), part);
            }
        }
        return parts;
    }

    /** {@code immutable: false} says the same as no such field. */
    private static boolean isMutable(List<String> path, Object part) {
        return path.equals(List.of("immutable")) && Boolean.FALSE.equals(part);
    }

    /**
     * Whether the API server does not allow an update from the one object to the other, so that it has to be deleted and created:
     * the selector of a workload, the role of a binding, and an immutable ConfigMap or Secret.
     */
    static boolean differInWhatIsImmutable(KubernetesObject desired, KubernetesObject live) {
        ResourceKind kind = ObjectKey.of(desired).kind();
        if (kind == ResourceKind.CONFIG_MAP || kind == ResourceKind.SECRET) {
            return Boolean.TRUE.equals(live.fields().at("immutable"))
                    && !parts(DATA, desired).equals(parts(DATA, live));
        }
        String[] path = kind.immutableField().toArray(String[]::new);
        return path.length > 0
                && !SubsetMatcher.equal(
                        ServerDefaults.of(desired).fields().at(path),
                        live.fields().at(path));
    }
}
