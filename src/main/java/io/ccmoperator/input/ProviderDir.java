// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.input;

import io.ccmoperator.assets.ProviderIndex;
import io.ccmoperator.assets.discovery.ProviderFolder;
import io.ccmoperator.assets.discovery.SourceFile;
import io.ccmoperator.assets.findings.Findings;
import io.ccmoperator.assets.provider.IndexFiles;
import io.ccmoperator.assets.provider.ParsedProvider;
import io.ccmoperator.assets.text.DnsName;
import io.ccmoperator.assets.validation.BuildFacts;
import io.ccmoperator.assets.validation.FolderValidation;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The folder that {@code --provider-dir} names, with providers beside those that are built in.
 *
 * @param path as the user named it
 */
public record ProviderDir(Path path) {
    private static final int MAX_FINDINGS = 100;

    /**
     * What is in the folder now.
     *
     * @param providers all of them, in the order of their names
     * @param findings why none of them may be used, one line each with file, place, remedy and rule; empty if all may be used
     * @param remarks what their author should know all the same, one line each
     */
    public record Judged(List<ParsedProvider> providers, List<String> findings, List<String> remarks) {
        public Judged {
            providers = List.copyOf(providers);
            findings = List.copyOf(findings);
            remarks = List.copyOf(remarks);
        }

        /** Adds the providers to an index; not for ones with findings. */
        public void extend(ProviderIndex index) {
            index.extend(IndexFiles.of(providers));
        }
    }

    /**
     * Reads the folder and judges what is in it, by the rules of the build. Nothing is thrown for an invalid folder, or a missing one.
     *
     * @param index what is built in, beside which the providers are judged
     */
    public Judged judge(ProviderIndex index, BuildFacts facts) {
        Findings findings = new Findings();
        Content files = Content.read(path, findings);
        List<ParsedProvider> providers = FolderValidation.judge(files.folders(), index.builtIn(), facts, findings);
        return new Judged(
                providers,
                lines(findings, files),
                findings.remarks().stream().map(files::withPaths).toList());
    }

    /** The first of them: one mistake may be in each of many documents. */
    private static List<String> lines(Findings findings, Content files) {
        List<String> lines = new ArrayList<>();
        findings.all().stream().limit(MAX_FINDINGS).forEach(finding -> lines.add(files.withPaths(finding.toString())));
        int more = findings.all().size() - MAX_FINDINGS;
        if (more > 0) {
            lines.add("and " + more + " more findings; correct the ones above first");
        }
        return lines;
    }

    /**
     * The provider folders as they are read from the file system: those in the folder, or the folder itself where it has a provider.yaml. It
     * may be a plain folder, an image volume, or a mounted ConfigMap: there the symbolic link {@code ..data} leads to the files, which the
     * kubelet replaces as a whole, and names that begin with two dots are the kubelet's.
     */
    private static final class Content {
        private static final String OF_KUBELET = "..";
        private static final int MAX_FILES = 200;
        private static final int MAX_FILE_BYTES = 1 << 20;
        private static final int MAX_BYTES = 4 << 20;
        private static final int MAX_DOCUMENTS = 500;
        private static final int MAX_DEPTH = 8;

        /** How often a folder is read again that changes while it is read. */
        private static final int ATTEMPTS = 3;

        private static final Pattern DOCUMENT = Pattern.compile("(?m)^---");

        private static final String LAYOUT = "a provider has a folder of its own, such as example/provider.yaml and"
                + " example/assets/50-deployment.yaml; with a ConfigMap, items[].path gives a key such a path";

        private final Path folder;
        private final Findings findings;
        private final Map<String, List<SourceFile>> files = new TreeMap<>();

        /** The path of each provider as messages show it. */
        private final Map<String, Path> paths = new TreeMap<>();

        /** Folders that were read, so that no link leads into a circle. */
        private final Set<Path> read = new HashSet<>();

        private int count;
        private int documents;
        private long bytes;

        private Content(Path folder, Findings findings) {
            this.folder = folder;
            this.findings = findings.of("folder");
        }

        /**
         * Reads a folder.
         *
         * @param findings gets what cannot be read, and what is too much
         */
        static Content read(Path folder, Findings findings) {
            for (int attempt = 1; ; attempt++) {
                Findings ofAttempt = new Findings();
                Content read = new Content(folder, ofAttempt);
                Optional<Path> content = Optional.empty();
                try {
                    content = Optional.of(content(folder));
                    read.collect(content.get());
                    if (!content(folder).equals(content.get())) {
                        // A list of files that are being deleted may lack some, and then no file is missing.
                        throw new FileSystemException(folder.toString(), null, "it changes while it is read");
                    }
                    if (read.count > MAX_FILES || read.bytes > MAX_BYTES || read.documents > MAX_DOCUMENTS) {
                        // Nothing more is said of files of which some were not read.
                        read.files.clear();
                    }
                } catch (IOException e) {
                    if (attempt < ATTEMPTS && hasChanged(folder, content)) {
                        continue;
                    }
                    read.files.clear();
                    read.findings.add(
                            e instanceof FileSystemException failure && failure.getFile() != null
                                    ? failure.getFile()
                                    : folder.toString(),
                            "cannot be read: " + IoReason.of(e)
                                    + "; mount a volume there that has providers, or leave --provider-dir out");
                }
                ofAttempt.all().forEach(finding -> findings.of(finding.rule()).add(finding.place(), finding.reason()));
                ofAttempt.remarks().forEach(findings::remark);
                return read;
            }
        }

