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
        return Clusters.transform(source, facts(Distribution.KUBERNETES, Optional.of("vsphere-cloud-credentials")))
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

    @Test
    void staysSilentOnOpenShiftAndWithoutSecret() {
        String source = "global: {secretName: vsphere-creds, secretNamespace: kube-system}\n" + CENTER;

        assertThat(Clusters.transform(source, facts(Distribution.OPENSHIFT, Optional.of("vsphere-cloud-credentials")))
                        .warnings())
                .isEmpty();
        assertThat(Clusters.transform(source, facts(Distribution.KUBERNETES, Optional.empty()))
                        .warnings())
                .isEmpty();
    }
}
