// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.benchmark;

import io.ccmoperator.YamlText;
import io.ccmoperator.apiserver.AuditedRequest;
import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.operator.OpenShiftCluster;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** What a converged operator takes while it has nothing to do, and while others fill the namespaces that it reads. */
record IdleMeasurement(Program program, MeasuredOperator operator, Measurements into) {
    private static final int CONVERGED_SECONDS = 60;
    private static final int QUIET_SECONDS = 300;

    /** Longer than what follows from the last object that was created. */
    private static final int SETTLED_SECONDS = 10;

    private static final int CONFIG_MAPS = 2_000;
    private static final int SECRETS = 500;
    private static final String VALUE = "x".repeat(10 << 10);

    /** Waits until memory is measured: 60 s after convergence. Begin with this one. */
    void measureMemory() throws IOException, InterruptedException {
        TimeUnit.SECONDS.sleep(CONVERGED_SECONDS);
        into.add(Quantity.RESIDENT, program, operator.usage().residentMegabytes());
        int port = operator.cluster().server().uri().getPort();
        into.add(Quantity.CONNECTIONS, program, operator.usage().connections(port));
    }

    /** Processor time and requests of five minutes. */
    void measureQuiet() throws InterruptedException {
        int before = operator.requests().size();
        double cpu = operator.usage().cpuSeconds();
        TimeUnit.SECONDS.sleep(QUIET_SECONDS);
        into.add(Quantity.QUIET_CPU, program, operator.usage().cpuSeconds() - cpu);
        List<AuditedRequest> requests = since(before);
        into.add(
                Quantity.QUIET_REQUESTS,
                program,
                requests.stream()
                        .filter(request -> !request.resource().equals("leases")
                                && !request.verb().equals("watch"))
                        .count());
        into.add(Quantity.QUIET_WRITES, program, MeasuredOperator.writes(requests.stream()));
    }

    /** Processor time, writes and memory when others create many objects. End with this one. */
    void measureCrowd() throws InterruptedException {
        int before = operator.requests().size();
        double cpu = operator.usage().cpuSeconds();
        for (int i = 0; i < CONFIG_MAPS; i++) {
            operator.cluster().apply(foreign("ConfigMap", "openshift-config", i, "data"));
        }
        for (int i = 0; i < SECRETS; i++) {
            operator.cluster().apply(foreign("Secret", OpenShiftCluster.MANAGED, i, "stringData"));
        }
        TimeUnit.SECONDS.sleep(SETTLED_SECONDS);
        into.add(Quantity.CROWD_CPU, program, operator.usage().cpuSeconds() - cpu);
        into.add(Quantity.CROWD_WRITES, program, MeasuredOperator.writes(since(before).stream()));
        into.add(Quantity.RESIDENT_CROWDED, program, operator.usage().residentMegabytes());
    }

    private List<AuditedRequest> since(int count) {
        List<AuditedRequest> requests = operator.requests();
        return requests.subList(count, requests.size());
    }

    private static KubernetesObject foreign(String kind, String namespace, int number, String member) {
        return YamlText.manifest(
                "{apiVersion: v1, kind: %s, metadata: {name: foreign-%d, namespace: %s}, %s: {key: %s}}"
                        .formatted(kind, number, namespace, member, VALUE));
    }
}
