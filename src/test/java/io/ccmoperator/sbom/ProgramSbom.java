// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.sbom;

import io.ccmoperator.PackagedProgram;
import io.ccmoperator.assets.tree.FieldReader;
import io.ccmoperator.assets.tree.JsonReader;
import io.ccmoperator.payload.PayloadFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** The SBOM of the program that Quarkus says it has built, and the jars that the program was made of. */
final class ProgramSbom {
    private static final Path TARGET = PayloadFolder.project().resolve("target");

    private ProgramSbom() {}

    static FieldReader read() throws IOException {
        String name = PackagedProgram.isExecutable() ? "ccm-operator" : "quarkus-run";
        return FieldReader.of(JsonReader.read(Files.readAllBytes(TARGET.resolve(name + ".cdx.json"))));
    }

    /** Those of libraries; the program itself has no version yet, and is not one. */
    static List<FieldReader> libraries() throws IOException {
        return read().items("components").stream()
                .filter(component -> !component.string("name").equals("ccm-operator"))
                .toList();
    }

    /** The package URL of a component, without the qualifiers, which say the type of the file. */
    static String purl(FieldReader component) {
        return component.string("purl").replaceFirst("\\?.*", "");
    }

    /** The jars of libraries, each named GROUP.NAME-VERSION.jar. */
    static List<Path> jars() throws IOException {
        String folder = PackagedProgram.isExecutable() ? "ccm-operator-native-image-source-jar/lib" : "quarkus-app/lib";
        return filesIn(TARGET.resolve(folder));
    }

    /** The name of a jar; Quarkus says in front which ones it has changed for the executable. */
    static String name(Path jar) {
        return jar.getFileName().toString().replaceFirst("^modified-", "");
    }

    /** All jars: those of libraries, that of the program, and what Quarkus has generated. */
    static List<Path> allJars() throws IOException {
        String folder = PackagedProgram.isExecutable() ? "ccm-operator-native-image-source-jar" : "quarkus-app";
        return filesIn(TARGET.resolve(folder));
    }

    private static List<Path> filesIn(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(file -> file.toString().endsWith(".jar")).toList();
        }
    }
}
