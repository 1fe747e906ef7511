// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.cloudconfig.transform.vsphere;

import static io.ccmoperator.cloudconfig.transform.vsphere.ConfigKey.Kind.FLAG;
import static io.ccmoperator.cloudconfig.transform.vsphere.ConfigKey.Kind.MAP;
import static io.ccmoperator.cloudconfig.transform.vsphere.ConfigKey.Kind.NUMBER;
import static io.ccmoperator.cloudconfig.transform.vsphere.ConfigKey.Kind.STRINGS;
import static io.ccmoperator.cloudconfig.transform.vsphere.ConfigKey.Kind.TEXT;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** The sections that the cloud controller manager knows. */
enum Section {
    GLOBAL("global", "Global", false, Keys.GLOBAL),
    VCENTER("vcenter", "VirtualCenter", true, Keys.CONNECTION),
    LABELS("labels", "Labels", false, Keys.text("zone", "region")),
    NODES(
            "nodes",
            "Nodes",
            false,
            Keys.text(
                    "internalNetworkSubnetCidr",
                    "externalNetworkSubnetCidr",
                    "internalVmNetworkName",
                    "externalVmNetworkName",
                    "excludeInternalNetworkSubnetCidr",
                    "excludeExternalNetworkSubnetCidr")),
    LOAD_BALANCER("loadBalancer", "LoadBalancer", false, Keys.LOAD_BALANCER),
    LOAD_BALANCER_CLASS("loadBalancerClass", "LoadBalancerClass", true, Keys.POOL),
    NSXT("nsxt", "NSXT", false, Keys.NSXT),
    ROUTE("route", "Route", false, Keys.text("routerPath"));

    /** Lists of keys. */
    private static final class Keys {
        /** What both the global section and each vCenter have. */
        private static final List<ConfigKey> CONNECTION = List.of(
                new ConfigKey("user", TEXT),
                new ConfigKey("password", TEXT),
                new ConfigKey("server", TEXT),
                new ConfigKey("port", NUMBER),
                new ConfigKey("insecureFlag", FLAG),
                new ConfigKey("datacenters", STRINGS),
                new ConfigKey("soapRoundtripCount", NUMBER),
                new ConfigKey("caFile", TEXT),
                new ConfigKey("thumbprint", TEXT),
                new ConfigKey("secretName", TEXT),
                new ConfigKey("secretNamespace", TEXT),
                new ConfigKey("ipFamily", STRINGS));

        private static final List<ConfigKey> GLOBAL = and(
                CONNECTION,
                new ConfigKey("secretsDirectory", TEXT),
                new ConfigKey("apiDisable", FLAG),
                new ConfigKey("apiBinding", TEXT));

        /** What both the section of load balancers and each class have. */
        private static final List<ConfigKey> POOL = text(
                "ipPoolName",
                "ipPoolId",
                "tcpAppProfileName",
                "tcpAppProfilePath",
                "udpAppProfileName",
                "udpAppProfilePath");

        private static final List<ConfigKey> LOAD_BALANCER = and(
                POOL,
                new ConfigKey("size", TEXT),
                new ConfigKey("lbServiceId", TEXT),
                new ConfigKey("tier1GatewayPath", TEXT),
                new ConfigKey("snatDisabled", FLAG),
                new ConfigKey("tags", MAP));

        private static final List<ConfigKey> NSXT = and(
                text(
                        "user",
                        "password",
                        "host",
                        "secretName",
                        "secretNamespace",
                        "vmcAccessToken",
                        "vmcAuthHost",
                        "clientAuthCertFile",
                        "clientAuthKeyFile",
                        "caFile"),
                new ConfigKey("insecureFlag", FLAG),
                new ConfigKey("remoteAuth", FLAG));

        private static List<ConfigKey> text(String... names) {
            return Stream.of(names).map(name -> new ConfigKey(name, TEXT)).toList();
        }

        private static List<ConfigKey> and(List<ConfigKey> keys, ConfigKey... more) {
            List<ConfigKey> all = new ArrayList<>(keys);
            all.addAll(List.of(more));
            return List.copyOf(all);
        }
    }

    private final String yaml;
    private final String ini;
    private final boolean named;
    private final List<ConfigKey> keys;
    private final KeySpelling spelling;

    /** That of the sections themselves. */
    static final KeySpelling SPELLING =
            spelling(Stream.of(values()).map(section -> Map.entry(section.yaml, section.ini)));

    Section(String yaml, String ini, boolean named, List<ConfigKey> keys) {
        this.yaml = yaml;
        this.ini = ini;
        this.named = named;
        this.keys = keys;
        this.spelling = spelling(keys.stream().map(key -> Map.entry(key.yaml(), key.ini())));
    }

    private static KeySpelling spelling(Stream<Map.Entry<String, String>> names) {
        Map<String, String> ini = new LinkedHashMap<>();
        names.forEach(name -> ini.put(name.getKey(), name.getValue()));
        return new KeySpelling(ini);
    }

    /** The name in YAML as the cloud controller manager reads it. */
    String yaml() {
        return yaml;
    }

    /** The name in INI, in the usual spelling; the case of letters does not count. */
    String ini() {
        return ini;
    }

    /** Whether it has entries with names, such as vCenters: in YAML a map from them to keys, in INI one section for each. */
    boolean isNamed() {
        return named;
    }

    List<ConfigKey> keys() {
        return keys;
    }

    /** How the keys are spelled in YAML. */
    KeySpelling spelling() {
        return spelling;
    }

    /** The section with a name in INI, whatever the case of its letters. */
    static Optional<Section> ofIni(String name) {
        return Stream.of(values())
                .filter(section -> section.ini.equalsIgnoreCase(name))
                .findFirst();
    }
}
