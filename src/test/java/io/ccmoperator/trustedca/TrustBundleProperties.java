// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.trustedca;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ccmoperator.certificates.Bundle;
import io.ccmoperator.certificates.BundleReader;
import io.ccmoperator.certificates.Certificates;
import io.ccmoperator.cluster.InvalidInputException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** Properties for any merged bundles, and any content between their blocks. */
class TrustBundleProperties {
    private static final Instant NOW = Instant.parse("2030-01-01T00:00:00Z");

    /** Names of certificates, and a bundle of them in a form that users may write. */
    record Written(List<String> names, String text) {
        Bundle read() {
            return BundleReader.strict(text);
        }
    }

    @Property(tries = 200)
    void writesEveryCertificateOnceInOrderOfSources(
            @ForAll("bundles") Written cloud, @ForAll("bundles") Written proxy, @ForAll("bundles") Written system) {
        Set<String> expected = new LinkedHashSet<>(cloud.names);
        expected.addAll(proxy.names);
        expected.addAll(system.names);

        assertThat(merged(cloud, proxy, system).text()).isEqualTo(Certificates.pem(new ArrayList<>(expected)));
    }

    @Property(tries = 100)
    void keepsResultWhenCombinedWithItsSources(
            @ForAll("bundles") Written cloud, @ForAll("bundles") Written proxy, @ForAll("bundles") Written system) {
        String once = merged(cloud, proxy, system).text();

        assertThat(TrustBundle.of(Optional.of(BundleReader.strict(once)), Optional.of(proxy.read()), system.read(), NOW)
                        .text())
                .isEqualTo(once);
    }

    @Property(tries = 100)
    void returnsSameResultForSameBundles(@ForAll("bundles") Written cloud, @ForAll("bundles") Written system) {
        assertThat(merged(cloud, system, system)).isEqualTo(merged(cloud, system, system));
    }

    @Property(tries = 200)
    void rejectsEveryTruncationOfBundle(@ForAll("bundles") Written bundle, @ForAll int cut) {
        String text = bundle.text.strip();
        String cutOff = text.substring(0, Math.floorMod(cut, text.length()));
        int blocks = count(cutOff, "-----END CERTIFICATE-----");

        if (count(cutOff, "-----BEGIN") > blocks) {
            assertThatThrownBy(() -> BundleReader.lenient(cutOff)).isInstanceOf(InvalidInputException.class);
        } else if (blocks > 0) {
            assertThat(BundleReader.lenient(cutOff).certificates())
                    .hasSize(new LinkedHashSet<>(bundle.names.subList(0, blocks)).size());
        }
    }

    @Provide
    Arbitrary<Written> bundles() {
        Arbitrary<List<String>> names =
                Arbitraries.of(Certificates.USUAL).list().ofMinSize(1).ofMaxSize(8);
        Arbitrary<List<String>> noise = Arbitraries.of(
                        "", "\n", "\r\n\r\n", "# comment\n", "text: 1\n \t\n", "-----\n", "== é 😀 ==\r\n")
                .list()
                .ofSize(9);
        return Combinators.combine(names, noise, Arbitraries.of("\n", "\r\n", "  \n", "\n\n"))
                .as(TrustBundleProperties::written);
    }

    private static Written written(List<String> names, List<String> noise, String lineEnd) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < names.size(); i++) {
            text.append(noise.get(i)).append(Certificates.pem(names.get(i)).replace("\n", lineEnd));
        }
        return new Written(names, text + noise.get(names.size()));
    }

    private static TrustBundle merged(Written cloud, Written proxy, Written system) {
        return TrustBundle.of(Optional.of(cloud.read()), Optional.of(proxy.read()), system.read(), NOW);
    }

    private static int count(String text, String part) {
        return (text.length() - text.replace(part, "").length()) / part.length();
    }
}
