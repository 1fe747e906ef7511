// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.cloudconfig.transform.vsphere;

import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.assets.tree.FieldReader;
import io.ccmoperator.assets.tree.FieldWriter;
import io.ccmoperator.assets.tree.PlainScalar;
import io.ccmoperator.cloudconfig.transform.TransformerFacts;
import io.ccmoperator.cloudconfig.transform.words.KeyType;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The configuration that the rest of the cluster reads in kube-cloud-config. The Machine Config Operator renders it on every node, so that
 * another byte restarts all nodes: it is what the previous operator writes with MarshalConfig of openshift/library-go
 * (pkg/cloudprovider/vsphere, commit 93ac9206a of 2026-08-21). Of the source it has the known keys that say something; vCenters and
 * nodes are those of the Infrastructure alone, and nothing that only the cloud controller manager needs is added.
 */
final class PublishedConfig {
    /** Keys of the section global that MarshalConfig's reader of INI does not carry over. */
    private static final List<String> NOT_OF_INI = List.of("apiDisable", "apiBinding", "ipFamily");

    private static final Pattern INTEGER =
            Pattern.compile("\\+?(?:0[xX]([0-9a-fA-F]+)|0[bB]([01]+)|0[oO]?([0-7]+)|([0-9.]+(?:[eE]\\+?[0-9]{1,2})?))");

    private PublishedConfig() {}

    /**
     * The text.
     *
     * @param source the configuration of the user, without settings of the cluster
     * @param form in which the user wrote it
     */
    static String of(Map<String, Object> source, SourceConfig.Form form, TransformerFacts facts) {
        Map<String, Object> config = new LinkedHashMap<>();
        Map<String, Object> global = known(Section.GLOBAL, source.get(Section.GLOBAL.yaml()));
        if (form == SourceConfig.Form.INI) {
            NOT_OF_INI.forEach(global::remove);
        }
        config.put(Section.GLOBAL.yaml(), global);
        Map<String, Object> centers = new LinkedHashMap<>();
        FieldReader.of(source.get(Section.VCENTER.yaml()))
                .map()
                .forEach((name, center) -> centers.put(name, known(Section.VCENTER, center)));
        config.put(Section.VCENTER.yaml(), centers);
        config.put(Section.NODES.yaml(), known(Section.NODES, source.get(Section.NODES.yaml())));
        if (source.get(Section.LABELS.yaml()) instanceof Map<?, ?> labels) {
            config.put(Section.LABELS.yaml(), known(Section.LABELS, labels));
        }
        if (facts.infrastructure().fields().at("spec", "platformSpec", "vsphere") instanceof Map) {
            mergeCluster(config, facts);
        }
        config.remove(Section.VCENTER.yaml(), Map.of());
        config.remove(Section.NODES.yaml(), Map.of());
        if (form == SourceConfig.Form.INI) {
            config.remove(Section.LABELS.yaml(), Map.of());
        }
        return GoYaml.write(config);
    }

    /** The keys of a section that the library knows, without empty strings, zeros and false. */
    private static Map<String, Object> known(Section section, Object written) {
        Map<String, Object> values = FieldReader.of(written).map();
        Map<String, Object> known = new LinkedHashMap<>();
        for (Section.Key key : section.keys()) {
            Object value = values.get(key.yaml());
            if (value instanceof PlainScalar scalar && key.type() == KeyType.NUMBER) {
                value = integer(scalar.text()).orElse(null);
            }
            if (value != null && !isZero(value)) {
                known.put(key.yaml(), value);
            }
        }
        return known;
    }

    private static boolean isZero(Object value) {
        return value.equals(false)
                || value.equals("")
                || value instanceof Number && value.toString().equals("0");
    }

    private static Optional<BigInteger> integer(String text) {
        Matcher number = INTEGER.matcher(text.replace("_", ""));
        if (!number.matches()) {
            return Optional.empty();
        }
        int[] radix = {16, 2, 8};
        for (int i = 0; i < radix.length; i++) {
            if (number.group(i + 1) != null) {
                return Optional.of(new BigInteger(number.group(i + 1), radix[i]));
            }
        }
        try {
            return Optional.of(new BigDecimal(number.group(4)).toBigIntegerExact());
        } catch (ArithmeticException | NumberFormatException e) {
            // The library refuses a fraction, and so does the cloud controller manager.
            return Optional.empty();
        }
    }

    private static void mergeCluster(Map<String, Object> config, TransformerFacts facts) {
        KubernetesObject infrastructure = facts.infrastructure();
        ClusterSettings.ServiceNetworks networks = ClusterSettings.ServiceNetworks.of(facts.network());
        if (networks.hasIpv6()) {
            new FieldWriter(config).map(Section.GLOBAL.yaml()).put("ipFamily", networks.families());
        }
        List<String> excluded =
                networks.hasIpv6() ? ExcludedSubnets.of(infrastructure, true).subnets() : List.of();
        Map<String, Object> nodes = new LinkedHashMap<>();
        addSide(nodes, "External", infrastructure, excluded);
        addSide(nodes, "Internal", infrastructure, excluded);
        config.put(Section.NODES.yaml(), nodes);
        config.put(Section.VCENTER.yaml(), centers(infrastructure));
        if (infrastructure
                        .fields()
                        .list("spec", "platformSpec", "vsphere", "failureDomains")
                        .size()
                > 1) {
            new FieldWriter(config).map(Section.LABELS.yaml()).putAll(ClusterSettings.TAGS);
        }
    }

    private static void addSide(
            Map<String, Object> nodes, String name, KubernetesObject infrastructure, List<String> excluded) {
        String prefix = name.toLowerCase(Locale.ROOT);
        FieldReader side = infrastructure.fields().field("spec", "platformSpec", "vsphere", "nodeNetworking", prefix);
        List<String> exclude = new ArrayList<>(Tree.strings(side.at("excludeNetworkSubnetCidr")));
        exclude.addAll(excluded);
        put(nodes, prefix + "VmNetworkName", side.string("network"));
        put(nodes, prefix + "NetworkSubnetCidr", String.join(",", Tree.strings(side.at("networkSubnetCidr"))));
        put(nodes, "exclude" + name + "NetworkSubnetCidr", String.join(",", exclude));
    }

    private static void put(Map<String, Object> nodes, String key, String value) {
        if (!value.isEmpty()) {
            nodes.put(key, value);
        }
    }

    private static Map<String, Object> centers(KubernetesObject infrastructure) {
        FieldReader vsphere = infrastructure.fields().field("spec", "platformSpec", "vsphere");
        Map<String, Map<String, Object>> centers = new LinkedHashMap<>();
        for (FieldReader listed : vsphere.items("vcenters")) {
            centers.remove(listed.string("server"));
            Map<String, Object> center = center(centers, listed.string("server"));
            listed.number("port").filter(port -> port > 0).ifPresent(port -> center.put("port", port));
            List<String> names = Tree.strings(listed.at("datacenters"));
            if (!names.isEmpty()) {
                center.put("datacenters", new ArrayList<Object>(names));
            }
        }
        for (FieldReader domain : vsphere.items("failureDomains")) {
            List<Object> names = new FieldWriter(center(centers, domain.string("server"))).list("datacenters");
            if (!names.contains(domain.string("topology", "datacenter"))) {
                names.add(domain.string("topology", "datacenter"));
            }
        }
        return new LinkedHashMap<>(centers);
    }

    private static Map<String, Object> center(Map<String, Map<String, Object>> centers, String server) {
        return centers.computeIfAbsent(server, name -> new LinkedHashMap<>(Map.of("server", name)));
    }
}
