// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.preview;

import com.github.difflib.DiffUtils;
import com.github.difflib.UnifiedDiffUtils;
import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.assets.text.MessageText;
import io.ccmoperator.assets.tree.YamlWriter;
import java.util.List;
import java.util.Optional;

/** Shows a change as a unified diff of YAML, without what the API server fills in, with credentials masked and invisible characters as escapes. */
public final class UnifiedDiff {
    private static final int CONTEXT = 3;
    private static final String ABSENT = "/dev/null";

    private UnifiedDiff() {}

    /** A line with the action and the object, then the diff, if any difference may be shown. Each line ends with a newline. */
    public static String of(PlannedChange change) {
        CredentialMask mask = new CredentialMask();
        List<String> before = lines(change.before(), mask);
        List<String> after = lines(change.after(), mask);
        List<String> diff = UnifiedDiffUtils.generateUnifiedDiff(
                change.before().isPresent() ? change.key() + " (cluster)" : ABSENT,
                change.after().isPresent() ? change.key() + " (run)" : ABSENT,
                before,
                DiffUtils.diff(before, after),
                CONTEXT);
        String head = change.action().verb() + " " + change.key() + "\n";
        return head + (diff.isEmpty() ? "differs in its format only" : withEmptyRanges(String.join("\n", diff))) + "\n";
    }

    /** An empty file begins at line 0, which the library does not know (POSIX, diff -u). */
    private static String withEmptyRanges(String diff) {
        return diff.replaceFirst("\n@@ -1,0 ", "\n@@ -0,0 ").replaceFirst("(\n@@ -\\S+ )\\+1,0 @@", "$1+0,0 @@");
    }

    private static List<String> lines(Optional<KubernetesObject> object, CredentialMask mask) {
        return object.map(ServedFields::without)
                .map(mask::of)
                .map(shown -> YamlWriter.write(shown.tree())
                        .lines()
                        .map(MessageText::visible)
                        .toList())
                .orElse(List.of());
    }
}
