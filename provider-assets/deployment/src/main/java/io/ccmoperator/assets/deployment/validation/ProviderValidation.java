// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.assets.deployment.validation;

import static io.ccmoperator.assets.deployment.findings.Rule.onEach;

import io.ccmoperator.assets.deployment.discovery.ProviderFolder;
import io.ccmoperator.assets.deployment.discovery.SourceFile;
import io.ccmoperator.assets.deployment.findings.Findings;
import io.ccmoperator.assets.deployment.findings.Rule;
import io.ccmoperator.assets.deployment.provider.ImagesReader;
import io.ccmoperator.assets.deployment.provider.ParsedProvider;
import io.ccmoperator.assets.deployment.provider.ProgramReader;
import io.ccmoperator.assets.deployment.provider.ProviderReader;
import io.ccmoperator.assets.deployment.rules.access.AdmissionReferenceRules;
import io.ccmoperator.assets.deployment.rules.access.AdmissionScopeRules;
import io.ccmoperator.assets.deployment.rules.access.GrantRules;
import io.ccmoperator.assets.deployment.rules.access.PrivilegeRules;
import io.ccmoperator.assets.deployment.rules.flags.CloudConfigRules;
import io.ccmoperator.assets.deployment.rules.flags.ClusterFlagRules;
import io.ccmoperator.assets.deployment.rules.flags.ControllerRules;
import io.ccmoperator.assets.deployment.rules.flags.DescriptorRules;
import io.ccmoperator.assets.deployment.rules.flags.FlagRules;
import io.ccmoperator.assets.deployment.rules.flags.FlagValueRules;
import io.ccmoperator.assets.deployment.rules.flags.ImageRules;
import io.ccmoperator.assets.deployment.rules.flags.LeaderElectionRules;
import io.ccmoperator.assets.deployment.rules.flags.LiteralRules;
import io.ccmoperator.assets.deployment.rules.flags.ProgramRules;
import io.ccmoperator.assets.deployment.rules.flags.VariableRules;
import io.ccmoperator.assets.deployment.rules.identity.CatalogueRules;
import io.ccmoperator.assets.deployment.rules.identity.IdentityRules;
import io.ccmoperator.assets.deployment.rules.identity.ObjectRules;
import io.ccmoperator.assets.deployment.rules.identity.OwnershipRules;
import io.ccmoperator.assets.deployment.rules.identity.PlatformRules;
import io.ccmoperator.assets.deployment.rules.identity.ReferenceRules;
import io.ccmoperator.assets.deployment.rules.identity.SideEffectRules;
import io.ccmoperator.assets.deployment.rules.identity.TemplateRules;
import io.ccmoperator.assets.deployment.rules.payload.PayloadValidation;
import io.ccmoperator.assets.deployment.rules.pods.BootstrapRules;
import io.ccmoperator.assets.deployment.rules.pods.ContainerRules;
import io.ccmoperator.assets.deployment.rules.pods.KubernetesRules;
import io.ccmoperator.assets.deployment.rules.pods.MountRules;
import io.ccmoperator.assets.deployment.rules.pods.PodRules;
import io.ccmoperator.assets.deployment.rules.pods.ProbeRules;
import io.ccmoperator.assets.deployment.rules.pods.RolloutRules;
import io.ccmoperator.assets.deployment.rules.pods.SchedulingRules;
import io.ccmoperator.assets.deployment.rules.pods.SecurePortRules;
import io.ccmoperator.assets.deployment.rules.pods.SharedHostRules;
import io.ccmoperator.assets.deployment.rules.pods.WorkloadRules;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jboss.logging.Logger;

/**
 * Reads provider folders and the release payload and checks all rules: those of the payload ({@link PayloadValidation}), those
 * of each provider, then those of all providers together.
 */
public final class ProviderValidation {
    private static final Logger LOG = Logger.getLogger(ProviderValidation.class);

    private ProviderValidation() {}

    /**
     * The providers of these folders.
     *
     * @param folders sorted by name
     * @param payload the files of the release payload, which is judged too; none: there is no payload to compare with
     * @param formerObjects the list of objects that former releases applied, if there is one
     * @param transformers the names of the transformers that exist
     * @throws InvalidProvidersException if any rule is violated; its message names each violation
     */
    public static List<ParsedProvider> validate(
            List<ProviderFolder> folders,
            List<SourceFile> payload,
            Optional<SourceFile> formerObjects,
            Set<String> transformers) {
        Findings findings = new Findings();
        List<ParsedProvider> candidates = judge(folders, payload, formerObjects, transformers, findings);
        findings.remarks().forEach(LOG::warn);
        if (!findings.all().isEmpty()) {
            throw new InvalidProvidersException(findings.all());
        }
        return candidates;
    }

