// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.assets.validation;

import static io.ccmoperator.assets.validation.Fault.DAEMON_SET;
import static io.ccmoperator.assets.validation.Fault.DEPLOYMENT;
import static io.ccmoperator.assets.validation.Fault.DESCRIPTOR;
import static io.ccmoperator.assets.validation.Fault.POD;
import static io.ccmoperator.assets.validation.Fault.ROLES;
import static io.ccmoperator.assets.validation.Fault.fault;
import static org.assertj.core.api.Assertions.assertThat;

import io.ccmoperator.assets.deployment.GoodProvider;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What providers do in different ways, none of them wrong. */
class SoundProvidersTest {
    private static final String TOKEN =
            "              - serviceAccountToken:\n                  audience: openshift\n                  path: token\n";

    static Stream<Fault> ways() {
        return Stream.of(
                fault("all tolerations in one, as of every taint")
                        .in(
                                DAEMON_SET,
                                "        - operator: Exists\n          effect: NoSchedule\n",
                                "        - operator: Exists\n"),
                fault("the taint of control plane nodes by its new name")
                        .in(
                                DEPLOYMENT,
                                "- key: node-role.kubernetes.io/master",
                                "- key: node-role.kubernetes.io/control-plane")
                        .in(
                                DEPLOYMENT,
                                "node-role.kubernetes.io/master: \"\"",
                                "node-role.kubernetes.io/control-plane: \"\""),
                fault("the uninitialized taint by its value")
                        .in(
                                DEPLOYMENT,
                                "uninitialized\n          operator: Exists",
                                "uninitialized\n          value: \"true\""),
                fault("a management annotation in other blanks")
                        .in(DEPLOYMENT, "{\"effect\": \"Pref", "{\"effect\":\"Pref"),
                fault("an optional Secret that is mounted nowhere")
                        .in(
                                DEPLOYMENT,
                                "        - name: bound-sa-token\n          projected",
                                "        - name: credentials\n          secret: {secretName: fog-cloud-credentials, optional: true}\n"
                                        + "        - name: bound-sa-token\n          projected"),
                fault("a ConfigMap with items and a mode")
                        .in(
                                DEPLOYMENT,
                                "name: cloud-conf\n        - name: merged",
                                "name: cloud-conf\n            defaultMode: 420\n            items:\n"
                                        + "              - {key: cloud.conf, path: nutanix_config.json}\n        - name: merged"),
                fault("a ConfigMap of the provider itself")
                        .in(DEPLOYMENT, "name: ccm-trusted-ca", "name: fog")
                        .in(
                                ROLES,
                                "---\n",
                                "---\napiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: fog\n"
                                        + "  namespace: openshift-cloud-controller-manager\ndata: {}\n---\n"),
                fault("a read-only projected ConfigMap")
                        .in(DEPLOYMENT, TOKEN, "              - configMap: {name: cloud-conf}\n")
                        .in(
                                DEPLOYMENT,
                                "mountPath: /var/run/secrets/openshift/serviceaccount",
                                "mountPath: /var/run/secrets\n              readOnly: true"),
                fault("a pack that brings an image of its own")
                        .in(DESCRIPTOR, "images:\n", "payload: false\nimages:\n")
                        .in(DESCRIPTOR, "  cloud-node-manager: cloudNodeManagerFog\n", ""),
                fault("quantities and ports in their other forms")
                        .in(DAEMON_SET, "cpu: 50m", "cpu: 0.05")
                        .in(DAEMON_SET, "memory: 50Mi", "memory: 52428800")
                        .in(DAEMON_SET, "maxUnavailable: 10%", "maxUnavailable: 1")
                        .in(DEPLOYMENT, "port: 10258, scheme", "port: https, scheme"),
                fault("no cloud config on the bootstrap VM, and only the Secrets' directory")
                        .in(POD, "        - --cloud-config=/etc/kubernetes/bootstrap-configs/cloud.conf\n", "")
                        .in(POD, "path: /etc/kubernetes\n", "path: /etc/kubernetes/bootstrap-secrets/\n")
                        .in(POD, "mountPath: /etc/kubernetes", "mountPath: /secrets")
                        .in(POD, "--kubeconfig=/etc/kubernetes/bootstrap-secrets/", "--kubeconfig=/secrets/"),
                fault("the path of the cloud config in a variable")
                        .in(
                                POD,
                                "--cloud-config=/etc/kubernetes/bootstrap-configs/cloud.conf",
                                "--cloud-config=$(CONFIG)")
                        .in(
                                POD,
                                "      resources:\n",
                                "      env: [{name: CONFIG, value: /etc/kubernetes/bootstrap-configs/cloud.conf}]\n"
                                        + "      resources:\n"));
    }

    @Test
    void findsNothingInValidProvider() {
        assertThat(Judgement.of(GoodProvider.fog().folder())).isEmpty();
    }

    @Test
    void acceptsProviderWithoutBootstrapPods() {
        assertThat(Judgement.of(GoodProvider.fog().without(POD).folder())).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("ways")
    void acceptsEachValidVariation(Fault way) {
        assertThat(Judgement.of(way.provider().folder())).isEmpty();
    }
}
