// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.assets.discovery;

import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A folder {@code providers/<name>} as it was found.
 *
 * @param name the name of the folder, which is the provider's name
 * @param origin the application or the jar that holds it, for messages
 * @param files the files in it and below, sorted by path
 */
public record ProviderFolder(String name, String origin, List<SourceFile> files) {
    public ProviderFolder {
        files = List.copyOf(files);
    }

    /** The folder of resources that holds one folder for each provider, with a slash at the end. */
    public static final String ROOT = "providers/";

    private static final Pattern YAML = Pattern.compile("[^/]+\\.ya?ml");

    /** Such as 50-deployment.yaml.txt, which was meant to be read. */
    private static final Pattern MANIFEST = Pattern.compile(".*\\.(?:ya?ml|json)\\b[^/]*", Pattern.CASE_INSENSITIVE);

    /** Whether the name of a file that no component reads says that none is meant to: a licence, notes, .gitkeep. */
    public static boolean isDocumentation(String path) {
        return !MANIFEST.matcher(path).matches();
    }

    /** The path of the descriptor, whether it is there or not. */
    public String descriptorPath() {
        return path() + "provider.yaml";
    }

    /** The descriptor, if there is one. */
    public Optional<SourceFile> descriptor() {
        return files.stream()
                .filter(file -> file.path().equals(descriptorPath()))
                .findFirst();
    }

    /** Which images of its programs fit which version of Kubernetes, if there is a file that says it. */
    public Optional<SourceFile> images() {
        return files.stream().filter(file -> file.path().equals(imagesPath())).findFirst();
    }

    /** What runs in the cluster. */
    public List<SourceFile> assets() {
        return manifests("assets/");
    }

    /** Static Pods for the bootstrap VM. */
    public List<SourceFile> bootstrap() {
        return manifests("bootstrap/");
    }

    /** What programs print with {@code --help}: one file for each container that is known. */
    public List<SourceFile> programs() {
        return manifests("programs/");
    }

    /** Files that are neither the descriptor nor images.yaml nor YAML in a place where it is looked for. */
    public List<SourceFile> strays() {
        return files.stream()
                .filter(file -> !file.path().equals(descriptorPath())
                        && !file.path().equals(imagesPath())
                        && !isManifest(file, "assets/")
                        && !isManifest(file, "bootstrap/")
                        && !isManifest(file, "programs/"))
                .toList();
    }

    private List<SourceFile> manifests(String folder) {
        return files.stream().filter(file -> isManifest(file, folder)).toList();
    }

    private boolean isManifest(SourceFile file, String folder) {
        String prefix = path() + folder;
        return file.path().startsWith(prefix)
                && YAML.matcher(file.path().substring(prefix.length())).matches();
    }

    private String imagesPath() {
        return path() + "images.yaml";
    }

    private String path() {
        return ROOT + name + "/";
    }
}
