// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.input;

import io.ccmoperator.assets.ProviderIndex;
import io.ccmoperator.assets.findings.Findings;
import io.ccmoperator.assets.provider.IndexFiles;
import io.ccmoperator.assets.provider.ParsedProvider;
import io.ccmoperator.assets.validation.BuildFacts;
import io.ccmoperator.assets.validation.FolderValidation;
import java.nio.file.Path;
import java.util.List;

/**
 * The folder that {@code --provider-dir} names, with providers beside those that are built in.
 *
 * @param path as the user named it
 */
public record ProviderDir(Path path) {
    /**
     * What is in the folder now.
     *
     * @param providers all of them, in the order of their names
     * @param findings why none of them may be used, one line each with file, place, remedy and rule; empty if all may be used
     * @param remarks what their author should know all the same, one line each
     */
    public record Judged(List<ParsedProvider> providers, List<String> findings, List<String> remarks) {
        public Judged {
            providers = List.copyOf(providers);
            findings = List.copyOf(findings);
            remarks = List.copyOf(remarks);
        }

        /** Adds the providers to an index; not for ones with findings. */
        public void extend(ProviderIndex index) {
            index.extend(IndexFiles.of(providers));
        }
    }

    /**
     * Reads the folder and judges what is in it, by the rules of the build. Nothing is thrown for an invalid folder, or a missing one.
     *
     * @param index what is built in, beside which the providers are judged
     */
    public Judged judge(ProviderIndex index, BuildFacts facts) {
        Findings findings = new Findings();
        ProviderFiles files = ProviderFiles.read(path, findings);
        List<ParsedProvider> providers = FolderValidation.judge(files.folders(), index.builtIn(), facts, findings);
        return new Judged(
                providers,
                findings.all().stream()
                        .map(finding -> files.withPaths(finding.toString()))
                        .toList(),
                findings.remarks().stream().map(files::withPaths).toList());
    }
}
