// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

class StandardInputTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "cloud-config --cluster-file=- | --cloud-conf | --cluster-file",
                "cloud-config --cloud-conf=- --cluster-infrastructure-file=/dev/stdin | --cloud-conf | --cluster-infrastructure-file",
                "diff --kubeconfig=- --images-file=- --cluster-file=- | --kubeconfig | --cluster-file, --images-file"
            })
    void isReadForOneFlagWhereItIsNoManifest(String arguments, String flag, String others) {
        CommandLine commandLine = CcmOperator.commandLine(variable -> null);
        StringWriter err = new StringWriter();
        commandLine.setErr(new PrintWriter(err));

        assertThat(commandLine.execute(arguments.split(" "))).isEqualTo(2);
        assertThat(err.toString())
                .startsWith("error: standard input is read for " + flag + ", so it cannot have the file of " + others
                        + ", too; name another file\n");
    }
}
