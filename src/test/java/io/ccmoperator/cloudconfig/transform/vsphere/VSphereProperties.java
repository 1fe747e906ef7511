// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.cloudconfig.transform.vsphere;

import static org.assertj.core.api.Assertions.assertThat;

import io.ccmoperator.YamlText;
import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.assets.tree.FieldReader;
import io.ccmoperator.assets.tree.JsonWriter;
import io.ccmoperator.assets.tree.YamlWriter;
import io.ccmoperator.cloudconfig.transform.TransformedConfig;
import io.ccmoperator.cloudconfig.transform.TransformerFacts;
import io.ccmoperator.ini.IniDocument;
import io.ccmoperator.ini.IniEntry;
import io.ccmoperator.ini.IniSection;
import io.ccmoperator.ini.IniWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** Properties for any configuration in any cluster. */
class VSphereProperties {
    @Property(tries = 100, edgeCases = EdgeCasesMode.NONE)
    void keepsOwnOutputUnchanged(
            @ForAll("configs") Map<String, Object> config, @ForAll("clusters") TransformerFacts facts) {
        String once = Clusters.transform(YamlWriter.write(config), facts).text();
        assertThat(Clusters.transform(once, facts).text()).isEqualTo(once);
        assertThat(Clusters.transform(YamlWriter.write(config), facts).text()).isEqualTo(once);
    }

    @Property(tries = 100, edgeCases = EdgeCasesMode.NONE)
    void ignoresLetterCaseOfKnownKeys(
            @ForAll("configs") Map<String, Object> config, @ForAll("clusters") TransformerFacts facts) {
        Map<String, Object> upper = new LinkedHashMap<>();
        config.forEach((name, written) -> {
            Section section = Stream.of(Section.values())
                    .filter(s -> s.yaml().equals(name))
                    .findFirst()
                    .orElse(null);
            if (section != null && section.isNamed()) {
                Map<String, Object> entries = new LinkedHashMap<>();
                FieldReader.of(written)
                        .map()
                        .forEach((entry, keys) -> entries.put(
                                entry, inUpperCase(section, FieldReader.of(keys).map())));
                upper.put(name.toUpperCase(Locale.ROOT), entries);
            } else {
                upper.put(
                        section == null ? name : name.toUpperCase(Locale.ROOT),
                        section == null
                                ? written
                                : inUpperCase(section, FieldReader.of(written).map()));
            }
        });
        TransformedConfig result = Clusters.transform(YamlWriter.write(upper), facts);
        TransformedConfig usual = Clusters.transform(YamlWriter.write(config), facts);
        assertThat(result.text()).isEqualTo(usual.text());
        // Places have the letters of the input.
        assertThat(inLowerCase(result.warnings())).isEqualTo(inLowerCase(usual.warnings()));
    }

    private static List<String> inLowerCase(List<String> lines) {
        return lines.stream().map(line -> line.toLowerCase(Locale.ROOT)).toList();
    }

    private static Map<String, Object> inUpperCase(Section section, Map<String, Object> map) {
        Map<String, Object> upper = new LinkedHashMap<>();
        map.forEach((name, value) -> {
            boolean known = section.keys().stream().anyMatch(key -> key.yaml().equals(name));
            upper.put(known ? name.toUpperCase(Locale.ROOT) : name, value);
        });
        return upper;
    }

    @Property(tries = 100, edgeCases = EdgeCasesMode.NONE)
    void keepsEverythingWithoutSettingsOfCluster(@ForAll("configs") Map<String, Object> config) {
        String text =
                Clusters.transform(YamlWriter.write(config), Clusters.BARE).text();
        assertThat(YamlText.tree(text)).isEqualTo(config);
    }

    @Property(tries = 100, edgeCases = EdgeCasesMode.NONE)
    void keepsWhatClusterDoesNotSet(
            @ForAll("configs") Map<String, Object> config, @ForAll("clusters") TransformerFacts facts) {
        Map<String, Object> result = YamlText.tree(
                Clusters.transform(YamlWriter.write(config), facts).text());
        config.forEach((section, written) -> {
            if (!section.equals("vcenter")) {
                Map<String, Object> kept =
                        new LinkedHashMap<>(FieldReader.of(written).map());
                List.of("zone", "region", "ipFamily").forEach(kept::remove);
                kept.keySet().removeIf(key -> section.equals("nodes") && !key.equals("unknown"));
                assertThat(FieldReader.of(result.get(section)).map()).containsAllEntriesOf(kept);
            }
        });
        FieldReader.of(result.get("vcenter")).map().forEach((name, center) -> {
            Map<String, Object> kept = new LinkedHashMap<>(
                    FieldReader.of(FieldReader.of(config.get("vcenter")).map().get(name))
                            .map());
            List.of("server", "port", "datacenters").forEach(kept::remove);
            assertThat(FieldReader.of(center).map()).containsAllEntriesOf(kept);
        });
    }

    @Property(tries = 200, edgeCases = EdgeCasesMode.NONE)
    void keepsArgumentsUnchanged(
            @ForAll("configs") Map<String, Object> config, @ForAll("clusters") TransformerFacts facts) {
        KubernetesObject infrastructure = facts.infrastructure().copy();
        KubernetesObject network = facts.network().orElseThrow().copy();
        Clusters.transform(YamlWriter.write(config), facts);
        assertThat(facts.infrastructure()).isEqualTo(infrastructure);
        assertThat(facts.network()).contains(network);
    }

    @Property(tries = 100, edgeCases = EdgeCasesMode.NONE)
    void transformsIniLikeItsYaml(@ForAll("configs") Map<String, Object> config) {
        Map<String, Object> known = new LinkedHashMap<>(config);
        known.putIfAbsent("global", Map.of());
        known.keySet()
                .removeIf(name -> List.of(Section.values()).stream()
                        .noneMatch(section -> section.yaml().equals(name)));
        assertThat(Clusters.transform(IniWriter.write(ini(known)), Clusters.BARE)
                        .text())
                .isEqualTo(Clusters.transform(YamlWriter.write(known), Clusters.BARE)
                        .text());
    }

    @Provide
    Arbitrary<Map<String, Object>> configs() {
        return VSphereArbitraries.configs();
    }

    @Provide
    Arbitrary<TransformerFacts> clusters() {
        return VSphereArbitraries.clusters();
    }

    private static IniDocument ini(Map<String, Object> config) {
        List<IniSection> sections = new ArrayList<>();
        for (Section section : Section.values()) {
            Map<String, Object> map = FieldReader.of(config.get(section.yaml())).map();
            if (section.isNamed()) {
                map.forEach((name, entry) -> sections.add(section(
                        section, Optional.of(name), FieldReader.of(entry).map())));
            } else if (config.containsKey(section.yaml())) {
                sections.add(section(section, Optional.empty(), map));
            }
        }
        return new IniDocument(sections);
    }

    private static IniSection section(Section section, Optional<String> subsection, Map<String, Object> map) {
        List<IniEntry> entries = new ArrayList<>();
        map.forEach((name, value) -> {
            String key = section.keys().stream()
                    .filter(known -> known.yaml().equals(name))
                    .map(Section.Key::ini)
                    .findFirst()
                    .orElse(name);
            entries.add(IniEntry.of(key, text(value)));
        });
        return new IniSection(section.ini(), subsection, entries, 0);
    }

    private static String text(Object value) {
        if (value instanceof Map<?, ?> map) {
            return JsonWriter.compact(map);
        }
        return value instanceof List<?> list ? String.join(",", Tree.strings(list)) : value.toString();
    }
}
