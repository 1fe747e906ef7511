// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.assets.deployment.validation;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.ccmoperator.assets.deployment.discovery.ProviderFolder;
import io.ccmoperator.assets.deployment.discovery.SourceFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The guide for authors of providers, as its readers follow it.
 *
 * @param text the Markdown
 */
public record Guide(String text) {
    /** Tests run in the folder of their module. */
    private static final Path FILE = Path.of("..", "..", "docs", "providers", "adding-a-provider.md");

    /** A line with a path, then a block with the file. */
    private static final Pattern PROVIDER_FILE =
            Pattern.compile("^`(providers/[^`\n]+)`:\n\n```yaml\n(.*?)^```$", Pattern.MULTILINE | Pattern.DOTALL);

    /** The sentence may have line breaks. */
    private static final Pattern FAULT = Pattern.compile("In `([^`]+)`,\\s+write\\s+`([^`]+)`\\s+for\\s+`([^`]+)`");

    private static final Pattern MESSAGE =
            Pattern.compile("^```text\n(The provider assets have .*?)\n```$", Pattern.MULTILINE | Pattern.DOTALL);

    public static Guide read() throws IOException {
        return new Guide(Files.readString(FILE).replace("\r\n", "\n"));
    }

    /** The example's files by their paths, each of which the guide shows once. */
    public Map<String, String> files() {
        Map<String, String> files = new TreeMap<>();
        PROVIDER_FILE.matcher(text).results().forEach(file -> {
            if (files.put(file.group(1), file.group(2)) != null) {
                throw new IllegalStateException("the guide shows " + file.group(1) + " twice");
            }
        });
        return files;
    }

    /** The files after the deliberate fault that the guide asks for. */
    Map<String, String> faultyFiles() {
        Matcher fault = FAULT.matcher(text);
        if (!fault.find()) {
            throw new NoSuchElementException("the guide has nothing like " + FAULT);
        }
        Map<String, String> files = files();
        String sound = files.get(fault.group(1));
        if (sound == null || !sound.contains(fault.group(3))) {
            throw new NoSuchElementException(fault.group(1) + " has no " + fault.group(3));
        }
        files.put(fault.group(1), sound.replace(fault.group(3), fault.group(2)));
        return files;
    }

    /** Files as discovery finds them in a folder. */
    public static ProviderFolder folder(String name, String origin, Map<String, String> files) {
        return new ProviderFolder(
                name,
                origin,
                files.entrySet().stream()
                        .map(file ->
                                new SourceFile(file.getKey(), file.getValue().getBytes(UTF_8)))
                        .toList());
    }

    /** The messages of the build that the guide shows, in its order. */
    public List<String> messages() {
        return MESSAGE.matcher(text).results().map(message -> message.group(1)).toList();
    }
}