        /** The folder to which the link of the kubelet leads, so that all files are of one version of a ConfigMap. */
        private static Path content(Path folder) throws IOException {
            Path data = folder.resolve("..data");
            Path content = (Files.exists(data) ? data : folder).toRealPath();
            if (!content.startsWith(folder.toRealPath())) {
                throw new FileSystemException(data.toString(), null, "it is a link that leads out of " + folder);
            }
            return content;
        }

        private static boolean hasChanged(Path folder, Optional<Path> content) {
            try {
                return content.isPresent() && !content(folder).equals(content.get());
            } catch (IOException e) {
                // The caller has the reason, of the same folder.
                return false;
            }
        }

        /** The provider folders, sorted by name. */
        List<ProviderFolder> folders() {
            return files.entrySet().stream()
                    .map(provider -> new ProviderFolder(provider.getKey(), folder.toString(), provider.getValue()))
                    .toList();
        }

        /** A line with the paths of files as they are in the file system, and not as they would be in the operator's jar. */
        String withPaths(String line) {
            String shown = line;
            for (Map.Entry<String, Path> path : paths.entrySet()) {
                shown = shown.replace(ProviderFolder.ROOT + path.getKey() + "/", path.getValue() + "/");
            }
            return shown;
        }

        private void collect(Path content) throws IOException {
            if (Files.isRegularFile(content.resolve("provider.yaml"))) {
                Path name = folder.toAbsolutePath().normalize().getFileName();
                if (name == null) {
                    findings.add(
                            folder.toString(),
                            "the name of the folder is the provider's, and the root has none; put the provider into a folder");
                } else {
                    collect(name.toString(), folder, content, content);
                }
            } else {
                read.add(content);
                for (Path entry : entries(content)) {
                    String name = entry.getFileName().toString();
                    Path shown = folder.resolve(name);
                    if (Files.isDirectory(entry)) {
                        collect(name, shown, entry, content);
                    } else if (ProviderFolder.isDocumentation(name)) {
                        findings.remark(shown + ": no component reads this file");
                    } else {
                        findings.add(shown.toString(), "no component reads this file here; " + LAYOUT);
                    }
                }
                if (files.isEmpty()) {
                    findings.add(folder.toString(), "has no provider; " + LAYOUT);
                }
            }
        }

        private void collect(String name, Path shown, Path provider, Path content) throws IOException {
            paths.put(name, shown);
            List<SourceFile> ofProvider = new ArrayList<>();
            collect(provider, ProviderFolder.ROOT + name + "/", shown, content, ofProvider);
            if (ofProvider.stream().allMatch(file -> ProviderFolder.isDocumentation(file.path()))) {
                findings.remark(shown + ": the folder has no provider.yaml, and no component reads it");
            } else if (!DnsName.LABEL.matches(name)) {
                findings.add(
                        shown.toString(),
                        "the name of the folder is the provider's, which has lower case letters, digits and hyphens, and at"
                                + " most 63 of them; rename the folder");
            } else {
                files.put(name, ofProvider);
            }
        }

        private void collect(Path directory, String prefix, Path shown, Path content, List<SourceFile> into)
                throws IOException {
            if (!read.add(directory.toRealPath())) {
                findings.add(shown.toString(), "is a link to a folder that has another name, too; leave the link out");
                return;
            }
            if (isTooMuch()) {
                return;
            }
            for (Path entry : entries(directory)) {
                String name = entry.getFileName().toString();
                Path place = shown.resolve(name);
                if (!entry.toRealPath().startsWith(content)) {
                    findings.add(
                            place.toString(), "is a link that leads out of " + folder + "; put the file itself there");
                } else if (!Files.isDirectory(entry)) {
                    read(entry, prefix + name, place).ifPresent(into::add);
                } else if (shown.getNameCount() - folder.getNameCount() < MAX_DEPTH) {
                    collect(entry, prefix + name + "/", place, content, into);
                }
            }
        }

        /** Counts a file or a folder. */
        private boolean isTooMuch() {
            if (++count == MAX_FILES + 1) {
                findings.add(
                        folder.toString(),
                        "has more than " + MAX_FILES + " files and folders; leave out what no provider needs");
            }
            return count > MAX_FILES;
        }

        private Optional<SourceFile> read(Path file, String path, Path shown) throws IOException {
            if (isTooMuch() || bytes > MAX_BYTES) {
                return Optional.empty();
            }
            if (!Files.isRegularFile(file)) {
                findings.add(shown.toString(), "is not a file; leave it out");
                return Optional.empty();
            }
            byte[] content;
            try (InputStream stream = Files.newInputStream(file)) {
                content = stream.readNBytes(MAX_FILE_BYTES + 1);
            }
            if (content.length > MAX_FILE_BYTES) {
                findings.add(shown.toString(), "is larger than 1 MiB; no file of a provider needs that");
                return Optional.empty();
            }
            bytes += content.length;
            if (documents <= MAX_DOCUMENTS) {
                documents += 1
                        + (int) DOCUMENT.matcher(new String(content, StandardCharsets.UTF_8))
                                .results()
                                .count();
                if (documents > MAX_DOCUMENTS) {
                    findings.add(
                            folder.toString(),
                            "has more than " + MAX_DOCUMENTS + " documents; leave out what no provider needs");
                }
            }
            if (bytes > MAX_BYTES) {
                findings.add(folder.toString(), "has more than 4 MiB of files; leave out what no provider needs");
            }
            return Optional.of(new SourceFile(path, content));
        }

        private static List<Path> entries(Path directory) throws IOException {
            try (Stream<Path> entries = Files.list(directory)) {
                return entries.filter(entry -> !entry.getFileName().toString().startsWith(OF_KUBELET))
                        .sorted()
                        .limit(2L * MAX_FILES)
                        .toList();
            } catch (UncheckedIOException e) {
                throw e.getCause();
            }
        }
    }
}
