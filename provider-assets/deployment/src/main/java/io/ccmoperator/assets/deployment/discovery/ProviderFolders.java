// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.assets.deployment.discovery;

import io.ccmoperator.assets.discovery.ProviderFolder;
import io.ccmoperator.assets.discovery.SourceFile;
import io.quarkus.deployment.ApplicationArchive;
import io.quarkus.paths.PathVisit;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Finds the provider folders of an application: its own and those of every jar that it depends on. */
public final class ProviderFolders {
    private ProviderFolders() {}

    /**
     * All provider folders, sorted by name; two archives with a folder of the same name give two.
     *
     * @throws UncheckedIOException if an archive cannot be read
     */
    public static List<ProviderFolder> find(Collection<ApplicationArchive> archives) {
        List<ProviderFolder> folders = new ArrayList<>();
        for (ApplicationArchive archive : archives) {
            Map<String, List<SourceFile>> files = new TreeMap<>();
            archive.accept(tree -> tree.walkIfContains("providers", visit -> collect(visit, files)));
            String origin = archive.getKey() == null
                    ? "the application"
                    : archive.getKey().toGacString();
            files.forEach((name, ofProvider) -> folders.add(new ProviderFolder(
                    name,
                    origin,
                    ofProvider.stream()
                            .sorted(Comparator.comparing(SourceFile::path))
                            .toList())));
        }
        folders.sort(Comparator.comparing(ProviderFolder::name).thenComparing(ProviderFolder::origin));
        return folders;
    }

    private static void collect(PathVisit visit, Map<String, List<SourceFile>> files) {
        String path = visit.getRelativePath("/");
        int end = path.indexOf('/', ProviderFolder.ROOT.length());
        // A file in providers/ itself is ignored: other libraries may have a folder of that name too.
        if (!path.startsWith(ProviderFolder.ROOT) || end < 0 || !Files.isRegularFile(visit.getPath())) {
            return;
        }
        try {
            files.computeIfAbsent(path.substring(ProviderFolder.ROOT.length(), end), name -> new ArrayList<>())
                    .add(new SourceFile(path, Files.readAllBytes(visit.getPath())));
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + path, e);
        }
    }
}
