// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.cloudconfig.transform;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The warnings about values that the cloud controller manager of OpenStack reads and that have another effect than intended. */
class OpenStackWordsTest {
    private static final String ID = "00000000-0000-0000-0000-00000000000a";

    private final OpenStackTransformer transformer = new OpenStackTransformer();

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '^',
            value = {
                "[Global] | tls-insecure = True | not one of true, false, so the certificate of OpenStack is verified as with false; write one of them",
                "[LoadBalancerClass \"a\"] | floating-subnet-tags = !a,!b | not a list of tags with !, & or !& before the first one only, so the sign is looked for as a part of the tag; write one such as !&one,two",
                "[LoadBalancer] | floating-subnet-tags = &!a | not a list of tags with !, & or !& before the first one only, so the sign is looked for as a part of the tag; write one such as !&one,two",
                "[LoadBalancer] | monitor-delay = 500ms | not a duration of whole seconds, so its whole seconds count alone, and with none Services with a health monitor get no load balancer; write one such as 5s",
                "[LoadBalancer] | monitor-timeout = 0 | not a duration of whole seconds, so its whole seconds count alone, and with none Services with a health monitor get no load balancer; write one such as 5s",
                "[LoadBalancer] | monitor-max-retries-down = 0 | not a number from 1, so health monitors have 3; write one such as 3",
                "[Networking] | public-network-name = a,b | not the name of one network, so the addresses in these networks are internal ones; write each network on a line of its own",
                "[Networking] | internal-network-name = a, b | not the name of one network, so nodes may lose their internal addresses and stay uninitialized; write each network on a line of its own",
                "[Networking] | internal-network-name = | not the name of one network, so nodes may lose their internal addresses and stay uninitialized; write each network on a line of its own",
            })
    void warnsOfValueThatDoesNotDoWhatWasMeant(String section, String line, String expected) {
        String key = line.split(" ", 2)[0];

        assertThat(transformer
                        .transform(section + "\n" + line, Facts.withGates())
                        .warnings())
                .containsExactly("line 2: " + section + " " + key + ": the value is " + expected);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '^',
            value = {
                "node-selector = env = a | a part of the value is not a label such as env, or one with its value such as env=production",
                "node-selector = a, b in (c,d) | a part of the value is not a label such as env, or one with its value such as env=production",
                "node-selector = env!=a | a part of the value is not a label such as env, or one with its value such as env=production",
                "node-selector = env==a | a part of the value is not a label such as env, or one with its value such as env=production",
            })
    void warnsOfSelectorThatNoNodeMatches(String line, String expected) {
        assertThat(transformer
                        .transform("[LoadBalancer]\n" + line, Facts.withGates())
                        .warnings())
                .containsExactly("line 2: [LoadBalancer] node-selector: " + expected
                        + ", so no node matches, and load balancers have"
                        + " no members; write one such as env=production,node-role.kubernetes.io/worker");
    }

    @ParameterizedTest
    @ValueSource(strings = {"publicURL", "Public", "internalURL"})
    void rejectsEndpointTypeForWhichNoNodeIsInitialized(String value) {
        assertThatThrownBy(() -> transformer.transform("[Global]\nos-endpoint-type = " + value, Facts.withGates()))
                .hasMessage(
                        "line 2: [Global] os-endpoint-type: the value is not one of public, internal, admin, so the cloud controller"
                                + " manager finds no endpoint in OpenStack's catalog and initializes no node; write one of them");
    }

    @Test
    void warnsOfFlavorThatOvnDoesNotHave() {
        String flavor = "[LoadBalancer]\nflavor-id = f\n";

        assertThat(transformer.transform(flavor, Facts.withGates()).warnings()).isEmpty();
        assertThat(transformer
                        .transform(flavor + "lb-provider = ovn\n", Facts.withGates())
                        .warnings())
                .containsExactly(
                        "line 2: [LoadBalancer] flavor-id: it is not read without lb-provider other than ovn; write"
                                + " that, or remove it");
    }

    @Test
    void asksForKeyOfAnotherSection() {
        assertThat(transformer
                        .transform("[Global]\nfloating-network-id = f\n[LoadBalancer]\nregion = r\n", Facts.withGates())
                        .warnings())
                .containsExactly(
                        "line 2: [Global] floating-network-id is not a key that the cloud controller manager reads; is"
                                + " [LoadBalancer] floating-network-id meant?",
                        "line 4: [LoadBalancer] region is not a key that the cloud controller manager reads; is [Global] region"
                                + " meant?");
    }

    @Test
    void saysSinceWhichReleaseTokenIsRead() {
        String source = "[Global]\ntoken = t\n";

        assertThat(transformer
                        .transform(source, Facts.withRelease(Facts.onKubernetes(), "v1.34.1"))
                        .warnings())
                .containsExactly(
                        "line 2: [Global] token: the cloud controller manager reads it since release v1.35.0, and its"
                                + " image is v1.34.1; remove it, or name a later image");
        assertThat(transformer
                        .transform(source, Facts.withRelease(Facts.onKubernetes(), "v1.35.0"))
                        .warnings())
                .isEmpty();
    }

    @Test
    void asksWhetherKeyOrSectionIsMeant() {
        TransformedConfig config = transformer.transform("""
                        [Networking]
                        InternalNetworkName = private
                        other = x
                        [Load-Balancer]
                        lb-provider = ovn
                        [LoadBalancerClass "a"]
                        SUBNETID = x
                        [LoadBalancer]
                        LB-Method = SOURCE_IP
                        """, Facts.withGates());

        assertThat(config.text()).contains("InternalNetworkName = private\n", "[Load-Balancer]\n");
        assertThat(config.warnings())
                .containsExactly(
                        "line 2: [Networking] InternalNetworkName is not a key that the cloud controller manager reads; is"
                                + " internal-network-name meant?",
                        "line 4: [Load-Balancer] is not a section that the cloud controller manager reads; is [LoadBalancer] meant?",
                        "line 7: [LoadBalancerClass \"a\"] SUBNETID is not a key that the cloud controller manager reads; is subnet-id"
                                + " meant?");
    }

    /** What the program ends with is said in its own words, when the configuration is tried. */
    @Test
    void leavesToProgramWhatItEndsWith() {
        assertThat(transformer
                        .transform(
                                "[Metadata]\nsearch-order = metadata\n[LoadBalancer]\nlb-version = v1\nenabled = maybe\nlb-method\n",
                                Facts.withGates())
                        .warnings())
                .isEmpty();
    }

    @Test
    void saysNothingOfGoodValues() {
        assertThat(transformer.transform("""
                        [Global]
                        os-endpoint-type = " internal "
                        tls-insecure = true
                        token = t
                        [LoadBalancer]
                        enabled
                        lb-method = SOURCE_IP_PORT
                        lb-provider = f5
                        subnet-id =
                        member-subnet-id = 0000000A-0000-0000-0000-00000000000a
                        floating-subnet = ~dmz-[0-9]+
                        floating-subnet-tags = "!& a, b c"
                        node-selector = ", env, region=default, node-role.kubernetes.io/worker="
                        ingress-hostname-suffix = example.com
                        container-store = external
                        default-tls-container-ref = any
                        monitor-delay = 1m30s
                        monitor-timeout = +3s
                        monitor-max-retries = 0xA
                        monitor-max-retries-down = 010
                        max-shared-lb = 0x_1_f
                        [LoadBalancerClass "a"]
                        floating-subnet-tags = &a
                        [Networking]
                        public-network-name = ext net
                        public-network-name
                        internal-network-name = a
                        address-sort-order = "10.0.0.0/8, 192.0.2.0/24 2001:db8::/32,"
                        [Metadata]
                        request-timeout = 30s
                        search-order = " configDrive , metadataService"
                        """, Facts.withGates()).warnings()).isEmpty();
    }
}
