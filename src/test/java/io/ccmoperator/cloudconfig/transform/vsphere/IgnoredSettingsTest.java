// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.cloudconfig.transform.vsphere;

import static org.assertj.core.api.Assertions.assertThat;

import io.ccmoperator.YamlText;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What the cloud controller manager ignores because of another key. */
class IgnoredSettingsTest {
    private static final String COMPLETE =
            "loadBalancer: {size: SMALL, lbServiceId: s, tcpAppProfileName: t, udpAppProfilePath: u, ";

    private static List<String> warnings(String config) {
        return IgnoredSettings.warnings(YamlText.tree(config));
    }

    @ParameterizedTest
    @CsvSource({"zone, region", "region, zone"})
    void warnsOfOneLabelAlone(String written, String missing) {
        assertThat(warnings("labels: {" + written + ": k8s}"))
                .containsExactly("labels: " + missing
                        + " is missing, so nodes get labels of neither zone nor region; write both");
    }

    @Test
    void warnsOfVCenterThatCannotTakeInsecureFlagBack() {
        assertThat(warnings("""
                global: {insecureFlag: true}
                vcenter: {a: {insecureFlag: false}, b: {insecureFlag: true}, c: {server: c}}
                """))
                .containsExactly(
                        "vcenter.a.insecureFlag: false has no effect beside global.insecureFlag: true; remove the"
                                + " latter, and write insecureFlag: true for each vCenter that needs it");
    }

    @Test
    void warnsOfCredentialsBesideSecretWithoutThem() {
        assertThat(warnings("global: {secretName: s, secretNamespace: n, user: me, password: PLANTED}"))
                .containsExactly(
                        "global: user and password have no effect beside secretName and secretNamespace; remove them");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "later: 1                     | {}               | write ipPoolName or ipPoolId",
                "ipPoolName: n, ipPoolId: i   | {}               | remove ipPoolName or ipPoolId",
                "later: 1                     | {a: {ipPoolId: i}} | write ipPoolName or ipPoolId",
            })
    void warnsOfPools(String balancer, String classes, String remedy) {
        assertThat(warnings(COMPLETE + balancer + "}\nloadBalancerClass: " + classes))
                .containsExactly(
                        "loadBalancer: the section is not complete, so Services of type LoadBalancer get no load"
                                + " balancer; " + remedy);
    }

    @ParameterizedTest
    @ValueSource(strings = {"loadBalancer: {tags: {a: b}}", "loadBalancerClass: {default: {ipPoolName: p}}"})
    void namesAllThatIsMissing(String config) {
        assertThat(warnings(config))
                .singleElement()
                .asString()
                .contains(
                        "; write size, write lbServiceId or tier1GatewayPath, write tcpAppProfileName or tcpAppProfilePath,"
                                + " write udpAppProfileName or udpAppProfilePath");
    }

    @Test
    void warnsOfPoolOfClassThatIdReplaces() {
        assertThat(warnings(COMPLETE + """
                ipPoolId: i}
                loadBalancerClass: {a: {ipPoolName: n}, b: {ipPoolId: i, ipPoolName: n}, c: {}}
                """))
                .containsExactly(
                        "loadBalancerClass.a.ipPoolName has no effect beside loadBalancer.ipPoolId; write ipPoolId");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                COMPLETE + "ipPoolName: n}\nloadBalancerClass: {a: {ipPoolName: m}}",
                COMPLETE + "later: 1}\nloadBalancerClass: {default: {ipPoolName: m}}",
                "labels: {zone: z, region: r}\nglobal: {user: u, password: p, server: s, secretName: s, secretNamespace: n}"
            })
    void staysSilentAboutWhatIsComplete(String config) {
        assertThat(warnings(config)).isEmpty();
    }
}
