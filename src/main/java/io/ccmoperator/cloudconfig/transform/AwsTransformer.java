/*
 * Copyright the ccm-operator authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.ccmoperator.cloudconfig.transform;

import io.ccmoperator.assets.Transformer;
import io.ccmoperator.cloudconfig.ini.IniDocument;
import io.ccmoperator.cloudconfig.ini.IniEntry;
import io.ccmoperator.cloudconfig.ini.IniReader;
import io.ccmoperator.cloudconfig.ini.IniSection;
import io.ccmoperator.cloudconfig.ini.IniWriter;
import io.ccmoperator.cluster.InvalidInputException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;

/**
 * AWS: INI. {@code [Global]} comes first and has a mode for the health probes of load balancers; the service overrides come
 * last, by number. Everything else stays as it is.
 */
@Transformer(AwsTransformer.NAME)
final class AwsTransformer implements CloudConfigTransformer {
    /** By this name descriptors select the transformer. */
    public static final String NAME = "aws";

    private static final String GLOBAL = "Global";
    private static final String SECURITY_GROUP_GATE = "AWSServiceLBNetworkSecurityGroup";
    private static final String PROBE_MODE = "ClusterServiceLoadBalancerHealthProbeMode";
    private static final String PROBE_PORT = "ClusterServiceSharedLoadBalancerHealthProbePort";
    private static final String SECURITY_GROUP_MODE = "NLBSecurityGroupMode";
    private static final String DISABLE_INGRESS = "DisableSecurityGroupIngress";
    private static final String IP_FAMILIES = "NodeIPFamilies";

    /** In lines of one message, which the conditions show. */
    private static final int MAX_FAULTS = 20;

    /** In the order of the cloud controller manager's own configuration. */
    private static final KeyOrder KEYS = new KeyOrder(List.of(
            "Zone",
            "Region",
            "VPC",
            "SubnetID",
            "RouteTableID",
            "RoleARN",
            "SourceARN",
            "KubernetesClusterTag",
            "KubernetesClusterID",
            DISABLE_INGRESS,
            "ElbSecurityGroup",
            IP_FAMILIES,
            PROBE_MODE,
            PROBE_PORT,
            "ClusterServiceSharedLoadBalancerHealthProbePath",
            "SupportedTopologyInstanceTypePattern",
            SECURITY_GROUP_MODE));

    @Override
    public TransformedConfig transform(String source, TransformerFacts facts) {
        IniDocument document = IniReader.read(source);
        IniSection global = completed(
                document.section(GLOBAL).orElse(IniSection.empty(GLOBAL)),
                facts.features().isEnabled(SECURITY_GROUP_GATE));
        AwsServiceOverrides overrides = AwsServiceOverrides.of(document);
        requireTypes(global, overrides);

        List<IniSection> sections = new ArrayList<>();
        sections.add(KEYS.sorted(global));
        document.sections().stream()
                .filter(section -> !section.is(GLOBAL) && !AwsServiceOverrides.isOverride(section))
                .forEach(sections::add);
        sections.addAll(overrides.inOrder());
        return new TransformedConfig(IniWriter.write(new IniDocument(sections)), overrides.warnings());
    }

    @Override
    public Set<String> featureGates() {
        return Set.of(SECURITY_GROUP_GATE);
    }

    /** An empty mode is none to the cloud controller manager. */
    private static IniSection completed(IniSection global, boolean managedSecurityGroups) {
        boolean unset = global.value(PROBE_MODE).orElse("").isEmpty();
        IniSection probed = unset ? global.with(PROBE_MODE, "Shared") : global;
        return managedSecurityGroups ? probed.with(SECURITY_GROUP_MODE, "Managed") : probed;
    }

    private static void requireTypes(IniSection global, AwsServiceOverrides overrides) {
        List<String> faults = new ArrayList<>();
        for (IniEntry entry : global.entries()) {
            if (entry.is(DISABLE_INGRESS)) {
                require(GcfgValues::isBoolean, "a boolean; write true or false", entry, global, faults);
            } else if (entry.is(PROBE_PORT)) {
                require(GcfgValues::isInt32, "an integer of 32 bits; write a port number", entry, global, faults);
            } else if (!entry.is(IP_FAMILIES) && KEYS.isKnown(entry)) {
                // The key of a list may be alone: it empties the list.
                GcfgValues.stringFault(global, entry).ifPresent(faults::add);
            }
        }
        faults.addAll(overrides.faults());
        if (!faults.isEmpty()) {
            throw new InvalidInputException(faults.subList(0, Math.min(faults.size(), MAX_FAULTS)));
        }
    }

    private static void require(
            Predicate<IniEntry> type, String expected, IniEntry entry, IniSection section, List<String> faults) {
        if (!type.test(entry)) {
            faults.add("line " + entry.line() + ": " + section.display(entry.key()) + ": the value is not " + expected);
        }
    }
}
