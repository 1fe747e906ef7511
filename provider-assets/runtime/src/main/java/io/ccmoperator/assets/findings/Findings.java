// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.assets.findings;

import io.ccmoperator.assets.tree.FieldReader;
import io.ccmoperator.assets.tree.TreePath;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;

/** Collects what the rules find, in the order in which they find it. */
public final class Findings {
    /** One mistake may be in each of many items: who corrects so many of them sees the others then. */
    private static final int MAX = 1000;

    private final String rule;
    private final List<Finding> findings;
    private final List<String> remarks;

    /** Two documents may be equal. */
    private final Map<FieldReader.Origin, Set<TreePath>> decided;

    /** There is one more than the most that are collected, so that what else is wrong is not looked for. */
    public static final class TooManyException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        private TooManyException() {
            super(null, null, false, false);
        }
    }

    /** None so far; rules add to the findings {@link #of} them. */
    public Findings() {
        this("", new ArrayList<>(), new ArrayList<>(), new IdentityHashMap<>());
    }

    private Findings(
            String rule, List<Finding> findings, List<String> remarks, Map<FieldReader.Origin, Set<TreePath>> decided) {
        this.rule = rule;
        this.findings = findings;
        this.remarks = remarks;
        this.decided = decided;
    }

    /**
     * The same findings: what is added there breaks this rule.
     *
     * @throws IllegalArgumentException if there is no such rule
     */
    public Findings of(String rule) {
        return new Findings(RuleDescription.of(rule).id(), findings, remarks, decided);
    }

    /** Something is wrong with a file as a whole. */
    public void add(String file, String reason) {
        add(file, file.substring(file.lastIndexOf('/') + 1), reason);
    }

    private void add(String place, String object, String reason) {
        if (rule.isEmpty()) {
            throw new IllegalStateException("no rule says this: " + place + ": " + reason);
        }
        if (findings.size() == MAX) {
            throw new TooManyException();
        }
        findings.add(new Finding(rule, place, object, reason));
    }

    /** Something is wrong at a path of a document; where that path does not exist, its nearest parent gives the line. */
    public void add(FieldReader.Origin document, TreePath path, String reason) {
        if (!isDecided(document, path)) {
            add(document.locate(path), document.object(), reason);
        }
    }

    /**
     * A field is invalid, and rules that run later are silent on it, on what is below it, and on the field that is meant: their
     * findings would follow from this one.
     *
     * @param meant the name of the field that is meant, beside the invalid one; null where that is not known
     */
    public void addDecisive(FieldReader.Origin document, TreePath path, String meant, String reason) {
        add(document, path, reason);
        decide(document, path);
        if (meant != null) {
            decide(document, path.parent().field(meant));
        }
    }

    /** The same for a field; of another document than a parsed one, too. */
    public void addDecisive(FieldReader field, String meant, String reason) {
        addDecisive(field.origin(), field.path(), meant, reason);
    }

    /** Rules that run later are silent on a field. */
    public void decide(FieldReader field) {
        decide(field.origin(), field.path());
    }

    /** The same for a path of a document. */
    public void decide(FieldReader.Origin document, TreePath path) {
        decided.computeIfAbsent(document, key -> new HashSet<>()).add(path);
    }

    private boolean isDecided(FieldReader.Origin document, TreePath path) {
        Set<TreePath> paths = decided.getOrDefault(document, Set.of());
        // A list or a map with an invalid item may lack what this item is meant to be.
        if (paths.stream().anyMatch(decided -> decided.parent().equals(path) && !path.equals(TreePath.ROOT))) {
            return true;
        }
        for (TreePath part = path; !part.equals(TreePath.ROOT); part = part.parent()) {
            if (paths.contains(part)) {
                return true;
            }
        }
        return paths.contains(TreePath.ROOT);
    }

    /** A field of a document is invalid or missing. */
    public void add(FieldReader field, String reason) {
        add(field.origin(), field.path(), reason);
    }

    /** Something is accepted, but whoever builds should know of it. */
    public void remark(String line) {
        remarks.add(line);
    }

    /** The same at a field of a document. */
    public void remark(FieldReader field, String reason) {
        if (!isDecided(field.origin(), field.path())) {
            remarks.add(new Finding(rule, field.location(), "", reason).toString());
        }
    }

    /**
     * Turns findings into remarks.
     *
     * @param why ends each remark
     */
    public void accept(Predicate<Finding> accepted, String why) {
        findings.stream().filter(accepted).map(finding -> finding + "; " + why).forEach(remarks::add);
        findings.removeIf(accepted);
    }

    /** What does not fail the build, one line each. */
    public List<String> remarks() {
        return List.copyOf(remarks);
    }

    /** All findings so far. */
    public List<Finding> all() {
        return List.copyOf(findings);
    }
}
