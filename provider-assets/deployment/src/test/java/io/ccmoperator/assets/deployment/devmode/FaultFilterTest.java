// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.assets.deployment.devmode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.ccmoperator.assets.discovery.ProviderFolder;
import io.ccmoperator.assets.discovery.SourceFile;
import io.ccmoperator.assets.validation.InvalidProvidersException;
import io.ccmoperator.assets.validation.ProviderValidation;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import java.util.logging.Filter;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;
import org.junit.jupiter.api.Test;

class FaultFilterTest {
    private final FaultFilter filter = new FaultFilter();

    @Test
    void reducesFailedBuildToMessageOfRules() {
        InvalidProvidersException fault = fault("{platfrom: AWS}");
        LogRecord failure = failure(new RuntimeException("of the build", new IllegalStateException(fault)));

        boolean logged = filter.isLoggable(failure);

        assertThat(logged).isTrue();
        assertThat(failure.getThrown()).isNull();
        assertThat(new SimpleFormatter().formatMessage(failure))
                .startsWith(fault.getMessage() + "\n")
                .contains("platform");
    }

    @Test
    void logsSameFaultOnceUntilAnotherOneOccurs() {
        InvalidProvidersException fault = fault("{platfrom: AWS}");
        InvalidProvidersException other = fault("{platform: 1}");

        assertThat(filter.isLoggable(failure(fault))).isTrue();
        assertThat(filter.isLoggable(failure(fault("{platfrom: AWS}")))).isFalse();
        assertThat(filter.isLoggable(failure(other))).isTrue();
        assertThat(filter.isLoggable(failure(fault))).isTrue();
    }

    @Test
    void logsFaultThatOccursAgainAfterBuildSucceeded() {
        InvalidProvidersException fault = fault("{platfrom: AWS}");
        FaultFilter.install();
        Filter installed = Logger.getLogger(FaultFilter.LOGGER).getFilter();

        assertThat(installed.isLoggable(failure(fault))).isTrue();
        FaultFilter.forget();

        assertThat(installed.isLoggable(failure(fault))).isTrue();
    }

    @Test
    void findsFaultAmongFailuresOfSeveralBuildSteps() {
        InvalidProvidersException fault = fault("{platfrom: AWS}");
        RuntimeException build = new RuntimeException("of the build", new IllegalStateException("another step"));
        build.addSuppressed(fault);

        assertThat(FaultFilter.faultIn(build)).contains(fault);
    }

    @Test
    void keepsOtherFailuresWithTheirStackTrace() {
        IllegalStateException other = new IllegalStateException("another cause");
        LogRecord failure = failure(other);

        boolean logged = filter.isLoggable(failure);

        assertThat(logged).isTrue();
        assertThat(failure.getThrown()).isSameAs(other);
        assertThat(failure.getMessage()).isEqualTo("Failed to start quarkus");
    }

    @Test
    void endsSearchWhenCausesFormCycle() {
        IllegalStateException inner = new IllegalStateException("inner");
        inner.addSuppressed(new IllegalStateException("outer", inner));

        assertThat(FaultFilter.faultIn(inner)).isEmpty();
    }

    private static LogRecord failure(Throwable cause) {
        LogRecord failure = new LogRecord(Level.SEVERE, "Failed to start quarkus");
        failure.setThrown(cause);
        return failure;
    }

    private static InvalidProvidersException fault(String descriptor) {
        SourceFile file = new SourceFile("providers/aws/provider.yaml", descriptor.getBytes(StandardCharsets.UTF_8));
        ProviderFolder folder = new ProviderFolder("aws", "this test", List.of(file));
        return catchThrowableOfType(
                InvalidProvidersException.class,
                () -> ProviderValidation.validate(List.of(folder), List.of(), Set.of()));
    }
}
