/*
 * Copyright the ccm-operator authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.ccmoperator.trustedca;

import static io.ccmoperator.ControllerScene.MANAGED;
import static io.ccmoperator.ControllerScene.configMap;
import static io.ccmoperator.certificates.Certificates.pem;
import static io.ccmoperator.client.ClusterObjects.PROXY;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import io.ccmoperator.ControllerScene;
import io.ccmoperator.client.ApiException;
import io.ccmoperator.client.ObjectKey;
import io.ccmoperator.status.ReconcileResult;
import io.ccmoperator.status.ReconcileResult.Converged;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TrustedCaControllerTest {
    private static final ObjectKey TRUSTED_CA = configMap(MANAGED, "ccm-trusted-ca");
    private static final ObjectKey CLOUD_CONF = configMap(MANAGED, "cloud-conf");
    private static final ObjectKey USERS = configMap("openshift-config", "user-ca");
    private static final String OWNER = "openshift.io/owning-component";
    private static final String OWNED = "Cloud Compute / Cloud Controller Manager";

    @TempDir
    Path folder;

    private final ControllerScene scene = new ControllerScene();
    private Path system;
    private TrustedCaController controller;

    @BeforeEach
    void begin() throws IOException {
        system = folder.resolve("system.pem");
        Files.writeString(system, "# The system's\r\n\r\n" + pem("ca-5") + "\n" + pem("ca-6"));
        controller = new TrustedCaController(scene.cluster, MANAGED, system, () -> {});
        proxy("{trustedCA: {name: user-ca}}");
    }

    private void proxy(String spec) {
        scene.put("{apiVersion: config.openshift.io/v1, kind: Proxy, metadata: {name: cluster}, spec: %s}", spec);
    }

    private void bundle(ObjectKey configMap, String key, String text) {
        scene.put(configMap, "{data: {" + key + ": '" + text.replace("\n", "\n\n  ") + "'}}");
    }

    private ReconcileResult reconcile() throws InterruptedException {
        return controller.reconcile();
    }

    private String written() {
        return (String) scene.data(TRUSTED_CA).get("ca-bundle.crt");
    }

    @Test
    void waitsForProxyThatHasNotSynced() throws Exception {
        scene.watches.keepUnknown(PROXY);

        assertThat(reconcile()).isEqualTo(ReconcileResult.transientFailure("Proxy cluster cannot be read"));
        assertThat(scene.writes()).isEmpty();
    }

    @Test
    void convergesWithoutWritesWhenProxyIsAbsent() throws Exception {
        scene.server.remove(PROXY);

        assertThat(reconcile()).isEqualTo(ReconcileResult.converged());
        assertThat(scene.writes()).isEmpty();
    }

    @Test
    void writesSystemBundleWithOwnerWithoutNamedBundle() throws Exception {
        proxy("{}");

        assertThat(reconcile()).isEqualTo(ReconcileResult.converged());

        assertThat(written()).isEqualTo(pem(List.of("ca-5", "ca-6")));
        assertThat(scene.server.stored(TRUSTED_CA).fields().map("metadata", "annotations"))
                .containsExactly(entry(OWNER, OWNED));
        assertThat(scene.writes()).containsExactly("POST " + TRUSTED_CA);
    }

    @Test
    void ordersBundlesOfCloudProxyAndSystem() throws Exception {
        bundle(USERS, "ca-bundle.crt", pem(List.of("ca-3", "ca-5")));
        bundle(CLOUD_CONF, "ca-bundle.pem", pem(List.of("ca-1", "ca-3")));

        assertThat(reconcile()).isEqualTo(ReconcileResult.converged());

        assertThat(written()).isEqualTo(pem(List.of("ca-1", "ca-3", "ca-5", "ca-6")));
    }

    @Test
    void writesBundleOfBothCloudAndProxyOnce() throws Exception {
        bundle(USERS, "ca-bundle.crt", pem("ca-1"));
        bundle(CLOUD_CONF, "ca-bundle.pem", pem("ca-1"));

        reconcile();

        assertThat(written()).isEqualTo(pem(List.of("ca-1", "ca-5", "ca-6")));
    }

    @Test
    void readsBundleFromBinaryData() throws Exception {
        scene.put(
                USERS,
                "{binaryData: {ca-bundle.crt: %s}}"
                        .formatted(
                                Base64.getEncoder().encodeToString(pem("ca-1").getBytes(StandardCharsets.UTF_8))));

        assertThat(reconcile()).isEqualTo(ReconcileResult.converged());
        assertThat(written()).startsWith(pem("ca-1"));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            {}                                 | ConfigMap openshift-config/user-ca has no key ca-bundle.crt; put the certificates under this key
            {data: {ca-bundle.pem: x}}         | ConfigMap openshift-config/user-ca has no key ca-bundle.crt; put the certificates under this key
            {data: {ca-bundle.crt: ''}}        | ConfigMap openshift-config/user-ca, key ca-bundle.crt, is left out: there is no certificate; put in
            {data: {ca-bundle.crt: "# none"}}  | ConfigMap openshift-config/user-ca, key ca-bundle.crt, is left out: there is no certificate; put in
            {data: {ca-bundle.crt: "\\n-----BEGIN CERTIFICATE-----\\nMIIB"}} | ConfigMap openshift-config/user-ca, key ca-bundle.crt, is left out: line 2: this block is cut off
            {data: {ca-bundle.crt: "-----BEGIN PRIVATE KEY-----\\nMIIB\\n-----END PRIVATE KEY-----"}} | ConfigMap openshift-config/user-ca, key ca-bundle.crt, is left out: line 1:
            {data: {ca-bundle.crt: "-----BEGIN CERTIFICATE-----\\n%%%%\\n-----END CERTIFICATE-----"}} | ConfigMap openshift-config/user-ca, key ca-bundle.crt, is left out: line
            {binaryData: {ca-bundle.crt: //79}} | ConfigMap openshift-config/user-ca, key ca-bundle.crt, is left out: key ca-bundle.crt of binaryData is no text
            """)
    void leavesInvalidProxyBundleOutAndReportsItInEventAndCondition(String content, String reason) throws Exception {
        scene.put(USERS, content);
        bundle(CLOUD_CONF, "ca-bundle.pem", pem("ca-1"));

        ReconcileResult result = reconcile();
        reconcile();

        assertThat(result)
                .isInstanceOfSatisfying(
                        Converged.class,
                        converged -> assertThat(converged.warnings())
                                .singleElement()
                                .asString()
                                .startsWith(reason)
                                .doesNotContain("MIIB", "%%%%"));
        assertThat(written()).isEqualTo(pem(List.of("ca-1", "ca-5", "ca-6")));
        assertThat(scene.takeEvents())
                .filteredOn(event -> event.startsWith("TrustedCABundleCheckFailed"))
                .singleElement()
                .asString()
                .startsWith("TrustedCABundleCheckFailed x1 ccm-trusted-ca: " + reason);
    }

    @Test
    void reportsMissingProxyBundleUntilItIsCreated() throws Exception {
        assertThat(reconcile())
                .isEqualTo(new Converged(List.of("ConfigMap openshift-config/user-ca, named in Proxy cluster, does not"
                        + " exist; create it, or take its name out of spec.trustedCA")));
        assertThat(written()).isEqualTo(pem(List.of("ca-5", "ca-6")));

        bundle(USERS, "ca-bundle.crt", pem("ca-1"));

        assertThat(reconcile()).isEqualTo(ReconcileResult.converged());
        assertThat(written()).isEqualTo(pem(List.of("ca-1", "ca-5", "ca-6")));
    }

    @Test
    void leavesInvalidCloudBundleOutAndReportsBoth() throws Exception {
        bundle(CLOUD_CONF, "ca-bundle.pem", "none");
        bundle(USERS, "ca-bundle.crt", "none");

        assertThat(reconcile())
                .isInstanceOfSatisfying(
                        Converged.class,
                        converged -> assertThat(converged.warnings())
                                .satisfiesExactly(
                                        cloud -> assertThat(cloud)
                                                .startsWith("ConfigMap " + MANAGED
                                                        + "/cloud-conf, key ca-bundle.pem, is left out: "),
                                        proxy -> assertThat(proxy)
                                                .startsWith(
                                                        "ConfigMap openshift-config/user-ca, key ca-bundle.crt, is left out: ")));
        assertThat(written()).isEqualTo(pem(List.of("ca-5", "ca-6")));
    }

    @Test
    void acceptsCommentsOfSystemBundleInAnyEncoding() throws Exception {
        byte[] latin = "# Autorit\u00e9 racine\n".getBytes(StandardCharsets.ISO_8859_1);
        Files.write(system, latin);
        Files.writeString(system, pem("ca-5"), StandardOpenOption.APPEND);
        proxy("{}");

        assertThat(reconcile()).isEqualTo(ReconcileResult.converged());
        assertThat(written()).isEqualTo(pem("ca-5"));
    }

    @Test
    void failsTransientlyWithoutSystemBundleAndKeepsTrustedCa() throws Exception {
        bundle(USERS, "ca-bundle.crt", pem("ca-1"));
        reconcile();
        scene.writes();
        Files.delete(system);
        bundle(USERS, "ca-bundle.crt", pem("ca-2"));

        assertThat(reconcile())
                .isEqualTo(ReconcileResult.transientFailure(
                        system + ": does not exist; name a file with the certificate authorities of the system, PEM"));
        assertThat(scene.writes()).isEmpty();

        Files.writeString(system, pem("ca-4"));
        assertThat(reconcile()).isEqualTo(ReconcileResult.converged());
        assertThat(written()).isEqualTo(pem(List.of("ca-2", "ca-4")));
    }

    @ParameterizedTest
    @CsvSource({"'', there is no certificate", "negative, 'line 1: this certificate cannot be used, its serial'"})
    void failsTransientlyWhenSystemBundleHasNoUsableCertificate(String certificate, String reason) throws Exception {
        Files.writeString(system, certificate.isEmpty() ? "" : pem(certificate));

        assertThat(reconcile()).isInstanceOfSatisfying(ReconcileResult.Degraded.class, failure -> {
            assertThat(failure.kind()).isEqualTo(ReconcileResult.Kind.TRANSIENT);
            assertThat(failure.cause()).startsWith(system + ", " + reason);
        });
        assertThat(scene.writes()).isEmpty();
    }

    @Test
    void skipsUnusableCertificateOfSystemAndWarnsOnce() throws Exception {
        proxy("{}");
        Files.writeString(system, pem(List.of("ca-5", "negative", "ca-6")));

        assertThat(reconcile()).isEqualTo(ReconcileResult.converged());
        reconcile();

        assertThat(written()).isEqualTo(pem(List.of("ca-5", "ca-6")));
        assertThat(scene.takeEvents())
                .filteredOn(event -> event.startsWith("TrustedCABundleCheckFailed"))
                .singleElement()
                .asString()
                .startsWith("TrustedCABundleCheckFailed x1 ccm-trusted-ca: system bundle, line ")
                .contains("its serial number is negative");
    }

    @Test
    void keepsExpiredCertificateAndWarnsOnce() throws Exception {
        bundle(USERS, "ca-bundle.crt", pem("dated"));

        assertThat(reconcile()).isEqualTo(ReconcileResult.converged());
        reconcile();

        assertThat(written()).isEqualTo(pem(List.of("dated", "ca-5", "ca-6")));
        assertThat(scene.takeEvents())
                .contains("TrustedCABundleCheckFailed x1 ccm-trusted-ca: proxy bundle: the certificate of"
                        + " CN=Dated,O=Sample expired at 2021-01-01T00:00:00Z; it is kept");
    }

    @Test
    void readsSystemBundleAtEachReconcile() throws Exception {
        proxy("{}");
        reconcile();
        Files.writeString(system, pem("ca-2"));

        reconcile();

        assertThat(written()).isEqualTo(pem("ca-2"));
    }

    @Test
    void sendsNoRequestWhenConverged() throws Exception {
        bundle(USERS, "ca-bundle.crt", pem("ca-1"));
        reconcile();
        scene.server.takeRequests();

        reconcile();
        bundle(USERS, "ca-bundle.crt", "# another comment\n" + pem("ca-1"));
        reconcile();

        assertThat(scene.server.takeRequests()).isEmpty();
    }

    @Test
    void revertsForeignChangeAndKeepsForeignLabelsAndAnnotations() throws Exception {
        proxy("{}");
        scene.put(TRUSTED_CA, """
                metadata:
                  namespace: %s
                  name: ccm-trusted-ca
                  labels: {theirs: l}
                  annotations: {theirs: a, openshift.io/owning-component: them}
                data: {ca-bundle.crt: none, more: m}
                """.formatted(MANAGED));

        reconcile();

        assertThat(scene.data(TRUSTED_CA)).containsOnly(entry("ca-bundle.crt", pem(List.of("ca-5", "ca-6"))));
        assertThat(scene.server.stored(TRUSTED_CA).fields().map("metadata", "labels"))
                .containsOnly(entry("theirs", "l"));
        assertThat(scene.server.stored(TRUSTED_CA).fields().map("metadata", "annotations"))
                .containsOnly(entry("theirs", "a"), entry(OWNER, OWNED));
    }

    @Test
    void watchesOnlyRelevantObjects() throws Exception {
        reconcile();
        assertThat(scene.watches.watched()).containsExactlyInAnyOrder(PROXY, TRUSTED_CA, CLOUD_CONF, USERS);

        proxy("{}");
        reconcile();
        assertThat(scene.watches.watched()).containsExactlyInAnyOrder(PROXY, TRUSTED_CA, CLOUD_CONF);
    }

    @Test
    void doesNotTakeUnsyncedBundleForMissing() throws Exception {
        scene.watches.keepUnknown(USERS);

        assertThat(reconcile()).isEqualTo(ReconcileResult.transientFailure(USERS + " cannot be read"));
        assertThat(scene.writes()).isEmpty();
    }

    @Test
    void failsTransientlyWhenWriteFails() throws Exception {
        proxy("{}");
        scene.server.beforeNextWrite(() -> {
            throw new ApiException(500, "out of order", null);
        });

        assertThat(reconcile()).isEqualTo(ReconcileResult.transientFailure("out of order"));
        assertThat(reconcile()).isEqualTo(ReconcileResult.converged());
    }

    @Test
    void measuresCertificatesBySourceAndValidity() throws Exception {
        bundle(USERS, "ca-bundle.crt", pem("ca-1"));
        reconcile();
        String certificates = "ccm_operator_trusted_ca_certificates{source=\"%s\",state=\"%s\"}";
        assertThat(scene.measured.samples())
                .contains(
                        entry(certificates.formatted("proxy", "valid"), 1.0),
                        entry(certificates.formatted("proxy", "expired"), 0.0),
                        entry(certificates.formatted("system", "valid"), 2.0))
                .doesNotContainKey(certificates.formatted("cloud_config", "valid"));

        proxy("{}");
        reconcile();

        assertThat(scene.measured.samples()).doesNotContainKey(certificates.formatted("proxy", "valid"));
    }
}
