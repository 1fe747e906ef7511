// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.ccm;

import io.ccmoperator.assets.text.Credentials;
import io.ccmoperator.assets.text.MessageText;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Why a program ended, by the end of its log, which Kubernetes keeps as the termination message (terminationMessagePolicy
 * FallbackToLogsOnError: at most 80 lines and 2048 bytes).
 */
final class TerminationMessage {
    /** The header of klog has a time, so that the same message would be another one each time. */
    private static final Pattern ERROR_OF_KLOG =
            Pattern.compile("^[EF]\\d{4} \\d{2}:\\d{2}:\\d{2}\\.\\d+\\s+\\d+ \\S+:\\d+] (.*)$");

    /** What the programs of Kubernetes log when their command fails. */
    private static final Pattern FAILED_COMMAND = Pattern.compile("^\"command failed\" err=\"(.*)\"$");

    /**
     * vSphere's program reads a configuration that is wrong as YAML in its former form, too, and ends with the error of that.
     * See ReadCPIConfig of pkg/cloudprovider/vsphere/config/config.go, kubernetes/cloud-provider-vsphere 60f6c5dfe164 of 2026-08-19.
     */
    private static final Pattern ERROR_OF_YAML =
            Pattern.compile("^W\\d{4} .* \\S+:\\d+] (ReadCPIConfigYAML failed: .*)$");

    /** Readers of YAML in Go write each of their errors on a line of its own. */
    private static final Pattern DETAIL_OF_YAML = Pattern.compile("\\n {2}(?=line \\d)");

    private static final Pattern PANIC = Pattern.compile("^(?:panic|fatal error): .*$");

    private TerminationMessage() {}

    /**
     * The cause: the last error, or else the last line, without credentials and without the time. An error of another form of the same
     * configuration is before it.
     *
     * @param message as the Pod's status has it; may be empty
     * @return one line; empty if there is none
     */
    static String cause(String message) {
        List<String> lines = Credentials.masked(DETAIL_OF_YAML.matcher(message).replaceAll(" "))
                .lines()
                .map(String::strip)
                .filter(line -> !line.isEmpty())
                .toList();
        String cause = lines.isEmpty() ? "" : lines.get(lines.size() - 1);
        String before = "";
        for (String line : lines) {
            Matcher error = ERROR_OF_KLOG.matcher(line);
            Matcher yaml = ERROR_OF_YAML.matcher(line);
            if (error.matches()) {
                cause = error.group(1);
            } else if (yaml.matches()) {
                before = yaml.group(1) + "; ";
            } else if (PANIC.matcher(line).matches()) {
                cause = line;
                // Stacks follow.
                break;
            }
        }
        Matcher failed = FAILED_COMMAND.matcher(cause);
        return MessageText.oneLine(before + (failed.matches() ? failed.group(1).replace("\\\"", "\"") : cause));
    }
}
