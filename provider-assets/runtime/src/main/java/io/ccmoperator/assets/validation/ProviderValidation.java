// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.assets.validation;

import static io.ccmoperator.assets.findings.Rule.onEach;

import io.ccmoperator.assets.discovery.ProviderFolder;
import io.ccmoperator.assets.discovery.SourceFile;
import io.ccmoperator.assets.findings.Findings;
import io.ccmoperator.assets.findings.Rule;
import io.ccmoperator.assets.findings.RuleDescription;
import io.ccmoperator.assets.provider.ImagesReader;
import io.ccmoperator.assets.provider.ParsedProvider;
import io.ccmoperator.assets.provider.ProgramReader;
import io.ccmoperator.assets.provider.ProviderDocument;
import io.ccmoperator.assets.provider.ProviderReader;
import io.ccmoperator.assets.rules.access.AdmissionReferenceRules;
import io.ccmoperator.assets.rules.access.AdmissionScopeRules;
import io.ccmoperator.assets.rules.access.GrantRules;
import io.ccmoperator.assets.rules.access.PrivilegeRules;
import io.ccmoperator.assets.rules.flags.CloudConfigRules;
import io.ccmoperator.assets.rules.flags.ClusterFlagRules;
import io.ccmoperator.assets.rules.flags.ControllerRules;
import io.ccmoperator.assets.rules.flags.DescriptorRules;
import io.ccmoperator.assets.rules.flags.FlagRules;
import io.ccmoperator.assets.rules.flags.FlagValueRules;
import io.ccmoperator.assets.rules.flags.ImageRules;
import io.ccmoperator.assets.rules.flags.LeaderElectionRules;
import io.ccmoperator.assets.rules.flags.ProgramRules;
import io.ccmoperator.assets.rules.identity.CatalogueRules;
import io.ccmoperator.assets.rules.identity.IdentityRules;
import io.ccmoperator.assets.rules.identity.ObjectRules;
import io.ccmoperator.assets.rules.identity.OwnershipRules;
import io.ccmoperator.assets.rules.identity.PlatformRules;
import io.ccmoperator.assets.rules.identity.ReferenceRules;
import io.ccmoperator.assets.rules.pods.BootstrapRules;
import io.ccmoperator.assets.rules.pods.ContainerRules;
import io.ccmoperator.assets.rules.pods.KubernetesRules;
import io.ccmoperator.assets.rules.pods.MountRules;
import io.ccmoperator.assets.rules.pods.PodRules;
import io.ccmoperator.assets.rules.pods.RolloutRules;
import io.ccmoperator.assets.rules.pods.SchedulingRules;
import io.ccmoperator.assets.rules.pods.SecurePortRules;
import io.ccmoperator.assets.rules.pods.SharedHostRules;
import io.ccmoperator.assets.rules.pods.WorkloadRules;
import io.ccmoperator.assets.tree.FieldReader;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.jboss.logging.Logger;

/**
 * Reads provider folders and checks all rules: those of each provider, those that compare it with the release payload ({@link
 * PayloadComparison}), then those of all providers together.
 */
public final class ProviderValidation {
    private static final Logger LOG = Logger.getLogger(ProviderValidation.class);

    private ProviderValidation() {}

    /**
     * The providers of these folders.
     *
     * @param folders sorted by name
     * @param payload the files of the release payload; none: there is no payload to compare with
     * @param transformers the names of the transformers that exist
     * @throws InvalidProvidersException if any rule is violated; its message names each violation
     */
    public static List<ParsedProvider> validate(
            List<ProviderFolder> folders, List<SourceFile> payload, Set<String> transformers) {
        Findings findings = new Findings();
        List<ParsedProvider> candidates = judge(folders, payload, transformers, findings);
        findings.remarks().forEach(LOG::warn);
        if (!findings.all().isEmpty()) {
            throw new InvalidProvidersException(findings.all());
        }
        return candidates;
    }

