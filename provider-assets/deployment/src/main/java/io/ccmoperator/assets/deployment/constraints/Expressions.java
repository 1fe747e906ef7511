// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.assets.deployment.constraints;

import dev.cel.common.CelFunctionDecl;
import dev.cel.common.CelOptions;
import dev.cel.common.CelOverloadDecl;
import dev.cel.common.types.CelType;
import dev.cel.common.types.ListType;
import dev.cel.common.types.SimpleType;
import dev.cel.compiler.CelCompiler;
import dev.cel.compiler.CelCompilerBuilder;
import dev.cel.compiler.CelCompilerFactory;
import dev.cel.extensions.CelExtensions;
import dev.cel.parser.CelStandardMacro;
import dev.cel.runtime.CelFunctionBinding;
import dev.cel.runtime.CelRuntime;
import dev.cel.runtime.CelRuntimeFactory;
import io.ccmoperator.assets.deployment.text.DidYouMean;
import java.util.List;

/** The language of the constraints: CEL with its extensions for strings and optional values, and functions of ours. */
final class Expressions {
    private static final CelOptions OPTIONS = CelOptions.current()
            .enableOptionalSyntax(true)
            .enableHeterogeneousNumericComparisons(true)
            .build();

    /** The names of the functions of ours. */
    static final List<String> FUNCTIONS = List.of("isIP", "isCIDR", "isBase64", "quantity", "hint");

    static final CelCompiler COMPILER = compiler();
    static final CelRuntime RUNTIME = runtime();

    private Expressions() {}

    private static CelCompiler compiler() {
        CelCompilerBuilder builder = CelCompilerFactory.standardCelCompilerBuilder()
                .setOptions(OPTIONS)
                .setStandardMacros(CelStandardMacro.STANDARD_MACROS)
                .addLibraries(CelExtensions.strings(), CelExtensions.optional())
                .addFunctionDeclarations(
                        function("isIP", SimpleType.BOOL, SimpleType.STRING),
                        function("isCIDR", SimpleType.BOOL, SimpleType.STRING),
                        function("isBase64", SimpleType.BOOL, SimpleType.STRING),
                        function("quantity", SimpleType.DOUBLE, SimpleType.DYN),
                        function("hint", SimpleType.STRING, SimpleType.STRING, ListType.create(SimpleType.STRING)));
        Scope.VARIABLES.forEach(name -> builder.addVar(name, SimpleType.DYN));
        return builder.build();
    }

    private static CelFunctionDecl function(String name, CelType result, CelType... arguments) {
        return CelFunctionDecl.newFunctionDeclaration(name, CelOverloadDecl.newGlobalOverload(name, result, arguments));
    }

    private static CelRuntime runtime() {
        return CelRuntimeFactory.standardCelRuntimeBuilder()
                .setOptions(OPTIONS)
                .addLibraries(CelExtensions.strings(), CelExtensions.optional())
                .addFunctionBindings(
                        CelFunctionBinding.from("isIP", String.class, Functions::isIp),
                        CelFunctionBinding.from("isCIDR", String.class, Functions::isNetwork),
                        CelFunctionBinding.from("isBase64", String.class, Functions::isBase64),
                        CelFunctionBinding.from("quantity", Object.class, Functions::quantity),
                        CelFunctionBinding.from("hint", String.class, List.class, DidYouMean::hint))
                .build();
    }
}
