// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.assets.deployment.validation;

import static io.ccmoperator.assets.deployment.validation.Rule.rule;

import io.ccmoperator.assets.tree.FieldReader;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Rules on fields of pods and workloads of which there may be one only, or that one value of another field excludes. */
final class ExclusiveRules {
    /** For each pod. */
    static final List<Rule<Pod>> OF_PODS = List.of(
            rule("exclusive-fields", ExclusiveRules::volumes),
            rule("exclusive-fields", ExclusiveRules::tolerations),
            rule("exclusive-fields", ExclusiveRules::strategies),
            rule("exclusive-fields", ExclusiveRules::dns),
            rule("exclusive-fields", ExclusiveRules::ofTemplates));

    private static final Set<String> OTHER_EFFECTS = Set.of("", "NoSchedule", "PreferNoSchedule");
    private static final List<String> PROJECTIONS =
            List.of("configMap", "secret", "serviceAccountToken", "downwardAPI", "clusterTrustBundle");

    private ExclusiveRules() {}

    /** A volume has one source; one without a source would become an empty directory. */
    private static void volumes(Pod pod, Findings findings) {
        for (FieldReader volume : pod.volumes()) {
            List<String> sources = volume.map().keySet().stream()
                    .filter(key -> !key.equals("name"))
                    .toList();
            if (sources.isEmpty()) {
                findings.add(volume, "has no source; add one such as configMap or hostPath, or emptyDir: {}");
            } else if (sources.size() > 1) {
                findings.add(volume, "has " + list(sources) + "; a volume has one source");
            }
            FieldReader projected = volume.field("projected", "sources");
            if (volume.field("projected").exists() && projected.items().isEmpty()) {
                findings.add(projected, "is empty; a projected volume has sources");
            }
            projected.items().forEach(source -> one(source, PROJECTIONS, "a source", findings));
        }
    }

    private static void tolerations(Pod pod, Findings findings) {
        for (FieldReader toleration : pod.spec().field("tolerations").items()) {
            boolean exists = toleration.field("operator").is("Exists");
            if (exists && !toleration.field("value").string().isEmpty()) {
                findings.add(
                        toleration.field("value"),
                        "operator Exists takes no value; leave it out or use operator Equal");
            }
            if (!exists && toleration.field("key").string().isEmpty()) {
                findings.add(toleration, "a toleration without key requires operator Exists");
            }
            if (toleration.field("tolerationSeconds").exists()
                    && OTHER_EFFECTS.contains(toleration.field("effect").string())) {
                findings.add(
                        toleration.field("tolerationSeconds"), "requires effect NoExecute; leave it out otherwise");
            }
        }
    }

    private static void strategies(Pod pod, Findings findings) {
        FieldReader strategy = pod.object().field("spec", "strategy");
        if (strategy.field("type").is("Recreate")
                && strategy.field("rollingUpdate").exists()) {
            findings.add(
                    strategy.field("rollingUpdate"), "strategy type Recreate takes no rollingUpdate; leave it out");
        }
        FieldReader updates = pod.object().field("spec", "updateStrategy");
        FieldReader rolling = updates.field("rollingUpdate");
        if (updates.field("type").is("OnDelete") && rolling.exists()) {
            findings.add(rolling, "updateStrategy type OnDelete takes no rollingUpdate; leave it out");
        } else if (rolling.exists()
                && isZero(rolling.field("maxUnavailable"))
                && (isZero(rolling.field("maxSurge"))
                        || !rolling.field("maxSurge").exists())) {
            findings.add(
                    rolling.field("maxUnavailable"), "is 0, so that no pod would ever be updated; write 1 or more");
        }
    }

    private static boolean isZero(FieldReader field) {
        return field.is(0L) || Set.of("0", "0%").contains(field.string());
    }

    private static void dns(Pod pod, Findings findings) {
        FieldReader nameservers = pod.spec().field("dnsConfig", "nameservers");
        if (pod.spec().field("dnsPolicy").is("None") && nameservers.items().isEmpty()) {
            findings.add(nameservers, "is missing; dnsPolicy None requires nameservers");
        }
    }

    /** Pods of Deployments and DaemonSets run until they are deleted. */
    private static void ofTemplates(Pod pod, Findings findings) {
        FieldReader restart = pod.spec().field("restartPolicy");
        if (!pod.isOf("Pod") && restart.exists() && !restart.is("Always")) {
            findings.add(restart, "has to be Always in a " + pod.kind() + ", or left out");
        }
        Stream.of("activeDeadlineSeconds", "ephemeralContainers")
                // A Pod of its own may have a deadline.
                .filter(name -> !(pod.isOf("Pod") && name.equals("activeDeadlineSeconds")))
                .map(name -> pod.spec().field(name))
                .filter(FieldReader::exists)
                .forEach(field -> findings.add(field, "is not possible in a " + pod.kind() + "; leave it out"));
    }

    /** Adds a finding unless a field has one of the alternatives. */
    static void one(FieldReader field, List<String> alternatives, String what, Findings findings) {
        List<String> present =
                alternatives.stream().filter(name -> field.field(name).exists()).toList();
        if (present.isEmpty()) {
            findings.add(field, "is empty; " + what + " requires one of " + String.join(", ", alternatives));
        } else if (present.size() > 1) {
            findings.add(field, "has " + list(present) + "; " + what + " takes only one of them");
        }
    }

    private static String list(List<String> names) {
        List<String> all = new ArrayList<>(names);
        String last = all.remove(all.size() - 1);
        return all.stream().collect(Collectors.joining(", ")) + " and " + last;
    }
}