    /** The providers, valid or not. */
    static List<ParsedProvider> judge(
            List<ProviderFolder> folders, List<SourceFile> payload, Set<String> transformers, Findings findings) {
        if (payload.isEmpty()) {
            LOG.debug("The application has no release payload; the rules that compare providers with it are skipped");
            return judge(folders, transformers, List.of(), List.of(), findings);
        }
        List<ProviderDocument> objects = PayloadComparison.objects(payload, findings);
        // Of objects that seem to be missing nothing can be said where a file cannot be read.
        boolean readable = findings.all().isEmpty();
        return judge(
                folders, transformers, readable ? PayloadComparison.rules(objects) : List.of(), List.of(), findings);
    }

    /**
     * The providers, valid or not, judged by the rules for each of them and for all of them together.
     *
     * @param ofProviders further rules for each provider
     * @param ofCatalogue further rules for all providers together
     */
    static List<ParsedProvider> judge(
            List<ProviderFolder> folders,
            Set<String> transformers,
            List<Rule<ParsedProvider>> ofProviders,
            List<Rule<List<ParsedProvider>>> ofCatalogue,
            Findings findings) {
        List<Rule<ParsedProvider>> rules = new ArrayList<>(rules(transformers));
        rules.addAll(ofProviders);
        List<Rule<List<ParsedProvider>>> catalogueRules = new ArrayList<>(CatalogueRules.RULES);
        catalogueRules.addAll(ProgramRules.OF_CATALOGUE);
        catalogueRules.addAll(ofCatalogue);
        List<ParsedProvider> candidates = new ArrayList<>();
        try {
            ProviderReader reader = new ProviderReader(
                    ProgramReader.read(folders, findings), ImagesReader.read(folders, findings), findings);
            for (ProviderFolder folder : folders) {
                ParsedProvider candidate = reader.read(folder);
                rules.forEach(rule -> rule.check(candidate, findings));
                candidates.add(candidate);
            }
            catalogueRules.forEach(rule -> rule.check(candidates, findings));
            candidates.forEach(candidate -> accept(candidate, findings));
        } catch (Findings.TooManyException e) {
            LOG.debugf(
                    "providers are not judged further: %d findings",
                    findings.all().size());
        }
        return candidates;
    }

    /** What a descriptor accepts, for a reason, does not fail the build, which prints it; only lint rules are up to a provider. */
    private static void accept(ParsedProvider provider, Findings findings) {
        if (provider.validDescriptor().isEmpty()) {
            return;
        }
        String folder = provider.folder().descriptorPath().replaceFirst("[^/]*$", "");
        for (FieldReader entry : provider.descriptorFields().items("accepted")) {
            findings.accept(
                    finding -> finding.rule().equals(entry.string("rule"))
                            && RuleDescription.of(finding.rule()).purpose() == RuleDescription.Purpose.LINT
                            && finding.object().equals(entry.string("object"))
                            && finding.place().startsWith(folder),
                    "accepted: " + entry.string("reason"));
        }
    }

    /** The rules for each provider by topic, in the order in which they run. */
    private static List<Rule<ParsedProvider>> rules(Set<String> transformers) {
        return Stream.of(
                        onEach(ParsedProvider::documents, ObjectRules.OF_SERVER_FIELDS),
                        IdentityRules.RULES,
                        onEach(ParsedProvider::documents, ObjectRules.RULES),
                        onEach(ParsedProvider::documents, GrantRules.OF_OBJECTS),
                        onEach(ParsedProvider::documents, AdmissionScopeRules.OF_OBJECTS),
                        AdmissionReferenceRules.RULES,
                        PlatformRules.RULES,
                        OwnershipRules.RULES,
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
                        onEach(ParsedProvider::pods, SecurePortRules.OF_PODS),
                        SecurePortRules.RULES,
                        PrivilegeRules.RULES,
                        onEach(ParsedProvider::workloads, WorkloadRules.OF_WORKLOADS),
                        onEach(ParsedProvider::workloads, RolloutRules.OF_WORKLOADS),
                        onEach(ParsedProvider::workloads, SchedulingRules.OF_WORKLOADS),
                        SharedHostRules.RULES,
                        onEach(ParsedProvider::pods, SharedHostRules.OF_PODS),
                        onEach(ParsedProvider::pods, MountRules.OF_PODS),
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
