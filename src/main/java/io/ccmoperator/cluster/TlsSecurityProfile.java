// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.cluster;

import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.assets.tree.FieldReader;
import io.ccmoperator.assets.tree.YamlReader;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * TLS settings from the APIServer {@code cluster} (config.openshift.io/v1). Its predefined profiles are in the resource {@code tls-profiles.yaml}.
 */
public final class TlsSecurityProfile {
    private static final List<String> LEGACY_ADHERENCE = List.of("", "LegacyAdheringComponentsOnly");
    private static final String FIELD = "APIServer cluster: spec.tlsSecurityProfile";
    /** Of a custom profile: the object and the field, for messages. */
    public static final String GROUPS = FIELD + ".custom.groups";

    private static final FieldReader PREDEFINED = YamlReader.resource(TlsSecurityProfile.class, "/tls-profiles.yaml");

    /** For servers that speak to any but very old clients. */
    private static final TlsSettings INTERMEDIATE = predefined("Intermediate");

    /** For very old clients. */
    private static final TlsSettings OLD = predefined("Old");

    /** For clients that all speak TLS 1.3. */
    private static final TlsSettings MODERN = predefined("Modern");

    private TlsSecurityProfile() {}

    private static TlsSettings predefined(String name) {
        FieldReader profile = PREDEFINED.field(name);
        return TlsSettings.of(
                TlsVersion.of(profile.string("minVersion")).orElseThrow(),
                profile.strings("ciphers").stream()
                        .map(suite -> CipherSuite.of(suite).orElseThrow())
                        .toList());
    }

    /** What is effective where the APIServer says nothing or cannot be read: the profile Intermediate. */
    public static TlsSettings usual() {
        return INTERMEDIATE;
    }

    /**
     * The settings that hold. A component of this kind follows spec.tlsSecurityProfile only where spec.tlsAdherence asks
     * all components to; the values of tlsAdherence not known yet can only ask for more.
     *
     * @param apiServer the object's tree
     */
    public static WithWarnings<TlsSettings> read(Map<String, Object> apiServer) {
        KubernetesObject object = new KubernetesObject(apiServer);
        if (LEGACY_ADHERENCE.contains(object.fields().string("spec", "tlsAdherence"))) {
            return WithWarnings.of(usual());
        }
        String type = object.fields().string("spec", "tlsSecurityProfile", "type");
        return switch (type) {
            case "", "Intermediate" -> WithWarnings.of(INTERMEDIATE);
            case "Old" -> WithWarnings.of(OLD);
            case "Modern" -> WithWarnings.of(MODERN);
            case "Custom" -> custom(new KubernetesObject(object.fields().map("spec", "tlsSecurityProfile", "custom")));
            default -> usual(FIELD + ".type '" + type + "' is not known");
        };
    }

    private static WithWarnings<TlsSettings> custom(KubernetesObject custom) {
        if (custom.tree().isEmpty()) {
            return usual(FIELD + ".type is Custom, but .custom is empty");
        }
        List<String> warnings = new ArrayList<>();
        TlsVersion minVersion = minVersion(custom.fields().string("minTLSVersion"), warnings);
        List<CipherSuite> suites = suites(custom.fields().list("ciphers"), warnings);
        if (suites.isEmpty() && minVersion != TlsVersion.TLS_1_3) {
            warnings.add(
                    FIELD + ".custom.ciphers names no known cipher suite; those of the profile Intermediate are used");
            suites = INTERMEDIATE.cipherSuites();
        }
        List<TlsGroup> groups = groups(custom.fields().strings("groups"), warnings);
        return new WithWarnings<>(new TlsSettings(Optional.of(minVersion), suites, groups), warnings);
    }

    private static List<TlsGroup> groups(List<String> names, List<String> warnings) {
        List<String> unknown =
                names.stream().filter(name -> TlsGroup.of(name).isEmpty()).toList();
        if (!unknown.isEmpty()) {
            warnings.add(GROUPS + ": " + String.join(", ", unknown) + ": not known and left out");
        }
        return names.stream()
                .flatMap(name -> TlsGroup.of(name).stream())
                .distinct()
                .toList();
    }

    private static TlsVersion minVersion(String name, List<String> warnings) {
        Optional<TlsVersion> version = TlsVersion.of(name);
        if (version.isEmpty()) {
            warnings.add(FIELD + ".custom.minTLSVersion '" + name + "' is not known; VersionTLS12 is used");
        }
        return version.orElse(TlsVersion.TLS_1_2);
    }

    private static List<CipherSuite> suites(List<?> names, List<String> warnings) {
        List<CipherSuite> suites = new ArrayList<>();
        for (Object name : names) {
            Optional<CipherSuite> suite = CipherSuite.of(String.valueOf(name));
            suite.filter(known -> !suites.contains(known)).ifPresent(suites::add);
            if (suite.isEmpty()) {
                warnings.add(FIELD + ".custom.ciphers: '" + name + "' is not known and left out");
            }
        }
        return suites;
    }

    private static WithWarnings<TlsSettings> usual(String warning) {
        return new WithWarnings<>(usual(), List.of(warning + "; the profile Intermediate is used"));
    }
}
