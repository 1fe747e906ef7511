// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.monitoring;

import io.ccmoperator.YamlText;
import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.assets.tree.FieldReader;
import io.ccmoperator.payload.PayloadFolder;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** An alerting rule. */
record Alert(KubernetesObject rule) {
    private static final Pattern RUNBOOK_BASE_URL =
            Pattern.compile("<runbook\\.base\\.url>(.*)</runbook\\.base\\.url>");

    /** All groups of rules, as Prometheus reads them from a file: the payload's, and the chart's for plain Kubernetes. */
    static KubernetesObject file() {
        return new KubernetesObject(Map.of(
                "groups",
                Stream.of(ofPayload(), withoutClusterVersionOperator())
                        .flatMap(rules -> rules.fields().maps("groups").stream())
                        .toList()));
    }

    /** The groups of rules in the payload. */
    static KubernetesObject ofPayload() {
        return new KubernetesObject(
                PayloadFolder.ofKind("PrometheusRule").get(0).fields().map("spec"));
    }

    /** The groups of rules that the chart adds where there is no Cluster Version Operator. */
    static KubernetesObject withoutClusterVersionOperator() {
        return YamlText.manifest("groups:\n" + Guide.text("helm/ccm-operator/files/alerts-without-cvo.yaml"));
    }

    /** All of them, in order. */
    static List<Alert> all() {
        return of(file());
    }

    /** The alerts of some groups, in order. */
    static List<Alert> of(KubernetesObject groups) {
        return groups.fields().maps("groups").stream()
                .flatMap(group -> FieldReader.of(group).maps("rules").stream())
                .map(rule -> new Alert(new KubernetesObject(rule)))
                .toList();
    }

    /** The address under which the build says that docs/ is served. */
    static String runbookBaseUrl() {
        Matcher property = RUNBOOK_BASE_URL.matcher(Guide.text("pom.xml"));
        if (!property.find()) {
            throw new IllegalStateException("pom.xml has no property runbook.base.url");
        }
        return property.group(1);
    }

    String name() {
        return rule.fields().string("alert");
    }

    String expression() {
        return rule.fields().string("expr");
    }

    String annotation(String key) {
        return rule.fields().string("annotations", key);
    }

    String severity() {
        return rule.fields().string("labels", "severity");
    }

    @Override
    public String toString() {
        return name();
    }
}
