/*
 * Copyright the ccm-operator authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.ccmoperator.assets.deployment.validation;

import static io.ccmoperator.assets.deployment.validation.ProviderRule.each;

import io.ccmoperator.assets.deployment.decoding.ManifestKind;
import io.ccmoperator.assets.deployment.discovery.ProviderFolder;
import io.ccmoperator.assets.deployment.discovery.SourceFile;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jboss.logging.Logger;

/** Reads provider folders and the release payload and judges them by all rules. */
public final class ProviderValidation {
    private static final Logger LOG = Logger.getLogger(ProviderValidation.class);

    private static final List<CatalogueRule> CATALOGUE_RULES = List.of(new UniqueFolders(), new UniquePlatforms());

    private ProviderValidation() {}

    /**
     * The providers of these folders.
     *
     * @param folders sorted by name
     * @param payload the files of the release payload, which is judged too; none: there is no payload to compare with
     * @param formerObjects the list of objects that former releases applied, if there is one
     * @param transformers the names of the transformers that exist
     * @throws InvalidProvidersException if any rule is broken; its message names every breach
     */
    public static List<ParsedProvider> validate(
            List<ProviderFolder> folders,
            List<SourceFile> payload,
            Optional<SourceFile> formerObjects,
            Set<String> transformers) {
        Findings findings = new Findings();
        ProviderReader reader = new ProviderReader(findings);
        List<ProviderRule> rules = new ArrayList<>(rules(transformers));
        List<CatalogueRule> catalogueRules = new ArrayList<>(CATALOGUE_RULES);
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
        if (!findings.all().isEmpty()) {
            throw new InvalidProvidersException(findings.all());
        }
        return candidates;
    }

    private static List<ProviderRule> rules(Set<String> transformers) {
        return List.of(
                // Kinds and their fields.
                new KnownKinds("assets/", ParsedProvider::assets, ManifestKind.ASSETS),
                new KnownKinds("bootstrap/", ParsedProvider::bootstrap, ManifestKind.BOOTSTRAP),
                new NoNulls(),
                // Identity.
                new NamedObjects(),
                new UniqueObjects(),
                new ManagedNamespaces(),
                // Workloads.
                new CloudWorkload(),
                new ImageKeys(),
                new PlatformLabels(),
                each(ParsedProvider::pods, new CloudContainers()),
                each(ParsedProvider::pods, new Images()),
                each(ParsedProvider::pods, new ResourceRequests()),
                each(ParsedProvider::pods, new TerminationMessages()),
                each(ParsedProvider::pods, new HostNetwork()),
                each(ParsedProvider::pods, new PriorityClasses()),
                each(ParsedProvider::pods, new ReadOnlyMounts()),
                each(ParsedProvider::workloads, new SelectorLabels()),
                each(ParsedProvider::workloads, new ManagementAnnotation()),
                each(ParsedProvider::workloads, Tolerations.OF_WORKLOADS),
                each(ParsedProvider::deployments, new Replicas()),
                each(ParsedProvider::deployments, new RecreateStrategy()),
                each(ParsedProvider::deployments, new AntiAffinity()),
                each(ParsedProvider::deployments, new ControlPlaneNodes()),
                each(ParsedProvider::deployments, new LeaderElection()),
                // References.
                new ConfigMapReferences(),
                new AdmissionPolicies(),
                new NoWildcards(),
                // Descriptor.
                new VariantOfExternal(),
                new KnownTransformer(transformers),
                new KnownContainers(),
                new DeclaredEnvironment(),
                new CredentialsSecret(),
                // Bootstrap Pods.
                each(ParsedProvider::bootstrapPods, Tolerations.OF_BOOTSTRAP_PODS),
                each(ParsedProvider::bootstrapPods, new BootstrapFlags()),
                each(ParsedProvider::bootstrapPods, new BootstrapFiles()),
                each(ParsedProvider::bootstrapPods, new StaticPodReferences()));
    }
}
