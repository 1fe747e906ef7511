// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.cli;

import io.ccmoperator.assets.ProviderIndex;
import io.ccmoperator.assets.validation.BuildFacts;
import io.ccmoperator.cluster.InvalidInputException;
import io.ccmoperator.input.ProviderDir;
import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine.Option;

/** The flag that adds providers to those that are built in, for every command that uses providers. */
final class ProvidersInput {
    private static final String FLAG = "--provider-dir";

    @Option(
            names = FLAG,
            paramLabel = "DIR",
            description =
                    "A folder with providers (packs) beside those that are built in: DIR/NAME/provider.yaml and its"
                            + " manifests, or one provider. They are judged by the rules of the operator's build.")
    Path folder;

    private Optional<Extended> extended = Optional.empty();

    /**
     * All providers, and what is known of those of the folder.
     *
     * @param judged of the folder; empty without the flag
     */
    record Extended(ProviderIndex index, Optional<ProviderDir.Judged> judged) {}

    /**
     * The folder; empty without the flag.
     *
     * @throws InvalidInputException if the flag is given without a value
     */
    Optional<ProviderDir> dir() {
        if (folder != null && folder.toString().isEmpty()) {
            throw new InvalidInputException(FLAG + ": is empty; name a folder, . for the current one");
        }
        return Optional.ofNullable(folder).map(ProviderDir::new);
    }

    /**
     * The providers that are built in, and those of the folder.
     *
     * @throws InvalidInputException if those of the folder cannot be used, with a line for each finding
     */
    ProviderIndex index() {
        return extended().index();
    }

    /**
     * The same beside an operator. Its folder is one of its Pod, and not of this machine: without a copy its providers are not known, and count
     * as refused, so that nothing that was applied for them counts as to be deleted.
     *
     * @param ofPod the folder that the Deployment names
     */
    ProviderIndex index(Optional<ProviderDir> ofPod) {
        ProviderIndex index = index();
        if (ofPod.isPresent() && dir().isEmpty()) {
            index.refuse("providers of the operator's folder " + ofPod.get().path()
                    + " are not known here; give a copy of the folder with --provider-dir");
        }
        return index;
    }

    /** The same, with what is known of those of the folder. */
    Extended extended() {
        if (extended.isEmpty()) {
            ProviderIndex index = ProviderIndex.load();
            extended = Optional.of(new Extended(index, dir().map(dir -> judge(dir, index))));
        }
        return extended.get();
    }

    private static ProviderDir.Judged judge(ProviderDir dir, ProviderIndex index) {
        ProviderDir.Judged judged = dir.judge(index, BuildFacts.load());
        if (!judged.findings().isEmpty()) {
            throw new InvalidInputException(judged.findings());
        }
        judged.extend(index);
        return judged;
    }
}
