// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.trustedca;

import static io.ccmoperator.ControllerScene.MANAGED;
import static io.ccmoperator.certificates.Certificates.pem;
import static org.assertj.core.api.Assertions.assertThat;

import io.ccmoperator.status.ReconcileResult;
import io.ccmoperator.status.ReconcileResult.Converged;
import java.nio.file.Files;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Bundles that are missing, invalid or expired. */
class InvalidBundlesTest extends TrustedCaScene {
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            {}                                 | ConfigMap openshift-config/user-ca has no key ca-bundle.crt; put the certificates under this key
            {data: {ca-bundle.pem: x}}         | ConfigMap openshift-config/user-ca has no key ca-bundle.crt; put the certificates under this key
            {data: {ca-bundle.crt: ''}}        | ConfigMap openshift-config/user-ca, key ca-bundle.crt, is left out: there is no certificate; put in
            {data: {ca-bundle.crt: "# none"}}  | ConfigMap openshift-config/user-ca, key ca-bundle.crt, is left out: there is no certificate; put in
            {data: {ca-bundle.crt: "\\n-----BEGIN CERTIFICATE-----\\nMIIB"}} | ConfigMap openshift-config/user-ca, key ca-bundle.crt, is left out: line 2: this block is cut off
            {data: {ca-bundle.crt: "-----BEGIN PRIVATE KEY-----\\nMIIB\\n-----END PRIVATE KEY-----"}} | ConfigMap openshift-config/user-ca, key ca-bundle.crt, is left out: line 1:
            {data: {ca-bundle.crt: "-----BEGIN CERTIFICATE-----\\n%%%%\\n-----END CERTIFICATE-----"}} | ConfigMap openshift-config/user-ca, key ca-bundle.crt, is left out: line
            {binaryData: {ca-bundle.crt: MIIBgjCC}} | ConfigMap openshift-config/user-ca, key ca-bundle.crt, is left out: key ca-bundle.crt of binaryData is DER; put in what openssl x509 -inform der -in FILE makes of it
            {binaryData: {ca-bundle.crt: //79}} | ConfigMap openshift-config/user-ca, key ca-bundle.crt, is left out: key ca-bundle.crt of binaryData is not UTF-8
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
    @CsvSource({"'', there is no certificate", "explicit, 'line 1: this certificate cannot be used, it cannot'"})
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
        Files.writeString(system, pem(List.of("ca-5", "explicit", "ca-6")));

        assertThat(reconcile()).isEqualTo(ReconcileResult.converged());
        reconcile();

        assertThat(written()).isEqualTo(pem(List.of("ca-5", "ca-6")));
        assertThat(scene.takeEvents())
                .filteredOn(event -> event.startsWith("TrustedCABundleCheckFailed"))
                .singleElement()
                .asString()
                .startsWith("TrustedCABundleCheckFailed x1 ccm-trusted-ca: system bundle, line ")
                .contains("it cannot be parsed");
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
    void doesNotTakeUnsyncedBundleForMissing() throws Exception {
        scene.watches.keepUnknown(USERS);

        assertThat(reconcile()).isEqualTo(ReconcileResult.transientFailure(USERS + " cannot be read"));
        assertThat(scene.writes()).isEmpty();
    }
}
