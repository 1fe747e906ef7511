// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.assets.deployment;

import io.ccmoperator.assets.Transformer;
import io.ccmoperator.assets.deployment.discovery.PayloadFiles;
import io.ccmoperator.assets.deployment.discovery.ProviderFolders;
import io.ccmoperator.assets.discovery.ProviderFolder;
import io.ccmoperator.assets.validation.InvalidProvidersException;
import io.ccmoperator.assets.validation.ProviderValidation;
import io.quarkus.deployment.ApplicationArchive;
import io.quarkus.deployment.ApplicationArchiveImpl;
import io.quarkus.maven.dependency.ArtifactKey;
import io.quarkus.maven.dependency.ResolvedDependencyBuilder;
import io.quarkus.paths.OpenPathTree;
import io.quarkus.paths.PathTree;
import io.quarkus.paths.PathVisit;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.JarURLConnection;
import java.net.URI;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jboss.jandex.Index;
import org.jboss.jandex.Indexer;

/**
 * Validates the providers of a pack as the build of the operator does, for the tests of the pack. The operator's own providers, its
 * release payload and its transformers are those of {@code io.ccmoperator:ccm-operator} on the class path.
 */
public final class PackValidation {
    private static final String OPERATOR = "io.ccmoperator:ccm-operator";
    private static final String FILE_OF_OPERATOR = PayloadFiles.ROOT + "image-references";

    private PackValidation() {}

    /**
     * Checks all rules.
     *
     * @param coordinates group and artifact id of the pack, such as {@code com.example:example-provider-pack}, for messages
     * @param resources the folder that contains {@code providers/}, such as {@code target/classes}
     * @throws InvalidProvidersException if any rule is violated; the message is that of the operator's build
     * @throws IllegalArgumentException if the folder has no provider
     * @throws IllegalStateException if the operator is not on the class path
     */
    public static void validate(String coordinates, Path resources) {
        validate(coordinates, resources, operator());
    }

    /** The same with the operator in a jar or a folder. */
    static void validate(String coordinates, Path resources, Path operator) {
        try (OpenPathTree ofOperator = PathTree.ofDirectoryOrArchive(operator).open();
                OpenPathTree ofPack = PathTree.ofDirectoryOrFile(resources).open()) {
            Index classes = index(ofOperator);
            ApplicationArchive application = archive(OPERATOR, ofOperator, classes);
            ApplicationArchive pack = archive(coordinates, ofPack, new Indexer().complete());
            folders(resources, pack);
            List<ProviderFolder> folders = ProviderFolders.find(List.of(application, pack));
            ProviderValidation.validate(folders, PayloadFiles.find(application), transformers(classes));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The folders of a pack's providers, whatever its coordinates are. */
    static List<ProviderFolder> folders(Path resources) {
        try (OpenPathTree tree = PathTree.ofDirectoryOrFile(resources).open()) {
            return folders(resources, archive("pack:pack", tree, new Indexer().complete()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static List<ProviderFolder> folders(Path resources, ApplicationArchive pack) {
        List<ProviderFolder> folders = ProviderFolders.find(List.of(pack));
        if (folders.isEmpty()) {
            throw new IllegalArgumentException(resources + ": has no folder providers/NAME with a provider.yaml");
        }
        return folders;
    }

    private static Path operator() {
        URL file = PackValidation.class.getClassLoader().getResource(FILE_OF_OPERATOR);
        if (file == null) {
            throw new IllegalStateException("the operator is not on the class path; add " + OPERATOR
                    + " with scope test to the pack's pom.xml");
        }
        try {
            if (file.openConnection() instanceof JarURLConnection jar) {
                return Path.of(URI.create(jar.getJarFileURL().toString()));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        String url = file.toString();
        return Path.of(URI.create(url.substring(0, url.length() - FILE_OF_OPERATOR.length())));
    }

    private static ApplicationArchive archive(String coordinates, OpenPathTree tree, Index classes) {
        ArtifactKey key = ArtifactKey.fromString(coordinates);
        return new ApplicationArchiveImpl(
                classes,
                tree,
                ResolvedDependencyBuilder.newInstance()
                        .setGroupId(key.getGroupId())
                        .setArtifactId(key.getArtifactId())
                        .setVersion("0")
                        .build());
    }

    private static Index index(PathTree tree) {
        Indexer indexer = new Indexer();
        tree.walkIfContains("io/ccmoperator", visit -> index(visit, indexer));
        return indexer.complete();
    }

    private static void index(PathVisit visit, Indexer indexer) {
        Path file = visit.getPath();
        if (!Files.isRegularFile(file) || !visit.getRelativePath("/").endsWith(".class")) {
            return;
        }
        try (InputStream bytes = Files.newInputStream(file)) {
            indexer.index(bytes);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + file, e);
        }
    }

    private static Set<String> transformers(Index classes) {
        Set<String> names = new TreeSet<>();
        classes.getAnnotations(Transformer.class)
                .forEach(annotation -> names.addAll(List.of(annotation.value().asStringArray())));
        return names;
    }
}
