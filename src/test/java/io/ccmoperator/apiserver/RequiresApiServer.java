// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.apiserver;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Runs tests on an API server process only. Where the programs are missing they are skipped, or fail if the system property
 * {@code api-server.required} is set.
 */
@Target({ElementType.TYPE, ElementType.METHOD})
@Retention(RetentionPolicy.RUNTIME)
@ExtendWith(RequiresApiServer.Condition.class)
public @interface RequiresApiServer {
    /** Looks for the programs. */
    final class Condition implements ExecutionCondition {
        private static final String REQUIRED = "api-server.required";

        @Override
        public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
            if (ApiServerPrograms.areAvailable()) {
                return ConditionEvaluationResult.enabled("an API server is available");
            } else if (Boolean.parseBoolean(System.getProperty(REQUIRED))) {
                throw new IllegalStateException("-D" + REQUIRED + " is set, but there is " + ApiServerPrograms.MISSING);
            }
            return ConditionEvaluationResult.disabled(ApiServerPrograms.MISSING);
        }
    }
}
