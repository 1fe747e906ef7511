// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.assets.deployment.validation;

import static io.ccmoperator.assets.deployment.validation.Rule.rule;

import io.ccmoperator.assets.tree.FieldReader;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Rules on fields of a Service that its type or another field requires or excludes. */
final class ServiceRules {
    /** For each object. */
    static final List<Rule<ProviderDocument>> OF_OBJECTS =
            List.of(rule("service-field", TypeRule.all(List.of(new TypeRule("Service", ServiceRules::service)))));

    private static final String BY_DEFAULT = "ClusterIP";
    private static final String EXTERNAL = "ExternalName";
    private static final String BALANCED = "LoadBalancer";
    private static final Set<String> WITH_NODE_PORTS = Set.of("NodePort", BALANCED);

    private ServiceRules() {}

    private static void service(FieldReader service, Findings findings) {
        FieldReader spec = service.field("spec");
        new FieldCheck("externalIPs[]", AddressFormats::ip).check(spec, findings);
        if (type(spec).equals(EXTERNAL)) {
            externalName(spec, findings);
        } else {
            ports(spec, findings);
            address(spec, findings);
            families(spec, findings);
        }
        loadBalancer(spec, findings);
        sessions(spec, findings);
    }

    private static String type(FieldReader spec) {
        String type = spec.string("type");
        return type.isEmpty() ? BY_DEFAULT : type;
    }

    private static boolean isHeadless(FieldReader spec) {
        return spec.field("clusterIP").is("None");
    }

    private static void ports(FieldReader spec, Findings findings) {
        if (!type(spec).equals(EXTERNAL)
                && !isHeadless(spec)
                && spec.items("ports").isEmpty()) {
            findings.add(spec.field("ports"), "is missing or empty; a Service has ports unless its clusterIP is None");
        }
        if (type(spec).equals(BY_DEFAULT)) {
            spec.items("ports").stream()
                    .map(port -> port.field("nodePort"))
                    .filter(port -> port.exists() && !port.is(0L))
                    .forEach(port ->
                            findings.add(port, "a Service of type ClusterIP has no ports of nodes; leave it out"));
        }
    }

    private static void address(FieldReader spec, Findings findings) {
        FieldReader address = spec.field("clusterIP");
        FieldReader addresses = spec.field("clusterIPs");
        if (isHeadless(spec) && WITH_NODE_PORTS.contains(type(spec))) {
            findings.add(address, "a Service of type " + type(spec) + " has an address; leave None out");
        } else if (!address.string().isEmpty() && !isHeadless(spec)) {
            AddressFormats.ip(address)
                    .ifPresent(reason -> findings.add(
                            address, reason + "; leave it out, or write None for a Service without an address"));
        }
        if (!addresses.items().isEmpty() && !addresses.list().get(0).equals(address.value())) {
            findings.add(addresses, "has to begin with clusterIP; leave it out, the API server fills it in");
        }
    }

    private static void families(FieldReader spec, Findings findings) {
        Set<String> seen = new HashSet<>();
        for (FieldReader family : spec.items("ipFamilies")) {
            if (family.is("")) {
                findings.add(family, "is empty; write IPv4 or IPv6");
            } else if (!seen.add(family.string())) {
                findings.add(family, "another item of the list has the same value; leave one of them out");
            }
        }
    }

    private static void externalName(FieldReader spec, Findings findings) {
        FieldReader name = spec.field("externalName");
        if (name.string().isEmpty()) {
            findings.add(name, "is missing; type ExternalName requires a DNS name");
        } else {
            new FieldCheck("externalName", NameFormats::subdomain).check(spec, findings);
        }
        List.of("clusterIP", "clusterIPs", "ipFamilies", "ipFamilyPolicy").stream()
                .map(spec::field)
                .filter(field -> field.exists() && !field.is(""))
                .forEach(field -> findings.add(field, "a Service of type ExternalName has no address; leave it out"));
    }

    private static void loadBalancer(FieldReader spec, Findings findings) {
        FieldReader networks = spec.field("loadBalancerSourceRanges");
        if (type(spec).equals(BALANCED)) {
            new FieldCheck("loadBalancerSourceRanges[]", AddressFormats::network).check(spec, findings);
            return;
        }
        if (!networks.items().isEmpty()) {
            findings.add(networks, "requires type LoadBalancer; leave it out otherwise");
        }
        List.of("allocateLoadBalancerNodePorts", "loadBalancerClass").stream()
                .map(spec::field)
                .filter(FieldReader::exists)
                .forEach(field -> findings.add(field, "requires type LoadBalancer; leave it out otherwise"));
    }

    private static void sessions(FieldReader spec, Findings findings) {
        FieldReader config = spec.field("sessionAffinityConfig");
        if (config.exists() && !spec.field("sessionAffinity").is("ClientIP")) {
            findings.add(config, "requires sessionAffinity ClientIP; leave it out otherwise");
        }
    }
}
