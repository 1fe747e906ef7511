// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.permissions;

import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** Compares what an account holds with what it needs. */
public record Proof(List<Holding> holdings, List<Need> needs) {
    /** What is needed and not held. */
    public List<Need> missing() {
        return needs.stream().filter(need -> holders(need).isEmpty()).toList();
    }

    /** What can be taken away alone and nothing fails. */
    public List<Holding> unused() {
        Set<Holding> needed = Collections.newSetFromMap(new IdentityHashMap<>());
        needs.stream().map(this::holders).filter(holders -> holders.size() == 1).forEach(needed::addAll);
        return holdings.stream().filter(holding -> !needed.contains(holding)).toList();
    }

    /** What fails when a permission is taken away: needs that nothing else covers. */
    public List<Need> failing(Holding holding) {
        return needs.stream()
                .filter(need -> holding.permission().covers(need.permission())
                        && holders(need).equals(List.of(holding)))
                .toList();
    }

    /** What is held in all namespaces, but needed in some only. */
    public List<Holding> inTooManyNamespaces() {
        return holdings.stream()
                .filter(holding -> holding.permission().namespace().isEmpty())
                .filter(holding -> covered(holding).stream()
                        .noneMatch(need -> need.permission().namespace().isEmpty()))
                .toList();
    }

    /** What is held for objects of any name, but needed for one name only. No name can limit create. */
    public List<Holding> forTooManyNames() {
        return holdings.stream()
                .filter(holding -> holding.permission().name().isEmpty()
                        && !holding.permission().verb().equals("create"))
                .filter(holding -> {
                    Set<String> names = covered(holding).stream()
                            .map(need -> need.permission().name())
                            .collect(Collectors.toSet());
                    return names.size() == 1 && !names.contains("");
                })
                .toList();
    }

    /** A line for each role, and below it one for each verb: what it is on, and what it is needed for. */
    public String table() {
        Map<String, List<String>> lines = new LinkedHashMap<>();
        for (Holding holding : holdings) {
            lines.computeIfAbsent(holding.role().display(), role -> new ArrayList<>())
                    .add("  %-6s %-81s %s%n"
                            .formatted(
                                    holding.permission().verb(),
                                    holding.permission().target(),
                                    reasons(holding)));
        }
        StringBuilder table = new StringBuilder();
        lines.forEach((role, rows) -> table.append(role).append('\n').append(String.join("", rows)));
        return table.toString();
    }

    private String reasons(Holding holding) {
        int requests = 0;
        Set<String> grants = new LinkedHashSet<>();
        Set<String> removals = new LinkedHashSet<>();
        for (Need need : covered(holding)) {
            if (need instanceof Need.Requests asked) {
                requests += asked.count();
            } else if (need instanceof Need.Grant grant) {
                grants.add(grant.object().name());
            } else if (need instanceof Need.Removal removal) {
                removals.add(removal.object());
            }
        }
        List<String> reasons = new ArrayList<>();
        if (requests > 0) {
            reasons.add("requests: " + requests);
        }
        if (!grants.isEmpty()) {
            reasons.add("granted on to " + String.join(", ", grants));
        }
        if (!removals.isEmpty()) {
            reasons.add("deletes of former releases " + String.join(", ", removals));
        }
        return reasons.isEmpty() ? "UNUSED" : String.join("; ", reasons);
    }

    private List<Need> covered(Holding holding) {
        return needs.stream()
                .filter(need -> holding.permission().covers(need.permission()))
                .toList();
    }

    private List<Holding> holders(Need need) {
        return holdings.stream()
                .filter(holding -> holding.permission().covers(need.permission()))
                .toList();
    }
}
