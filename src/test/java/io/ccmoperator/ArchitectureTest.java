// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.fields;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaConstructor;
import com.tngtech.archunit.core.domain.Source;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import io.ccmoperator.client.ApiServer;
import io.ccmoperator.client.ObjectCache;
import io.ccmoperator.client.ObjectKey;
import java.time.Clock;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The arrows between the packages of the operator. All run one way, from the commands to the cluster's state. */
class ArchitectureTest {
    private static final String ROOT = "io.ccmoperator.";
    private static final int MOST_PARAMETERS = 6;

    /** Package to the packages that it knows. Each package knows only packages above it in this table. */
    private static final String ARROWS = """
            assets:
            cluster: assets
            metrics:
            ini: assets cluster
            certificates: assets cluster
            input: assets cluster
            output: input
            substitution: assets certificates cluster
            devui: assets cluster input substitution
            kubeconfig: assets cluster
            client: assets certificates cluster kubeconfig
            events: assets client
            lease: assets client cluster
            status: assets client cluster events
            serving: assets certificates client cluster input
            plan: assets client cluster status substitution
            apply: assets client events metrics
            ccm: apply assets client cluster events metrics plan status substitution
            cloudconfig: apply assets client cluster events ini input plan status substitution
            azure: assets cloudconfig cluster input output
            bootstrap: assets certificates cluster ini input output substitution
            trustedca: apply assets certificates client cluster events input metrics plan status substitution
            preview: apply assets ccm client cloudconfig cluster plan status trustedca
            overview: assets ccm client cloudconfig cluster status substitution
            operator: apply assets ccm client cloudconfig cluster events input kubeconfig lease metrics plan serving status trustedca
            cli: apply assets azure bootstrap ccm client cloudconfig cluster events input kubeconfig lease operator output overview preview serving status substitution
            """;

    private static final JavaClasses CLASSES = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .withImportOption(location -> !location.contains("deployment"))
            .importPackages("io.ccmoperator");

    @Test
    void allowsOnlyArrowsOfTable() {
        Map<String, Set<String>> arrows = new TreeMap<>();
        for (JavaClass from : CLASSES) {
            Set<String> known = arrows.computeIfAbsent(packageOf(from).orElseThrow(), name -> new TreeSet<>());
            for (Dependency dependency : from.getDirectDependenciesFromSelf()) {
                packageOf(dependency.getTargetClass()).ifPresent(known::add);
            }
        }
        arrows.forEach((from, known) -> known.remove(from));

        assertThat(arrows).isEqualTo(table());
    }

    @Test
    void allowsOnlyArrowsUpwardsInTable() {
        Set<String> above = new TreeSet<>();
        for (String line : ARROWS.lines().toList()) {
            String from = line.substring(0, line.indexOf(':'));
            assertThat(above).as(from).containsAll(targets(line));
            above.add(from);
        }
    }

    @Test
    void keepsPureLogicFreeOfClientContainerAndClock() {
        noClasses()
                .that()
                .resideInAnyPackage(ROOT + "substitution..", ROOT + "cloudconfig.transform..", ROOT + "ini..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("jakarta..", "io.fabric8..", "io.quarkus..", "io.vertx..", ROOT + "client..")
                .orShould()
                .dependOnClassesThat()
                .areAssignableTo(Clock.class)
                .check(CLASSES);
    }

    /** What a plan reads is watched; a read beside the snapshot would not be. */
    @Test
    void plansReadObjectsInTheirSnapshotOnly() {
        noClasses()
                .that()
                .resideInAnyPackage(ROOT + "ccm..", ROOT + "cloudconfig..", ROOT + "trustedca..")
                .should()
                .callMethod(ObjectCache.class, "state", ObjectKey.class)
                .orShould()
                .callMethod(ObjectCache.class, "watch", ObjectKey.class, Runnable.class)
                .check(CLASSES);
        noClasses()
                .that()
                .haveNameMatching(".*Plan")
                .should()
                .dependOnClassesThat()
                .areAssignableTo(ObjectCache.class)
                .orShould()
                .dependOnClassesThat()
                .areAssignableTo(ApiServer.class)
                .check(CLASSES);
    }

    /** The fuzzer looks for inputs of the first of a class, and skips the others. */
    @Test
    void classesHaveOneFuzzTest() {
        JavaClasses classes = new ClassFileImporter()
                .withImportOption(location -> location.contains("FuzzTest.class"))
                .importPackages("io.ccmoperator");

        assertThat(classes)
                .isNotEmpty()
                .allSatisfy(type -> assertThat(type.getMethods())
                        .filteredOn(method -> method.isAnnotatedWith(FuzzTest.class))
                        .as(type.getName())
                        .hasSize(1));
    }

    /** Maven compiles everything again as long as a file has no class of its name. */
    @Test
    void filesAreNamedAfterTheirClass() {
        JavaClasses tests = new ClassFileImporter()
                .withImportOption(ImportOption.Predefined.ONLY_INCLUDE_TESTS)
                .importPackages("io.ccmoperator");

        assertThat(Stream.concat(CLASSES.stream(), tests.stream()).filter(JavaClass::isTopLevelClass))
                .allSatisfy(type -> assertThat(type.getSource().flatMap(Source::getFileName))
                        .contains(type.getSimpleName() + ".java"));
    }

    /** A class that needs more is several classes, or some of its parts are one. */
    @Test
    void constructorsHaveAtMostSixParameters() {
        Set<String> tooLong = CLASSES.stream()
                .filter(type -> !type.isRecord() && !type.isEnum() && !type.isAnonymousClass())
                .flatMap(type -> type.getConstructors().stream())
                .filter(constructor -> constructor.getRawParameterTypes().size() > MOST_PARAMETERS)
                .map(JavaConstructor::getFullName)
                .collect(Collectors.toCollection(TreeSet::new));

        assertThat(tooLong).isEmpty();
    }

    @Test
    void staticFieldsNeverChange() {
        fields().that()
                .areStatic()
                .should()
                .beFinal()
                .andShould()
                .notHaveRawType(resideInAPackage("java.util.concurrent.."))
                .check(CLASSES);
    }

    private static Map<String, Set<String>> table() {
        Map<String, Set<String>> table = new TreeMap<>();
        ARROWS.lines().forEach(line -> table.put(line.substring(0, line.indexOf(':')), targets(line)));
        return table;
    }

    private static Set<String> targets(String line) {
        String targets = line.substring(line.indexOf(':') + 1).strip();
        return targets.isEmpty() ? Set.of() : new TreeSet<>(Set.of(targets.split(" ")));
    }

    /** The package directly below the root that a class of this project is in. */
    private static Optional<String> packageOf(JavaClass type) {
        String name = type.getPackageName();
        if (!name.startsWith(ROOT)) {
            return Optional.empty();
        }
        String below = name.substring(ROOT.length());
        int end = below.indexOf('.');
        return Optional.of(end < 0 ? below : below.substring(0, end));
    }
}
