// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.trustedca;

import static io.ccmoperator.ControllerScene.MANAGED;
import static io.ccmoperator.certificates.Certificates.pem;
import static io.ccmoperator.client.ClusterObjects.CLOUD_CONTROLLER_MANAGER;
import static io.ccmoperator.client.ClusterObjects.PROXY;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import io.ccmoperator.certificates.Certificates;
import io.ccmoperator.client.ApiException;
import io.ccmoperator.status.ReconcileResult;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.StandardOpenOption;
import java.util.Base64;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TrustedCaReconcilerTest extends TrustedCaScene {
    private static final String OWNER = "openshift.io/owning-component";
    private static final String OWNED = "Cloud Compute / Cloud Controller Manager";

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
    void leavesBundleAloneWhileUnmanaged() throws Exception {
        proxy("{}");
        scene.put(
                "{apiVersion: ccmoperator.io/v1beta1, kind: CloudControllerManager, metadata: {name: cluster}, spec: {managementState: Unmanaged}}");

        assertThat(reconcile()).isEqualTo(new ReconcileResult.Unmanaged());
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

    @ParameterizedTest
    @CsvSource({"422, TERMINAL", "413, TERMINAL", "503, TRANSIENT"})
    void failsTerminallyWhereServerRejectsBundle(int code, ReconcileResult.Kind kind) throws Exception {
        bundle(USERS, "ca-bundle.crt", pem("ca-1"));
        scene.server.beforeNextWrite(() -> {
            throw new ApiException(code, "create " + TRUSTED_CA + ": no", null);
        });

        String cause = "create " + TRUSTED_CA + ": no"
                + (kind == ReconcileResult.Kind.TERMINAL
                        ? "; take certificates that no server needs out of the bundles that it is made of: " + USERS
                                + ", " + CLOUD_CONF + " and " + system
                        : "");
        assertThat(reconcile())
                .isEqualTo(
                        kind == ReconcileResult.Kind.TERMINAL
                                ? ReconcileResult.terminalFailure(cause)
                                : ReconcileResult.transientFailure(cause));
    }

    /** The API server would refuse it; what is trusted so far stays. */
    @Test
    void keepsBundleWhereCertificatesAreTooManyForConfigMap() throws Exception {
        bundle(USERS, "ca-bundle.crt", pem("ca-1"));
        reconcile();
        scene.writes();
        int size = Certificates.numbered(0).length();
        int number = (1_048_576 - (pem("ca-5") + pem("ca-6")).length()) / size;
        StringBuilder most = new StringBuilder();
        IntStream.range(0, number).forEach(i -> most.append(Certificates.numbered(i)));

        bundle(USERS, "ca-bundle.crt", most + Certificates.numbered(number));

        assertThat(reconcile())
                .isEqualTo(ReconcileResult.terminalFailure(TRUSTED_CA + " stays as it is: all certificates have "
                        + (size * (number + 1) + (pem("ca-5") + pem("ca-6")).length()) + " bytes (proxy bundle "
                        + size * (number + 1) + ", system bundle " + (pem("ca-5") + pem("ca-6")).length()
                        + "), but a ConfigMap has at most 1048576 (1 MiB); take certificates that no server needs out of"
                        + " the bundles that it is made of: " + USERS + ", " + CLOUD_CONF + " and " + system));
        assertThat(scene.writes()).isEmpty();
        assertThat(written()).isEqualTo(pem(List.of("ca-1", "ca-5", "ca-6")));

        bundle(USERS, "ca-bundle.crt", most.toString());

        assertThat(reconcile()).isEqualTo(ReconcileResult.converged());
        assertThat(written()).hasSizeLessThanOrEqualTo(1_048_576).startsWith(most);
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
        assertThat(scene.watches.watched())
                .containsExactlyInAnyOrder(PROXY, CLOUD_CONTROLLER_MANAGER, TRUSTED_CA, CLOUD_CONF, USERS);

        proxy("{}");
        reconcile();
        assertThat(scene.watches.watched())
                .containsExactlyInAnyOrder(PROXY, CLOUD_CONTROLLER_MANAGER, TRUSTED_CA, CLOUD_CONF);
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
