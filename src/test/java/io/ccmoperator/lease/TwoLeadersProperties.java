// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.lease;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** Processes that start, stop, die and misunderstand one another at random: never do two of them lead. */
class TwoLeadersProperties {
    /** What happens next: to one of the processes, by an amount. */
    record Event(int kind, int process, int amount) {}

    @Property(tries = 30)
    void neverHasTwoLeaders(@ForAll("events") List<Event> events, @ForAll long seed) {
        try (Scene scene = new Scene()) {
            History history = new History(scene, new Random(seed));
            events.forEach(history::happen);
            history.calmDown();

            assertThat(history.processes).filteredOn(Participant::leads).hasSize(1);
            assertThat(history.processes).filteredOn(Participant::isAtWork).hasSize(1);
        }
    }

    @Provide
    Arbitrary<List<Event>> events() {
        return Combinators.combine(
                        Arbitraries.integers().between(0, 10),
                        Arbitraries.integers().between(0, 2),
                        Arbitraries.integers().between(0, 200))
                .as(Event::new)
                .list()
                .ofMinSize(5)
                .ofMaxSize(30);
    }

    /** Three processes; one that ended is followed by another one. */
    private static final class History {
        private final Scene scene;
        private final Random random;
        private final List<Participant> processes = new ArrayList<>();
        private final List<Participant> all = new ArrayList<>();
        private boolean calm;

        private History(Scene scene, Random random) {
            this.scene = scene;
            this.random = random;
            scene.time.check(this::atMostOneLeads);
            for (int i = 0; i < 3; i++) {
                processes.add(startOne("p" + i));
            }
        }

        private void happen(Event event) {
            Participant process = processes.get(event.process());
            switch (event.kind()) {
                case 0 -> process.machine.kill();
                case 5 -> restart(process);
                case 1 -> process.release(Duration.ofSeconds(event.amount() / 10));
                case 2 -> process.jump(Duration.ofSeconds(event.amount() - 100L));
                case 3 -> process.election.leaseDeleted();
                case 4 -> scene.server.lease().ifPresent(lease -> tellLater(process, lease, event.amount()));
                default -> scene.time.advance(Duration.ofMillis(event.amount() * 1500L + random.nextInt(1500)));
            }
            scene.seconds(random.nextInt(5));
            replaceTheEnded();
        }

        /** The container of a Pod is killed, and its next process has the same identity. */
        private void restart(Participant process) {
            process.machine.kill();
            processes.replaceAll(each -> each == process ? startOne(process.name) : each);
        }

        /** Without faults some process leads after a while: after hung requests, and an expired Lease. */
        private void calmDown() {
            calm = true;
            for (int i = 0; i < 40; i++) {
                scene.seconds(20);
                replaceTheEnded();
            }
        }

        private void replaceTheEnded() {
            processes.replaceAll(process -> hasEnded(process) ? startOne("p" + all.size()) : process);
        }

        private static boolean hasEnded(Participant process) {
            return process.machine.isDead()
                    || process.notifications.stream()
                            .anyMatch(notification ->
                                    notification.startsWith("stopped") || notification.startsWith("released"));
        }

        private Participant startOne(String name) {
            Duration skew = Duration.ofSeconds(random.nextInt(600) - 300L);
            Participant process = scene.process(name, skew);
            process.connection.fail(this::nextFault);
            scene.server.watch(lease -> {
                if (random.nextInt(3) > 0) {
                    tellLater(process, new Lease(lease), random.nextInt(60));
                }
            });
            all.add(process);
            process.election.start();
            return process;
        }

        /** As by a watch that is late, and out of order. */
        private void tellLater(Participant process, Lease lease, int seconds) {
            if (process.machine.isDead()) {
                return;
            }
            process.machine.start("watch", () -> {
                scene.time.pass(Duration.ofSeconds(seconds));
                process.election.leaseChanged(lease.object());
            });
        }

        private Fault nextFault() {
            if (calm) {
                return Fault.NONE;
            }
            return switch (random.nextInt(10)) {
                case 0 -> Fault.refusal(503);
                case 1 -> Fault.refusal(409);
                case 2 -> Fault.lostAnswer();
                case 3 -> Fault.slow(millis(10_000), millis(10_000));
                case 4 -> Fault.slow(millis(200_000), Duration.ZERO);
                case 5, 6 -> Fault.slow(Duration.ZERO, millis(250_000));
                default -> Fault.NONE;
            };
        }

        private Duration millis(int below) {
            return Duration.ofMillis(random.nextInt(below));
        }

        private void atMostOneLeads() {
            assertThat(all).filteredOn(Participant::leads).hasSizeLessThan(2);
        }
    }
}
