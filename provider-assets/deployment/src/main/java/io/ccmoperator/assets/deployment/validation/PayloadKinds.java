/*
 * Copyright the ccm-operator authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.ccmoperator.assets.deployment.validation;

import io.ccmoperator.assets.deployment.decoding.DidYouMean;
import io.ccmoperator.assets.deployment.decoding.ManifestKind;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** The payload holds kinds that are known; those with a model have fields that the kind has and values of their types. */
final class PayloadKinds implements PayloadRule {
    private static final String IMAGE_STREAM = "ImageStream";

    /** Kind to API version where there is no model: custom resources, and the file for the release tooling. */
    private static final Map<String, String> WITHOUT_MODEL = Map.of(
            "CredentialsRequest",
            "cloudcredential.openshift.io/v1",
            "ClusterOperator",
            "config.openshift.io/v1",
            "ServiceMonitor",
            "monitoring.coreos.com/v1",
            "PrometheusRule",
            "monitoring.coreos.com/v1",
            IMAGE_STREAM,
            "image.openshift.io/v1");

    @Override
    public void check(Payload payload, Findings findings) {
        payload.documents().forEach(document -> check(document, findings));
    }

    private static void check(ProviderDocument document, Findings findings) {
        Place root = Place.root(document);
        String kind = document.manifest().kind();
        Optional<ManifestKind> model = ManifestKind.PAYLOAD.stream()
                .filter(known -> known.kind().equals(kind))
                .findFirst();
        String apiVersion = model.map(ManifestKind::apiVersion).orElse(WITHOUT_MODEL.getOrDefault(kind, ""));
        if (document.file().equals(Payload.IMAGE_REFERENCES) != kind.equals(IMAGE_STREAM)) {
            findings.add(root.field("kind"), "an ImageStream stands in image-references, and nothing else does");
        } else if (apiVersion.isEmpty()) {
            findings.add(root.field("kind"), "the payload has no such kind; " + DidYouMean.nearestFirst(kind, kinds()));
        } else if (!root.field("apiVersion").is(apiVersion)) {
            findings.add(root.field("apiVersion"), "has to be " + apiVersion + " for a " + kind);
        } else {
            model.ifPresent(known -> KnownKinds.decode(document, known, findings));
        }
    }

    private static List<String> kinds() {
        return Stream.concat(ManifestKind.PAYLOAD.stream().map(ManifestKind::kind), WITHOUT_MODEL.keySet().stream())
                .toList();
    }
}
