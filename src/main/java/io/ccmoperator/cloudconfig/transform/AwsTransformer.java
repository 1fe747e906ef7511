// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.cloudconfig.transform;

import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.assets.Transformer;
import io.ccmoperator.cloudconfig.transform.words.Verdict;
import io.ccmoperator.cloudconfig.transform.words.WordTable;
import io.ccmoperator.cluster.Infrastructure;
import io.ccmoperator.ini.IniDocument;
import io.ccmoperator.ini.IniEntry;
import io.ccmoperator.ini.IniReader;
import io.ccmoperator.ini.IniSection;
import io.ccmoperator.ini.IniWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

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
    private static final Map<String, List<String>> FAMILIES_OF_CLUSTER = Map.of(
            "IPv4", List.of("ipv4"),
            "DualStackIPv4Primary", List.of("ipv4", "ipv6"),
            "DualStackIPv6Primary", List.of("ipv6", "ipv4"));

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
        Verdict verdict = TABLE.judge(document.with(global), facts.release()).requireNoFaults();

        List<String> warnings = new ArrayList<>(IniReader.cutValues(source));
        warnings.addAll(managed ? securityGroupWarnings(written) : List.of());
        warnings.addAll(verdict.warnings());
        warnings.addAll(otherCluster(global, facts.infrastructure()));
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

    /** A line for each name of another cluster: what AWS has of this one is marked with its own. */
    private static List<String> otherCluster(IniSection global, KubernetesObject infrastructure) {
        String name = infrastructure.fields().string("status", "infrastructureName");
        return Stream.of("KubernetesClusterTag", "KubernetesClusterID")
                .flatMap(key -> global.entry(key).stream())
                .filter(entry -> !name.isEmpty()
                        && !entry.text().isEmpty()
                        && !entry.text().equals(name))
                .map(entry ->
                        "line " + entry.line() + ": " + global.display(entry.key()) + ": the value is not '" + name
                                + "' (" + Infrastructure.placeOfName(infrastructure)
                                + "), so the cloud controller manager uses subnets and security groups of another cluster; write that,"
                                + " or remove it")
                .toList();
    }

    /** The installer says the families of a cluster at both places; a configuration of the user may lack or contradict them. */
    private static Optional<String> familiesWarning(IniSection global, KubernetesObject infrastructure) {
        String family = infrastructure.fields().string("status", "platformStatus", "aws", "ipFamily");
        List<String> expected = FAMILIES_OF_CLUSTER.getOrDefault(family, List.of());
        List<String> written = new ArrayList<>();
        for (IniEntry entry : global.entries(FAMILIES)) {
            entry.value().ifPresentOrElse(written::add, written::clear);
        }
        if (expected.isEmpty() || (written.isEmpty() ? List.of("ipv4") : written).equals(expected)) {
            return Optional.empty();
        }
        return Optional.of(Infrastructure.place(infrastructure, "aws.ipFamily") + " is '" + family + "', but ["
                + GLOBAL + "] " + FAMILIES
                + (written.isEmpty() ? " is missing" : " is " + String.join(", ", written))
                + ", so that the cloud controller manager gives nodes addresses of "
                + (written.isEmpty() ? "IPv4 alone" : "these families in this order") + "; write "
                + String.join(
                        " and ",
                        expected.stream().map(name -> FAMILIES + " = " + name).toList())
                + (expected.size() > 1 ? ", each on a line" : ""));
    }
}
