// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.cloudconfig.transform.vsphere;

import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.assets.tree.FieldWriter;
import io.ccmoperator.cloudconfig.transform.TransformerFacts;
import io.ccmoperator.cloudconfig.transform.words.KeyType;
import io.ccmoperator.cluster.Distribution;
import io.ccmoperator.cluster.EnabledFeatures;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;

/** Configurations and clusters of vSphere for properties. */
final class VSphereArbitraries {
    private VSphereArbitraries() {}

    /**
     * Configurations without empty values, with a vCenter, and without a directory beside a Secret; unknown keys are such as
     * INI can name.
     */
    static Arbitrary<Map<String, Object>> configs() {
        Arbitrary<Map<String, Object>> centers = entries(Section.VCENTER).map(map -> {
            map.forEach((name, center) -> new FieldWriter(map).map(name).putIfAbsent("server", "vc9"));
            return map;
        });
        return Combinators.combine(
                        keys(Section.GLOBAL).optional(),
                        centers.optional(),
                        keys(Section.LABELS).filter(map -> !map.isEmpty()).optional(),
                        keys(Section.NODES).filter(map -> !map.isEmpty()).optional(),
                        strings().optional(),
                        nsxt())
                .as((global, vcenter, labels, nodes, other, nsxt) -> {
                    Map<String, Object> config = new LinkedHashMap<>(nsxt);
                    nodes.ifPresent(map -> config.put("nodes", map));
                    other.ifPresent(text -> config.put("other", Map.of("list", List.of(text, 1L, true))));
                    vcenter.ifPresent(map -> config.put("vcenter", map));
                    global.ifPresent(map -> config.put("global", map));
                    global.filter(map -> map.containsKey("secretName") || map.containsKey("secretNamespace"))
                            .ifPresent(map -> map.remove("secretsDirectory"));
                    if (vcenter.isEmpty()) {
                        new FieldWriter(config).map("global").putIfAbsent("server", "vc");
                    }
                    labels.ifPresent(map -> config.put("labels", map));
                    return config;
                });
    }

    private static Arbitrary<Map<String, Object>> nsxt() {
        return Combinators.combine(
                        keys(Section.LOAD_BALANCER).optional(),
                        entries(Section.LOAD_BALANCER_CLASS).optional(),
                        keys(Section.NSXT).optional(),
                        keys(Section.ROUTE).optional())
                .as((balancer, classes, nsxt, route) -> {
                    Map<String, Object> config = new LinkedHashMap<>();
                    route.ifPresent(map -> config.put("route", map));
                    nsxt.ifPresent(map -> config.put("nsxt", map));
                    classes.ifPresent(map -> config.put("loadBalancerClass", map));
                    balancer.ifPresent(map -> config.put("loadBalancer", map));
                    return config;
                });
    }

    private static Arbitrary<Map<String, Object>> entries(Section section) {
        return names().list()
                .uniqueElements()
                .ofMinSize(1)
                .ofMaxSize(4)
                .flatMap(names -> keys(section).list().ofSize(names.size()).map(entries -> {
                    Map<String, Object> map = new LinkedHashMap<>();
                    for (int i = 0; i < names.size(); i++) {
                        map.put(names.get(i), entries.get(i));
                    }
                    return map;
                }));
    }

    /** Clusters that say all, some or nothing. */
    static Arbitrary<TransformerFacts> clusters() {
        Arbitrary<Map<String, Object>> center = Combinators.combine(
                        servers(),
                        Arbitraries.of(0L, 443L),
                        Arbitraries.of("DC1", "DC2").list().ofMaxSize(3))
                .as((server, port, datacenters) -> Map.of("server", server, "port", port, "datacenters", datacenters));
        Arbitrary<Map<String, Object>> domain = Combinators.combine(servers(), Arbitraries.of("DC1", "DC3", ""))
                .as((server, datacenter) -> Map.of("server", server, "topology", Map.of("datacenter", datacenter)));
        Arbitrary<Map<String, Object>> side = Combinators.combine(Arbitraries.of("", "net"), subnets(), subnets())
                .as((network, own, excluded) ->
                        Map.of("network", network, "networkSubnetCidr", own, "excludeNetworkSubnetCidr", excluded));
        return Combinators.combine(
                        center.list().ofMaxSize(3),
                        domain.list().ofMaxSize(3),
                        side,
                        Arbitraries.of("10.0.0.2", "fd00::2", "fd00:0::2")
                                .list()
                                .ofMaxSize(3),
                        Arbitraries.of("172.30.0.0/16", "172.31.0.0/16", "fd00::/112", "fd01::/112")
                                .list()
                                .ofMaxSize(3),
                        Arbitraries.of(true, false))
                .as((centers, domains, networking, vips, networks, present) -> facts(
                        present
                                ? Map.of(
                                        "vsphere",
                                        Map.of(
                                                "vcenters", centers,
                                                "failureDomains", domains,
                                                "nodeNetworking", Map.of("external", networking)))
                                : Map.of(),
                        vips,
                        networks));
    }

