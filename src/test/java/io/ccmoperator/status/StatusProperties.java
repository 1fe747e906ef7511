// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.status;

import static org.assertj.core.api.Assertions.assertThat;

import io.ccmoperator.client.StoredWatches;
import java.util.EnumSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** Properties for any results of the controllers, in one process or in two that do not see each other's writes. */
class StatusProperties {
    /**
     * A controller's report.
     *
     * @param seconds the time that passes before it
     * @param flushed whether it is written at once, or with a later one
     * @param deleted whether another client deletes the object before
     */
    record Report(Controller controller, ReconcileResult result, int seconds, boolean flushed, boolean deleted) {}

    private static final Set<Controller> SYNC = EnumSet.of(Controller.CLOUD_CONFIG, Controller.TRUSTED_CA);
    private static final String FOREIGN = "SetByAnother";

    private final ClusterOperatorStatusWriterFixture fixture = new ClusterOperatorStatusWriterFixture(SYNC);
    private final StoredWatches watchesOfCcm = new StoredWatches(fixture.api);
    private final ClusterOperatorStatusWriter ccm =
            fixture.writer(EnumSet.of(Controller.CLOUD_CONTROLLER_MANAGER), watchesOfCcm);

    @Property(tries = 100)
    void losesNoCondition(@ForAll("reports") List<Report> reports) {
        givenForeignCondition();
        Set<Object> expected = new LinkedHashSet<>(List.of(FOREIGN));
        for (Report report : reports) {
            ClusterOperatorStatusWriter writer = take(report);
            writer.flush();
            expected.addAll(ConditionAssert.types(fixture.stored()));

            assertThat(ConditionAssert.types(fixture.stored()))
                    .doesNotHaveDuplicates()
                    .containsExactlyInAnyOrderElementsOf(expected);
        }
    }

    @Property(tries = 100)
    void reportsLastResultOfEveryController(@ForAll("reports") List<Report> reports) {
        givenForeignCondition();
        reports.forEach(this::take);
        fixture.writer.flush();
        ccm.flush();

        for (ConditionType type : ConditionType.values()) {
            Optional<Condition> said = writer(type.controller()).condition(type);
            assertThat(ReportedStatus.of(fixture.stored()).condition(type)).isEqualTo(said);
        }
    }

    @Property(tries = 100)
    void writesNothingWithoutChange(@ForAll("reports") List<Report> reports) {
        givenForeignCondition();
        for (Report report : reports) {
            ClusterOperatorStatusWriter writer = take(report);
            Map<String, Object> before = fixture.stored().fields().map("status");

            boolean written = writer.flush();

            assertThat(written)
                    .isEqualTo(!fixture.stored().fields().map("status").equals(before));
            assertThat(writer.flush()).isFalse();
        }
    }

    @Property(tries = 100)
    void writesNothingForSameResult(@ForAll("reports") List<Report> reports) {
        givenForeignCondition();
        for (Report report : reports) {
            ClusterOperatorStatusWriter writer = take(report);
            writer.flush();

            assertThat(writer.report(report.controller(), report.result())).isFalse();
            assertThat(writer.flush()).isFalse();
        }
    }

    @Property(tries = 100)
    void recreatesWholeObjectWheneverItIsDeleted(@ForAll("deletions") List<Report> reports) {
        ClusterOperatorStatusWriterFixture one =
                new ClusterOperatorStatusWriterFixture(ClusterOperatorStatusWriterFixture.ALL);
        one.given("{}");
        for (Report report : reports) {
            Set<Object> before = new LinkedHashSet<>(ConditionAssert.types(one.stored()));
            one.clock.advanceSeconds(report.seconds());
            if (report.deleted() && !before.isEmpty()) {
                one.api.remove(ClusterOperatorStatusWriter.KEY);
                one.writer.observe();
            }
            one.writer.report(report.controller(), report.result());
            one.writer.flush();

            assertThat(ConditionAssert.types(one.stored())).containsAll(before);
        }
    }

    private void givenForeignCondition() {
        fixture.given("{status: {conditions: [{type: " + FOREIGN
                + ", status: Unknown, lastTransitionTime: '2026-01-01T00:00:00Z'}]}}");
        fixture.watches.keepAsItIs(ClusterOperatorStatusWriter.KEY);
        watchesOfCcm.keepAsItIs(ClusterOperatorStatusWriter.KEY);
        ccm.observe();
    }

    private ClusterOperatorStatusWriter take(Report report) {
        fixture.clock.advanceSeconds(report.seconds());
        ClusterOperatorStatusWriter writer = writer(report.controller());
        writer.check();
        writer.report(report.controller(), report.result());
        if (report.flushed()) {
            writer.flush();
        }
        return writer;
    }

    private ClusterOperatorStatusWriter writer(Controller controller) {
        return controller == Controller.CLOUD_CONTROLLER_MANAGER ? ccm : fixture.writer;
    }

    @Provide
    Arbitrary<List<Report>> reports() {
        return report(Arbitraries.just(false)).list().ofMinSize(1).ofMaxSize(15);
    }

    @Provide
    Arbitrary<List<Report>> deletions() {
        return report(Arbitraries.of(true, false)).list().ofMinSize(2).ofMaxSize(15);
    }

    private static Arbitrary<Report> report(Arbitrary<Boolean> deleted) {
        return Combinators.combine(
                        Arbitraries.of(Controller.class),
                        results(),
                        Arbitraries.of(0, 1, 30, 119, 150, 700),
                        Arbitraries.of(true, false),
                        deleted)
                .as(Report::new);
    }

    private static Arbitrary<ReconcileResult> results() {
        return Arbitraries.of(
                ReconcileResult.converged(),
                new ReconcileResult.Converged(List.of("a warning")),
                new ReconcileResult.Progressing("Deployment a"),
                ReconcileResult.transientFailure("no answer"),
                ReconcileResult.transientFailure("refused"),
                ReconcileResult.terminalFailure("bad key"),
                new ReconcileResult.Waiting("an event"));
    }
}
