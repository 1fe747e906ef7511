// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.azure;

import io.ccmoperator.cluster.InvalidInputException;
import io.ccmoperator.input.InputFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.UnaryOperator;

/** Where a pod has the Secret with Azure's credentials: as files of a volume, or in environment variables. */
public sealed interface CredentialSource {
    /**
     * The source that a pod has.
     *
     * @param given the directory that the user named, if any
     * @param usual the directory where none was named
     * @param environment variable to value, or to null where it is not set
     * @return the directory that was named, whether it exists or not; else the usual one if it exists; else the environment, which
     *     pods of older releases use
     */
    static CredentialSource select(Optional<Path> given, Path usual, UnaryOperator<String> environment) {
        return given.or(() -> Optional.of(usual).filter(Files::exists))
                .<CredentialSource>map(Directory::new)
                .orElseGet(() -> new Environment(environment, usual));
    }

    /**
     * The value of a credential as it was written; none where the source does not have it.
     *
     * @throws InvalidInputException if the value exists but is not readable
     */
    Optional<String> find(Credential credential);

    /** Where the value of a credential is expected, for errors. */
    String place(Credential credential);

    /** The name of a credential in this source, for errors. */
    String name(Credential credential);

    /**
     * How to provide a credential that is missing, for errors.
     *
     * @param names the names of the credentials that would do
     */
    String remedy(String names);

    /**
     * One file for each value.
     *
     * @param directory to which the Secret is mounted
     */
    record Directory(Path directory) implements CredentialSource {
        @Override
        public Optional<String> find(Credential credential) {
            return InputFile.find(path(credential), credential.key()).map(InputFile::text);
        }

        @Override
        public String place(Credential credential) {
            return path(credential).toString();
        }

        @Override
        public String name(Credential credential) {
            return credential.key();
        }

        @Override
        public String remedy(String names) {
            return "put " + names
                    + " into the Secret that is mounted here, or name another directory with --creds-path";
        }

        private Path path(Credential credential) {
            return directory.resolve(credential.key());
        }
    }

    /**
     * One environment variable for each value.
     *
     * @param environment variable to value, or to null where it is not set
     * @param absent the directory that would be read if it existed, for errors
     */
    record Environment(UnaryOperator<String> environment, Path absent) implements CredentialSource {
        @Override
        public Optional<String> find(Credential credential) {
            return Optional.ofNullable(environment.apply(credential.variable()));
        }

        @Override
        public String place(Credential credential) {
            return "environment variable " + credential.variable();
        }

        @Override
        public String name(Credential credential) {
            return credential.variable();
        }

        @Override
        public String remedy(String names) {
            return "set " + names + " from the Secret, or mount the Secret to " + absent
                    + " or to the directory of --creds-path";
        }
    }
}
