// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.assets.provider;

import io.ccmoperator.assets.tree.FieldReader;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A container or an init container.
 *
 * @param fields its fields in the pod's spec
 */
public record Container(FieldReader fields) {
    /** How the containers are called that run a cloud's controllers; the operator looks at these. */
    public static final List<String> CLOUD = List.of("cloud-controller-manager", "cloud-node-manager");

    private static final Pattern SHELL = Pattern.compile("(.*/)?(ba|da|k|z)?sh");

    /** The name; empty without one. */
    public String name() {
        return fields.field("name").string();
    }

    /** The arguments, whether or not they exist. */
    public FieldReader args() {
        return fields.field("args");
    }

    /** Whether the operator finds the controllers of the cloud by the name of the container. */
    public boolean isOfCloud() {
        return CLOUD.contains(name());
    }

    /** Whether an argument is this one, with dashes and value. */
    public boolean hasFlag(String flag) {
        return args().strings().contains(flag);
    }

    /** The arguments that begin with a dash, in the order of command and args. */
    public List<Flag> flags() {
        return Stream.concat(commandWithoutScript().stream(), args().items().stream())
                .filter(item -> item.string().matches("--?[A-Za-z].*"))
                .map(this::flag)
                .toList();
    }

    /** The first flag of a name without dashes. */
    public Optional<Flag> flag(String name) {
        return flags().stream().filter(flag -> flag.name().equals(name)).findFirst();
    }

    private Flag flag(FieldReader item) {
        String[] parts = item.string().replaceFirst("^--?", "").split("=", 2);
        return new Flag(item, parts[0], parts.length == 1 ? "" : expanded(parts[1]));
    }

    /** The line of a shell, where the command is a shell with {@code -c}. */
    public Optional<FieldReader> script() {
        List<FieldReader> command = fields.field("command").items();
        return command.size() > 2
                        && SHELL.matcher(command.get(0).string()).matches()
                        && command.get(1).string().matches("-\\w*c")
                ? Optional.of(command.get(2))
                : Optional.empty();
    }

    /** The items of the command but for the shell's, all of which the shell interprets. */
    private List<FieldReader> commandWithoutScript() {
        return script().isPresent() ? List.of() : fields.field("command").items();
    }

    /** The names of the variables that the container declares. */
    public List<String> variables() {
        return fields.field("env").items().stream()
                .map(variable -> variable.field("name").string())
                .toList();
    }

    /** The value of a flag that is written {@code --name=value}, with variables of the environment filled in. */
    public Optional<String> flagValue(String name) {
        return args().strings().stream()
                .filter(arg -> arg.startsWith(name + "="))
                .map(arg -> expanded(arg.substring(name.length() + 1)))
                .findFirst();
    }

    private String expanded(String value) {
        String expanded = value;
        for (FieldReader variable : fields.field("env").items()) {
            expanded = expanded.replace(
                    "$(" + variable.field("name").string() + ")",
                    variable.field("value").string());
        }
        return expanded;
    }

    /** The mounts of volumes. */
    public List<FieldReader> mounts() {
        return fields.field("volumeMounts").items();
    }
}
