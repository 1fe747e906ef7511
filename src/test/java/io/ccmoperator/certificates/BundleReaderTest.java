// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.certificates;

import static io.ccmoperator.certificates.Certificates.block;
import static io.ccmoperator.certificates.Certificates.pem;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ccmoperator.assets.text.Pem;
import io.ccmoperator.cluster.InvalidInputException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class BundleReaderTest {
    private static final String ONE = pem("ca-1");
    private static final String TWO = pem("ca-2");
    private static final String NOT_AN_EDGE = "this looks like the edge of a block, but is not; write"
            + " -----BEGIN CERTIFICATE----- or -----END CERTIFICATE----- on a line of its own";

    private static final String NO_BEGINNING =
            ": a block ends here that did not begin; remove the line, or put its beginning back";
    private static final String INVALID_BASE64 =
            "the base64 of this block is invalid; put the certificate in again as a whole";

    private static List<String> subjects(Bundle bundle) {
        return bundle.certificates().stream().map(CaCertificate::subject).toList();
    }

    static List<String> validTexts() {
        return List.of(
                ONE + TWO,
                (ONE + TWO).strip(),
                (ONE + TWO).replace("\n", "\r\n"),
                (ONE + TWO).replace("\n", "\r"),
                "\uFEFF" + ONE + TWO,
                "\n\n# Root of everything\n" + ONE + "\n \n\t\nsubject=CN=Two, é \u0000\n==========\n" + TWO
                        + "\nThe end.\n",
                (ONE + TWO).replace("\n", "\n    "),
                (ONE + TWO).replace("\n", "  \n\n"),
                ONE + "# -----BEGIN CERTIFICATE-----\n# MII\n# -----END CERTIFICATE-----\n" + TWO,
                ONE + "- END of story\n--- BEGIN Root CA ---\n-- END --\n-----\n" + TWO,
                ONE + TWO + ONE,
                block(base64(ONE).replace("\n", "")) + block(base64(TWO).replaceAll("(.{7})", "$1\n")));
    }

    @ParameterizedTest
    @MethodSource("validTexts")
    void findsBlocksInAnySurroundings(String text) {
        assertThat(subjects(BundleReader.strict(text))).containsExactly("CN=CA 1,O=Sample", "CN=CA 2,O=Sample");
        assertThat(BundleReader.lenient(text)).isEqualTo(BundleReader.strict(text));
    }

    @ParameterizedTest
    @ValueSource(strings = {"rsa", "ed25519", "secp224r1", "dated", "negative"})
    void acceptsWhatJdkReads(String name) {
        assertThat(BundleReader.strict(pem(name)).certificates()).hasSize(1);
    }

    static List<Arguments> faults() {
        String key = "-----BEGIN EC PRIVATE KEY-----\nhidden\n-----END EC PRIVATE KEY-----\n";
        int lines = (int) ONE.lines().count();
        return List.of(
                Arguments.of(
                        ONE + key,
                        "line " + (lines + 1)
                                + ": this block is of type EC PRIVATE KEY, but only CERTIFICATE is allowed; remove it, and replace the key"),
                Arguments.of(
                        ONE.replace("CERTIFICATE", "X509 CRL"),
                        "line 1: this block is of type X509 CRL, but only CERTIFICATE is allowed; remove it"),
                Arguments.of(
                        ONE + TWO.substring(0, 200),
                        "line " + (lines + 1)
                                + ": this block is cut off: its line -----END CERTIFICATE----- is missing"),
                Arguments.of(
                        ONE.replace("-----END CERTIFICATE-----\n", "") + TWO,
                        "line 1: this block is cut off: its line -----END CERTIFICATE----- is missing"),
                Arguments.of(
                        ONE.replace("-----BEGIN CERTIFICATE-----\n", "") + TWO, "line " + (lines - 1) + NO_BEGINNING),
                Arguments.of(
                        ONE.replace("END CERTIFICATE", "END X509 CRL"),
                        "line 1: this block begins as CERTIFICATE, but ends as X509 CRL; write the same at both ends"),
                Arguments.of(
                        ONE.replaceFirst("-----\n", "----\n"),
                        "line 1: " + NOT_AN_EDGE + "\nline " + lines + NO_BEGINNING),
                Arguments.of(
                        ONE.strip() + TWO,
                        "line " + lines + ": " + NOT_AN_EDGE + "\nline " + (2 * lines - 1) + NO_BEGINNING),
                Arguments.of(ONE + "-----BEGIN CERTIFICATE", "line " + (lines + 1) + ": " + NOT_AN_EDGE),
                Arguments.of(ONE + "-----BEGIN ssh-rsa-----", "line " + (lines + 1) + ": " + NOT_AN_EDGE),
                Arguments.of(block("MII%\nMIIB"), "line 1: " + INVALID_BASE64),
                Arguments.of(block("Proc-Type: 4,ENCRYPTED\n\nMIIB"), "line 1: " + INVALID_BASE64),
                Arguments.of(block("MIIBA"), "line 1: " + INVALID_BASE64),
                Arguments.of(block("MII=\nMIIB"), "line 1: " + INVALID_BASE64));
    }

    @ParameterizedTest
    @MethodSource("faults")
    void rejectsMalformedBlockWithLineInBothKindsOfBundles(String text, String message) {
        assertThatThrownBy(() -> BundleReader.strict(text))
                .isInstanceOf(InvalidInputException.class)
                .hasMessage(message);
        assertThatThrownBy(() -> BundleReader.lenient(text + "\n" + pem("ca-3")))
                .isInstanceOf(InvalidInputException.class)
                .hasMessage(message);
    }

    /** Such a block is there to be trusted: the remedy is what makes a certificate of it. */
    @ParameterizedTest
    @CsvSource({
        "TRUSTED CERTIFICATE, put in what openssl x509 -in FILE makes of it",
        "X509 CERTIFICATE, put in what openssl x509 -in FILE makes of it",
        "PKCS7, put in what openssl pkcs7 -print_certs -in FILE makes of it",
        "PKCS #7 SIGNED DATA, put in what openssl pkcs7 -print_certs -in FILE makes of it",
        "PRIVATE KEY, 'remove it, and replace the key'",
        "ENCRYPTED PRIVATE KEY, 'remove it, and replace the key'",
        "DH PARAMETERS, remove it"
    })
    void saysWhatToDoWithBlockOfAnotherType(String type, String remedy) {
        assertThatThrownBy(() -> BundleReader.strict(ONE.replace("CERTIFICATE", type)))
                .isInstanceOf(InvalidInputException.class)
                .hasMessage("line 1: this block is of type " + type + ", but only CERTIFICATE is allowed; " + remedy);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "unknown-curve | it cannot be parsed: Unknown named curve: 1.2.840.10045.3.1.127",
                "explicit      | it cannot be parsed: Only named ECParameters supported",
            })
    void skipsUnusableCertificateOfSystemAndRejectsItInUserBundle(String name, String reason) {
        String text = ONE + "# Some CA\n\n" + pem(name) + TWO;
        String line = "line " + (ONE.lines().count() + 3) + ", Some CA: this certificate cannot be used, " + reason;

        Bundle bundle = BundleReader.lenient(text);

        assertThat(subjects(bundle)).containsExactly("CN=CA 1,O=Sample", "CN=CA 2,O=Sample");
        assertThat(bundle.leftOut()).containsExactly(line);
        assertThatThrownBy(() -> BundleReader.strict(text))
                .isInstanceOf(InvalidInputException.class)
                .hasMessage(line);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "''       | it cannot be parsed: ",
                "AAAA     | it cannot be parsed: ",
                "MAA=     | it cannot be parsed: ",
                "LS0tLS1CRUdJTiBDRVJUSUZJQ0FURS0tLS0t | it cannot be parsed: ",
            })
    void namesContentThatIsNotCertificate(String base64, String reason) {
        assertThat(BundleReader.lenient(ONE + block(base64)).leftOut())
                .singleElement()
                .asString()
                .startsWith("line " + (ONE.lines().count() + 1) + ": this certificate cannot be used, " + reason);
    }

    @Test
    void rejectsBlockWithDataAfterCertificate() {
        String two = block(base64(pem("rsa")) + base64(pem("rsa")));
        byte[] encoded = Base64.getMimeDecoder().decode(base64(ONE));
        byte[] longer = Arrays.copyOf(encoded, encoded.length + 1);
        String more = block(Base64.getEncoder().encodeToString(longer));

        assertThat(BundleReader.lenient(TWO + more).leftOut())
                .singleElement()
                .asString()
                .endsWith("there is content after the certificate, or it is not in DER");
        assertThatThrownBy(() -> BundleReader.strict(two)).isInstanceOf(InvalidInputException.class);
    }

    /** The JDK's factory reads PEM, too: the block is not the certificate that its content holds. */
    @Test
    void rejectsPemWithinPem() {
        String nested = Base64.getEncoder().encodeToString(ONE.getBytes(StandardCharsets.US_ASCII));

        assertThatThrownBy(() -> BundleReader.strict(block(nested)))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageEndingWith("there is content after the certificate, or it is not in DER");
    }

    @Test
    void namesFileOfPkcs7() {
        byte[] signedData = HexFormat.of().parseHex("300f06092a864886f70d010702a0020500");

        assertThatThrownBy(() -> BundleReader.strict(Pem.block(Pem.CERTIFICATE, signedData)))
                .hasMessage("line 1: this certificate cannot be used, it is a file of PKCS #7; put in what"
                        + " openssl pkcs7 -print_certs -in FILE makes of it");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "\r\n", "# only\n# comments", "MIIB"})
    void rejectsBundleWithoutBlock(String text) {
        for (boolean strict : List.of(true, false)) {
            assertThatThrownBy(() -> {
                        if (strict) {
                            BundleReader.strict(text);
                        } else {
                            BundleReader.lenient(text);
                        }
                    })
                    .isInstanceOf(InvalidInputException.class)
                    .hasMessage("there is no certificate; put in blocks of PEM that begin with"
                            + " -----BEGIN CERTIFICATE-----");
        }
    }

    @Test
    void rejectsSystemBundleWithoutUsableCertificateWithReason() {
        assertThatThrownBy(() -> BundleReader.lenient(pem("explicit")))
                .isInstanceOf(InvalidInputException.class)
                .hasMessage("line 1: this certificate cannot be used, it cannot be parsed: Only named ECParameters"
                        + " supported");
    }

    @Test
    void reportsFirstTenOfManyFaults() {
        assertThatThrownBy(() -> BundleReader.strict(block("%").repeat(1000)))
                .isInstanceOfSatisfying(InvalidInputException.class, e -> {
                    assertThat(e.lines()).hasSize(11);
                    assertThat(e.lines().get(10)).isEqualTo("there are 990 more faults");
                });
    }

    @Test
    void showsBlockTitleWithoutControlCharacters() {
        String title = "A\u0007\u202E\uD800" + "x".repeat(300);

        assertThat(BundleReader.lenient(ONE + "# " + title + "\n" + pem("explicit"))
                        .leftOut())
                .singleElement()
                .asString()
                .contains(", A???xxx")
                .hasSizeLessThan(250);
    }

    private static String base64(String pem) {
        return pem.replaceAll("-----[A-Z ]+-----\n", "");
    }
}
