// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.archetype;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The modules of this build that a pack depends on, without an installation into the local repository of the developer.
 *
 * @param project the folder of the project
 */
record StagedModules(Path project, String version) {
    private static final String JAR = ".jar";
    private static final String POM = ".pom";

    static StagedModules of(Path project, String version) {
        return new StagedModules(project, version);
    }

    /** Copies them into a local repository. */
    void copyTo(Path repository) throws IOException {
        copy(repository, "ccm-operator-parent", POM, "pom.xml");
        module(repository, "ccm-provider-assets", "provider-assets/runtime", "provider-assets/runtime/target");
        module(
                repository,
                "ccm-provider-assets-deployment",
                "provider-assets/deployment",
                "provider-assets/deployment/target");
        module(repository, "ccm-operator", "src", "target");
    }

    private void module(Path repository, String artifact, String folder, String target) throws IOException {
        copy(repository, artifact, POM, folder + "/pom.xml");
        copy(repository, artifact, JAR, target + "/" + artifact + "-" + version + JAR);
    }

    private void copy(Path repository, String artifact, String extension, String file) throws IOException {
        Path folder = repository.resolve("io/ccmoperator").resolve(artifact).resolve(version);
        Files.createDirectories(folder);
        Files.copy(project.resolve(file), folder.resolve(artifact + "-" + version + extension));
    }
}
