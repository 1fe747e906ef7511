// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.operator;

import io.ccmoperator.assets.ProviderIndex;
import io.ccmoperator.assets.text.MessageText;
import io.ccmoperator.assets.validation.BuildFacts;
import io.ccmoperator.input.ProviderDir;
import io.vertx.core.Vertx;
import jakarta.inject.Singleton;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jboss.logging.Logger;

/**
 * The providers of {@code --provider-dir} while the operator runs: judged at the start and after each change, and used from then on. Ones
 * that break a rule are not used, and what the folder had before stays in use.
 */
@Singleton
final class ProviderPacks {
    private static final Logger LOG = Logger.getLogger(ProviderPacks.class);

    /** Of the findings in a condition, whose message has other causes, too. */
    private static final int MAX_LENGTH = 640;

    private final Optional<ProviderDir> dir;
    private final ProviderIndex providers;
    private final Vertx vertx;
    private final Optional<BuildFacts> facts;
    private volatile Runnable changed = () -> {};

    /** Judges what the folder has now. */
    ProviderPacks(Settings settings, ProviderIndex providers, Vertx vertx) {
        this.dir = settings.files().providers();
        this.providers = providers;
        this.vertx = vertx;
        this.facts = dir.map(unused -> BuildFacts.load());
        dir.ifPresent(folder -> {
            // First of all, so that no change is missed.
            FileWatch.beginFolder(folder.path(), vertx, this::judgeLater);
            judge(folder);
        });
    }

    /** @param listener is called when the folder has changed and was judged */
    void onChange(Runnable listener) {
        changed = listener;
    }

    /** Off the thread of the timers, which serves requests. */
    private void judgeLater() {
        vertx.executeBlocking(() -> {
                    judge(dir.orElseThrow());
                    return null;
                })
                .onSuccess(unused -> changed.run())
                .onFailure(failure -> LOG.error("no plan was made after a change of the providers", failure));
    }

    private synchronized void judge(ProviderDir folder) {
        use(folder.path(), providers, () -> folder.judge(providers, facts.orElseThrow()));
    }

    /**
     * Whatever the folder has, the operator runs on: the providers that are built in are needed.
     *
     * @param judge says what the folder has
     */
    static void use(Path folder, ProviderIndex providers, Supplier<ProviderDir.Judged> judge) {
        String outcome = providers.entries().size() > providers.builtIn().size()
                ? "those that it had before stay in use"
                : "none of them is used";
        long begin = System.nanoTime();
        try {
            ProviderDir.Judged judged = judge.get();
            judged.remarks().forEach(LOG::warn);
            if (judged.findings().isEmpty()) {
                judged.extend(providers);
                LOG.infof("providers of %s accepted in %d ms: %s", folder, millisSince(begin), names(judged));
            } else {
                String summary = "providers of " + folder + " refused, " + outcome;
                LOG.errorf(
                        "%s (%d findings in %d ms)", summary, judged.findings().size(), millisSince(begin));
                judged.findings().forEach(LOG::error);
                providers.refuse(summary + ": " + shortened(judged.findings()));
            }
        } catch (RuntimeException e) {
            String summary = "providers of " + folder + " cannot be judged, " + outcome;
            LOG.error(summary, e);
            providers.refuse(summary + ": " + e.getClass().getSimpleName() + " in the operator's log");
        }
    }

    private static long millisSince(long begin) {
        return TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - begin);
    }

    private static String names(ProviderDir.Judged judged) {
        return String.join(
                ", ",
                judged.providers().stream()
                        .map(provider -> provider.folder().name())
                        .toList());
    }

    /** As many findings as a condition has room for, and how many there are beside them. */
    static String shortened(List<String> findings) {
        StringBuilder line = new StringBuilder(MessageText.of(findings.get(0), MAX_LENGTH));
        int shown = 1;
        while (shown < findings.size() && line.length() + findings.get(shown).length() <= MAX_LENGTH) {
            line.append("; ").append(findings.get(shown));
            shown++;
        }
        int more = findings.size() - shown;
        return more == 0
                ? line.toString()
                : line + "; and " + more + (more == 1 ? " more finding" : " more findings") + " in the operator's log";
    }
}
