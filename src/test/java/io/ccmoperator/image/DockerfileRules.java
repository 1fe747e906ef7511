/*
 * Copyright the ccm-operator authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.ccmoperator.image;

import io.ccmoperator.image.Dockerfile.Instruction;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Rules that an engine does not enforce, or only after minutes of building. */
final class DockerfileRules {
    private static final Pattern PINNED =
            Pattern.compile("[^:@]+(:\\d+)?(/[^:@]+)+(:(?!latest$)[\\w.-]+|@sha256:\\w{64})");
    private static final Pattern NOBODY = Pattern.compile("[1-9]\\d*(:\\d+)?");

    private DockerfileRules() {}

    /**
     * What is wrong, a line each; empty when nothing is.
     *
     * @param project the folder of the build; what other stages make is not looked for
     */
    static List<String> faults(Dockerfile file, Path project) {
        List<String> stages = file.all("FROM").stream()
                .filter(from -> from.operands().size() == 3)
                .map(from -> from.operands().get(2))
                .toList();
        List<String> faults = new ArrayList<>();
        file.all("FROM").stream()
                .map(from -> from.operands().get(0))
                .filter(base -> !base.equals("scratch")
                        && !stages.contains(base)
                        && !PINNED.matcher(base).matches())
                .forEach(base -> faults.add("FROM " + base + ": has no registry, or no tag that stays"));
        file.all("ADD").forEach(add -> faults.add("ADD " + String.join(" ", add.words()) + ": use COPY"));
        file.all("COPY").stream()
                .filter(copy -> !copy.isOfAnotherStage())
                .flatMap(copy -> sources(copy).stream())
                .map(source -> source.replaceFirst("/\\*$", ""))
                .filter(source -> !Files.exists(project.resolve(source)) && !source.startsWith("target/"))
                .forEach(source -> faults.add("COPY " + source + ": does not exist"));
        file.all("COPY").stream()
                .flatMap(copy -> copy.words().stream())
                .filter(word -> word.startsWith("--from=") && !stages.contains(word.substring(7)))
                .forEach(word -> faults.add("COPY " + word + ": is no stage"));
        faults.addAll(ofImage(file.image()));
        return faults;
    }

    private static List<String> ofImage(Dockerfile image) {
        List<String> faults = new ArrayList<>();
        List<Instruction> users = image.all("USER");
        if (users.isEmpty()
                || !NOBODY.matcher(users.get(users.size() - 1).words().get(0)).matches()) {
            faults.add("USER: the image is not run as a number other than 0");
        }
        image.all("COPY").stream()
                .filter(copy -> copy.flag("chmod").isEmpty())
                .forEach(copy -> faults.add("COPY " + copy.operands().get(0) + ": has no --chmod, so that its mode is"
                        + " that of the build machine"));
        // Without a shell in between signals arrive.
        if (image.all("ENTRYPOINT").stream()
                .noneMatch(entry -> entry.words().get(0).startsWith("["))) {
            faults.add("ENTRYPOINT: is missing, or is no JSON array");
        }
        Stream.of("RUN", "ENV", "CMD")
                .filter(name -> !image.all(name).isEmpty())
                .forEach(name -> faults.add(name + ": the image holds what is copied and nothing else"));
        return faults;
    }

    private static List<String> sources(Instruction copy) {
        List<String> operands = copy.operands();
        return operands.subList(0, operands.size() - 1);
    }
}
