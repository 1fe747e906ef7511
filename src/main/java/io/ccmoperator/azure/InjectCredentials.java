// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.azure;

import io.ccmoperator.assets.tree.SyntaxException;
import io.ccmoperator.cloudconfig.transform.azure.JsonObject;
import io.ccmoperator.cluster.InvalidInputException;
import io.ccmoperator.cluster.WithWarnings;
import io.ccmoperator.input.InputFile;
import io.ccmoperator.output.AtomicFiles;
import io.ccmoperator.output.OutputException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Set;

/** Writes the configuration of a cloud controller manager with the credentials of its cluster. */
public final class InjectCredentials {
    private static final String EXPECTED =
            "the configuration of Azure's cloud controller manager, an object {...} of JSON";

    /** The cloud controller manager may run as another user; the directory keeps everybody else out. */
    private static final Set<PosixFilePermission> MODE = PosixFilePermissions.fromString("rw-r--r--");

    private InjectCredentials() {}

    /**
     * What to do.
     *
     * @param cloudConfig the file with the configuration, a JSON object
     * @param credentials where the credentials are
     * @param output the file to write; its directory must exist
     * @param disableManagedIdentity whether {@code useManagedIdentityExtension} is set to false where it is in the file
     */
    public record Request(
            Path cloudConfig, CredentialSource credentials, Path output, boolean disableManagedIdentity) {}

    /**
     * Reads, merges, and writes the output with mode 0644, beside its place and renamed.
     *
     * @return warnings, one line each
     * @throws InvalidInputException with a line for each fault of the input; no line shows a value
     * @throws OutputException if the output could not be written; then it is as it was before
     */
    public static List<String> run(Request request) {
        JsonObject conf = read(request.cloudConfig());
        AzureCredentials credentials = CredentialsReader.read(request.credentials());
        requireDirectory(request.output());
        WithWarnings<JsonObject> merged =
                CredentialsInjection.into(conf, credentials, request.disableManagedIdentity());
        byte[] text = merged.value().text().getBytes(StandardCharsets.UTF_8);
        new AtomicFiles().write(request.output(), text, MODE).commit();
        return merged.warnings().stream()
                .map(warning -> request.cloudConfig() + ": " + warning)
                .toList();
    }

    private static JsonObject read(Path file) {
        InputFile input = InputFile.read(file, EXPECTED);
        try {
            return JsonObject.read(input.text());
        } catch (SyntaxException e) {
            throw new InvalidInputException(
                    input.line(e.position().orElse(null), e.reasonWithRemedy("correct the file there")));
        }
    }

    private static void requireDirectory(Path output) {
        Path directory = output.toAbsolutePath().getParent();
        if (directory == null || !Files.isDirectory(directory)) {
            throw new InvalidInputException(output
                    + ": its directory does not exist; make or mount it, or name another file with --output-file-path");
        }
    }
}
