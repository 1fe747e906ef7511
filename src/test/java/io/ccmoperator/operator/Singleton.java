// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.operator;

import static io.ccmoperator.YamlText.manifest;

import io.ccmoperator.assets.KubernetesObject;
import java.util.List;

/**
 * An object of OpenShift of which there is one, and which describes the cluster.
 *
 * @param object as an installation has it
 * @param plural of its kind
 * @param mistyped its spec or status with fields of other types, as no released schema of its kind lets it be
 */
record Singleton(KubernetesObject object, String plural, KubernetesObject mistyped) {
    static final Singleton INFRASTRUCTURE = of(
            "Infrastructure",
            "infrastructures",
            "cluster",
            """
            spec: {cloudConfig: {name: cloud-provider-config, key: cloud.conf}, platformSpec: {type: Azure}}
            status:
              infrastructureName: sample-1
              controlPlaneTopology: HighlyAvailable
              infrastructureTopology: HighlyAvailable
              platformStatus: {type: Azure, azure: {cloudName: AzurePublicCloud}}
            """,
            "status: {infrastructureName: sample-1, platformStatus: [none]}");

    /** All but the Infrastructure: without each of them there is something to go on with. */
    static final List<Singleton> DESCRIBING = List.of(
            of("Proxy", "proxies", "cluster", """
                    spec: {trustedCA: {name: user-ca-bundle}}
                    status: {httpProxy: 'http://proxy:1', httpsProxy: 'http://proxy:1', noProxy: .example.com}
                    """, "status: {httpProxy: [none], httpsProxy: 5, noProxy: {a: b}}"),
            of("Network", "networks", "cluster", """
                    spec: {serviceNetwork: [10.1.0.0/16]}
                    status: {clusterNetwork: [{cidr: 10.128.0.0/14, hostPrefix: 23}], serviceNetwork: [10.1.0.0/16]}
                    """, "status: {clusterNetwork: none, serviceNetwork: 5}"),
            of(
                    "APIServer",
                    "apiservers",
                    "cluster",
                    "spec: {tlsAdherence: StrictAllComponents, tlsSecurityProfile: {type: Modern, modern: {}}}",
                    "spec: {tlsAdherence: StrictAllComponents, tlsSecurityProfile: none}"),
            of(
                    "FeatureGate",
                    "featuregates",
                    "cluster",
                    "{spec: {}, status: {featureGates: [{version: 4.20.0, enabled: [{name: One}], disabled: []}]}}",
                    "status: {featureGates: none}"),
            of(
                    "ClusterVersion",
                    "clusterversions",
                    "version",
                    "{spec: {clusterID: a}, status: {desired: {version: 4.20.0}, history: [{version: 4.20.0}]}}",
                    "status: {desired: none, history: 5}"));

    private static Singleton of(String kind, String plural, String name, String whole, String mistyped) {
        return new Singleton(object(kind, name, whole), plural, object(kind, name, mistyped));
    }

    private static KubernetesObject object(String kind, String name, String members) {
        KubernetesObject object =
                manifest("{apiVersion: config.openshift.io/v1, kind: %s, metadata: {name: %s}}".formatted(kind, name));
        object.tree().putAll(manifest(members).tree());
        return object;
    }
}
