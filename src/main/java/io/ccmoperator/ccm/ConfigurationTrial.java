// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.ccm;

import io.ccmoperator.ccm.ConfigurationRecord.TakenBack;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;

/**
 * A workload that is rolled out with a configuration that may not work.
 *
 * @param record what it remembers
 * @param identity of the configuration, if that is another one than that of the last complete rollout
 */
record ConfigurationTrial(ConfigurationRecord record, Optional<String> identity) {
    /** What the workload is to remember by its rollout; empty if that is what it remembers. */
    Optional<ConfigurationRecord> after(Rollout rollout, Instant now) {
        if (rollout instanceof Rollout.Complete) {
            return Optional.of(new ConfigurationRecord(record.overrides(), Optional.empty(), Optional.empty()))
                    .filter(complete -> !complete.equals(record));
        }
        return rollout instanceof Rollout.Failing failing && identity.isPresent()
                ? failing.end()
                        .map(words -> new ConfigurationRecord(
                                record.overrides(),
                                record.lastComplete(),
                                Optional.of(takenBack(identity.get(), words, now))))
                : Optional.empty();
    }

    private TakenBack takenBack(String of, String words, Instant now) {
        long before = record.takenBack()
                .filter(known -> known.identity().equals(of))
                .map(TakenBack::times)
                .orElse(0L);
        return new TakenBack(of, before + 1, now.truncatedTo(ChronoUnit.SECONDS), words);
    }
}
