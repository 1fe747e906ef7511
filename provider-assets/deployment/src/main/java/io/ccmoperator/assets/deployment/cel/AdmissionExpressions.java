// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.assets.deployment.cel;

import com.google.common.collect.ImmutableCollection;
import com.google.common.collect.ImmutableList;
import dev.cel.checker.CelStandardDeclarations;
import dev.cel.common.CelFunctionDecl;
import dev.cel.common.CelOptions;
import dev.cel.common.CelValidationException;
import dev.cel.common.CelValidationResult;
import dev.cel.common.types.CelType;
import dev.cel.common.types.CelTypeProvider;
import dev.cel.common.types.OptionalType;
import dev.cel.common.types.SimpleType;
import dev.cel.common.types.StructType;
import dev.cel.compiler.CelCompiler;
import dev.cel.compiler.CelCompilerBuilder;
import dev.cel.compiler.CelCompilerFactory;
import dev.cel.extensions.CelExtensions;
import dev.cel.parser.CelStandardMacro;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * Compiles the expressions of one ValidatingAdmissionPolicy, with the variables and functions that the API server declares for
 * them.
 */
public final class AdmissionExpressions {
    private static final CelOptions OPTIONS = CelOptions.current()
            .enableOptionalSyntax(true)
            .populateMacroCalls(true)
            .build();

    private static final List<CelFunctionDecl> FUNCTIONS = KubernetesFunctions.declarations();
    private static final Set<String> FUNCTION_NAMES = functionNames();

    private final Map<String, CelType> global = new LinkedHashMap<>();
    private final Map<String, CelType> variables = new LinkedHashMap<>();

    /** The type that an expression has to have. */
    public enum Result {
        /** A condition. */
        BOOLEAN("a boolean", List.of(SimpleType.BOOL, SimpleType.DYN)),
        /** A message. */
        STRING("a string", List.of(SimpleType.STRING, SimpleType.DYN)),
        /** The value of an audit annotation. */
        STRING_OR_NULL("a string or null", List.of(SimpleType.STRING, SimpleType.NULL_TYPE, SimpleType.DYN)),
        /** The value of a variable. */
        ANY("any value", List.of());

        private final String display;
        private final List<CelType> types;

        Result(String display, List<CelType> types) {
            this.display = display;
            this.types = types;
        }
    }

    /**
     * Expressions of a policy.
     *
     * @param hasParams whether the policy has a {@code paramKind}: without one there are no {@code params}
     */
    public AdmissionExpressions(boolean hasParams) {
        global.put("object", SimpleType.DYN);
        global.put("oldObject", SimpleType.DYN);
        global.put("request", CelTypes.REQUEST);
        global.put("namespaceObject", CelTypes.NAMESPACE);
        if (hasParams) {
            global.put("params", SimpleType.DYN);
        }
        global.put("authorizer", CelTypes.named("Authorizer"));
    }

    /** Compiles a variable of the policy; expressions that follow know it as {@code variables.name}, even if it is invalid. */
    public Optional<String> declare(String name, String expression) {
        CelValidationResult result = compile(expression, true);
        // An optional value has no type of its own for the API server.
        variables.put(
                name,
                type(result).filter(type -> !(type instanceof OptionalType)).orElse(SimpleType.DYN));
        return fault(result, Result.ANY, true);
    }

    /** Why an expression is invalid, with its column or line; empty for a valid one. */
    public Optional<String> fault(String expression, Result expected) {
        return fault(compile(expression, true), expected, true);
    }

    /** The same for a match condition, which is evaluated before the variables of the policy exist. */
    public Optional<String> faultOfMatchCondition(String expression) {
        return fault(compile(expression, false), Result.BOOLEAN, false);
    }

    private CelValidationResult compile(String expression, boolean withVariables) {
        CelCompilerBuilder compiler = CelCompilerFactory.standardCelCompilerBuilder()
                .setOptions(OPTIONS)
                .setStandardMacros(CelStandardMacro.STANDARD_MACROS)
                .addLibraries(
                        CelExtensions.strings(),
                        CelExtensions.sets(OPTIONS),
                        CelExtensions.optional(),
                        CelExtensions.comprehensions())
                .addFunctionDeclarations(FUNCTIONS);
        global.forEach(compiler::addVar);
        compiler.addVar("authorizer.requestResource", CelTypes.named("ResourceCheck"));
        StructType struct = CelTypes.struct("kubernetes.variables", Map.copyOf(variables));
        if (withVariables) {
            compiler.addVar("variables", struct);
        }
        compiler.setTypeProvider(new Structs(struct));
        CelCompiler built = compiler.build();
        return built.compile(expression);
    }

    private Optional<String> fault(CelValidationResult result, Result expected, boolean withVariables) {
        if (result.hasError()) {
            return result.getErrors().stream()
                    .findFirst()
                    .map(issue -> ExpressionFault.reason(issue, names(withVariables)));
        }
        CelType type = type(result).orElseThrow();
        return expected.types.isEmpty() || expected.types.contains(type)
                ? Optional.empty()
                : Optional.of("the result of the expression is of type " + type.name() + " but has to be "
                        + expected.display);
    }

    private static Optional<CelType> type(CelValidationResult result) {
        try {
            return result.hasError()
                    ? Optional.empty()
                    : Optional.of(result.getAst().getResultType());
        } catch (CelValidationException e) {
            throw new IllegalStateException("a compiled expression has no type", e);
        }
    }

    private ExpressionFault.Names names(boolean withVariables) {
        Set<String> known = new TreeSet<>(global.keySet());
        if (withVariables) {
            known.add("variables");
        }
        return new ExpressionFault.Names(known, FUNCTION_NAMES, variables.keySet());
    }

    private static Set<String> functionNames() {
        Set<String> names = new TreeSet<>(CelExtensions.getAllFunctionNames());
        FUNCTIONS.forEach(function -> names.add(function.name()));
        for (CelStandardDeclarations.StandardFunction function : CelStandardDeclarations.StandardFunction.values()) {
            names.add(function.functionDecl().name());
        }
        return names;
    }

    /** Finds the types of variables by their names. */
    private record Structs(ImmutableList<CelType> all) implements CelTypeProvider {
        Structs(StructType variables) {
            this(ImmutableList.<CelType>builder()
                    .add(variables)
                    .addAll(CelTypes.structs())
                    .build());
        }

        @Override
        public ImmutableCollection<CelType> types() {
            return all;
        }

        @Override
        public Optional<CelType> findType(String name) {
            return all.stream().filter(type -> type.name().equals(name)).findFirst();
        }
    }
}
