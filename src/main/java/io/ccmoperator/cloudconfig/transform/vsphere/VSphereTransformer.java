// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.cloudconfig.transform.vsphere;

import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.assets.Transformer;
import io.ccmoperator.assets.tree.TreePath;
import io.ccmoperator.cloudconfig.transform.CloudConfigTransformer;
import io.ccmoperator.cloudconfig.transform.TransformedConfig;
import io.ccmoperator.cloudconfig.transform.TransformerFacts;
import io.ccmoperator.cluster.EnabledFeatures;
import io.ccmoperator.cluster.Infrastructure;
import io.ccmoperator.cluster.InvalidInputException;
import io.ccmoperator.ini.IniReader;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/**
 * vSphere: reads YAML or the legacy INI and writes YAML, on Kubernetes where anything is added to it or the cloud controller manager would
 * read something else; completed from Infrastructure and Network, with the Secret of the
 * credentials where the configuration has none. An empty configuration is an error, but where the feature gate {@code
 * VSphereMultiVCenterDay2} is on: there the cluster's objects are enough, if they name a vCenter.
 */
@Transformer(VSphereTransformer.NAME)
public final class VSphereTransformer implements CloudConfigTransformer {
    /** By this name descriptors select the transformer. */
    public static final String NAME = "vsphere";

    private static final String MULTI_VCENTER = "VSphereMultiVCenterDay2";
    private static final String BYTE_ORDER_MARK = "\uFEFF";

    @Override
    public Set<String> featureGates() {
        return Set.of(MULTI_VCENTER);
    }

    @Override
    public boolean needsNetwork() {
        return true;
    }

    /** Other operators add and remove vCenters by it then. */
    @Override
    public boolean isPublished(EnabledFeatures features) {
        return features.isEnabled(MULTI_VCENTER);
    }

    @Override
    public TransformedConfig transform(String source, TransformerFacts facts) {
        String text = withoutMark(source);
        SourceConfig config = read(text, facts);
        Optional<String> published =
                isPublished(facts.features()) ? Optional.of(published(text, facts)) : Optional.empty();
        boolean stripped = NodeNetworking.strip(config.tree());
        Map<String, Object> written = new KubernetesObject(config.tree()).copy().tree();
        ClusterSettings.merge(config.tree(), facts);
        List<String> warnings = new ArrayList<>(config.warnings());
        warnings.addAll(Section.judge(config, SourceConfig.Form.of(text), facts)
                .and(PodFiles.judge(config, facts))
                .requireNoFaults()
                .warnings());
        warnings.addAll(ReplacedSettings.warnings(written, config.tree()));
        warnings.addAll(OtherSecrets.warnings(written, facts));
        warnings.addAll(IgnoredSettings.warnings(config.tree()));
        ReaderRequirements.meet(config.tree(), facts);
        boolean unchanged = !facts.isOpenShift()
                && config.exact()
                && !stripped
                && config.tree().equals(written);
        return new TransformedConfig(unchanged ? source : ConfigWriter.write(config.tree()), warnings, published);
    }

    @Override
    public Optional<Boolean> hasCredentials(String config) {
        return Optional.of(read(withoutMark(config))
                .map(SourceConfig::tree)
                .filter(ReaderRequirements::haveUsers)
                .isPresent());
    }

    @Override
    public List<String> unfound(String config, Supplier<Optional<KubernetesObject>> secret) {
        return read(withoutMark(config))
                .map(SourceConfig::tree)
                .filter(tree -> !ReaderRequirements.haveUsers(tree))
                .flatMap(tree ->
                        secret.get().map(found -> SecretServers.of(found).otherwiseWritten(tree, found.display())))
                .orElse(List.of());
    }

    /** The configuration with the settings of the cluster, whether the cloud controller manager accepts it or not. */
    static SourceConfig converted(String source, TransformerFacts facts) {
        SourceConfig config = read(withoutMark(source), facts);
        NodeNetworking.strip(config.tree());
        ClusterSettings.merge(config.tree(), facts);
        return config;
    }

    private static String withoutMark(String source) {
        return source.startsWith(BYTE_ORDER_MARK) ? source.substring(1) : source;
    }

    private static SourceConfig read(String text, TransformerFacts facts) {
        requirePlatform(facts);
        return read(text).orElseGet(() -> ofNothing(facts));
    }

    private static void requirePlatform(TransformerFacts facts) {
        String platform = facts.infrastructure().fields().string("status", "platformStatus", "type");
        if (!platform.equals("VSphere")) {
            throw new InvalidInputException(Infrastructure.place(facts.infrastructure(), "type") + " is '" + platform
                    + "', but this configuration is made for VSphere only; correct it");
        }
    }

    static String published(String text, TransformerFacts facts) {
        SourceConfig config = read(text).orElseGet(() -> ofNothing(facts));
        return PublishedConfig.of(config.tree(), SourceConfig.Form.of(text), facts);
    }

    private static Optional<SourceConfig> read(String text) {
        return switch (SourceConfig.Form.of(text)) {
            case EMPTY -> Optional.empty();
            case YAML -> YamlSource.read(text);
            case INI -> Optional.of(new IniSource().read(IniReader.read(text), IniReader.cutValues(text)));
        };
    }

    private static SourceConfig ofNothing(TransformerFacts facts) {
        if (!facts.features().isEnabled(MULTI_VCENTER)) {
            throw new InvalidInputException(
                    "the configuration is empty; write the sections global and vcenter, the latter with the server of each"
                            + " vCenter");
        }
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put(Section.GLOBAL.yaml(), new LinkedHashMap<>());
        tree.put(Section.VCENTER.yaml(), new LinkedHashMap<>());
        return new SourceConfig(tree, List.of(), TreePath::toString, true);
    }
}
