// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.serving.access;

import static org.assertj.core.api.Assertions.assertThat;

import io.ccmoperator.certificates.CaCertificate;
import io.ccmoperator.serving.access.ClientAuthority.Client;
import java.security.cert.X509Certificate;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.asn1.x509.KeyPurposeId;
import org.junit.jupiter.api.Test;

class CertificateAccessTest {
    private static final ClientAuthority TRUSTED = ClientAuthority.create("clients");
    private static final ClientAuthority OTHER = ClientAuthority.create("clients");
    private static final String READER = CertificateAccess.READER;
    private static final Instant NOW = Instant.now();
    private static final Decision UNKNOWN = Decision.UNKNOWN_CERTIFICATE;

    private static Decision decision(Instant now, List<X509Certificate> chain, ClientAuthority... authorities) {
        List<CaCertificate> known = Stream.of(authorities)
                .map(authority -> new CaCertificate(authority.chain().get(0)))
                .toList();
        return new CertificateAccess(() -> Optional.of(known), Clock.fixed(now, ZoneOffset.UTC)).decision(chain);
    }

    private static Decision decision(Client client) {
        return decision(NOW, client.chain(), TRUSTED);
    }

    private static Client client(String subject, KeyPurposeId... usages) {
        return TRUSTED.client(new X500Name(subject), NOW.plus(Duration.ofDays(1)), usages);
    }

    @Test
    void grantsAccessToPrometheusOfTheMonitoringStack() {
        assertThat(decision(TRUSTED.client(READER))).isEqualTo(Decision.GRANTED);
    }

    @Test
    void acceptsAnyOfTheAuthorities() {
        List<X509Certificate> chain = TRUSTED.client(READER).chain();

        assertThat(decision(NOW, chain, OTHER, TRUSTED)).isEqualTo(Decision.GRANTED);
        assertThat(decision(NOW, chain, OTHER)).isEqualTo(UNKNOWN);
        assertThat(decision(NOW, chain)).isEqualTo(UNKNOWN);
    }

    @Test
    void forbidsAnyOtherUser() {
        assertThat(decision(TRUSTED.client("system:admin"))).isEqualTo(Decision.forbiddenCertificate("system:admin"));
        assertThat(decision(client("O=system:masters,CN=" + READER + "2", KeyPurposeId.id_kp_clientAuth)))
                .isEqualTo(Decision.forbiddenCertificate(READER + "2"));
    }

    /** As Go reads a subject, and with it every other server of the cluster. */
    @Test
    void readsLastCommonNameWhereverItIs() {
        assertThat(decision(client("CN=" + READER + ",CN=other"))).isEqualTo(Decision.forbiddenCertificate("other"));
        assertThat(decision(client("CN=" + READER + "+O=group"))).isEqualTo(Decision.GRANTED);
        assertThat(decision(client("O=" + READER))).isEqualTo(UNKNOWN);
    }

    @Test
    void rejectsCertificateOfAnotherAuthorityOfSameName() {
        assertThat(decision(OTHER.client(READER))).isEqualTo(UNKNOWN);
    }

    @Test
    void rejectsCertificateBeforeAndAfterItsValidity() {
        List<X509Certificate> chain =
                TRUSTED.client(READER, NOW.plus(Duration.ofHours(1))).chain();

        assertThat(decision(NOW.plus(Duration.ofMinutes(59)), chain, TRUSTED)).isEqualTo(Decision.GRANTED);
        assertThat(decision(NOW.plus(Duration.ofMinutes(61)), chain, TRUSTED)).isEqualTo(UNKNOWN);
        assertThat(decision(NOW.minus(Duration.ofDays(3)), chain, TRUSTED)).isEqualTo(UNKNOWN);
    }

    @Test
    void rejectsCertificateOfExpiredAuthority() {
        ClientAuthority expired = ClientAuthority.create("expired", NOW.minusSeconds(60));

        assertThat(decision(NOW, expired.client(READER).chain(), expired)).isEqualTo(UNKNOWN);
    }

    @Test
    void rejectsCertificateOfServer() {
        assertThat(decision(client("CN=" + READER, KeyPurposeId.id_kp_serverAuth)))
                .isEqualTo(UNKNOWN);
        assertThat(decision(client("CN=" + READER, KeyPurposeId.anyExtendedKeyUsage)))
                .isEqualTo(Decision.GRANTED);
        assertThat(decision(client("CN=" + READER))).isEqualTo(Decision.GRANTED);
    }

    @Test
    void acceptsChainByIntermediateThatIsSent() {
        Client client = TRUSTED.intermediate("between").client(READER);

        assertThat(client.chain()).hasSize(3);
        assertThat(decision(client)).isEqualTo(Decision.GRANTED);
        assertThat(decision(NOW, client.chain().subList(0, 2), TRUSTED)).isEqualTo(Decision.GRANTED);
        assertThat(decision(NOW, client.chain().subList(0, 1), TRUSTED)).isEqualTo(UNKNOWN);
    }

    /** A client is not an authority, even if its own certificate is trusted. */
    @Test
    void rejectsCertificateThatAnotherClientHasSigned() {
        Client signer = TRUSTED.client("other");
        Client forged = new ClientAuthority(signer.keys(), signer.chain()).client(READER);

        assertThat(decision(forged)).isEqualTo(UNKNOWN);
    }

    @Test
    void rejectsChainThatIsTooLong() {
        ClientAuthority authority = TRUSTED;
        for (int i = 0; i < CertificateAccess.LONGEST_CHAIN; i++) {
            authority = authority.intermediate("between-" + i);
        }

        assertThat(decision(authority.client(READER))).isEqualTo(UNKNOWN);
    }

    @Test
    void decidesNothingBeforeTheAuthoritiesAreKnown() {
        CertificateAccess access = new CertificateAccess(Optional::empty, Clock.systemUTC());

        assertThat(access.decision(TRUSTED.client(READER).chain()))
                .isEqualTo(Decision.notKnown("the authorities for client certificates are not known yet"));
        assertThat(access.of(null)).isEmpty();
    }
}
