/*
 * Copyright the ccm-operator authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.ccmoperator.image;

import io.ccmoperator.payload.PayloadFolder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The instructions of a Dockerfile.
 *
 * @param instructions in their order, ARG and FROM included
 */
record Dockerfile(List<Instruction> instructions) {
    private static final Pattern ARGUMENT = Pattern.compile("\\$\\{?(\\w+)}?");

    /**
     * One of them.
     *
     * @param name in upper case
     * @param words what follows it, split at blanks; defaults of ARG filled in
     */
    record Instruction(String name, List<String> words) {
        /** What is copied where, or which base is which stage, without flags. */
        List<String> operands() {
            return words.stream().filter(word -> !word.startsWith("--")).toList();
        }

        /** The value of a flag of the instruction: {@code 0755} of {@code --chmod=0755}. */
        Optional<String> flag(String name) {
            return words.stream()
                    .filter(word -> word.startsWith("--" + name + "="))
                    .map(word -> word.split("=", 2)[1])
                    .findFirst();
        }

        boolean isOfAnotherStage() {
            return flag("from").isPresent();
        }
    }

    static Dockerfile read(Path file) {
        try {
            return parse(Files.readString(file));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static Dockerfile parse(String text) {
        Map<String, String> arguments = new TreeMap<>();
        List<Instruction> instructions = new ArrayList<>();
        for (String line : text.replaceAll("(?m)^\\s*#.*\\R?", "")
                .replaceAll("\\\\\\R", " ")
                .lines()
                .toList()) {
            if (!line.isBlank()) {
                List<String> words = Stream.of(line.strip().split("\\s+"))
                        .map(word -> filledIn(word, arguments))
                        .toList();
                if (words.get(0).equals("ARG") && words.get(1).contains("=")) {
                    arguments.put(words.get(1).split("=", 2)[0], words.get(1).split("=", 2)[1]);
                }
                instructions.add(new Instruction(words.get(0), words.subList(1, words.size())));
            }
        }
        return new Dockerfile(List.copyOf(instructions));
    }

    /** The instructions with a name. */
    List<Instruction> all(String name) {
        return instructions.stream()
                .filter(instruction -> instruction.name().equals(name))
                .toList();
    }

    /** The stage that becomes the image, from its FROM on. */
    Dockerfile image() {
        int from = instructions.lastIndexOf(all("FROM").get(all("FROM").size() - 1));
        return new Dockerfile(instructions.subList(from, instructions.size()));
    }

    /**
     * Where a file of the image, or a folder, comes from when the image is built in the project's folder.
     *
     * @param project has what is built in target/, where the builder stage has it, too
     */
    static Path source(Path project, Instruction copy) {
        String source = copy.operands().get(0).replaceFirst("/\\*$", "");
        return project.resolve(copy.isOfAnotherStage() ? source.replaceFirst("^/build/", "") : source);
    }

    private static String filledIn(String word, Map<String, String> arguments) {
        return ARGUMENT.matcher(word)
                .replaceAll(match -> Matcher.quoteReplacement(arguments.getOrDefault(match.group(1), match.group())));
    }

    /** The one of this project, by the end of its name. */
    static Dockerfile of(String kind) {
        return read(PayloadFolder.project().resolve("src/main/docker/Dockerfile." + kind));
    }
}
