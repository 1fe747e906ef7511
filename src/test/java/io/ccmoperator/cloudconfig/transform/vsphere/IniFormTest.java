// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.cloudconfig.transform.vsphere;

import static org.assertj.core.api.Assertions.assertThat;

import io.ccmoperator.cloudconfig.transform.TransformedConfig;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Configurations in the legacy INI form, in a cluster that adds nothing. */
class IniFormTest {
    @ParameterizedTest
    @MethodSource
    void convertsIniToEquivalentYaml(Conversion row) {
        TransformedConfig once = Clusters.convert(row.source(), Clusters.BARE);
        assertThat(once).isEqualTo(TransformedConfig.of(row.result()));
        assertThat(Clusters.convert(once.text(), Clusters.BARE)).isEqualTo(once);
    }

    @Test
    void keepsWhatIsNotRead() {
        TransformedConfig once = Clusters.convert("""
                [Global]
                Cluster-Id = "a"
                cluster-id = "007"
                flag
                [Global "sub"]
                user = u
                [LoadBalancer "sub"]
                size = SMALL
                [StoragePolicy]
                name = gold
                """, Clusters.BARE);

        assertThat(once.text()).isEqualTo("""
                Global "sub":
                  user: u
                LoadBalancer "sub":
                  size: SMALL
                StoragePolicy:
                  name: gold
                global:
                  Cluster-Id:
                  - a
                  - "007"
                  flag: null
                """);
        String unknown = " is not read by the cloud controller manager; correct its name, or remove it";
        assertThat(once.warnings())
                .containsExactly(
                        "line 2: [Global] Cluster-Id" + unknown,
                        "line 4: [Global] flag" + unknown,
                        "line 5: [Global \"sub\"]" + unknown,
                        "line 7: [LoadBalancer \"sub\"]" + unknown,
                        "line 9: [StoragePolicy]" + unknown);
        assertThat(Clusters.convert(once.text(), Clusters.BARE).text()).isEqualTo(once.text());
    }

