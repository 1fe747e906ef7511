// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.cloudconfig.transform;

import io.ccmoperator.assets.ReleaseTag;
import io.ccmoperator.assets.Transformer;
import io.ccmoperator.assets.tree.JsonReader;
import io.ccmoperator.assets.tree.Position;
import io.ccmoperator.assets.tree.SyntaxException;
import io.ccmoperator.assets.tree.TreePath;
import io.ccmoperator.assets.tree.YamlDocument;
import io.ccmoperator.assets.tree.YamlReader;
import io.ccmoperator.cloudconfig.transform.words.Verdict;
import io.ccmoperator.cloudconfig.transform.words.WordTable;
import io.ccmoperator.cluster.InvalidInputException;
import io.ccmoperator.ini.IniReader;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * A configuration that stays as it is, to the last character; a table says what its program would not do as it was meant. What ends the
 * program, syntax and types among it, is for the program to say.
 */
@Transformer({CopyTransformer.ALIBABA, CopyTransformer.GCP, CopyTransformer.IBM})
final class CopyTransformer implements CloudConfigTransformer {
    static final String ALIBABA = "alibaba";
    static final String GCP = "gcp";
    static final String IBM = "ibm";

    private final WordTable table;
    private final Form form;

    private CopyTransformer(String table, Form form) {
        this.table = WordTable.read(table);
        this.form = form;
    }

    /** @param table the name of the table of words */
    static CopyTransformer ofIni(String table) {
        return new CopyTransformer(table, CopyTransformer::judgedIni);
    }

    /** @param table the name of the table of words */
    static CopyTransformer ofJson(String table) {
        return new CopyTransformer(table, CopyTransformer::judgedJson);
    }

    /** @param table the name of the table of words */
    static CopyTransformer ofYaml(String table) {
        return new CopyTransformer(table, CopyTransformer::judgedYaml);
    }

    /**
     * Copies a configuration.
     *
     * @throws InvalidInputException if a value has an effect of which nothing good can come
     */
    @Override
    public TransformedConfig transform(String source, TransformerFacts facts) {
        return new TransformedConfig(
                source, verdict(source, facts).requireNoFaults().warnings());
    }

    private Verdict verdict(String source, TransformerFacts facts) {
        try {
            return form.judge(table, source, facts.release());
        } catch (InvalidInputException | SyntaxException unreadable) {
            // Nor can the program read it, and its own words are shown.
            return new Verdict(List.of(), List.of());
        }
    }

    private static Verdict judgedIni(WordTable table, String source, Optional<ReleaseTag> release) {
        return table.judge(IniReader.read(source), release).and(new Verdict(List.of(), IniReader.cutValues(source)));
    }

    private static Verdict judgedJson(WordTable table, String source, Optional<ReleaseTag> release) {
        return judged(
                table,
                JsonReader.readAsWritten(source),
                path -> Position.before(
                        JsonReader.position(source, path), WordTable.shown(path).toString()),
                release);
    }

    private static Verdict judgedYaml(WordTable table, String source, Optional<ReleaseTag> release) {
        return YamlReader.readAsWritten(source).stream()
                .findFirst()
                .map(document -> judged(table, document.value(), path -> place(document, path), release))
                .orElse(new Verdict(List.of(), List.of()));
    }

    private static String place(YamlDocument document, List<Object> path) {
        TreePath shown = WordTable.shown(path);
        return Position.before(document.nearestPosition(shown), shown.toString());
    }

    @SuppressWarnings("unchecked")
    private static Verdict judged(
            WordTable table, Object tree, Function<List<Object>, String> places, Optional<ReleaseTag> release) {
        return tree instanceof Map<?, ?> map
                ? table.judge((Map<String, ?>) map, places, release).and(table.judgeNames((Map<String, ?>) map, places))
                : new Verdict(List.of(), List.of());
    }

    /** How a form of configurations is judged. */
    @FunctionalInterface
    private interface Form {
        Verdict judge(WordTable table, String source, Optional<ReleaseTag> release);
    }
}
