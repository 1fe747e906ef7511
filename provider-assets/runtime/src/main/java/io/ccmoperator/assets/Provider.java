// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.assets;

import java.util.List;
import java.util.Map;

/**
 * A provider with its manifests. The manifests are shared: whoever changes one works on a {@link KubernetesObject#copy() copy}.
 *
 * @param descriptor what provider.yaml says
 * @param assets what runs in the cluster, in the order of file names and documents
 * @param bootstrap static Pods for the bootstrap VM
 * @param featureGates those of {@link #CLOUD_FEATURE_GATES} that the program knows; none where it is not known what the program knows
 * @param programFlags container to what its program takes; only those are there of which it is known
 * @param images key of images.json to the releases of that image, for Kubernetes; only those are there of which they are known
 */
public record Provider(
        ProviderDescriptor descriptor,
        List<KubernetesObject> assets,
        List<KubernetesObject> bootstrap,
        List<String> featureGates,
        Map<String, ProgramFlags> programFlags,
        Map<String, ImageTable> images) {
    /** The key of images.json with the image of the operator itself. */
    public static final String OPERATOR_IMAGE = "cloudControllerManagerOperator";

    /** The feature gates of Kubernetes' library for cloud controller managers, sorted. A program ends with one that it does not know. */
    public static final List<String> CLOUD_FEATURE_GATES = List.of(
            "CloudControllerManagerWatchBasedRoutesReconciliation",
            "CloudControllerManagerWebhook",
            "ControllerManagerReleaseLeaderElectionLockOnExit");

    /**
     * What cloud controller managers have since version 0.36 of Kubernetes' libraries, sorted. On Kubernetes the image may be newer than the program whose
     * flags are known: OpenShift's forks of OpenStack, vSphere and others have older libraries than the releases v1.36.0 of their origins.
     */
    public static final List<String> FLAGS_OF_NEWER_LIBRARIES = List.of(
            "concurrent-node-status-updates",
            "tls-curve-preferences",
            "webhook-disable-http2-serving",
            "webhook-tls-cipher-suites",
            "webhook-tls-curve-preferences",
            "webhook-tls-min-version",
            "webhook-tls-sni-cert-key");

    public Provider {
        assets = List.copyOf(assets);
        bootstrap = List.copyOf(bootstrap);
        featureGates = List.copyOf(featureGates);
        programFlags = Ordered.copy(programFlags);
        images = Ordered.copy(images);
    }
}
