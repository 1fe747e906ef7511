// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.assets.deployment.constraints;

import dev.cel.common.CelValidationException;
import dev.cel.runtime.CelEvaluationException;
import dev.cel.runtime.CelRuntime;

/** An expression of a constraint. It is compiled when it is evaluated first, since most objects need few of them. */
final class Expression {
    private final String text;
    private CelRuntime.Program program;

    Expression(String text) {
        this.text = text;
    }

    /**
     * Whether a condition holds.
     *
     * @throws EvaluationException if the result is not a boolean, or the expression reads what is not there
     */
    boolean holds(Scope scope) {
        if (value(scope) instanceof Boolean result) {
            return result;
        }
        throw new EvaluationException(this, null);
    }

    /**
     * The result, to be put into a message.
     *
     * @throws EvaluationException if the result is not a string or a number, or the expression reads what is not there
     */
    String display(Scope scope) {
        Object value = value(scope);
        if (value instanceof String || value instanceof Number) {
            return value.toString();
        }
        throw new EvaluationException(this, null);
    }

    private Object value(Scope scope) {
        try {
            return program().eval(scope);
        } catch (CelEvaluationException e) {
            throw new EvaluationException(this, e);
        }
    }

    /** The program; it is compiled again after a failure. */
    synchronized CelRuntime.Program program() throws CelEvaluationException {
        if (program == null) {
            try {
                program = Expressions.RUNTIME.createProgram(
                        Expressions.COMPILER.compile(text).getAst());
            } catch (CelValidationException e) {
                throw new IllegalStateException("the expression " + text + " does not compile", e);
            }
        }
        return program;
    }

    @Override
    public String toString() {
        return text;
    }

    /** An expression has no result that can be used. */
    static final class EvaluationException extends RuntimeException {
        private static final long serialVersionUID = 1;

        EvaluationException(Expression expression, Exception cause) {
            super("the expression " + expression + " has no result of its type", cause);
        }

        private EvaluationException(String message, EvaluationException cause) {
            super(message, cause);
        }

        /** The same, with the id of the rule that has the expression. */
        EvaluationException of(String rule) {
            return new EvaluationException("rule " + rule + ", " + getMessage(), this);
        }
    }
}
