// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.cloudconfig.transform.vsphere;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Configurations in YAML, in a cluster that adds nothing. */
class YamlFormTest {
    @ParameterizedTest
    @MethodSource
    void readsYamlLikeCloudControllerManager(Conversion row) {
        String once = Clusters.convert(row.source(), Clusters.BARE).text();
        assertThat(once).isEqualTo(row.result());
        assertThat(Clusters.convert(once, Clusters.BARE).text()).isEqualTo(once);
    }

    static Stream<Conversion> readsYamlLikeCloudControllerManager() {
        return Stream.of(
                new Conversion("every known key of global", """
                        global:
                          user: administrator@vsphere.local
                          password: secret
                          server: vc.example.com
                          port: 443
                          insecureFlag: true
                          datacenters: [DC1, DC2]
                          soapRoundtripCount: 4
                          caFile: /etc/pki/ca.pem
                          thumbprint: "AB:CD"
                          secretName: vsphere-creds
                          secretNamespace: kube-system
                          secretsDirectory: /etc/cloud/credentials
                          apiDisable: true
                          apiBinding: ":43001"
                          ipFamily: [ipv4]
                        """, """
                        global:
                          apiBinding: :43001
                          apiDisable: true
                          caFile: /etc/pki/ca.pem
                          datacenters:
                          - DC1
                          - DC2
                          insecureFlag: true
                          ipFamily:
                          - ipv4
                          password: secret
                          port: 443
                          secretName: vsphere-creds
                          secretNamespace: kube-system
                          secretsDirectory: /etc/cloud/credentials
                          server: vc.example.com
                          soapRoundtripCount: 4
                          thumbprint: AB:CD
                          user: administrator@vsphere.local
                        """),
                new Conversion("every known key of a vCenter", """
                        vcenter:
                          tenant:
                            user: u
                            password: p
                            server: vc.example.com
                            port: 8443
                            insecureFlag: false
                            datacenters:
                              - DC1
                            soapRoundtripCount: 3
                            caFile: /etc/pki/ca.pem
                            thumbprint: AB
                            secretName: s
                            secretNamespace: ns
                            ipFamily:
                              - ipv6
                              - ipv4
                        """, """
                        vcenter:
                          tenant:
                            caFile: /etc/pki/ca.pem
                            datacenters:
                            - DC1
                            insecureFlag: false
                            ipFamily:
                            - ipv6
                            - ipv4
                            password: p
                            port: 8443
                            secretName: s
                            secretNamespace: ns
                            server: vc.example.com
                            soapRoundtripCount: 3
                            thumbprint: AB
                            user: u
                        """),
                new Conversion("labels and nodes stay without the Infrastructure's", """
                        nodes:
                          externalVmNetworkName: net
                          excludeInternalNetworkSubnetCidr: 10.0.0.0/8, fe80::/10
                        labels: {zone: k8s-zone, region: k8s-region}
                        """, """
                        labels:
                          region: k8s-region
                          zone: k8s-zone
                        nodes:
                          excludeInternalNetworkSubnetCidr: 10.0.0.0/8,fe80::/10
                          externalVmNetworkName: net
                        """),
                new Conversion("unknown sections and keys pass, in their own order and as they are written", """
                        global: {future: {z: 1, a: [yes, 0x1F, 1e3, 007, 'yes', null]}}
                        storage:
                          pool: !!str 12
                          enabled: on
                        vcenter: {vc: {server: vc, later: ~}}
                        Label: {Zone: z}
                        """, """
                        Label:
                          Zone: z
                        global:
                          future:
                            z: 1
                            a:
                            - yes
                            - 0x1F
                            - 1e3
                            - 007
                            - "yes"
                            - null
                        storage:
                          pool: "12"
                          enabled: on
                        vcenter:
                          vc:
                            later: null
                            server: vc
                        """),
                new Conversion("known keys match in any letter case and are written as the CCM reads them", """
                        Global:
                          USER: u
                          InsecureFlag: yes
                          SecretsDirectory: /etc/cloud
                          APIBINDING: ":43001"
                          IPFamily: [ipv4]
                          Future: {InsecureFlag: 1}
                        VCENTER:
                          VC.Example.com:
                            Server: VC.Example.com
                            DataCenters: [DC1]
                            soapRoundTripCount: 3
                          vc.example.com: {CAFile: Ca.pem, Later: 1}
                        lABELS: {Zone: Z, REGION: R}
                        Nodes: {ExternalVMNetworkName: Net}
                        Other: {Zone: 1}
                        """, """
                        Other:
                          Zone: 1
                        global:
                          Future:
                            InsecureFlag: 1
                          apiBinding: :43001
                          insecureFlag: true
                          ipFamily:
                          - ipv4
                          secretsDirectory: /etc/cloud
                          user: u
                        labels:
                          region: R
                          zone: Z
                        nodes:
                          externalVmNetworkName: Net
                        vcenter:
                          VC.Example.com:
                            datacenters:
                            - DC1
                            server: VC.Example.com
                            soapRoundtripCount: 3
                          vc.example.com:
                            Later: 1
                            caFile: Ca.pem
                        """),
                new Conversion("sections of NSX-T, where an entry that is null would end the CCM", """
                        LoadBalancer: {lbserviceid: 4711, SnatDisabled: no, tags: {team: 1, none: }, later: [1]}
                        loadBalancerClass: {Public: , private: {ipPoolID: 007}}
                        nsxt: {remoteAuth: on, host: 192.0.2.1}
                        route: {RouterPath: /infra/tier-1s/t1}
                        """, """
                        loadBalancer:
                          later:
                          - 1
                          lbServiceId: "4711"
                          snatDisabled: false
                          tags:
                            team: "1"
                            none: ""
                        loadBalancerClass:
                          Public: {}
                          private:
                            ipPoolId: "007"
                        nsxt:
                          host: 192.0.2.1
                          remoteAuth: true
                        route:
                          routerPath: /infra/tier-1s/t1
                        """),
                new Conversion("a known key that says nothing is left out in any letter case", """
                        GLOBAL:
                        vcenter: {vc: {SERVER: vc, ThumbPrint: }}
                        """, """
                        vcenter:
                          vc:
                            server: vc
                        """),
                new Conversion("a password that looks like another type is the same string", """
                        vcenter:
                          a: {password: 007}
                          b: {password: yes}
                          c: {password: 1e3}
                          d: {password: 0x1F}
                          e: {password: 1.50}
                          f: {password: True}
                          g: {password: 2026-01-01}
                          h: {password: 12:30:45}
                          i: {password: .inf}
                          j: {password: 99999999999999999999}
                          k: {password: 'null'}
                        """, """
                        vcenter:
                          a:
                            password: "007"
                          b:
                            password: "yes"
                          c:
                            password: "1e3"
                          d:
                            password: "0x1F"
                          e:
                            password: "1.50"
                          f:
                            password: "True"
                          g:
                            password: "2026-01-01"
                          h:
                            password: "12:30:45"
                          i:
                            password: ".inf"
                          j:
                            password: "99999999999999999999"
                          k:
                            password: "null"
                        """));
    }
}
