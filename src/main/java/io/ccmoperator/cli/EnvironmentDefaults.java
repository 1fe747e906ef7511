// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.cli;

import java.util.Locale;
import java.util.function.UnaryOperator;
import picocli.CommandLine.IDefaultValueProvider;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.OptionSpec;

/**
 * A flag that is not given has the value of its environment variable: --dest-dir that of CCM_OPERATOR_DEST_DIR.
 *
 * @param environment variable to value, or to null where it is not set
 */
record EnvironmentDefaults(UnaryOperator<String> environment) implements IDefaultValueProvider {
    @Override
    public String defaultValue(ArgSpec argument) {
        if (!(argument instanceof OptionSpec option) || option.usageHelp() || option.versionHelp()) {
            return null;
        }
        String value = environment.apply(name(option.longestName()));
        // A manifest that fills in nothing means that nothing is set.
        return value == null || value.isEmpty() ? null : value;
    }

    static String name(String flag) {
        return "CCM_OPERATOR_" + flag.replaceFirst("^-+", "").replace('-', '_').toUpperCase(Locale.ROOT);
    }
}
