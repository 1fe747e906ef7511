// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.cloudconfig.transform;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ccmoperator.cluster.InvalidInputException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Which configurations of AWS are rejected or warned of. */
class AwsValidationTest {
    private final AwsTransformer transformer = new AwsTransformer();

    @ParameterizedTest
    @ValueSource(strings = {"maybe", "", "\" true\"", "2", "ja"})
    void rejectsMalformedBoolean(String value) {
        assertThatThrownBy(() -> transformer.transform(
                        "[Global]\nZone = a\ndisablesecuritygroupingress = " + value,
                        Facts.withoutGates("AWSServiceLBNetworkSecurityGroup")))
                .isInstanceOf(InvalidInputException.class)
                .hasMessage("line 3: [Global] disablesecuritygroupingress: the value is not a boolean;"
                        + " write true or false");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                " = ten",
                " =",
                "",
                " = 1 2",
                " = 0x",
                " = 0X1F",
                " = 1.5",
                " = 2147483648",
                " = -0x80000001",
                " = --1",
                " = ١"
            })
    void rejectsMalformedInteger(String value) {
        assertThatThrownBy(() -> transformer.transform(
                        "[Global]\nClusterServiceSharedLoadBalancerHealthProbePort" + value,
                        Facts.withoutGates("AWSServiceLBNetworkSecurityGroup")))
                .hasMessage("line 2: [Global] ClusterServiceSharedLoadBalancerHealthProbePort:"
                        + " the value is not an integer of 32 bits; write a number such as 10256");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "0",
                "10256",
                "+1",
                "-1",
                "007",
                "\" 8 \"",
                "2147483647",
                "-2147483648",
                "0x7fffFFFF",
                "-0x1",
                "00000000000000000001"
            })
    void acceptsIntegersLikeGcfg(String value) {
        assertThat(transformer
                        .transform(
                                "[Global]\nClusterServiceSharedLoadBalancerHealthProbePort = " + value,
                                Facts.withoutGates("AWSServiceLBNetworkSecurityGroup"))
                        .text())
                .contains("ClusterServiceSharedLoadBalancerHealthProbePort = " + value);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Zone",
                "Region",
                "VPC",
                "SubnetID",
                "RouteTableID",
                "RoleARN",
                "SourceARN",
                "KubernetesClusterTag",
                "KubernetesClusterID",
                "ElbSecurityGroup",
                "ClusterServiceSharedLoadBalancerHealthProbePath",
                "SupportedTopologyInstanceTypePattern",
                "NLBSecurityGroupMode",
                "zone"
            })
    void rejectsStringWithoutValue(String key) {
        assertThatThrownBy(() -> transformer.transform(
                        "[Global]\n" + key + " # comment\n" + key + " = a",
                        Facts.withoutGates("AWSServiceLBNetworkSecurityGroup")))
                .isInstanceOf(InvalidInputException.class)
                .hasMessage("line 2: [Global] " + key + ": the key has no value; write " + key
                        + " = value, or remove the line");
    }

    @ParameterizedTest
    @ValueSource(strings = {"Service", "Region", "URL", "SigningRegion", "SigningMethod", "SigningName", "url"})
    void rejectsStringWithoutValueInOverride(String key) {
        assertThatThrownBy(() -> transformer.transform(
                        "[ServiceOverride \"1\"]\nFuture\n" + key + "\n",
                        Facts.withoutGates("AWSServiceLBNetworkSecurityGroup")))
                .isInstanceOf(InvalidInputException.class)
                .hasMessage("line 3: [ServiceOverride \"1\"] " + key + ": the key has no value; write " + key
                        + " = value, or remove the line");
    }

    @Test
    void rejectsModeWithoutValueWhereItWouldStay() {
        assertThatThrownBy(() -> transformer.transform(
                        "[Global]\nClusterServiceLoadBalancerHealthProbeMode\n"
                                + "ClusterServiceLoadBalancerHealthProbeMode = Shared\n",
                        Facts.withoutGates("AWSServiceLBNetworkSecurityGroup")))
                .hasMessageStartingWith("line 2: [Global] ClusterServiceLoadBalancerHealthProbeMode: the key has no");
    }

    @Test
    void namesAllMalformedValuesAtOnce() {
        assertThatThrownBy(() -> transformer.transform("""
                        [Global]
                        DisableSecurityGroupIngress = maybe
                        DisableSecurityGroupIngress = true
                        [Other]
                        DisableSecurityGroupIngress = maybe
                        [global]
                        ClusterServiceSharedLoadBalancerHealthProbePort = x
                        """, Facts.withoutGates("AWSServiceLBNetworkSecurityGroup")))
                .hasMessageContainingAll("line 2: [Global] Disable", "line 7: [Global] ClusterService")
                .message()
                .hasLineCount(2);
    }

    @ParameterizedTest
    @ValueSource(strings = {"{\"cloud\": \"x\"}", "global:\n  zone: a", "[Global", "Zone = a"})
    void rejectsTextThatIsNotIni(String source) {
        assertThatThrownBy(() -> transformer.transform(source, Facts.withoutGates("AWSServiceLBNetworkSecurityGroup")))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageStartingWith("line 1, column ");
    }

    @Test
    void acceptsValidOverridesWithoutWarning() {
        assertThat(transformer
                        .transform("""
                                [ServiceOverride "1"]
                                Service = ec2
                                Region = r
                                URL = https://a
                                SigningRegion = r
                                [ServiceOverride "2"]
                                Service = ec2
                                Region = R
                                URL = https://a
                                SigningRegion = r
                                """, Facts.withoutGates("AWSServiceLBNetworkSecurityGroup"))
                        .warnings())
                .isEmpty();
    }

    /** Keys, and with which words the cloud controller manager runs and does something else. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "NodeIPFamilies = IPv4 | the value is not one of ipv4, ipv6, so nodes get no address of it; write one of them, and two on a line each",
                "NodeIPFamilies = ipv4,ipv6 | the value is not one of ipv4, ipv6, so nodes get no address of it; write one of them, and two on a line each",
                "NodeIPFamilies = \"\" | the value is not one of ipv4, ipv6, so nodes get no address of it; write one of them, and two on a line each"
            })
    void refusesWordsWithWhichNodesStayUninitialized(String line, String reason) {
        assertThatThrownBy(() -> transformer.transform("[Global]\n" + line + "\n", Facts.onKubernetes()))
                .isInstanceOf(InvalidInputException.class)
                .hasMessage("line 2: [Global] " + line.substring(0, line.indexOf(' ')) + ": " + reason);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "RoleARN = arn:aws:iam::1:instance-profile/x | the value is not the ARN of a role, so every request to AWS fails; write one such as arn:aws:iam::123456789012:role/name",
                "ElbSecurityGroup = default | the value is not the ID of a security group, so classic load balancers are not created; write one such as sg-0a1b2c3d4e5f60718",
                "RouteTableID = main | the value is not the ID of a route table, so no route of a node is created; write one such as rtb-0a1b2c3d4e5f60718",
                "VPC = vpc-1 | it is not read without SubnetID or RoleARN, and without KubernetesClusterTag or KubernetesClusterID; write them, or remove it",
                "SubnetID = subnet-1 | it is not read without VPC, and without KubernetesClusterTag or KubernetesClusterID; write them, or remove it",
                "SourceARN = arn:aws:x | it is not read without RoleARN; write that, or remove it",
                "ClusterServiceSharedLoadBalancerHealthProbePort = 10256 | it is not read without ClusterServiceLoadBalancerHealthProbeMode = Shared; write that, or remove it"
            })
    void warnsOfWordsWithWhichFeatureIsOff(String line, String reason) {
        assertThat(transformer
                        .transform("[Global]\n" + line + "\n", Facts.onKubernetes())
                        .warnings())
                .containsExactly("line 2: [Global] " + line.substring(0, line.indexOf(' ')) + ": " + reason);
    }

    @Test
    void judgesProbesWhereTheyAreShared() {
        String source = "[Global]\nClusterServiceSharedLoadBalancerHealthProbePort = 70000\n"
                + "ClusterServiceSharedLoadBalancerHealthProbePath = healthz\n";

        assertThat(transformer.transform(source, Facts.withoutGates()).warnings())
                .containsExactly(
                        "line 2: [Global] ClusterServiceSharedLoadBalancerHealthProbePort: the value is not a port, so"
                                + " AWS refuses the health check of load balancers; write one such as 10256",
                        "line 3: [Global] ClusterServiceSharedLoadBalancerHealthProbePath: the value is not an absolute path, so"
                                + " AWS refuses the health check of load balancers; write one such as /healthz");
    }

    /** What the program ends for it says itself, when the operator tries the configuration. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "Zone = Foo",
                "Region = nowhere",
                "KubernetesClusterTag = a\nKubernetesClusterID = b",
                "SupportedTopologyInstanceTypePattern = p[4"
            })
    void leavesWordsToProgramThatEndsForThem(String lines) {
        String source = "[Global]\n" + lines + "\n";

        assertThat(transformer.transform(source, Facts.onKubernetes())).isEqualTo(TransformedConfig.of(source));
    }

    @Test
    void warnsOfCommentThatCutsValue() {
        assertThat(transformer
                        .transform("[Global]\nKubernetesClusterID = a#b\n", Facts.onKubernetes())
                        .warnings())
                .containsExactly(
                        "line 2: [Global] KubernetesClusterID ends at '#'; put the value in quotes if that belongs to it");
    }

    /** Nodes have addresses of the other family. */
    @Test
    void warnsOfFamilyBesideOneThatIsKnown() {
        TransformedConfig config =
                transformer.transform("[Global]\nNodeIPFamilies = ipv4\nNodeIPFamilies = IPv6\n", Facts.onKubernetes());

        assertThat(config.warnings())
                .containsExactly("line 3: [Global] NodeIPFamilies: the value is not one of ipv4, ipv6, so nodes get no"
                        + " address of it; write one of them, and two on a line each");
        assertThatThrownBy(() -> transformer.transform(
                        "[Global]\nNodeIPFamilies = ipv4\nNodeIPFamilies\nNodeIPFamilies = IPv6\n",
                        Facts.onKubernetes()))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageStartingWith("line 4: ");
    }
}
