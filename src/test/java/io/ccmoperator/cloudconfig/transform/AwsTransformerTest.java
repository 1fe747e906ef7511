// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.cloudconfig.transform;

import static io.ccmoperator.YamlText.tree;
import static org.assertj.core.api.Assertions.assertThat;

import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.cluster.Distribution;
import io.ccmoperator.cluster.EnabledFeatures;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class AwsTransformerTest {
    private static final String GATE = "AWSServiceLBNetworkSecurityGroup";
    private static final String MINIMAL = """
            [Global]
            ClusterServiceLoadBalancerHealthProbeMode = Shared
            """;
    private static final String MANAGED = "NLBSecurityGroupMode                      = Managed\n";

    private final AwsTransformer transformer = new AwsTransformer();

    @ParameterizedTest
    @MethodSource("cases")
    void transformsSource(String source, String expected) {
        String output = transformer.transform(source, Facts.withoutGates(GATE)).text();

        assertThat(output).isEqualTo(expected);
        assertThat(transformer.transform(output, Facts.withoutGates(GATE)).text())
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
                becomes("only values of the user are written; known keys have one order", """
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
                becomes("a security group mode stays while the gate is listed as disabled", """
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
                becomes("a list that begins again stays so", """
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
    void setsSecurityGroupMode(String source) {
        String output = transformer.transform(source, Facts.withGates(GATE)).text();

        assertThat(output).isEqualToIgnoringCase(MINIMAL + MANAGED);
        assertThat(transformer.transform(output, Facts.withGates(GATE)).text()).isEqualTo(output);
    }

    @Test
    void setsSecurityGroupModeUnlessGateIsListedAsDisabled() {
        assertThat(transformer.transform("", Facts.withGates(GATE)).text()).endsWith(MANAGED);
        assertThat(transformer.transform("", Facts.withGates("Other")).text()).endsWith(MANAGED);
        assertThat(transformer.transform("", Facts.withGates()).text()).endsWith(MANAGED);
        assertThat(transformer.transform("", Facts.withoutGates(GATE)).text()).isEqualTo(MINIMAL);
    }

    @Test
    void warnsOfSecurityGroupModeThatIsReplaced() {
        String source = "[global]\nnlbSecurityGroupMode = Unmanaged\n";

        assertThat(transformer.transform(source, Facts.withGates(GATE)).warnings())
                .containsExactly(
                        "line 2: [global] nlbSecurityGroupMode: 'Unmanaged' has no effect, since the operator sets"
                                + " 'Managed'; write that, or remove it");
        assertThat(transformer
                        .transform("[Global]\nNLBSecurityGroupMode = Managed\n", Facts.withGates(GATE))
                        .warnings())
                .isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "DualStackIPv6Primary, '', ipv6, ipv4",
        "DualStackIPv4Primary, '[Global]', ipv4, ipv6",
        "DualStackIPv4Primary, '[Global]\nnodeipfamilies = ipv4\nnodeipfamilies = ipv6', ,",
        "IPv4, '', ,",
        "'', '', ,",
    })
    void warnsOfDualStackWithoutFamiliesOfNodes(String family, String source, String first, String second) {
        TransformerFacts facts = new TransformerFacts(
                Distribution.OPENSHIFT,
                new KubernetesObject(
                        tree("{kind: Infrastructure, metadata: {name: cluster}, status: {platformStatus: {type: AWS,"
                                + " aws: {ipFamily: '" + family + "'}}}}")),
                Optional.empty(),
                EnabledFeatures.NONE,
                "ccm",
                Optional.empty());

        List<String> warnings = transformer.transform(source, facts).warnings();

        assertThat(warnings)
                .isEqualTo(
                        first == null
                                ? List.of()
                                : List.of("Infrastructure cluster: status.platformStatus.aws.ipFamily is '" + family
                                        + "', but [Global] NodeIPFamilies is missing, so that the cloud controller manager"
                                        + " gives nodes addresses of IPv4 alone; write NodeIPFamilies = " + first
                                        + " and NodeIPFamilies = " + second + ", each on a line"));
    }

    @Test
    void requiresOnlyItsGate() {
        assertThat(transformer.featureGates()).containsExactly(GATE);
        assertThat(transformer.needsNetwork()).isFalse();
    }

    private static Arguments becomes(String name, String source, String expected) {
        return Arguments.of(Named.of(name, source), expected);
    }
}
