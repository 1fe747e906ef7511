// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.ini;

import java.util.Optional;

/** Guesses the format of input that is not INI: users confuse the configurations of clouds. */
final class OtherFormat {
    private OtherFormat() {}

    /** The format's name, judged by the first line that is neither blank nor a comment. */
    static Optional<String> of(String text) {
        return text.lines()
                .map(String::strip)
                .filter(line -> !line.isEmpty() && !line.startsWith("#"))
                .findFirst()
                .flatMap(OtherFormat::ofLine);
    }

    private static Optional<String> ofLine(String line) {
        if (line.startsWith("{")) {
            return Optional.of("JSON");
        }
        if (line.startsWith("[")) {
            String rest = line.substring(1).strip();
            boolean list = rest.isEmpty() || "{[]\"".indexOf(rest.charAt(0)) >= 0;
            return list ? Optional.of("JSON") : Optional.empty();
        }
        int colon = line.indexOf(':');
        int equals = line.indexOf('=');
        boolean mapping = colon > 0 && (equals < 0 || colon < equals);
        return mapping || line.startsWith("-") || line.startsWith("%YAML") ? Optional.of("YAML") : Optional.empty();
    }
}
