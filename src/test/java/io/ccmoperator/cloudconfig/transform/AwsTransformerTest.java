/*
 * Copyright the ccm-operator authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.ccmoperator.cloudconfig.transform;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ccmoperator.cluster.InvalidInputException;
import java.util.stream.Stream;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class AwsTransformerTest {
    private static final String GATE = "AWSServiceLBNetworkSecurityGroup";
    private static final String MINIMAL = """
            [Global]
            ClusterServiceLoadBalancerHealthProbeMode = Shared
            """;

    private final AwsTransformer transformer = new AwsTransformer();

    @ParameterizedTest
    @MethodSource("cases")
    void transformsSource(String source, String expected) {
        String output = transformer.transform(source, Facts.withGates()).text();

        assertThat(output).isEqualTo(expected);
        assertThat(transformer.transform(output, Facts.withGates()).text())
                .as("transformed again")
                .isEqualTo(expected);
    }

    static Stream<Arguments> cases() {
        return Stream.of(
                becomes("empty", "", MINIMAL),
                becomes("blank", " \n\t\r\n", MINIMAL),
                becomes("comments only", "# nothing\n; here\n", MINIMAL),
                becomes("a header only", "[Global]\n\t\t\t", MINIMAL),
                becomes("a header in other letters", "[GLOBAL]", MINIMAL.replace("Global", "GLOBAL")),
                becomes("no value is added that nobody wrote; known keys come in one order", """
                        [Global]
                        # which zone
                        DisableSecurityGroupIngress = true
                        VPC                         = vpc-1 ; ours
                        Zone                        = Foo
                        """, """
                        [Global]
                        Zone                                      = Foo
                        VPC                                       = vpc-1
                        DisableSecurityGroupIngress               = true
                        ClusterServiceLoadBalancerHealthProbeMode = Shared
                        """),
                becomes("a mode that is set stays", """
                        [Global]
                        clusterserviceloadbalancerhealthprobemode = ServiceNodePort
                        """, """
                        [Global]
                        clusterserviceloadbalancerhealthprobemode = ServiceNodePort
                        """),
                becomes("an empty mode is none", "[Global]\nClusterServiceLoadBalancerHealthProbeMode =\n", MINIMAL),
                becomes(
                        "a mode without value is none",
                        "[Global]\nClusterServiceLoadBalancerHealthProbeMode\n",
                        MINIMAL),
                becomes("a security group mode stays while the gate is off", """
                        [Global]
                        NLBSecurityGroupMode = Unmanaged
                        """, """
                        [Global]
                        ClusterServiceLoadBalancerHealthProbeMode = Shared
                        NLBSecurityGroupMode                      = Unmanaged
                        """),
                becomes("several values keep their lines and their order", """
                        [Global]
                        NodeIPFamilies = ipv6
                        Zone = a
                        nodeipfamilies = ipv4
                        """, """
                        [Global]
                        Zone                                      = a
                        NodeIPFamilies                            = ipv6
                        nodeipfamilies                            = ipv4
                        ClusterServiceLoadBalancerHealthProbeMode = Shared
                        """),
                becomes("a list that is begun anew stays so", """
                        [Global]
                        NodeIPFamilies = ipv6
                        NodeIPFamilies
                        NodeIPFamilies = ipv4
                        """, """
                        [Global]
                        NodeIPFamilies                            = ipv6
                        NodeIPFamilies
                        NodeIPFamilies                            = ipv4
                        ClusterServiceLoadBalancerHealthProbeMode = Shared
                        """),
                becomes("unknown keys and sections pass through", """
                        [Future "a"]
                        Key = 1
                        Key = 2
                        [Global]
                        NewKey = x
                        Flag
                        Region = eu-west-1
                        [Global "odd"]
                        Zone = b
                        [Empty]
                        """, """
                        [Global]
                        Region                                    = eu-west-1
                        ClusterServiceLoadBalancerHealthProbeMode = Shared
                        NewKey                                    = x
                        Flag

                        [Future "a"]
                        Key = 1
                        Key = 2

                        [Global "odd"]
                        Zone = b

                        [Empty]
                        """),
                becomes("overrides come last, by number", """
                        [ServiceOverride "10"]
                        Service = s3
                        [serviceoverride "x"]
                        Service = odd
                        [ServiceOverride "2"]
                        SigningName = n
                        SigningMethod = m
                        URL = https://ec2.example
                        Future = 1
                        Service = ec2
                        [Global]
                        Zone = a
                        [ServiceOverride "01"]
                        [Other]
                        """, """
                        [Global]
                        Zone                                      = a
                        ClusterServiceLoadBalancerHealthProbeMode = Shared

                        [Other]

                        [ServiceOverride "01"]

                        [ServiceOverride "2"]
                        Service       = ec2
                        URL           = https://ec2.example
                        SigningMethod = m
                        SigningName   = n
                        Future        = 1

                        [ServiceOverride "10"]
                        Service = s3

                        [serviceoverride "x"]
                        Service = odd
                        """),
                becomes("sections of one name are one", """
                        [Global]
                        Zone = a
                        [ServiceOverride "1"]
                        Service = ec2
                        [global]
                        Zone = b
                        [SERVICEOVERRIDE "1"]
                        Region = r
                        """, """
                        [Global]
                        Zone                                      = a
                        Zone                                      = b
                        ClusterServiceLoadBalancerHealthProbeMode = Shared

                        [ServiceOverride "1"]
                        Service = ec2
                        Region  = r
                        """),
                becomes("values keep what has a meaning in INI", """
                        [Global]
                        KubernetesClusterTag = "a # b; c"
                        RoleARN = q\\"q
                        SourceARN = "C:\\\\dir\\\\"
                        SubnetID = " [x] "
                        VPC = ""
                        Region = "two\\nlines"
                        """, """
                        [Global]
                        Region                                    = "two\\nlines"
                        VPC                                       = ""
                        SubnetID                                  = " [x] "
                        RoleARN                                   = "q\\"q"
                        SourceARN                                 = "C:\\\\dir\\\\"
                        KubernetesClusterTag                      = "a # b; c"
                        ClusterServiceLoadBalancerHealthProbeMode = Shared
                        """),
                becomes("continued lines", "[Global]\nZone = a\\\nb\n", """
                        [Global]
                        Zone                                      = ab
                        ClusterServiceLoadBalancerHealthProbeMode = Shared
                        """),
                becomes("lines of Windows and a byte order mark", "\uFEFF[Global]\r\nZone = a\r\n\r\n", """
                        [Global]
                        Zone                                      = a
                        ClusterServiceLoadBalancerHealthProbeMode = Shared
                        """),
                becomes("numbers and booleans stay as they are written", """
                        [Global]
                        DisableSecurityGroupIngress = oFF
                        DisableSecurityGroupIngress
                        ClusterServiceSharedLoadBalancerHealthProbePort = 0x2810
                        ClusterServiceSharedLoadBalancerHealthProbePath = /healthz
                        """, """
                        [Global]
                        DisableSecurityGroupIngress                     = oFF
                        DisableSecurityGroupIngress
                        ClusterServiceLoadBalancerHealthProbeMode       = Shared
                        ClusterServiceSharedLoadBalancerHealthProbePort = 0x2810
                        ClusterServiceSharedLoadBalancerHealthProbePath = /healthz
                        """));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "[Global]\nNLBSecurityGroupMode = Unmanaged\n",
                "[Global]\nnlbsecuritygroupmode\nNLBSecurityGroupMode=a"
            })
    void setsSecurityGroupModeWhenGateIsEnabled(String source) {
        String output = transformer.transform(source, Facts.withGates(GATE)).text();

        assertThat(output).isEqualToIgnoringCase(MINIMAL + "NLBSecurityGroupMode                      = Managed\n");
        assertThat(transformer.transform(output, Facts.withGates(GATE)).text()).isEqualTo(output);
    }

    @Test
    void requiresOnlyItsGate() {
        assertThat(transformer.featureGates()).containsExactly(GATE);
        assertThat(transformer.needsNetwork()).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"maybe", "", "\" true\"", "2", "ja"})
    void rejectsMalformedBoolean(String value) {
        assertThatThrownBy(() -> transformer.transform(
                        "[Global]\nZone = a\ndisablesecuritygroupingress = " + value, Facts.withGates()))
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
                        "[Global]\nClusterServiceSharedLoadBalancerHealthProbePort" + value, Facts.withGates()))
                .hasMessage("line 2: [Global] ClusterServiceSharedLoadBalancerHealthProbePort:"
                        + " the value is not an integer of 32 bits; write a port number");
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
                                Facts.withGates())
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
        assertThatThrownBy(() ->
                        transformer.transform("[Global]\n" + key + " # comment\n" + key + " = a", Facts.withGates()))
                .isInstanceOf(InvalidInputException.class)
                .hasMessage("line 2: [Global] " + key + ": the key has no value; write " + key
                        + " = value, or remove the line");
    }

    @ParameterizedTest
    @ValueSource(strings = {"Service", "Region", "URL", "SigningRegion", "SigningMethod", "SigningName", "url"})
    void rejectsStringWithoutValueInOverride(String key) {
        assertThatThrownBy(() ->
                        transformer.transform("[ServiceOverride \"1\"]\nFuture\n" + key + "\n", Facts.withGates()))
                .isInstanceOf(InvalidInputException.class)
                .hasMessage("line 3: [ServiceOverride \"1\"] " + key + ": the key has no value; write " + key
                        + " = value, or remove the line");
    }

    @Test
    void rejectsModeWithoutValueWhereItWouldStay() {
        assertThatThrownBy(() -> transformer.transform(
                        "[Global]\nClusterServiceLoadBalancerHealthProbeMode\n"
                                + "ClusterServiceLoadBalancerHealthProbeMode = Shared\n",
                        Facts.withGates()))
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
                        """, Facts.withGates()))
                .hasMessageContainingAll("line 2: [Global] Disable", "line 7: [Global] ClusterService")
                .message()
                .hasLineCount(2);
    }

    @ParameterizedTest
    @ValueSource(strings = {"{\"cloud\": \"x\"}", "global:\n  zone: a", "[Global", "Zone = a"})
    void rejectsTextThatIsNotIni(String source) {
        assertThatThrownBy(() -> transformer.transform(source, Facts.withGates()))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageStartingWith("line 1, column ");
    }

    @Test
    void warnsOfOverridesThatCloudControllerManagerRejects() {
        String source = """
                [ServiceOverride "1"]
                Service = ec2
                Region = r
                URL = https://a
                SigningRegion = r
                [ServiceOverride "2"]
                Service = " ec2 "
                Region = r
                URL = https://b
                SigningRegion = r
                [ServiceOverride "3"]
                Service = ec2
                Region = other
                URL = https://c
                SigningRegion = " "
                [ServiceOverride]
                URL =
                """;
        TransformedConfig config = transformer.transform(source, Facts.withGates());

        assertThat(config.warnings())
                .containsExactly(
                        "line 6: [ServiceOverride \"2\"]: service and region are those of line 1: [ServiceOverride \"1\"];"
                                + " the cloud controller manager refuses such an override",
                        "line 11: [ServiceOverride \"3\"]: SigningRegion is missing;"
                                + " the cloud controller manager refuses such an override",
                        "line 16: [ServiceOverride]: Service, Region, URL, SigningRegion are missing;"
                                + " the cloud controller manager refuses such an override");
        assertThat(config.text()).contains("https://a", "https://b", "https://c", "\n[ServiceOverride]\nURL = \"\"\n");
    }

    @Test
    void acceptsValidOverridesWithoutWarning() {
        assertThat(transformer.transform("""
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
                                """, Facts.withGates()).warnings()).isEmpty();
    }

    private static Arguments becomes(String name, String source, String expected) {
        return Arguments.of(Named.of(name, source), expected);
    }
}
