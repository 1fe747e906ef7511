// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.cloudconfig.transform;

import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.assets.Transformer;
import io.ccmoperator.cloudconfig.transform.words.Verdict;
import io.ccmoperator.cloudconfig.transform.words.WordTable;
import io.ccmoperator.cluster.Infrastructure;
import io.ccmoperator.ini.IniDocument;
import io.ccmoperator.ini.IniReader;
import io.ccmoperator.ini.IniSection;
import io.ccmoperator.ini.IniWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * AWS: INI. On OpenShift {@code [Global]} comes first and has a mode for the health probes of load balancers; the service overrides come
 * last, by number, those with a name of a service that newer releases do not know also with the current name. Everything else
 * stays as it is, and on Kubernetes all of it.
 */
@Transformer(AwsTransformer.NAME)
final class AwsTransformer implements CloudConfigTransformer {
    /** By this name descriptors select the transformer. */
    public static final String NAME = "aws";

    private static final String GLOBAL = "Global";
    /** Releases that have it list it; later ones always have security groups of network load balancers. */
    private static final String SECURITY_GROUP_GATE = "AWSServiceLBNetworkSecurityGroup";

    private static final String FAMILIES = "NodeIPFamilies";
    private static final String PROBE_MODE = "ClusterServiceLoadBalancerHealthProbeMode";
    private static final String SECURITY_GROUP_MODE = "NLBSecurityGroupMode";
    private static final String MANAGED = "Managed";

    /** Its order is that of the result. */
    private static final WordTable TABLE = WordTable.read(NAME);

    @Override
    public TransformedConfig transform(String source, TransformerFacts facts) {
        IniDocument document = IniReader.read(source);
        IniSection written = document.section(GLOBAL).orElse(IniSection.empty(GLOBAL));
        boolean managed = facts.isOpenShift() && !facts.features().isDisabled(SECURITY_GROUP_GATE);
        IniSection global = facts.isOpenShift() ? completed(written, managed) : written;
        AwsServiceOverrides overrides = AwsServiceOverrides.of(document, TABLE);
        Verdict verdict = TABLE.judge(document.with(global)).requireNoFaults();

        List<String> warnings = new ArrayList<>(IniReader.cutValues(source));
        warnings.addAll(managed ? securityGroupWarnings(written) : List.of());
        warnings.addAll(verdict.warnings());
        familiesWarning(global, facts.infrastructure()).ifPresent(warnings::add);
        warnings.addAll(overrides.warnings());
        if (!facts.isOpenShift()) {
            warnings.addAll(overrides.formerNames());
            return new TransformedConfig(source, warnings);
        }
        return new TransformedConfig(IniWriter.write(inOrder(document, global, overrides)), warnings);
    }

    private static IniDocument inOrder(IniDocument document, IniSection global, AwsServiceOverrides overrides) {
        List<IniSection> sections = new ArrayList<>();
        sections.add(TABLE.sorted(global));
        document.sections().stream()
                .filter(section -> !section.is(GLOBAL) && !AwsServiceOverrides.isOverride(section))
                .forEach(sections::add);
        sections.addAll(overrides.withCurrentNames().inOrder());
        return new IniDocument(sections);
    }

    @Override
    public Set<String> featureGates() {
        return Set.of(SECURITY_GROUP_GATE);
    }

    /** An empty mode is none to the cloud controller manager. */
    private static IniSection completed(IniSection global, boolean managedSecurityGroups) {
        boolean unset = global.value(PROBE_MODE).orElse("").isEmpty();
        IniSection probed = unset ? global.with(PROBE_MODE, "Shared") : global;
        return managedSecurityGroups ? probed.with(SECURITY_GROUP_MODE, MANAGED) : probed;
    }

    /** Of a mode that OpenShift replaces. */
    private static List<String> securityGroupWarnings(IniSection written) {
        return written
                .entry(SECURITY_GROUP_MODE)
                .filter(entry -> !entry.text().isEmpty() && !entry.text().equals(MANAGED))
                .map(entry -> new ForcedValue(
                                "line " + entry.line() + ": " + written.display(entry.key()), entry.text(), MANAGED)
                        .warning())
                .stream()
                .toList();
    }

    /** The installer says the families of a dual-stack cluster at both places; a configuration of the user may lack them. */
    private static Optional<String> familiesWarning(IniSection global, KubernetesObject infrastructure) {
        String family = infrastructure.fields().string("status", "platformStatus", "aws", "ipFamily");
        if (!family.startsWith("DualStack") || global.entry(FAMILIES).isPresent()) {
            return Optional.empty();
        }
        boolean ipv6First = family.contains("IPv6");
        return Optional.of(Infrastructure.place(infrastructure, "aws.ipFamily") + " is '" + family + "', but ["
                + GLOBAL + "] " + FAMILIES
                + " is missing, so that the cloud controller manager gives nodes addresses of IPv4 alone; write "
                + FAMILIES + " = " + (ipv6First ? "ipv6" : "ipv4") + " and " + FAMILIES + " = "
                + (ipv6First ? "ipv4" : "ipv6") + ", each on a line");
    }
}