    /** The providers, valid or not. */
    static List<ParsedProvider> judge(
            List<ProviderFolder> folders,
            List<SourceFile> payload,
            Optional<SourceFile> formerObjects,
            Set<String> transformers,
            Findings findings) {
        ProviderReader reader = new ProviderReader(
                ProgramReader.read(folders, findings), ImagesReader.read(folders, findings), findings);
        List<Rule<ParsedProvider>> rules = new ArrayList<>(rules(transformers));
        List<Rule<List<ParsedProvider>>> catalogueRules = new ArrayList<>(CatalogueRules.RULES);
        catalogueRules.addAll(ProgramRules.OF_CATALOGUE);
        if (payload.isEmpty()) {
            LOG.debug("The application has no release payload; the rules that compare providers with it are skipped");
        } else {
            PayloadValidation ofPayload = PayloadValidation.of(payload, formerObjects, findings);
            rules.addAll(ofPayload.providerRules());
            catalogueRules.addAll(ofPayload.catalogueRules());
        }
        List<ParsedProvider> candidates = new ArrayList<>();
        for (ProviderFolder folder : folders) {
            ParsedProvider candidate = reader.read(folder);
            rules.forEach(rule -> rule.check(candidate, findings));
            candidates.add(candidate);
        }
        catalogueRules.forEach(rule -> rule.check(candidates, findings));
        candidates.forEach(candidate -> AcceptedFindings.of(candidate, findings.of("accepted")));
        return candidates;
    }

    /** The rules for each provider by topic, in the order in which they run. */
    private static List<Rule<ParsedProvider>> rules(Set<String> transformers) {
        return Stream.of(
                        TemplateRules.RULES,
                        onEach(ParsedProvider::documents, ObjectRules.OF_SERVER_FIELDS),
                        IdentityRules.RULES,
                        onEach(ParsedProvider::documents, ObjectRules.RULES),
                        onEach(ParsedProvider::documents, GrantRules.OF_OBJECTS),
                        onEach(ParsedProvider::documents, AdmissionScopeRules.OF_OBJECTS),
                        AdmissionReferenceRules.RULES,
                        onEach(ParsedProvider::documents, SideEffectRules.OF_OBJECTS),
                        onEach(ParsedProvider::documents, LiteralRules.OF_OBJECTS),
                        onEach(ParsedProvider::pods, LiteralRules.OF_PODS),
                        PlatformRules.RULES,
                        OwnershipRules.RULES,
                        SideEffectRules.RULES,
                        WorkloadRules.RULES,
                        onEach(ParsedProvider::pods, PodRules.RULES),
                        onEach(ParsedProvider::pods, ContainerRules.RULES),
                        onEach(ParsedProvider::pods, FlagRules.RULES),
                        FlagValueRules.RULES,
                        ProgramRules.RULES,
                        ImageRules.RULES,
                        onEach(ParsedProvider::pods, ControllerRules.OF_PODS),
                        ControllerRules.RULES,
                        ClusterFlagRules.RULES,
                        onEach(ParsedProvider::pods, VariableRules.RULES),
                        onEach(ParsedProvider::pods, ProbeRules.RULES),
                        SecurePortRules.RULES,
                        PrivilegeRules.RULES,
                        onEach(ParsedProvider::workloads, WorkloadRules.OF_WORKLOADS),
                        onEach(ParsedProvider::workloads, RolloutRules.OF_WORKLOADS),
                        onEach(ParsedProvider::workloads, SchedulingRules.OF_WORKLOADS),
                        SharedHostRules.RULES,
                        onEach(ParsedProvider::pods, SharedHostRules.OF_PODS),
                        onEach(ParsedProvider::pods, MountRules.OF_PODS),
                        MountRules.RULES,
                        onEach(ParsedProvider::deployments, WorkloadRules.OF_DEPLOYMENTS),
                        LeaderElectionRules.RULES,
                        onEach(ParsedProvider::workloads, KubernetesRules.OF_WORKLOADS),
                        ReferenceRules.RULES,
                        CloudConfigRules.RULES,
                        GrantRules.RULES,
                        DescriptorRules.rules(transformers),
                        BootstrapRules.OF_PROVIDERS,
                        onEach(ParsedProvider::bootstrapPods, BootstrapRules.RULES))
                .flatMap(List::stream)
                .toList();
    }
}
