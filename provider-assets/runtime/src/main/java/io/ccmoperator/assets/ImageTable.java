// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.assets;

import io.ccmoperator.assets.tree.FieldReader;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Which image of a program fits which minor version of Kubernetes.
 *
 * @param repository the repository with its registry
 * @param tags the release for each minor version, the oldest version first; at least one
 * @param oldest the first release that is supported
 * @param dead the releases that are known not to work
 */
public record ImageTable(
        String repository,
        NavigableMap<KubernetesMinor, ReleaseTag> tags,
        Optional<ReleaseTag> oldest,
        List<Dead> dead) {
    public ImageTable {
        tags = Collections.unmodifiableNavigableMap(new TreeMap<>(tags));
        dead = List.copyOf(dead);
    }

    /**
     * Releases that are known not to work.
     *
     * @param before the first release that works
     * @param since when they ceased to work, as {@code 2026-07-01}
     * @param reason one clause for the administrator
     */
    public record Dead(ReleaseTag before, String since, String reason) {}

    /**
     * Reads the tree form: key of images.json to table, as images.yaml and the index have it. It has been checked when the
     * application was built.
     *
     * @param images what images.yaml has under {@code images}
     */
    public static Map<String, ImageTable> read(FieldReader images) {
        Map<String, ImageTable> tables = new LinkedHashMap<>();
        images.members().forEach(table -> tables.put(table.path().name(), table(table)));
        return tables;
    }

    private static ImageTable table(FieldReader fields) {
        NavigableMap<KubernetesMinor, ReleaseTag> tags = new TreeMap<>();
        for (FieldReader tag : fields.field("tags").members()) {
            tags.put(KubernetesMinor.of(tag.path().name()).orElseThrow(), new ReleaseTag(tag.string()));
        }
        return new ImageTable(
                fields.string("repository"),
                tags,
                ReleaseTag.of(fields.string("oldest")),
                fields.items("dead").stream()
                        .map(dead -> new Dead(
                                new ReleaseTag(dead.string("before")),
                                dead.string("since"),
                                dead.string("reason").strip()))
                        .toList());
    }

    /** The version whose release a server of this version gets: the newest one that is not newer, else the oldest one. */
    public KubernetesMinor entry(KubernetesMinor server) {
        KubernetesMinor floor = tags.floorKey(server);
        return floor == null ? tags.firstKey() : floor;
    }

    /** Why a release should not run; empty if nothing is known against it. */
    public Optional<String> fault(ReleaseTag release) {
        return dead.stream()
                .filter(range -> release.isBefore(range.before()))
                .findFirst()
                .map(range -> "releases before " + range.before() + " do not work since " + range.since() + ": "
                        + range.reason())
                .or(() -> oldest.filter(release::isBefore).map(first -> "the oldest supported release is " + first));
    }
}
