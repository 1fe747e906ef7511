// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.substitution;

import static io.ccmoperator.substitution.SampleProvider.IMAGES;
import static io.ccmoperator.substitution.SampleProvider.PROVIDER;
import static io.ccmoperator.substitution.SampleProvider.find;
import static org.assertj.core.api.Assertions.assertThat;

import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.assets.tree.FieldReader;
import io.ccmoperator.assets.tree.YamlReader;
import io.ccmoperator.assets.tree.YamlWriter;
import java.util.List;
import java.util.Map;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** Properties for any content of the cluster's objects. */
class SubstitutionProperties {
    @Property
    void keepsValueUnchanged(@ForAll("infrastructureNames") String name) {
        KubernetesObject written = find(desired(name), "Deployment");
        KubernetesObject read = new KubernetesObject(
                YamlReader.read(YamlWriter.write(written.tree())).get(0).map().orElseThrow());

        Object value = FieldReader.of(read.containers().get(0)).maps("env").stream()
                .filter(variable -> variable.get("name").equals("NAME"))
                .map(variable -> variable.get("value"))
                .findFirst()
                .orElseThrow();
        assertThat(expandedByTheKubelet((String) value)).isEqualTo(name);
    }

    @Property(tries = 100)
    void returnsSameObjectsForSameFacts(@ForAll("infrastructureNames") String name) {
        assertThat(desired(name)).isEqualTo(desired(name));
    }

    @Property(tries = 100)
    void keepsArgumentsUnchanged(@ForAll("infrastructureNames") String name) {
        List<Map<String, Object>> before = PROVIDER.assets().stream()
                .map(KubernetesObject::copy)
                .map(KubernetesObject::tree)
                .toList();

        desired(name);

        assertThat(PROVIDER.assets()).extracting(KubernetesObject::tree).isEqualTo(before);
    }

    @Provide
    Arbitrary<String> infrastructureNames() {
        return Arbitraries.oneOf(
                Arbitraries.of(
                        "yes",
                        "no",
                        "on",
                        "007",
                        "0x1F",
                        "1e3",
                        "12:30",
                        "null",
                        "~",
                        "",
                        " ",
                        "a: b",
                        "- x",
                        "# c",
                        "'",
                        "\"",
                        "a\nb",
                        "\n",
                        "a\n\n b\n",
                        "$(HOME)",
                        "$$(HOME)",
                        "$",
                        "\\",
                        "{}",
                        "[a]",
                        "*x",
                        "&x",
                        "!t",
                        "%d",
                        "`",
                        "@",
                        "true",
                        "2026-01-01",
                        "=",
                        "<<",
                        "\t",
                        "\u0000",
                        "\u0085",
                        "\u2028",
                        "\uFEFF",
                        "é",
                        "😀"),
                Arbitraries.strings().ofMaxLength(40).filter(SubstitutionProperties::isUnicode));
    }

    /** A surrogate alone is not a string that JSON or YAML can represent. */
    private static boolean isUnicode(String text) {
        return text.codePoints().noneMatch(point -> point >= 0xD800 && point <= 0xDFFF);
    }

    private static List<KubernetesObject> desired(String name) {
        return DesiredResources.of(PROVIDER, SampleProvider.facts(name), IMAGES);
    }

    /** No reference is left to expand, and two dollar signs mean a single one. */
    private static String expandedByTheKubelet(String value) {
        assertThat(value.replace("$$", "")).doesNotContain("$");
        return value.replace("$$", "$");
    }
}
