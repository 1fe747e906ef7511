// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.certificates;

import static io.ccmoperator.certificates.DerValue.BIT_STRING;
import static io.ccmoperator.certificates.DerValue.BMP_STRING;
import static io.ccmoperator.certificates.DerValue.CONTEXT_CONSTRUCTED;
import static io.ccmoperator.certificates.DerValue.GENERALIZED_TIME;
import static io.ccmoperator.certificates.DerValue.IA5_STRING;
import static io.ccmoperator.certificates.DerValue.NUMERIC_STRING;
import static io.ccmoperator.certificates.DerValue.PRINTABLE_STRING;
import static io.ccmoperator.certificates.DerValue.UTC_TIME;
import static io.ccmoperator.certificates.DerValue.UTF8_STRING;

import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.security.cert.X509Certificate;
import java.security.interfaces.ECPublicKey;
import java.security.spec.ECFieldFp;
import java.security.spec.ECPoint;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * What Java reads of a certificate and Go does not (crypto/x509, {@code parser.go} of golang/go 01f40d36): {@code
 * CertPool.AppendCertsFromPEM} passes over such a certificate without a word. Kinds of strings in names that Go's releases treat differently, and
 * addresses (URI) in extensions, are not judged.
 */
final class GoReading {
    /** The object identifier that says "key on a curve", in DER; that of the curve follows. */
    private static final String EC_KEY = "06072a8648ce3d0201";

    /** The object identifiers of the curves, in DER: P-224, P-256, P-384, P-521. */
    private static final List<String> CURVES =
            List.of("06052b81040021", "06082a8648ce3d030107", "06052b81040022", "06052b81040023");

    private static final String RSA_KEY = "2a864886f70d010101";
    private static final byte[] NULL = {5, 0};

    private static final Pattern PRINTABLE = Pattern.compile("[A-Za-z0-9'()+,./:=?*& -]*");
    private static final Pattern NUMERIC = Pattern.compile("[0-9 ]*");
    private static final Pattern ASCII = Pattern.compile("\\p{ASCII}*");
    private static final Pattern UTC = Pattern.compile("[0-9]{10}([0-9]{2})?(Z|[+-][0-9]{4})");
    private static final Pattern GENERALIZED = Pattern.compile("[0-9]{14}(Z|[+-][0-9]{4})");

    /** Members of a certificate after its version, by their order. */
    private static final int ISSUER = 2;

    private static final int VALIDITY = 3;
    private static final int SUBJECT = 4;
    private static final int KEY = 5;

    private GoReading() {}

    /** Why Go does not read a certificate that {@link DerCertificate} has read; empty if it does. */
    static Optional<String> fault(X509Certificate certificate) {
        if (certificate.getPublicKey() instanceof ECPublicKey key && !isOnCurve(key)) {
            return Optional.of("its key is not a point of the curve");
        }
        try {
            return faultOfMembers(
                    DerValue.first(DerCertificate.encoded(certificate)).value(0).values());
        } catch (IllegalArgumentException e) {
            return Optional.of("a part of it is not in DER");
        }
    }

    private static Optional<String> faultOfMembers(List<DerValue> all) {
        boolean hasVersion = all.get(0).has(CONTEXT_CONSTRUCTED);
        List<DerValue> members = all.subList(hasVersion ? 1 : 0, all.size());
        return faultOfName("issuer", members.get(ISSUER))
                .or(() -> faultOfTimes(members.get(VALIDITY)))
                .or(() -> faultOfName("subject", members.get(SUBJECT)))
                .or(() -> faultOfKey(members.get(KEY)))
                .or(() -> members.stream()
                        .skip(KEY + 1)
                        .filter(member -> member.has(CONTEXT_CONSTRUCTED + 3))
                        .flatMap(extensions -> extensions.value(0).values().stream())
                        .flatMap(extension -> GoExtensions.fault(extension).stream())
                        .findFirst());
    }

    private static Optional<String> faultOfName(String name, DerValue sequence) {
        return sequence.values().stream()
                .flatMap(set -> set.values().stream())
                .map(attribute -> attribute.value(1))
                .filter(value -> !isString(value))
                .findFirst()
                .map(value -> "its " + name + " has a character that a string of its kind cannot have");
    }

    private static boolean isString(DerValue value) {
        return switch (value.tag()) {
            case PRINTABLE_STRING -> matches(PRINTABLE, value);
            case NUMERIC_STRING -> matches(NUMERIC, value);
            case IA5_STRING -> matches(ASCII, value);
            case UTF8_STRING -> isUtf8(value.content());
            case BMP_STRING -> value.content().length % 2 == 0;
            default -> true;
        };
    }

    /** Whether all bytes of a value are characters of ASCII that a pattern allows. */
    static boolean matches(Pattern pattern, DerValue value) {
        return pattern.matcher(new String(value.content(), StandardCharsets.ISO_8859_1))
                .matches();
    }

    /** Whether all bytes of a value are characters of ASCII. */
    static boolean isAscii(DerValue value) {
        return matches(ASCII, value);
    }

    private static boolean isUtf8(byte[] bytes) {
        try {
            StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes));
            return true;
        } catch (CharacterCodingException e) {
            return false;
        }
    }

    private static Optional<String> faultOfTimes(DerValue validity) {
        return validity.values().stream()
                .filter(time -> !(time.has(UTC_TIME) && matches(UTC, time)
                        || time.has(GENERALIZED_TIME) && matches(GENERALIZED, time)))
                .findFirst()
                .map(time -> "a time of its validity is not in the form of X.509");
    }

    private static Optional<String> faultOfKey(DerValue key) {
        List<DerValue> algorithm = key.value(0).values();
        if (!HexFormat.of().formatHex(algorithm.get(0).content()).equals(RSA_KEY)) {
            return Optional.empty();
        }
        if (algorithm.size() != 2
                || algorithm.get(1).tag() != NULL[0]
                || algorithm.get(1).content().length > 0) {
            return Optional.of("its RSA key has no parameters NULL");
        }
        DerValue bits = key.value(1);
        if (!bits.has(BIT_STRING) || bits.content().length == 0) {
            return Optional.of("its RSA key cannot be read");
        }
        // The first byte says how many bits of the last one do not count.
        byte[] encoded = Arrays.copyOfRange(bits.content(), 1, bits.content().length);
        return DerValue.first(encoded).values().stream()
                .filter(number -> !number.has(DerValue.INTEGER)
                        || number.content().length == 0
                        || new BigInteger(number.content()).signum() <= 0)
                .findFirst()
                .map(number -> "a number of its RSA key is not positive");
    }

    /** Whether Go has the curve of a key. Looked up in the encoding: what Java calls a curve differs from release to release. */
    static boolean hasKnownCurve(ECPublicKey key) {
        String encoded = HexFormat.of().formatHex(key.getEncoded());
        int curve = encoded.indexOf(EC_KEY) + EC_KEY.length();
        return CURVES.stream().anyMatch(known -> encoded.startsWith(known, curve));
    }

    private static boolean isOnCurve(ECPublicKey key) {
        BigInteger p = ((ECFieldFp) key.getParams().getCurve().getField()).getP();
        BigInteger a = key.getParams().getCurve().getA();
        BigInteger b = key.getParams().getCurve().getB();
        ECPoint point = key.getW();
        BigInteger x = point.getAffineX();
        BigInteger y = point.getAffineY();
        return x.compareTo(p) < 0
                && y.compareTo(p) < 0
                && y.multiply(y)
                        .mod(p)
                        .equals(x.pow(3).add(a.multiply(x)).add(b).mod(p));
    }
}
