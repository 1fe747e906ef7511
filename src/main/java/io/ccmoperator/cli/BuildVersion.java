// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.cli;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Properties;
import picocli.CommandLine.IVersionProvider;

/** The version of the program. A native executable reads it when it is built. */
final class BuildVersion implements IVersionProvider {
    private static final String VERSION = read();

    @Override
    public String[] getVersion() {
        return new String[] {"ccm-operator " + VERSION};
    }

    private static String read() {
        Properties build = new Properties();
        try (InputStream resource = BuildVersion.class.getResourceAsStream("/build.properties")) {
            build.load(resource);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read build.properties of the program", e);
        }
        return build.getProperty("version");
    }
}