    private static TransformerFacts facts(Map<String, Object> platformSpec, List<String> vips, List<String> networks) {
        Map<String, Object> platformStatus =
                Map.of("type", "VSphere", "vsphere", Map.of("apiServerInternalIPs", vips, "ingressIPs", vips));
        return new TransformerFacts(
                Distribution.OPENSHIFT,
                new KubernetesObject(Map.of(
                        "spec", Map.of("platformSpec", platformSpec),
                        "status", Map.of("platformStatus", platformStatus))),
                Optional.of(new KubernetesObject(Map.of("spec", Map.of("serviceNetwork", networks)))),
                EnabledFeatures.NONE,
                "ccm",
                Optional.of("vsphere-cloud-credentials"));
    }

    private static Arbitrary<String> servers() {
        return Arbitraries.of("vc1", "vc2", "10.0.0.1", "VC1");
    }

    private static Arbitrary<String> names() {
        return Arbitraries.oneOf(Arbitraries.of("vc1", "vc2", "10.0.0.1", "007", "yes"), strings());
    }

    private static Arbitrary<List<String>> subnets() {
        return Arbitraries.of("10.0.0.0/16", "fd69::2/128", "10.0.0.2/32")
                .list()
                .ofMaxSize(2);
    }

    private static Arbitrary<Map<String, Object>> keys(Section section) {
        List<Section.Key> keys = new ArrayList<>(section.keys());
        keys.add(new Section.Key("unknown", KeyType.STRING));
        return Arbitraries.of(keys).set().ofMaxSize(5).flatMap(chosen -> {
            List<Section.Key> list = new ArrayList<>(chosen);
            List<Arbitrary<Object>> values =
                    list.stream().map(VSphereArbitraries::value).toList();
            return Combinators.combine(values).as(drawn -> {
                Map<String, Object> map = new LinkedHashMap<>();
                for (int i = 0; i < drawn.size(); i++) {
                    map.put(list.get(i).yaml(), drawn.get(i));
                }
                return map;
            });
        });
    }

    /** Values of keys whose other words are errors. */
    private static Optional<Arbitrary<Object>> words(String key) {
        if (key.endsWith("SubnetCidr")) {
            return Optional.of(Arbitraries.of("10.0.0.0/16", "fd69::2/128,10.0.0.2/32"));
        }
        return switch (key) {
            case "caFile" -> Optional.of(Arbitraries.of("/etc/pki/a.pem", "/etc/ssl/a.pem:/etc/pki/b.pem"));
            case "server" -> Optional.of(servers().map(server -> (Object) server));
            case "ipFamily" -> Optional.of(Arbitraries.of(List.of("ipv4"), List.of("ipv6", "ipv4")));
            default -> Optional.empty();
        };
    }

    private static Arbitrary<Object> value(Section.Key key) {
        Optional<Arbitrary<Object>> words = words(key.yaml());
        if (words.isPresent()) {
            return words.get();
        }
        return switch (key.type()) {
            case STRING -> strings().map(text -> (Object) text);
            case NUMBER -> Arbitraries.longs().between(0, 65_535).map(number -> (Object) number);
            case BOOLEAN -> Arbitraries.of(true, false).map(flag -> (Object) flag);
            case STRINGS ->
                strings()
                        .map(text -> text.replace(',', '.').strip())
                        .filter(text -> !text.isEmpty())
                        .list()
                        .ofMinSize(1)
                        .ofMaxSize(3)
                        .map(list -> (Object) list);
            case MAP ->
                Arbitraries.maps(strings(), strings()).ofMinSize(1).ofMaxSize(3).map(map -> (Object) map);
        };
    }

    /** Strings that are not empty and that INI can represent. */
    private static Arbitrary<String> strings() {
        return Arbitraries.oneOf(
                        Arbitraries.of(
                                "yes", "007", "1e3", "~", "null", "a: b", "- a", "a #b", "a;b", "\"", "\\", "'", " a "),
                        Arbitraries.of(
                                "0x1F",
                                "<<",
                                "=",
                                "12:30",
                                "2026-01-01",
                                "[a]",
                                "{a",
                                "*a",
                                "!a",
                                "%",
                                "@",
                                "`",
                                "a\\"),
                        Arbitraries.strings()
                                .withChars("ab #;\"'\\:-[]{},&*!|>%@`")
                                .ofMinLength(1)
                                .ofMaxLength(8),
                        Arbitraries.strings().ofMinLength(1).ofMaxLength(6))
                .map(text -> text.replaceAll("[\\x00-\\x1F\\x7F-\\x9F\\u2028\\u2029\\uFEFF]", "_"))
                .filter(text ->
                        text.codePoints().noneMatch(c -> c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE));
    }
}
