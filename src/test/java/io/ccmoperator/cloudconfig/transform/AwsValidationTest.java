// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.cloudconfig.transform;

import static io.ccmoperator.YamlText.tree;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.cluster.Distribution;
import io.ccmoperator.cluster.EnabledFeatures;
import io.ccmoperator.cluster.InvalidInputException;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Which configurations of AWS are rejected or warned of. */
class AwsValidationTest {
    private final AwsTransformer transformer = new AwsTransformer();

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

    /** What the program ends for it says itself, when the operator tries the configuration. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "Zone = Foo",
                "Region = nowhere",
                "KubernetesClusterTag = a\nKubernetesClusterID = b",
                "SupportedTopologyInstanceTypePattern = p[4",
                "DisableSecurityGroupIngress = maybe",
                "Zone",
                "RoleARN = arn:aws:iam::1:instance-profile/x",
                "ElbSecurityGroup = default"
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

    /** The program ignores such a section as a whole. */
    @Test
    void asksForSectionThatIsMeant() {
        assertThat(transformer
                        .transform("[Global \"aws\"]\nZone = us-east-1a\n", Facts.onKubernetes())
                        .warnings())
                .containsExactly(
                        "line 1: [Global \"aws\"] is not a section that the cloud controller manager reads; is [Global] meant?");
    }

    @Test
    void saysSinceWhichReleaseModeIsRead() {
        TransformerFacts facts = Facts.withRelease(Facts.onKubernetes(), "v1.34.0");

        assertThat(transformer
                        .transform("[Global]\nNLBSecurityGroupMode = Managed\n", facts)
                        .warnings())
                .containsExactly(
                        "line 2: [Global] NLBSecurityGroupMode: the cloud controller manager reads it since release"
                                + " v1.35.0, and its image is v1.34.0; remove it, or name a later image");
    }

    @ParameterizedTest
    @ValueSource(strings = {"KubernetesClusterID", "KubernetesClusterTag"})
    void warnsOfNameOfAnotherCluster(String key) {
        String source = "[Global]\n" + key + " = other\n";

        assertThat(transformer.transform(source, cluster("prod-x7k2p", "IPv4")).warnings())
                .containsExactly("line 2: [Global] " + key + ": the value is not 'prod-x7k2p' (Infrastructure cluster:"
                        + " status.infrastructureName), so the cloud controller manager uses subnets and security groups of another"
                        + " cluster; write that, or remove it");
        assertThat(transformer
                        .transform(source.replace("other", "prod-x7k2p"), cluster("prod-x7k2p", "IPv4"))
                        .warnings())
                .isEmpty();
        assertThat(transformer.transform(source, Facts.withGates()).warnings()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "DualStackIPv4Primary | ipv4 | NodeIPFamilies = ipv4 and NodeIPFamilies = ipv6, each on a line",
                "DualStackIPv4Primary | ipv6,ipv4 | NodeIPFamilies = ipv4 and NodeIPFamilies = ipv6, each on a line",
                "IPv4 | ipv6 | NodeIPFamilies = ipv4"
            })
    void warnsOfFamiliesThatClusterDoesNotHave(String family, String families, String remedy) {
        String source = "[Global]\nNodeIPFamilies = " + families.replace(",", "\nNodeIPFamilies = ") + "\n";

        assertThat(transformer.transform(source, cluster("", family)).warnings())
                .containsExactly("Infrastructure cluster: status.platformStatus.aws.ipFamily is '" + family
                        + "', but [Global] NodeIPFamilies is " + families.replace(",", ", ")
                        + ", so that the cloud controller manager gives nodes addresses of these families in this order; write "
                        + remedy);
    }

    private static TransformerFacts cluster(String name, String family) {
        return new TransformerFacts(
                Distribution.OPENSHIFT,
                new KubernetesObject(
                        tree("{kind: Infrastructure, metadata: {name: cluster}, status: {infrastructureName: '" + name
                                + "', platformStatus: {type: AWS, aws: {ipFamily: '" + family + "'}}}}")),
                Optional.empty(),
                EnabledFeatures.NONE,
                "ccm",
                Optional.empty());
    }
}
