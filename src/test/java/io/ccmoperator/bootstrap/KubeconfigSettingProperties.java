// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;

import io.ccmoperator.assets.Bootstrap.KubeconfigKey;
import io.ccmoperator.ini.IniArbitraries;
import io.ccmoperator.ini.IniDocument;
import io.ccmoperator.ini.IniReader;
import io.ccmoperator.ini.IniSection;
import io.ccmoperator.ini.IniWriter;
import java.util.List;
import java.util.Optional;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

class KubeconfigSettingProperties {
    private static final String SECTION = "Kubernetes";
    private static final String KEY = "config-file";

    @Property
    void changesNothingButTheKey(@ForAll("documents") IniDocument document) {
        String text =
                new KubeconfigSetting(new KubeconfigKey(SECTION, KEY), "/k").transform("", IniWriter.write(document));

        IniDocument written = IniReader.read(text);
        assertThat(written.section(SECTION).orElseThrow().entries(KEY))
                .extracting(entry -> entry.value())
                .containsExactly(Optional.of("/k"));
        assertThat(withoutKey(written)).isEqualTo(withoutKey(document));
    }

    @Provide
    Arbitrary<IniDocument> documents() {
        return IniArbitraries.documents(List.of(SECTION, "provider"), List.of(KEY, "cniProvider"));
    }

    /** As text, since the lines of entries differ. A section that has nothing but the key is left out. */
    private static String withoutKey(IniDocument document) {
        List<IniSection> sections = document.sections().stream()
                .map(section -> section.is(SECTION) ? section.without(KEY) : section)
                .filter(section -> !section.is(SECTION) || !section.entries().isEmpty())
                .toList();
        return IniWriter.write(new IniDocument(sections));
    }
}
