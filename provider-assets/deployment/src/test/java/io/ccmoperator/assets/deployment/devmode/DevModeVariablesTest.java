// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.assets.deployment.devmode;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class DevModeVariablesTest {
    private static final Map<String, String> SET_BY_MAVEN = Map.of(
            "CCM_OPERATOR_DEV_FOLDER", "/project/src/../target/dev",
            "CCM_OPERATOR_DEV_SAMPLES", "/project/src/../docs/samples",
            "CCM_OPERATOR_DEV_ARGUMENTS", "run -v 4");

    @Test
    void startsNoSampleClusterForOtherApplications() {
        assertThat(DevMode.of(name -> null)).isEmpty();
    }

    @Test
    void putsFilesOfSampleClusterIntoFolder() {
        DevMode mode = with(Map.of());

        assertThat(mode.runsOperator()).isTrue();
        assertThat(mode.kubeconfig()).hasToString("/project/target/dev/kubeconfig");
        assertThat(mode.samples()).hasToString("/project/docs/samples");
    }

    @Test
    void seesFlagThatChoosesCluster() {
        assertThat(with(Map.of()).hasKubeconfigFlag()).isFalse();
        assertThat(List.of("run --kubeconfig=x", "run --kubeconfig x"))
                .allSatisfy(arguments -> assertThat(with(Map.of("CCM_OPERATOR_DEV_ARGUMENTS", arguments))
                                .hasKubeconfigFlag())
                        .isTrue());
    }

    @Test
    void startsNoClusterForCommandThatNeedsNone() {
        assertThat(with(Map.of("CCM_OPERATOR_DEV_ARGUMENTS", "providers -o yaml"))
                        .runsOperator())
                .isFalse();
    }

    @Test
    void startsClusterWithoutOpenShiftByFlagOrVariable() {
        assertThat(with(Map.of()).runsOnKubernetes()).isFalse();
        assertThat(with(Map.of("CCM_OPERATOR_DEV_ARGUMENTS", "run --distribution=kubernetes"))
                        .runsOnKubernetes())
                .isTrue();
        assertThat(with(Map.of("CCM_OPERATOR_DEV_ARGUMENTS", "run --distribution Kubernetes -v 4"))
                        .runsOnKubernetes())
                .isTrue();
        assertThat(with(Map.of("CCM_OPERATOR_DISTRIBUTION", "kubernetes")).runsOnKubernetes())
                .isTrue();
        assertThat(with(Map.of(
                                "CCM_OPERATOR_DEV_ARGUMENTS", "run --distribution=openshift",
                                "CCM_OPERATOR_DISTRIBUTION", "kubernetes"))
                        .runsOnKubernetes())
                .as("the flag wins")
                .isFalse();
        assertThat(with(Map.of("CCM_OPERATOR_DEV_ARGUMENTS", "run --distribution"))
                        .runsOnKubernetes())
                .as("the operator refuses the flag without a value")
                .isFalse();
    }

    private static DevMode with(Map<String, String> changes) {
        Map<String, String> variables = new TreeMap<>(SET_BY_MAVEN);
        variables.putAll(changes);
        return DevMode.of(variables::get).orElseThrow();
    }
}
