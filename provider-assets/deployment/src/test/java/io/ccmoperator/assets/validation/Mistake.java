// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.assets.validation;

import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.assets.deployment.GoodPayload;
import io.ccmoperator.assets.deployment.GoodProvider;
import io.ccmoperator.assets.discovery.SourceFile;
import io.ccmoperator.assets.findings.Finding;
import io.ccmoperator.assets.tree.YamlDocument;
import io.ccmoperator.assets.tree.YamlReader;
import io.ccmoperator.assets.tree.YamlWriter;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * An entry of a file in {@code src/test/resources/mistakes}: a change of the provider fog, which is valid otherwise, and what the
 * validation reports. Or one of a file in {@code src/test/resources/api-server}: a change that no rule is for, which {@link OracleIT}
 * sends to an API server. Its keys:
 *
 * <ul>
 *   <li>{@code mistake}: what an author does wrong
 *   <li>{@code in}: the file that is changed, {@code assets/10-deployment.yaml} if it is left out, with {@code #2} for its second
 *       document
 *   <li>{@code set}: path to value; {@code remove}: paths ({@link TreeEdit}); {@code replace}: text to text
 *   <li>{@code also}: more changes, each with {@code in}, {@code set}, {@code remove} and {@code replace}
 *   <li>{@code program}: {@code true} adds a file with what the program of the CCM prints with --help
 *   <li>{@code files}: path to text of files that are added; {@code without}: files that are left out
 *   <li>{@code payload}: {@code true} compares the provider with the good payload, {@code pack} with one that has no rules for
 *       the objects of the provider
 *   <li>{@code findings}: all findings, as {@link #lines} shows them
 *   <li>{@code remarks}: what the build prints although it does not fail; not compared if it is left out
 *   <li>{@code accepted}: for a change that is accepted, by an API server where it is for that, why this is right
 *   <li>{@code stricter}: for a change that is refused although an API server takes it, why this is right; only in files
 *       {@code api-*.yaml}, whose changes {@link OracleIT} sends to a server
 *   <li>{@code release}: what the release of Kubernetes says of the change and the function that says it, where a server that is
 *       built out of its libraries says the opposite; in the same files
 * </ul>
 */
record Mistake(String topic, Map<String, Object> entry) {
    private static final Pattern LINE = Pattern.compile(" \\(line \\d+\\)");

    String title() {
        return (String) entry.get("mistake");
    }

    /** Why the validation rightly accepts the change; empty for a change that has to be refused. */
    String accepted() {
        return (String) entry.getOrDefault("accepted", "");
    }

    /** Why the validation rightly refuses what an API server takes; empty for a change that the server refuses too. */
    String stricter() {
        return (String) entry.getOrDefault("stricter", "");
    }

    /** Whether an API server refuses the changed objects. */
    boolean isRefusedByServer() {
        return accepted().isEmpty() && stricter().isEmpty();
    }

    /** Which function of Kubernetes judges the change, and how; empty if each server judges it alike. */
    String release() {
        return (String) entry.getOrDefault("release", "");
    }

    List<String> expected() {
        return strings(entry, "findings");
    }

    /** What the validation reports: without lines, and without file and object where they are those of {@code in}. */
    List<String> lines(List<Finding> found) {
        return found.stream()
                .map(Finding::toString)
                .map(Judgement::withoutRule)
                .map(this::shortened)
                .toList();
    }

    /** The same with the rules. */
    List<Finding> found() {
        List<SourceFile> payload =
                entry.containsKey("payload") ? payload(entry.get("payload")).files() : List.of();
        return Judgement.findings(payload, provider().folder());
    }

    /** Whether {@code remarks} are compared. */
    boolean hasRemarks() {
        return entry.containsKey("remarks");
    }

    List<String> expectedRemarks() {
        return strings(entry, "remarks");
    }

    /** What the build prints although it does not fail, shortened as {@link #lines} are. */
    List<String> remarks() {
        return Judgement.remarks(provider().folder()).stream()
                .map(this::shortened)
                .toList();
    }

    /** The objects of the changed provider that the provider fog does not have. */
    List<KubernetesObject> changedObjects() {
        Map<String, String> unchanged = GoodProvider.fog().resources();
        Map<String, String> changed = provider().resources();
        changed.entrySet().removeIf(file -> file.getValue().equals(unchanged.get(file.getKey())));
        unchanged.keySet().retainAll(changed.keySet());
        List<KubernetesObject> unchangedObjects = objects(unchanged);
        return objects(changed).stream()
                .filter(object -> !unchangedObjects.contains(object))
                .toList();
    }

    /** The objects in the files of a provider. */
    static List<KubernetesObject> objects(Map<String, String> resources) {
        return resources.entrySet().stream()
                .filter(file -> file.getKey().matches(".*/(assets|bootstrap)/.*"))
                .flatMap(file -> YamlReader.read(file.getValue()).stream())
                .map(document -> new KubernetesObject(document.map().orElseThrow()))
                .toList();
    }

    private GoodProvider provider() {
        GoodProvider provider = GoodProvider.fog();
        if (entry.containsKey("program")) {
            provider.withProgram();
        }
        edit(provider, entry);
        maps(entry.get("also")).forEach(edit -> edit(provider, edit));
        map(entry.get("files")).forEach((file, text) -> provider.with(file, (String) text));
        strings(entry, "without").forEach(provider::without);
        return provider;
    }

    @Override
    public String toString() {
        return topic + ": " + title();
    }

    private static GoodPayload payload(Object which) {
        return which.equals("pack") ? new GoodPayload().withoutNamedRules() : new GoodPayload();
    }

    private String shortened(String finding) {
        String here = Pattern.quote(file(entry) + ", document " + number(entry));
        return LINE.matcher(finding)
                .replaceFirst("")
                .replaceFirst("^providers/fog/", "")
                .replaceFirst("^" + here + "(?: \\(\\w+ [^)]*\\))?(?:, |: )", "");
    }

    private static void edit(GoodProvider provider, Map<String, Object> edit) {
        String file = file(edit);
        map(edit.get("replace")).forEach((old, replacement) -> provider.replace(file, old, (String) replacement));
        if (edit.containsKey("set") || edit.containsKey("remove")) {
            List<Object> documents = YamlReader.read(provider.text(file)).stream()
                    .map(YamlDocument::value)
                    .toList();
            TreeEdit tree = new TreeEdit(documents.get(number(edit) - 1));
            map(edit.get("set")).forEach(tree::set);
            strings(edit, "remove").forEach(tree::remove);
            provider.with(file, YamlWriter.writeAll(documents));
        }
    }

    private static String file(Map<String, Object> edit) {
        return in(edit)[0];
    }

    private static int number(Map<String, Object> edit) {
        return in(edit).length == 1 ? 1 : Integer.parseInt(in(edit)[1]);
    }

    private static String[] in(Map<String, Object> edit) {
        return ((String) edit.getOrDefault("in", Fault.DEPLOYMENT)).split("#");
    }

    private static List<String> strings(Map<String, Object> holder, String key) {
        return ((List<?>) holder.getOrDefault(key, List.of()))
                .stream().map(String.class::cast).toList();
    }

    @SuppressWarnings("unchecked")
    private static List<Map<String, Object>> maps(Object value) {
        return value == null ? List.of() : (List<Map<String, Object>>) value;
    }

    @SuppressWarnings("unchecked")
    private static Map<String, Object> map(Object value) {
        return value == null ? Map.of() : (Map<String, Object>) value;
    }
}
