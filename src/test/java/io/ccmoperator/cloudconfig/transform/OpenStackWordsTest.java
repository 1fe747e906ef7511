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
                "[LoadBalancer] | lb-method = round_robin | not one of ROUND_ROBIN, LEAST_CONNECTIONS, SOURCE_IP, SOURCE_IP_PORT, so Services get no load balancer, since Octavia refuses it; write one of them",
                "[LoadBalancer] | lb-method = | not one of ROUND_ROBIN, LEAST_CONNECTIONS, SOURCE_IP, SOURCE_IP_PORT, so Services get no load balancer, since Octavia refuses it; write one of them",
                "[LoadBalancer] | subnet-id = nodes | not a UUID, so Services get no load balancer, since Octavia refuses it; write the ID, not a name",
                "[LoadBalancer] | network-id = nodes | not a UUID, so Services get no load balancer, since Octavia refuses it; write the ID, not a name",
                "[LoadBalancer] | flavor-id = large | not a UUID, so Services get no load balancer, since Octavia refuses it; write the ID, not a name",
                "[LoadBalancer] | floating-network-id = public | not a UUID, so Services get no floating IP, since Neutron refuses it; write the ID, not a name",
                "[LoadBalancerClass \"a\"] | floating-subnet-id = dmz | not a UUID, so Services get no floating IP, since Neutron refuses it; write the ID, not a name",
                "[LoadBalancerClass \"a\"] | floating-subnet-tags = !a,!b | not a list of tags with !, & or !& before the first one only, so the sign is looked for as a part of the tag; write one such as !&one,two",
                "[LoadBalancer] | floating-subnet-tags = &!a | not a list of tags with !, & or !& before the first one only, so the sign is looked for as a part of the tag; write one such as !&one,two",
                "[LoadBalancer] | container-store = vault | not one of barbican, external, so references to TLS containers are not checked, as with external; write one of them",
                "[LoadBalancer] | ingress-hostname-suffix = .nip.io | not a DNS name in lower case, without a dot at its ends, so the API server refuses the status of Services with PROXY protocol; write one such as nip.io",
                "[LoadBalancer] | max-shared-lb = 0 | not a number from 1, so no Service can use a load balancer that it has not made; write 1 for load balancers that are not shared",
                "[LoadBalancer] | max-shared-lb = -1 | not a number from 1, so no Service can use a load balancer that it has not made; write 1 for load balancers that are not shared",
                "[LoadBalancer] | monitor-delay = 500ms | not a duration of whole seconds, so health monitors have its whole seconds alone; write one such as 5s",
                "[LoadBalancer] | monitor-timeout = 0 | not a duration of whole seconds, so health monitors have its whole seconds alone; write one such as 5s",
                "[LoadBalancer] | monitor-max-retries = 11 | not a number from 1 to 10, so Services with a health monitor get no load balancer, since Octavia refuses it; write one such as 3",
                "[LoadBalancer] | monitor-max-retries = 0xB | not a number from 1 to 10, so Services with a health monitor get no load balancer, since Octavia refuses it; write one such as 3",
                "[LoadBalancer] | monitor-max-retries-down = 0 | not a number from 1 to 10, so health monitors have 3 in place of 0, and Octavia refuses more than 10; write one such as 3",
                "[Route] | router-id = router | not a UUID, so there are no routes, since Neutron does not find the router; write the ID, not a name",
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
    @ValueSource(strings = {"10.0.0.1", "10.0.0.0/8;192.0.2.0/24", "192.0.2.0/24, machines"})
    void warnsOfPartOfSortOrderThatIsNoNetwork(String value) {
        assertThat(transformer
                        .transform("[Networking]\naddress-sort-order = \"" + value + "\"", Facts.withGates())
                        .warnings())
                .containsExactly(
                        "line 2: [Networking] address-sort-order: a part of the value is not a network in CIDR notation, so that"
                                + " part is ignored; write networks such as 10.0.0.0/16, with ',' between");
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
    void warnsOfWhatOvnRefusesAndIgnores() {
        assertThat(transformer.transform("""
                        [LoadBalancer]
                        lb-provider = ovn
                        lb-method = ROUND_ROBIN
                        manage-security-groups = off
                        availability-zone = a
                        default-tls-container-ref = https://keymanager/v1/containers/a
                        flavor-id = %s
                        """.formatted(ID), Facts.withGates()).warnings())
                .containsExactly(
                        "line 3: [LoadBalancer] lb-method: beside lb-provider = ovn the value is not one of SOURCE_IP_PORT, SOURCE_IP, so"
                                + " Services get no load balancer, since OVN refuses other methods; write lb-method = SOURCE_IP_PORT",
                        "line 4: [LoadBalancer] manage-security-groups: beside lb-provider = ovn the value is not one of true, yes, on, 1,"
                                + " so loadBalancerSourceRanges of Services are ignored, and every client may connect; write"
                                + " manage-security-groups = true",
                        "line 7: [LoadBalancer] flavor-id: beside lb-provider = ovn it has no effect; remove it",
                        "line 5: [LoadBalancer] availability-zone: beside lb-provider = ovn it has no effect; remove it",
                        "line 6: [LoadBalancer] default-tls-container-ref: beside lb-provider = ovn Services get no load balancer,"
                                + " since OVN refuses the listener; remove it");
    }

    /** The default of the method is one that OVN does not have; on OpenShift the operator sets manage-security-groups. */
    @Test
    void warnsOfDefaultsThatOvnRefuses() {
        String source = "[Global]\nusername = u\npassword = p\n[LoadBalancer]\nlb-provider = ovn\n";
        String method =
                "line 5: [LoadBalancer] lb-provider: lb-method is missing, so Services get no load balancer, since OVN refuses"
                        + " other methods; write lb-method = SOURCE_IP_PORT";

        assertThat(transformer.transform(source, Facts.withGates()).warnings()).containsExactly(method);
        assertThat(transformer.transform(source, Facts.onKubernetes()).warnings())
                .containsExactly(
                        method,
                        "line 5: [LoadBalancer] lb-provider: manage-security-groups is missing, so loadBalancerSourceRanges of Services"
                                + " are ignored, and every client may connect; write manage-security-groups = true");
    }

    @Test
    void judgesReferenceUnlessItsStoreIsExternal() {
        String source = "[LoadBalancer]\ndefault-tls-container-ref = secret\n";

        assertThat(transformer.transform(source, Facts.withGates()).warnings())
                .containsExactly(
                        "line 2: [LoadBalancer] default-tls-container-ref: beside container-store = barbican the value is not a"
                                + " reference that ends with containers/ID or secrets/ID, so Services get no load balancer; write such a"
                                + " reference, or container-store = external");
        assertThat(transformer
                        .transform(source + "container-store = external\n", Facts.withGates())
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
                                "[Metadata]\nsearch-order = metadata\n[LoadBalancer]\nlb-version = v1\n",
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
