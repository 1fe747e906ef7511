// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.cluster;

import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.assets.ProviderIndex;
import io.ccmoperator.assets.ResourceKind;
import io.ccmoperator.assets.tree.FieldReader;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/**
 * The facts of a cluster that has no objects of OpenShift: {@code spec.cluster} of the CloudControllerManager {@code cluster}
 * (ccmoperator.io/v1beta1). They are given in the form of OpenShift's objects, so that whatever reads a cluster reads either.
 *
 * @param object the CloudControllerManager
 * @param operatorNamespace where the ConfigMaps and Secrets are that it refers to
 * @param providers by whose names it says what the cluster runs on
 */
public record DescribedCluster(KubernetesObject object, String operatorNamespace, ProviderIndex providers) {
    /** The object in messages. */
    public static final String OBJECT = "CloudControllerManager cluster";

    private static final int API_SERVER_PORT = 6443;

    /** The groups of TLS in messages. */
    static final String TLS_GROUPS = OBJECT + ": spec.cluster.tls.groups";

    /** The fields of the proxy in messages, before the name of each. */
    public static final String PROXY_FIELDS = OBJECT + ": spec.cluster.proxy.";

    /** Its field that describes the cluster. */
    public static final String FIELD = "spec.cluster";

    /** Whether a CloudControllerManager is being deleted: the cluster is to have no cloud controller manager any more. */
    public static boolean isDeleted(KubernetesObject object) {
        return !object.fields().string("metadata", "deletionTimestamp").isEmpty();
    }

    /** Whether an administrator has taken the cloud controller manager over, so that nothing of it is written or deleted. */
    public static boolean isUnmanaged(KubernetesObject object) {
        return object.fields().string("spec", "managementState").equals("Unmanaged");
    }

    /**
     * As an Infrastructure has it; without a platform where the object describes no cluster. The platform of a provider that is not known is
     * the name as the object has it, which is no platform of OpenShift.
     *
     * @param singleNode whether there is one control plane node only; asked where the object does not say it
     */
    public KubernetesObject infrastructure(BooleanSupplier singleNode) {
        Map<String, Object> ofPlatform = ofPlatform();
        Map<String, Object> spec = new LinkedHashMap<>();
        reference("cloudConfig").ifPresent(reference -> spec.put("cloudConfig", reference));
        spec.put("platformSpec", ofPlatform);
        Map<String, Object> status = new LinkedHashMap<>();
        status.put("infrastructureName", cluster().string("name"));
        String given = cluster().string("controlPlaneTopology");
        status.put("controlPlaneTopology", given.isEmpty() ? topology(singleNode) : given);
        String host = cluster().string("apiServer", "host");
        if (!host.isEmpty()) {
            Object port = cluster().at("apiServer", "port");
            String inUri = host.contains(":") ? "[" + host + "]" : host;
            status.put("apiServerInternalURI", "https://" + inUri + ":" + (port == null ? API_SERVER_PORT : port));
        }
        status.put("platformStatus", ofPlatform);
        return tree(spec, status);
    }

    /** The platform and the variant by which a provider is found, and what the object says of the platform. */
    private Map<String, Object> ofPlatform() {
        String provider = cluster().string("provider");
        Optional<ProviderIndex.Entry> entry = providers.named(provider);
        String platform = entry.map(ProviderIndex.Entry::platform).orElse(provider);
        String variant = entry.map(ProviderIndex.Entry::variant).orElse("");
        Map<String, Object> ofPlatform = new LinkedHashMap<>();
        ofPlatform.put("type", platform);
        cluster().map().forEach((name, value) -> {
            if (name.equalsIgnoreCase(platform)) {
                ofPlatform.put(name, value);
            }
        });
        if (platform.equals("External")) {
            ofPlatform.put(
                    "external", Map.of("platformName", variant, "cloudControllerManager", Map.of("state", "External")));
        } else if (!variant.isEmpty()) {
            // Azure alone has variants beside External: its clouds.
            ofPlatform.put("azure", Map.of("cloudName", variant));
        }
        return ofPlatform;
    }

    /** As a Proxy has it. */
    public KubernetesObject proxy() {
        Map<String, Object> spec = new LinkedHashMap<>();
        reference("trustedCA").ifPresent(reference -> spec.put("trustedCA", reference));
        return tree(spec, cluster().map("proxy"));
    }

    /** As a Network has it. */
    public KubernetesObject network() {
        Map<String, Object> networks = new LinkedHashMap<>();
        networks.put(
                "clusterNetwork",
                cluster().strings("network", "pods").stream()
                        .map(cidr -> Map.of("cidr", cidr))
                        .toList());
        networks.put("serviceNetwork", cluster().strings("network", "services"));
        return tree(networks, networks);
    }

    /**
     * The TLS that servers speak: TLS 1.2 and what the library chooses, where the object says nothing.
     *
     * @throws InvalidInputException if it names what is not known; the schema of the kind refuses that, too
     */
    public TlsSettings tls() {
        TlsSettings settings = TlsFlags.read(
                        cluster().string("tls", "minVersion"), cluster().strings("tls", "cipherSuites"))
                .orElse(TlsSettings.of(TlsVersion.TLS_1_2, List.of()));
        List<TlsGroup> groups = cluster().strings("tls", "groups").stream()
                .map(TlsGroup::required)
                .toList();
        return new TlsSettings(settings.minVersion(), settings.cipherSuites(), groups);
    }

    private static String topology(BooleanSupplier singleNode) {
        return singleNode.getAsBoolean() ? "SingleReplica" : "HighlyAvailable";
    }

    private Optional<Map<String, Object>> reference(String field) {
        FieldReader configMap = cluster().field(field, "configMap");
        FieldReader secret = cluster().field(field, "secret");
        if (!configMap.exists() && !secret.exists()) {
            return Optional.empty();
        }
        FieldReader source = configMap.exists() ? configMap : secret;
        Map<String, Object> reference = new LinkedHashMap<>();
        reference.put("kind", (configMap.exists() ? ResourceKind.CONFIG_MAP : ResourceKind.SECRET).kind());
        reference.put("namespace", operatorNamespace);
        reference.put("name", source.string("name"));
        reference.put("key", source.string("key"));
        return Optional.of(reference);
    }

    private FieldReader cluster() {
        return object.fields().field("spec", "cluster");
    }

    /** Messages name the object that an administrator can change. */
    private KubernetesObject tree(Map<String, Object> spec, Map<String, Object> status) {
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("apiVersion", object.apiVersion());
        tree.put("kind", object.kind());
        tree.put("metadata", Map.of("name", object.name()));
        tree.put("spec", spec);
        tree.put("status", status);
        return new KubernetesObject(tree);
    }
}
