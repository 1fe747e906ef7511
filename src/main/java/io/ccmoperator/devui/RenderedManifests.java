// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.devui;

import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.assets.ManifestPreview;
import io.ccmoperator.assets.Provider;
import io.ccmoperator.assets.ProviderIndex;
import io.ccmoperator.assets.tree.YamlWriter;
import io.ccmoperator.cluster.ClusterFacts;
import io.ccmoperator.cluster.ImageReferences;
import io.ccmoperator.cluster.InvalidInputException;
import io.ccmoperator.input.ImagesFile;
import io.ccmoperator.input.UnknownFields;
import io.ccmoperator.substitution.BootstrapPods;
import io.ccmoperator.substitution.DesiredResources;
import io.ccmoperator.substitution.ImageChoice;
import io.ccmoperator.substitution.ProviderSelection;
import io.ccmoperator.substitution.RequiredFacts;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The manifests that {@code run} applies and {@code render} writes, by the functions that these call. */
public final class RenderedManifests implements ManifestPreview {
    /** The variable of the flag --images-json, which development mode sets. */
    private static final String IMAGES = "CCM_OPERATOR_IMAGES_JSON";

    private final Optional<Path> images;

    /** With the images that development mode gives the operator. */
    public RenderedManifests() {
        this(Optional.ofNullable(System.getenv(IMAGES)).map(Path::of));
    }

    RenderedManifests(Optional<Path> images) {
        this.images = images;
    }

    /** @param facts the request of the page has this name */
    @Override
    public Map<String, Object> render(Map<String, String> facts) {
        try {
            return render(new ChosenFacts(facts).facts());
        } catch (InvalidInputException e) {
            return answer(List.of(), List.of(), e.lines());
        }
    }

    private Map<String, Object> render(ClusterFacts facts) {
        Provider provider = ProviderSelection.of(facts.infrastructure(), ProviderIndex.load())
                .orElseThrow(() -> new InvalidInputException(ProviderSelection.whyNone(facts.infrastructure())));
        List<String> missing = RequiredFacts.missing(provider.descriptor(), facts);
        if (!missing.isEmpty()) {
            throw new InvalidInputException(missing);
        }
        ImageReferences references = references();
        return answer(
                DesiredResources.of(
                        provider,
                        facts,
                        ImageChoice.of(provider, facts, references, Optional.empty())
                                .images()),
                BootstrapPods.of(provider, facts, references),
                List.of());
    }

    private ImageReferences references() {
        Path file = images.orElseThrow(() -> new InvalidInputException(
                IMAGES + " is not set; start development mode by './mvnw quarkus:dev', which sets it"));
        return new ImageReferences(ImagesFile.read(file, UnknownFields.reject()));
    }

    private static Map<String, Object> answer(
            List<KubernetesObject> assets, List<KubernetesObject> bootstrap, List<String> faults) {
        return Map.of("assets", trees(assets), "bootstrap", trees(bootstrap), "faults", faults);
    }

    private static List<Map<String, String>> trees(List<KubernetesObject> objects) {
        return objects.stream()
                .map(object -> Map.of(
                        "kind", object.kind(),
                        "namespace", object.namespace(),
                        "name", object.name(),
                        "yaml", YamlWriter.write(object.tree())))
                .toList();
    }
}
