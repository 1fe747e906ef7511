// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.cli;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Properties;
import picocli.CommandLine.IVersionProvider;

/** The version of the program, and the commit if the build knew it. A native executable reads them when it is built. */
final class BuildVersion implements IVersionProvider {
    private static final String VERSION = read();

    @Override
    public String[] getVersion() {
        return new String[] {"ccm-operator " + VERSION};
    }

    private static String read() {
        Properties build = new Properties();
        try (InputStream resource = BuildVersion.class.getResourceAsStream("/build.properties");
                InputStream commit = BuildVersion.class.getResourceAsStream("/commit")) {
            build.load(resource);
            String known = commit == null ? "" : new String(commit.readAllBytes(), StandardCharsets.US_ASCII).strip();
            return build.getProperty("version") + (known.isEmpty() ? "" : " (commit " + known + ")");
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read build.properties of the program", e);
        }
    }
}
