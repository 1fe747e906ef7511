// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.assets.deployment.devmode;

import io.ccmoperator.assets.ProviderDescriptor;
import io.ccmoperator.assets.discovery.SourceFile;
import io.ccmoperator.assets.text.Pem;
import io.ccmoperator.assets.tree.JsonReader;
import io.ccmoperator.assets.tree.JsonWriter;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.X509Certificate;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509TrustManager;

/** The files that the operator is given. */
final class OperatorFiles {
    private static final String IMAGES = "images.json";

    private OperatorFiles() {}

    /**
     * Writes the release's images: those of the payload, and a made-up one for each other that a provider asks for.
     *
     * @param payload the manifests of the release payload
     */
    static void writeImages(Path file, List<SourceFile> payload, List<ProviderDescriptor> providers) {
        Map<String, Object> images = new TreeMap<>();
        providers.forEach(provider ->
                provider.images().values().forEach(key -> images.put(key, "registry.example.com/development/" + key)));
        images.putAll(ofRelease(payload));
        write(file, JsonWriter.indented(images) + "\n");
    }

    @SuppressWarnings("unchecked")
    private static Map<String, Object> ofRelease(List<SourceFile> payload) {
        return payload.stream()
                .filter(file -> file.path().endsWith(".yaml"))
                .flatMap(file -> SampleCluster.manifests(file.content()).stream())
                .filter(object -> object.kind().equals("ConfigMap")
                        && !object.fields().string("data", IMAGES).isEmpty())
                .findFirst()
                .map(images ->
                        (Map<String, Object>) JsonReader.read(images.fields().string("data", IMAGES)))
                .orElse(Map.of());
    }

    /** Writes a kubeconfig for a server that asks for no credentials. */
    static void writeKubeconfig(Path file, URI server) {
        write(file, """
                apiVersion: v1
                kind: Config
                current-context: development
                contexts: [{name: development, context: {cluster: development}}]
                clusters: [{name: development, cluster: {server: "%s"}}]
                """.formatted(server));
    }

    /** Writes the certificate authorities that Java trusts as PEM, in place of those of the operating system, whose path differs. */
    static void writeTrustBundle(Path file) {
        StringBuilder text = new StringBuilder();
        try {
            TrustManagerFactory factory = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
            factory.init((KeyStore) null);
            X509TrustManager trusted = Arrays.stream(factory.getTrustManagers())
                    .filter(X509TrustManager.class::isInstance)
                    .map(X509TrustManager.class::cast)
                    .findFirst()
                    .orElseThrow();
            for (X509Certificate authority : trusted.getAcceptedIssuers()) {
                text.append(Pem.block(Pem.CERTIFICATE, authority.getEncoded()));
            }
        } catch (GeneralSecurityException e) {
            throw new DevModeException("cannot write " + file + ": " + e, e);
        }
        write(file, text.toString());
    }

    private static void write(Path file, String content) {
        try {
            Files.createDirectories(file.getParent());
            Files.writeString(file, content);
        } catch (IOException e) {
            throw new DevModeException("cannot write " + file + ": " + e, e);
        }
    }
}
