// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.cloudconfig.transform;

import static org.assertj.core.api.Assertions.assertThat;

import io.ccmoperator.ini.IniReader;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The names of services that a release of the cloud controller manager looks for. */
class AwsServiceOverridesTest {
    private final AwsTransformer transformer = new AwsTransformer();

    private static String override(String number, String service, String region, String url) {
        return "[ServiceOverride \"%s\"]\nService = %s\nRegion = %s\nURL = %s\nSigningRegion = r\n"
                .formatted(number, service, region, url);
    }

    /** Number and service of each override, after the assertion that the output is its own transformation. */
    private List<String> overrides(String source) {
        TransformedConfig once = transformer.transform(source, Facts.withoutGates("AWSServiceLBNetworkSecurityGroup"));
        TransformedConfig twice =
                transformer.transform(once.text(), Facts.withoutGates("AWSServiceLBNetworkSecurityGroup"));
        assertThat(twice.text()).isEqualTo(once.text());
        assertThat(twice.warnings()).hasSameSizeAs(once.warnings());
        return IniReader.read(once.text()).sectionsNamed("ServiceOverride").stream()
                .map(section -> section.subsection().orElse("-") + " "
                        + section.value("Service").orElse("-"))
                .toList();
    }

    private List<String> warnings(String source) {
        return transformer
                .transform(source, Facts.withoutGates("AWSServiceLBNetworkSecurityGroup"))
                .warnings();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "ec2 | 2 EC2",
                "'\" ec2 \"' | 2 EC2",
                "kms | 2 KMS",
                "elasticloadbalancing | 2 Elastic Load Balancing,3 Elastic Load Balancing v2",
                "EC2 | ''",
                "Ec2 | ''",
                "s3 | ''",
            })
    void addsCurrentNamesOfService(String service, String added) {
        List<String> overrides = overrides(override("1", service, "r", "https://a"));

        assertThat(String.join(",", overrides.subList(1, overrides.size()))).isEqualTo(added);
    }

    @Test
    void copiesAllKeysOfOverride() {
        String source = override("7", "ec2", "r", "https://a") + "SigningMethod = v4\nSigningName = n\nFuture = x\n";

        assertThat(transformer
                        .transform(source, Facts.withoutGates("AWSServiceLBNetworkSecurityGroup"))
                        .text())
                .endsWith("""
                        [ServiceOverride "8"]
                        Service       = EC2
                        Region        = r
                        URL           = https://a
                        SigningRegion = r
                        SigningMethod = v4
                        SigningName   = n
                        Future        = x
                        """);
    }

    @Test
    void addsOnlyMissingNamesOfRegion() {
        String source = override("3", "elasticloadbalancing", "r", "https://a")
                + override("1", "Elastic Load Balancing v2", "r", "https://b")
                + override("2", "Elastic Load Balancing", "other", "https://c");

        assertThat(overrides(source))
                .containsExactly(
                        "1 Elastic Load Balancing v2",
                        "2 Elastic Load Balancing",
                        "3 elasticloadbalancing",
                        "4 Elastic Load Balancing");
    }

    @Test
    void numbersNewOverridesAfterThoseOfUser() {
        String source = override("x", "ec2", "r", "https://a")
                + override("09", "kms", "r", "https://b")
                + override("1000000000000000000", "ec2", "other", "https://c");

        assertThat(overrides(source))
                .containsExactly("09 kms", "10 KMS", "11 EC2", "12 EC2", "x ec2", "1000000000000000000 ec2");
    }

    @Test
    void addsNothingToOverrideThatIsRejected() {
        assertThat(overrides("[ServiceOverride \"1\"]\nService = ec2\nRegion = r\n"))
                .containsExactly("1 ec2");
    }

    @ParameterizedTest
    @ValueSource(strings = {"Ec2", "elb", "autoscaling", "Elastic Load Balancing V2"})
    void warnsOfUnknownService(String service) {
        assertThat(warnings(override("1", service, "r", "https://a")))
                .containsExactly(
                        "line 1: [ServiceOverride \"1\"]: the cloud controller manager does not know the service and"
                                + " ignores the override; write Service = EC2, Elastic Load Balancing, Elastic Load Balancing v2,"
                                + " KMS or ec2imds");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"ec2", "elasticloadbalancing", "kms", "EC2", "Elastic Load Balancing v2", "ec2imds", "s3", "sts"
            })
    void acceptsKnownService(String service) {
        assertThat(warnings(override("1", service, "r", "https://a"))).isEmpty();
    }
}