    static Stream<Conversion> convertsIniToEquivalentYaml() {
        return Stream.of(
                new Conversion("every known key of Global", """
                        [Global]
                        user = "administrator@vsphere.local"
                        password = "secret"
                        server = "vc.example.com"
                        port = "443"
                        insecure-flag = "1"
                        datacenters = "DC1, DC2"
                        soap-roundtrip-count = 4
                        ca-file = /etc/pki/ca.pem
                        thumbprint = "AB:CD"
                        secret-name = "vsphere-creds"
                        secret-namespace = "kube-system"
                        secrets-directory = /etc/cloud/credentials
                        api-disable = true
                        api-binding = ":43001"
                        ip-family = "ipv6"
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
                          - ipv6
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
                        [VirtualCenter "tenant"]
                        user = u
                        password = p
                        server = vc.example.com
                        port = 8443
                        insecure-flag = no
                        datacenters = DC1
                        soap-roundtrip-count = 3
                        ca-file = /etc/pki/ca.pem
                        thumbprint = AB
                        secret-name = s
                        secret-namespace = ns
                        ip-family = ipv6,ipv4
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
                new Conversion("labels and nodes", """
                        [Labels]
                        zone = k8s-zone
                        region = k8s-region
                        [Nodes]
                        internal-network-subnet-cidr = 10.0.0.0/24
                        external-network-subnet-cidr = 10.0.1.0/24
                        internal-vm-network-name = "Internal K8s Traffic"
                        external-vm-network-name = "External/Outbound Traffic"
                        exclude-internal-network-subnet-cidr = "10.0.0.1/32,fe80::1/128"
                        exclude-external-network-subnet-cidr = 10.0.1.1/32
                        """, """
                        labels:
                          region: k8s-region
                          zone: k8s-zone
                        nodes:
                          excludeExternalNetworkSubnetCidr: 10.0.1.1/32
                          excludeInternalNetworkSubnetCidr: 10.0.0.1/32,fe80::1/128
                          externalNetworkSubnetCidr: 10.0.1.0/24
                          externalVmNetworkName: External/Outbound Traffic
                          internalNetworkSubnetCidr: 10.0.0.0/24
                          internalVmNetworkName: Internal K8s Traffic
                        """),
                new Conversion("a vCenter's server is its section's name unless it says another", """
                        [VirtualCenter "vc.example.com"]
                        [VirtualCenter "10.0.0.1"]
                        server = ""
                        [VirtualCenter "tenant"]
                        server = "vc2.example.com"
                        """, """
                        vcenter:
                          10.0.0.1:
                            server: 10.0.0.1
                          tenant:
                            server: vc2.example.com
                          vc.example.com:
                            server: vc.example.com
                        """),
                new Conversion("sections of the in-tree provider go", """
                        [Global]
                        secret-name = "vsphere-creds"
                        [Workspace]
                        server = "vc"
                        datacenter = "DC1"
                        default-datastore = "DS"
                        folder = "/DC1/vm/F1"
                        [Disk]
                        scsicontrollertype = pvscsi
                        [Network]
                        public-network = "VM Network"
                        """, """
                        global:
                          secretName: vsphere-creds
                        """),
                new Conversion("sections of NSX-T have the names of the YAML form", """
                        [LoadBalancer]
                        ip-pool-name = pool-a
                        size = SMALL
                        lb-service-id = 12
                        tier1-gateway-path = /infra/tier-1s/t1
                        tcp-app-profile-name = tcp
                        udp-app-profile-path = /infra/lb-app-profiles/udp
                        snat-disabled
                        tags = {\\"team\\": \\"a\\", \\"none\\": null}
                        [LoadBalancerClass "public"]
                        ip-pool-id = 0815
                        tcp-app-profile-path = /infra/lb-app-profiles/tcp
                        udp-app-profile-name = udp
                        [loadbalancerclass "Private"]
                        [nsxt]
                        host = nsxt.example.com
                        user = u
                        password = p
                        insecure-flag = yes
                        remote-auth = false
                        vmc-access-token = t
                        vmc-auth-host = h
                        client-auth-cert-file = c.pem
                        client-auth-key-file = k.pem
                        ca-file = /etc/pki/ca.pem
                        secret-name = nsxt
                        secret-namespace = demo
                        [ROUTE]
                        router-path = /infra/tier-1s/t1
                        """, """
                        loadBalancer:
                          ipPoolName: pool-a
                          lbServiceId: "12"
                          size: SMALL
                          snatDisabled: true
                          tags:
                            team: a
                            none: ""
                          tcpAppProfileName: tcp
                          tier1GatewayPath: /infra/tier-1s/t1
                          udpAppProfilePath: /infra/lb-app-profiles/udp
                        loadBalancerClass:
                          Private: {}
                          public:
                            ipPoolId: "0815"
                            tcpAppProfilePath: /infra/lb-app-profiles/tcp
                            udpAppProfileName: udp
                        nsxt:
                          caFile: /etc/pki/ca.pem
                          clientAuthCertFile: c.pem
                          clientAuthKeyFile: k.pem
                          host: nsxt.example.com
                          insecureFlag: true
                          password: p
                          remoteAuth: false
                          secretName: nsxt
                          secretNamespace: demo
                          user: u
                          vmcAccessToken: t
                          vmcAuthHost: h
                        route:
                          routerPath: /infra/tier-1s/t1
                        """),
                new Conversion("letter case of names does not count, that of vCenters does", """
                        [GLOBAL]
                        USER = u
                        Insecure-Flag = TRUE
                        [virtualcenter "VC"]
                        Datacenters = DC1
                        [VIRTUALCENTER "vc"]
                        DATACENTERS = DC2
                        """, """
                        global:
                          insecureFlag: true
                          user: u
                        vcenter:
                          VC:
                            datacenters:
                            - DC1
                            server: VC
                          vc:
                            datacenters:
                            - DC2
                            server: vc
                        """));
    }

    @Test
    void warnsOfKeysWithoutPlaceInYaml() {
        assertThat(Clusters.convert("""
                        [Global]
                        user = a
                        secretName = s
                        user = b
                        SECRETNAME = t
                        [vCenter]
                        vc = 1
                        [VirtualCenter "vc"]
                        port = 1
                        PORT = 2
                        [Route]
                        routerPath = p
                        """, Clusters.BARE).warnings())
                .containsExactly(
                        "line 4: [Global] user is set 2 times; the last value is used",
                        "line 3: [Global] secretName is not a key of the INI form and left out; write secret-name",
                        "line 6: [vCenter] is not a section of the INI form and left out; write [VirtualCenter \"server\"]",
                        "line 10: [VirtualCenter \"vc\"] port is set 2 times; the last value is used",
                        "line 12: [Route] routerPath is not a key of the INI form and left out; write router-path");
    }

    @Test
    void readsLastOfSeveralValues() {
        assertThat(Clusters.convert("[Global]\nuser = a\nUser = b\n", Clusters.BARE)
                        .text())
                .isEqualTo("global:\n  user: b\n");
    }
}
