// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.assets.deployment;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.Arrays;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The arrows between the packages of the extension, from the build steps and what runs later to what reads files and finds mistakes. */
class ArrowsTest {
    private static final String ROOT = "io.ccmoperator.assets";

    /** Package to the packages that it knows. Each package knows only packages above it in this table. */
    private static final String ARROWS = """
            text:
            tree: text
            assets: text tree
            discovery:
            rbac: assets tree
            schema: assets text tree
            findings: tree
            provider: assets discovery findings schema text tree
            rules.identity: assets discovery findings provider schema text tree
            rules.access: assets discovery findings provider rbac text tree
            rules.flags: assets discovery findings provider rules.identity text tree
            rules.pods: assets discovery findings provider rules.flags rules.identity tree
            validation: assets discovery findings provider rules.access rules.flags rules.identity rules.pods tree
            deployment.discovery: discovery
            deployment.packaging: assets
            deployment: assets deployment.discovery discovery provider rbac tree validation
            deployment.devui: assets deployment discovery findings provider tree validation
            deployment.devmode.mock: assets tree
            deployment.devmode: assets deployment deployment.devmode.mock deployment.devui deployment.discovery discovery provider text tree validation
            """;

    private static final Map<String, Set<JavaClass>> PACKAGES = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS).importPackages(ROOT).stream()
                    .collect(Collectors.groupingBy(ArrowsTest::nameOf, TreeMap::new, Collectors.toSet()));

    @Test
    void allowsOnlyArrowsOfTable() {
        Map<String, Set<String>> arrows = new TreeMap<>();
        PACKAGES.forEach((from, classes) -> arrows.put(
                from,
                classes.stream()
                        .flatMap(type -> type.getDirectDependenciesFromSelf().stream())
                        .map(Dependency::getTargetClass)
                        .filter(target -> target.getPackageName().startsWith(ROOT))
                        .map(ArrowsTest::nameOf)
                        .filter(to -> !to.equals(from))
                        .collect(Collectors.toCollection(TreeSet::new))));

        assertThat(arrows).isEqualTo(table());
    }

    @Test
    void allowsOnlyArrowsUpwardsInTable() {
        Set<String> above = new TreeSet<>();
        for (String line : ARROWS.lines().toList()) {
            String from = line.substring(0, line.indexOf(':'));
            assertThat(above).as(from).containsAll(table().get(from));
            above.add(from);
        }
    }

    private static Map<String, Set<String>> table() {
        return ARROWS.lines()
                .map(line -> line.split(":", 2))
                .collect(Collectors.toMap(
                        line -> line[0],
                        line -> Arrays.stream(line[1].split(" "))
                                .filter(name -> !name.isEmpty())
                                .collect(Collectors.toCollection(TreeSet::new))));
    }

    /** The package below the root; {@code assets} for the root itself. */
    private static String nameOf(JavaClass type) {
        return type.getPackageName().equals(ROOT)
                ? "assets"
                : type.getPackageName().substring(ROOT.length() + 1);
    }
}
