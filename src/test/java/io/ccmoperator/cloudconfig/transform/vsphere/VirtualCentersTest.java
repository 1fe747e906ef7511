// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.cloudconfig.transform.vsphere;

import static org.assertj.core.api.Assertions.assertThat;

import io.ccmoperator.cloudconfig.transform.TransformerFacts;
import org.junit.jupiter.api.Test;

class VirtualCentersTest {
    @Test
    void keepsUserSettingsOfRemainingVirtualCenter() {
        assertThat(transform("""
                vcenter:
                  vc:
                    server: other
                    port: 1
                    datacenters: [OLD]
                    user: u
                    password: p
                    insecureFlag: true
                    soapRoundtripCount: 5
                    caFile: /etc/pki/ca
                    thumbprint: AB
                    secretName: s
                    secretNamespace: ns
                    ipFamily: [ipv6]
                    unknown: {a: 1}
                """, "{vcenters: [{server: vc, port: 443, datacenters: [DC1]}]}"))
                .isEqualTo("""
                        vcenter:
                          vc:
                            caFile: /etc/pki/ca
                            datacenters:
                            - DC1
                            insecureFlag: true
                            ipFamily:
                            - ipv6
                            password: p
                            port: 443
                            secretName: s
                            secretNamespace: ns
                            server: vc
                            soapRoundtripCount: 5
                            thumbprint: AB
                            unknown:
                              a: 1
                            user: u
                        """);
    }

    @Test
    void removesVirtualCenterThatInfrastructureDoesNotName() {
        assertThat(transform(
                        "vcenter: {old: {server: old}, vc: {server: vc}}",
                        "{vcenters: [{server: vc, datacenters: [DC]}]}"))
                .isEqualTo("""
                        vcenter:
                          vc:
                            datacenters:
                            - DC
                            server: vc
                        """);
    }

    @Test
    void matchesRenamedVirtualCenterByServer() {
        assertThat(transform(
                        "vcenter: {tenant: {server: VC.example.com, thumbprint: AB}}",
                        "{vcenters: [{server: vc.example.com, datacenters: [DC]}]}"))
                .isEqualTo("""
                        vcenter:
                          vc.example.com:
                            datacenters:
                            - DC
                            server: vc.example.com
                            thumbprint: AB
                        """);
    }

    @Test
    void prefersNameToServer() {
        assertThat(transform(
                        "vcenter: {tenant: {server: vc, thumbprint: A}, vc: {server: vc, thumbprint: B}}",
                        "{vcenters: [{server: vc, datacenters: [DC]}]}"))
                .contains("thumbprint: B");
    }

    @Test
    void warnsOfSettingsOfEntryWithServerOfAnother() {
        assertThat(Clusters.transform("""
                        vcenter:
                          a: {server: vc, user: u, password: PLANTED, datacenters: [DC]}
                          b: {server: VC, user: u, password: other, thumbprint: '', caFile: /etc/pki/ca.pem}
                        """, Clusters.of("{vcenters: [{server: vc, datacenters: [DC]}]}"))
                        .warnings())
                .containsExactly(
                        "vcenter.b: password, caFile have no effect, since another entry has the same server and its"
                                + " settings count; put them there, and remove this entry");
    }

    @Test
    void keepsPortThatInfrastructureLeavesOpen() {
        assertThat(transform("vcenter: {vc: {server: vc, port: 8443}}", "{vcenters: [{server: vc, port: 0}]}"))
                .isEqualTo("vcenter:\n  vc:\n    port: 8443\n    server: vc\n");
    }

    @Test
    void keepsVirtualCentersOfUserWhenInfrastructureHasNone() {
        String written = "vcenter:\n  vc:\n    datacenters:\n    - DC\n    server: vc\n";
        assertThat(transform(written, "{}")).isEqualTo(written);
        assertThat(transform(written, "{vcenters: [], failureDomains: null}")).isEqualTo(written);
    }

    @Test
    void addsDatacentersOfFailureDomainsOnce() {
        assertThat(transform("vcenter: {}", """
                {vcenters: [{server: vc, datacenters: [DC1, DC2, DC1]}],
                 failureDomains: [{server: vc, topology: {datacenter: DC3}}, {server: VC, topology: {datacenter: DC1}},
                   {server: vc, topology: {datacenter: DC3}}, {server: vc, topology: {}}]}
                """)).isEqualTo("""
                        labels:
                          region: openshift-region
                          zone: openshift-zone
                        vcenter:
                          vc:
                            datacenters:
                            - DC1
                            - DC2
                            - DC3
                            server: vc
                        """);
    }

    @Test
    void addsServerThatOnlyFailureDomainNames() {
        assertThat(transform(
                        "vcenter: {vc2: {server: vc2, thumbprint: AB}}",
                        "{vcenters: [{server: vc1, datacenters: [DC1]}],"
                                + " failureDomains: [{server: vc2, topology: {datacenter: DC2}}]}"))
                .isEqualTo("""
                        vcenter:
                          vc1:
                            datacenters:
                            - DC1
                            server: vc1
                          vc2:
                            datacenters:
                            - DC2
                            server: vc2
                            thumbprint: AB
                        """);
    }

    @Test
    void addsFailureDomainsToVirtualCentersOfUser() {
        assertThat(
                        transform(
                                "vcenter: {tenant: {server: vc, datacenters: [007]}, other: {server: other}}",
                                "{failureDomains: [{server: vc, topology: {datacenter: DC2}}, {server: new, topology: {datacenter: DC3}}]}"))
                .isEqualTo("""
                        labels:
                          region: openshift-region
                          zone: openshift-zone
                        vcenter:
                          new:
                            datacenters:
                            - DC3
                            server: new
                          other:
                            server: other
                          tenant:
                            datacenters:
                            - "007"
                            - DC2
                            server: vc
                        """);
    }

    @Test
    void writesNoLabelsForOneFailureDomain() {
        String domain = "{failureDomains: [{server: vc, topology: {datacenter: DC}}]}";
        assertThat(transform("labels: {zone: mine}", domain)).contains("labels:\n  zone: mine\n");
        assertThat(transform("global: {}", domain)).doesNotContain("labels");
    }

    @Test
    void replacesLabelsForSeveralFailureDomains() {
        String domains =
                "{failureDomains: [{server: vc, topology: {datacenter: DC}}, {server: vc, topology: {datacenter: DC}}]}";
        assertThat(transform("labels: {zone: mine, region: mine, other: mine}", domains))
                .contains("labels:\n  other: mine\n  region: openshift-region\n  zone: openshift-zone\n");
    }

    private static String transform(String source, String vsphere) {
        TransformerFacts facts = Clusters.of(vsphere);
        String once = Clusters.transform(source, facts).text();
        assertThat(Clusters.transform(once, facts).text()).isEqualTo(once);
        return once;
    }
}
