// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.assets;

import java.util.Map;

/**
 * Renders the manifests of a provider for the page of the Dev UI. One public class of the application implements it. Development
 * mode makes a bean of that class; no other code refers to it, so that the native executable does not contain it.
 */
public interface ManifestPreview {
    /**
     * The manifests of a provider for chosen facts.
     *
     * @param facts by name: {@code platform}, {@code variant}, {@code topology} (Infrastructure status.controlPlaneTopology),
     *     {@code distribution}, {@code httpProxy}, {@code httpsProxy}, {@code noProxy}, {@code tlsProfile} (APIServer
     *     spec.tlsSecurityProfile.type); a missing or empty one is not set in the cluster
     * @return {@code assets} and {@code bootstrap}: lists of maps with {@code kind}, {@code namespace}, {@code name} and
     *     {@code yaml}; {@code faults}: why there are none, one line each
     */
    Map<String, Object> render(Map<String, String> facts);
}
