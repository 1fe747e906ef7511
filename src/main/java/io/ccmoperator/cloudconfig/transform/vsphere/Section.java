// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.cloudconfig.transform.vsphere;

import static io.ccmoperator.cloudconfig.transform.vsphere.ConfigKey.Kind.FLAG;
import static io.ccmoperator.cloudconfig.transform.vsphere.ConfigKey.Kind.NUMBER;
import static io.ccmoperator.cloudconfig.transform.vsphere.ConfigKey.Kind.STRINGS;
import static io.ccmoperator.cloudconfig.transform.vsphere.ConfigKey.Kind.TEXT;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The sections that the cloud controller manager knows. */
enum Section {
    GLOBAL(
            "global",
            "Global",
            Stream.concat(
                            Keys.CONNECTION.stream(),
                            Stream.of(
                                    new ConfigKey("secretsDirectory", "secrets-directory", TEXT),
                                    new ConfigKey("apiDisable", "api-disable", FLAG),
                                    new ConfigKey("apiBinding", "api-binding", TEXT)))
                    .toList()),
    /** In YAML a map from names to vCenters, in INI one section with a name for each. */
    VCENTER("vcenter", "VirtualCenter", Keys.CONNECTION),
    LABELS("labels", "Labels", List.of(new ConfigKey("zone", "zone", TEXT), new ConfigKey("region", "region", TEXT))),
    NODES(
            "nodes",
            "Nodes",
            List.of(
                    new ConfigKey("internalNetworkSubnetCidr", "internal-network-subnet-cidr", TEXT),
                    new ConfigKey("externalNetworkSubnetCidr", "external-network-subnet-cidr", TEXT),
                    new ConfigKey("internalVmNetworkName", "internal-vm-network-name", TEXT),
                    new ConfigKey("externalVmNetworkName", "external-vm-network-name", TEXT),
                    new ConfigKey("excludeInternalNetworkSubnetCidr", "exclude-internal-network-subnet-cidr", TEXT),
                    new ConfigKey("excludeExternalNetworkSubnetCidr", "exclude-external-network-subnet-cidr", TEXT)));

    /** What both the global section and each vCenter have. */
    private static final class Keys {
        private static final List<ConfigKey> CONNECTION = List.of(
                new ConfigKey("user", "user", TEXT),
                new ConfigKey("password", "password", TEXT),
                new ConfigKey("server", "server", TEXT),
                new ConfigKey("port", "port", NUMBER),
                new ConfigKey("insecureFlag", "insecure-flag", FLAG),
                new ConfigKey("datacenters", "datacenters", STRINGS),
                new ConfigKey("soapRoundtripCount", "soap-roundtrip-count", NUMBER),
                new ConfigKey("caFile", "ca-file", TEXT),
                new ConfigKey("thumbprint", "thumbprint", TEXT),
                new ConfigKey("secretName", "secret-name", TEXT),
                new ConfigKey("secretNamespace", "secret-namespace", TEXT),
                new ConfigKey("ipFamily", "ip-family", STRINGS));
    }

    private final String yaml;
    private final String ini;
    private final List<ConfigKey> keys;
    private final KeySpelling spelling;

    /** That of the sections themselves. */
    static final KeySpelling SPELLING =
            new KeySpelling(Stream.of(values()).map(Section::yaml).toList());

    Section(String yaml, String ini, List<ConfigKey> keys) {
        this.yaml = yaml;
        this.ini = ini;
        this.keys = keys;
        this.spelling = new KeySpelling(keys.stream().map(ConfigKey::yaml).toList());
    }

    /** The name in YAML as the cloud controller manager reads it. */
    String yaml() {
        return yaml;
    }

    /** The name in INI, in the usual spelling; the case of letters does not count. */
    String ini() {
        return ini;
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
