// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.substitution;

import io.ccmoperator.assets.tree.FieldReader;
import io.ccmoperator.assets.tree.FieldWriter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The list {@code env} of a container. */
record EnvironmentVariables(Map<String, Object> container) {
    /** Sets a variable that the container declares; one that it does not declare is left alone. */
    void setDeclared(String name, String value) {
        find(name).ifPresent(variable -> set(variable, value));
    }

    /** Sets a variable, and declares it if need be. */
    void set(String name, String value) {
        set(find(name).orElseGet(() -> declare(name)), value);
    }

    /** Sets a variable unless the container declares it. */
    void setUndeclared(String name, String value) {
        if (find(name).isEmpty()) {
            set(declare(name), value);
        }
    }

    /** Puts a variable in the place of the declared one of its name, or else last. */
    void replace(Map<String, Object> variable) {
        find((String) variable.get("name"))
                .ifPresentOrElse(
                        declared -> {
                            declared.clear();
                            declared.putAll(variable);
                        },
                        () -> list().add(variable));
    }

    private Optional<Map<String, Object>> find(String name) {
        return FieldReader.of(list()).maps().stream()
                .filter(variable -> name.equals(variable.get("name")))
                .findFirst();
    }

    private Map<String, Object> declare(String name) {
        Map<String, Object> variable = new LinkedHashMap<>();
        variable.put("name", name);
        list().add(variable);
        return variable;
    }

    private List<Object> list() {
        return new FieldWriter(container).list("env");
    }

    private static void set(Map<String, Object> variable, String value) {
        variable.remove("valueFrom");
        variable.put("value", verbatim(value));
    }

    /** The kubelet expands {@code $(NAME)} in a value and takes {@code $$} for one dollar sign: a value stays as it is. */
    static String verbatim(String value) {
        return value.replace("$", "$$");
    }
}
