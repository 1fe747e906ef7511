// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.cloudconfig.transform.vsphere;

import static org.assertj.core.api.Assertions.assertThat;

import io.ccmoperator.YamlText;
import io.ccmoperator.cloudconfig.transform.TransformerFacts;
import io.ccmoperator.cluster.Distribution;
import io.ccmoperator.cluster.EnabledFeatures;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A Secret that the Role of the cloud controller manager is not for, or that variables of its Pod replace, has no effect. */
class OtherSecretsTest {
    private static final String CENTER = "vcenter: {a: {server: vc.example.com, datacenters: [dc]}}";

    private static TransformerFacts facts(Distribution distribution, Optional<String> secret) {
        return new TransformerFacts(
                distribution,
                YamlText.manifest("{kind: CloudControllerManager, metadata: {name: cluster},"
                        + " status: {platformStatus: {type: VSphere}}}"),
                Optional.empty(),
                EnabledFeatures.NONE,
                "ccm",
                secret);
    }

    private static List<String> warnings(String source) {
        return warnings(Distribution.KUBERNETES, source);
    }

    private static List<String> warnings(Distribution distribution, String source) {
        return Clusters.transform(source, facts(distribution, Optional.of("vsphere-cloud-credentials")))
                .warnings();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "secretName: mine, secretNamespace: kube-system             | mine of namespace kube-system",
                "secretName: mine, secretNamespace: ccm                     | mine of namespace ccm",
                "secretName: mine                                           | mine",
                "secretNamespace: kube-system                               | of namespace kube-system",
                "secretName: vsphere-cloud-credentials, secretNamespace: kube-system"
                        + " | vsphere-cloud-credentials of namespace kube-system",
            })
    void warnsOfGlobalSecretThatVariablesReplace(String keys, String shown) {
        assertThat(warnings("global: {" + keys + "}\n" + CENTER))
                .containsExactly("global: Secret " + shown + " is not read; the cloud controller manager reads Secret"
                        + " vsphere-cloud-credentials of namespace ccm. Put user and password of each vCenter there, as"
                        + " SERVER.username and SERVER.password, and remove secretName and secretNamespace");
    }

    @Test
    void warnsOfSecretOfVCenterInOtherNamespace() {
        assertThat(warnings("""
                vcenter:
                  a: {server: a.example.com, datacenters: [dc]}
                  b: {server: b.example.com, datacenters: [dc], secretName: b, secretNamespace: kube-system}
                  c: {server: c.example.com, datacenters: [dc], secretName: c, secretNamespace: ccm}
                """))
                .containsExactly(
                        "vcenter.b: Secret b of namespace kube-system cannot be read, since the cloud controller manager may read"
                                + " Secrets of namespace ccm only. Put user and password into Secret vsphere-cloud-credentials"
                                + " there, and remove secretName and secretNamespace, or create the Secret there and write"
                                + " secretNamespace: ccm");
    }

    @Test
    void warnsOfSecretInLegacyForm() {
        assertThat(warnings("""
                [Global]
                secret-name = "vccm"
                secret-namespace = "kube-system"
                [VirtualCenter "192.0.2.4"]
                datacenters = "dc"
                """))
                .singleElement()
                .asString()
                .startsWith("global: Secret vccm of namespace kube-system is not read");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                CENTER,
                "global: {secretName: vsphere-cloud-credentials, secretNamespace: ccm}\n" + CENTER,
                "global: {user: u, password: p}\n" + CENTER
            })
    void staysSilentWhereSecretIsRead(String source) {
        assertThat(warnings(source)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "secretName: vsphere-creds, secretNamespace: kube-system",
                "secretName: vsphere-creds",
                "secretNamespace: kube-system",
                "secretsDirectory: /etc/kubernetes/vsphere"
            })
    void staysSilentAboutWhatInstallerWrites(String keys) {
        assertThat(warnings(Distribution.OPENSHIFT, "global: {" + keys + "}\n" + CENTER))
                .isEmpty();
    }

    @Test
    void namesWhereCredentialsBelongOnOpenShift() {
        String home = "into Secret vsphere-creds of namespace kube-system, which the Cloud Credential Operator copies";

        assertThat(warnings(Distribution.OPENSHIFT, """
                global: {secretName: vsphere-creds, secretNamespace: demo}
                vcenter: {a: {server: a, secretName: vsphere-creds, secretNamespace: kube-system}}
                """))
                .containsExactly(
                        "global: Secret vsphere-creds of namespace demo is not read; the cloud controller manager reads Secret"
                                + " vsphere-cloud-credentials of namespace ccm. Put user and password of each vCenter "
                                + home
                                + ", as SERVER.username and SERVER.password, and remove secretName and secretNamespace",
                        "vcenter.a: Secret vsphere-creds of namespace kube-system cannot be read, since the cloud controller"
                                + " manager may read Secrets of namespace ccm only. Put user and password " + home
                                + ", and remove secretName and secretNamespace, or create the Secret there and write"
                                + " secretNamespace: ccm");
    }

    @Test
    void warnsOfHalfSecretAndOfSecretOfNsxt() {
        assertThat(warnings("""
                vcenter: {a: {server: a, secretName: s}, b: {server: b, secretNamespace: ccm}}
                nsxt: {host: h, secretName: nsxt, secretNamespace: kube-system}
                """))
                .containsExactly(
                        "vcenter.a: secretName without secretNamespace has no effect; write both, or remove it",
                        "vcenter.b: secretNamespace without secretName has no effect; write both, or remove it",
                        "nsxt: Secret nsxt of namespace kube-system cannot be read, since the cloud controller manager may read"
                                + " Secrets of namespace ccm only. Create it there, with username and password, and write"
                                + " secretNamespace: ccm");
        assertThat(warnings(CENTER + "\nnsxt: {host: h, secretName: nsxt, secretNamespace: ccm}"))
                .isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"KUBERNETES, /etc/kubernetes/vsphere, there", "OPENSHIFT, /etc/cloud/secrets, into Secret vsphere-creds"
    })
    void warnsOfDirectoryThatPodDoesNotHave(Distribution distribution, String directory, String home) {
        assertThat(warnings(distribution, "global: {secretsDirectory: " + directory + "}\n" + CENTER))
                .singleElement()
                .asString()
                .startsWith(
                        "global.secretsDirectory: the Pod of the cloud controller manager does not have this directory, so"
                                + " Secret vsphere-cloud-credentials of namespace ccm is read; put user and password of each vCenter "
                                + home)
                .endsWith(", as SERVER.username and SERVER.password, and remove secretsDirectory");
    }

    @Test
    void staysSilentWithoutSecret() {
        String source = "global: {secretName: vsphere-creds, secretNamespace: kube-system}\n" + CENTER;

        assertThat(Clusters.transform(source, facts(Distribution.KUBERNETES, Optional.empty()))
                        .warnings())
                .isEmpty();
    }
}
