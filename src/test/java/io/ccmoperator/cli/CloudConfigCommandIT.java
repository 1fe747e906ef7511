// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.ccmoperator.PackagedProgram;
import io.ccmoperator.cloudconfig.NestedAliases;
import io.quarkus.test.junit.main.LaunchResult;
import io.quarkus.test.junit.main.QuarkusMainIntegrationTest;
import io.quarkus.test.junit.main.QuarkusMainLauncher;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@QuarkusMainIntegrationTest
@Tag("packaged")
class CloudConfigCommandIT {
    private static final String NETWORK =
            "{apiVersion: config.openshift.io/v1, kind: Network, metadata: {name: cluster}, spec: {}}";

    @TempDir
    Path folder;

    private Inputs inputs;

    @BeforeEach
    void inputs() {
        inputs = new Inputs(folder);
    }

    private LaunchResult launch(QuarkusMainLauncher launcher, String platformStatus, String cloudConf, String... more) {
        List<String> arguments = new ArrayList<>(List.of(
                "cloud-config",
                "--cluster-infrastructure-file=" + inputs.infrastructure(platformStatus),
                "--cloud-conf=" + inputs.write("cloud.conf", cloudConf)));
        arguments.addAll(List.of(more));
        return launcher.launch(arguments.toArray(String[]::new));
    }

    /** What the program does with an input, on streams of its own. */
    private record Run(int exitCode, String output, String errors) {}

    private Run run(byte[] input, Path output) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(PackagedProgram.command());
        command.addAll(
                List.of("cloud-config", "--cluster-infrastructure-file=" + inputs.infrastructure("{type: AWS}")));
        return run(command, input, output);
    }

    private Run run(List<String> command, byte[] input, Path output) throws IOException, InterruptedException {
        ProcessBuilder builder = new ProcessBuilder(command)
                .redirectInput(Files.write(folder.resolve("input"), input).toFile())
                .redirectOutput(output.toFile())
                .redirectError(folder.resolve("errors").toFile());
        // As in a container.
        builder.environment().remove("LANG");
        builder.environment().put("LC_ALL", "C");
        Process process = builder.start();
        try {
            assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
            return new Run(
                    process.exitValue(),
                    Files.isRegularFile(output) ? Files.readString(output) : "",
                    Files.readString(folder.resolve("errors")).strip());
        } finally {
            process.destroyForcibly();
        }
    }

    /** @param heap an option of the JVM, which the executable takes as well */
    private Run runVSphere(String heap, String input) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(PackagedProgram.command());
        command.add(1, heap);
        command.addAll(List.of(
                "cloud-config",
                "--cluster-infrastructure-file=" + inputs.infrastructure("{type: VSphere}"),
                "--cluster-network-file=" + inputs.write("network.yaml", NETWORK)));
        return run(command, input.getBytes(StandardCharsets.UTF_8), folder.resolve("output"));
    }

    private Run run(String input) throws IOException, InterruptedException {
        return run(input.getBytes(StandardCharsets.UTF_8), folder.resolve("output"));
    }

    private Path cluster(String provider) {
        return inputs.write(
                "cluster.yaml",
                "{apiVersion: ccmoperator.io/v1beta1, kind: CloudControllerManager, metadata: {name: cluster},"
                        + " spec: {cluster: {provider: " + provider + ", name: sample-1}}}");
    }

    private Run onKubernetes(String provider, String input, String... more) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(PackagedProgram.command());
        command.addAll(List.of("cloud-config", "--cluster-file=" + cluster(provider)));
        command.addAll(List.of(more));
        return run(command, input.getBytes(StandardCharsets.UTF_8), folder.resolve("output"));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            aws        | `; mine\n[Global]\n Zone = a\n`
            aws        | ``
            azure      | `{ "tenantId": "t", "vmType": "vmss", "resourceGroup": "g" }\n`
            azurestack | `{ "resourceGroup": "g" }`
            vsphere    | `[Global]\nsecret-name = vsphere-cloud-credentials\nsecret-namespace = cloud-controller-manager\n[VirtualCenter "vc"]\n`
            gcp        | `[global]\nproject-id = p\n`
            """)
    void leavesConfigurationOfKubernetesAsItIs(String provider, String input) throws IOException, InterruptedException {
        assertThat(onKubernetes(provider, input)).isEqualTo(new Run(0, input, ""));
    }

    @Test
    void warnsOfCredentialsInConfigMap() throws IOException, InterruptedException {
        String input = "[Global]\nuser = u\npassword = hunter2\n[VirtualCenter \"vc\"]\n";

        assertThat(onKubernetes("vsphere", input))
                .isEqualTo(new Run(
                        0,
                        input,
                        "warning: /dev/stdin: the configuration has credentials, and all users with the role view read ConfigMaps;"
                                + " put it into a Secret, and name that in spec.cluster.cloudConfig.secret of the"
                                + " CloudControllerManager"));
    }

    @Test
    void namesSecretInNamespaceOfKubernetes() throws IOException, InterruptedException {
        String source = "vcenter: {vc: {server: vc}}\n";

        assertThat(onKubernetes("vsphere", source).output()).contains("secretNamespace: cloud-controller-manager\n");
        assertThat(onKubernetes("vsphere", source, "--namespace=elsewhere").output())
                .contains("secretNamespace: elsewhere\n");
        assertThat(runVSphere("-Xmx80m", source).output())
                .contains("secretNamespace: openshift-cloud-controller-manager\n");
        assertThat(onKubernetes("vsphere", source, "--namespace=No_Name").errors())
                .contains("--namespace: 'No_Name' is not a valid namespace name");
    }

    @Test
    void warnsOfValueThatDoesNotCount(QuarkusMainLauncher launcher) {
        LaunchResult result = launch(launcher, "{type: AWS}", "[Global]\nNLBSecurityGroupMode = Unmanaged\n");

        assertThat(result.exitCode()).isZero();
        assertThat(result.getErrorOutput())
                .isEqualTo("warning: " + folder.resolve("cloud.conf") + ": line 2: [Global] NLBSecurityGroupMode:"
                        + " 'Unmanaged' has no effect, since the operator sets 'Managed'; write that, or remove it");
    }

    @ParameterizedTest
    @ValueSource(ints = {18, 36, 1023})
    void rejectsNestedAliasesInLittleMemory(int kibibytes) throws IOException, InterruptedException {
        Run run = runVSphere("-Xmx40m", NestedAliases.ofKibibytes(kibibytes));

        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.output()).isEmpty();
        assertThat(run.errors())
                .isEqualTo("error: /dev/stdin: a document has more than 50 aliases (*) of maps and lists;"
                        + " write out what they repeat");
    }

    @Test
    void namesTheHeapThatIsTooSmall() throws IOException, InterruptedException {
        Run run = runVSphere("-Xmx20m", "future: [" + "0,".repeat(240_000) + "]\n");

        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.output()).isEmpty();
        assertThat(run.errors())
                .matches("error: out of memory: the command needs more than the maximum heap of \\d+ MiB; use smaller"
                        + " files, or give it more, for example with -Xmx1g");
    }

    @Test
    void acceptsSizeOfConfigMapAndNotAnySize() throws IOException, InterruptedException {
        String largest = "[Global]\nZone = a\n;" + "c".repeat((1 << 20) - 19);

        assertThat(run(largest).exitCode()).isZero();
        assertThat(run(largest.repeat(4)).errors())
                .isEqualTo("error: /dev/stdin: is larger than 3 MiB; name a file with a cloud.conf");
    }

    @Test
    void printsOnlyTransformedFile(QuarkusMainLauncher launcher) {
        LaunchResult result = launch(launcher, "{type: AWS}", "[Global]\nZone = a\n");

        assertThat(result.exitCode()).isZero();
        assertThat(result.getErrorOutput()).isEmpty();
        assertThat(result.getOutput().strip()).isEqualTo("""
                [Global]
                Zone                                      = a
                ClusterServiceLoadBalancerHealthProbeMode = Shared
                NLBSecurityGroupMode                      = Managed""");
    }

    @Test
    void transformsStandardInputByteByByte() throws Exception {
        Run first = run("[Global]\nZone = \"é 😀\"\n");
        assertThat(first.errors()).isEmpty();
        assertThat(first.exitCode()).isZero();
        assertThat(first.output()).contains("é 😀").endsWith("Managed\n");

        assertThat(run(first.output())).as("it is idempotent").isEqualTo(first);
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void failsWhenOutputCannotBeWritten() throws Exception {
        Run run = run(new byte[0], Path.of("/dev/full"));

        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.errors()).isEqualTo("error: standard output: cannot be written; free space on the disk");
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void isSilentWhereReaderOfPipeHasEnded() throws Exception {
        String script = "exec 3> >(exit 0); wait $!; exec \"$@\" >&3";
        List<String> command = new ArrayList<>(List.of("bash", "-c", script, "bash"));
        command.addAll(PackagedProgram.command());
        command.addAll(List.of("providers", "-o", "yaml"));

        assertThat(run(command, new byte[0], folder.resolve("output"))).isEqualTo(new Run(0, "", ""));
    }

    @Test
    void acceptsEmptyInputWherePlatformAllowsIt() throws Exception {
        Run run = run("");

        assertThat(run.exitCode()).isZero();
        assertThat(run.output()).isEqualTo("""
                        [Global]
                        ClusterServiceLoadBalancerHealthProbeMode = Shared
                        NLBSecurityGroupMode                      = Managed
                        """);
    }

    @Test
    void namesStandardInputAndPositionInErrors() throws Exception {
        Run run = run("[Global]\nNodeIPFamilies = IPv4\n");

        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.output()).isEmpty();
        assertThat(run.errors())
                .isEqualTo("error: /dev/stdin: line 2: [Global] NodeIPFamilies: the value is not one of"
                        + " ipv4, ipv6, so nodes get no address of it; write one of them, and two on a line each");
    }

    @Test
    void rejectsInputThatIsNotText() throws Exception {
        Run run = run(new byte[] {(byte) 0xff}, folder.resolve("output"));

        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.output()).isEmpty();
        assertThat(run.errors()).startsWith("error: /dev/stdin, line 1, column 1: is not UTF-8");
    }

    /** A release that has the gates lists them; a later one may not list them. */
    @ParameterizedTest
    @CsvSource({
        "'enabled: [{name: GATE}]',   Managed, 0",
        "'disabled: [{name: GATE}]',  '',      1",
        "'enabled: [{name: Other}]',  Managed, 1",
        ",                            Managed, 1",
    })
    void followsFeatureGateOfFile(String lists, String securityGroups, int emptyVSphere, QuarkusMainLauncher launcher) {
        LaunchResult aws = launch(launcher, "{type: AWS}", "", featureGate(lists, "AWSServiceLBNetworkSecurityGroup"));
        LaunchResult vSphere = launcher.launch(
                "cloud-config",
                "--cloud-conf=" + inputs.write("cloud.conf", ""),
                featureGate(lists, "VSphereMultiVCenterDay2"),
                "--cluster-network-file=" + inputs.write("network.yaml", NETWORK),
                "--cluster-infrastructure-file="
                        + inputs.infrastructure(
                                "{type: VSphere}", "{platformSpec: {vsphere: {vcenters: [{server: vc}]}}}"));

        assertThat(aws.getErrorOutput()).isEmpty();
        assertThat(aws.getOutput())
                .isEqualTo("[Global]\nClusterServiceLoadBalancerHealthProbeMode = Shared"
                        + (securityGroups.isEmpty() ? "" : "\nNLBSecurityGroupMode                      = Managed"));
        assertThat(vSphere.exitCode()).isEqualTo(emptyVSphere);
    }

    /** The flag, or one without effect where there is no object. */
    private String featureGate(String lists, String gate) {
        return lists == null
                ? "--ignore-unknown-fields=false"
                : "--featuregate-file=" + inputs.write("featuregate.yaml", """
                        apiVersion: config.openshift.io/v1
                        kind: FeatureGate
                        metadata: {name: cluster}
                        status: {featureGates: [{version: unknown, %s}]}
                        """.formatted(lists.replace("GATE", gate)));
    }

    @Test
    void warnsOnStderrOfWhatCloudControllerManagerWouldReject(QuarkusMainLauncher launcher) {
        LaunchResult result = launch(
                launcher,
                "{type: AWS}",
                "[ServiceOverride \"1\"]\nService = s3x\nRegion = r\nURL = https://s3.test\nSigningRegion = r\n");

        assertThat(result.exitCode()).isZero();
        assertThat(result.getOutput()).contains("[ServiceOverride \"1\"]").doesNotContain("warning");
        assertThat(result.getErrorOutput())
                .startsWith("warning: " + folder.resolve("cloud.conf") + ": ")
                .contains("ServiceOverride");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            {type: AWS}       | `[Global`                         | cloud.conf: line 1
            {type: OpenStack} | `[Global]\nsecret-name = mine`   | cloud.conf: line 2: '[Global] secret-name' is set to a non-default value
            {type: Azure}     | `{"cloud": 5}`                    | cloud.conf: line 1, column
            {type: Azure}     | `{`                               | cloud.conf: line 1, column
            {type: Azure}     | ``                                | cloud.conf: the configuration is empty, but Azure needs one
            {type: BareMetal} | ``                                | infrastructure.yaml: platform BareMetal has no provider here
            {type: Moon}      | ``                                | infrastructure.yaml: platform Moon has no provider here
            {}                | ``                                | infrastructure.yaml: Infrastructure cluster: status.platformStatus.type is missing
            {type: VSphere}   | ``                                | infrastructure.yaml: the configuration of this platform depends on the Network 'cluster'; give its manifest with --cluster-network-file
            """)
    void namesFileAndPositionInErrorAndPrintsNothing(
            String platformStatus, String cloudConf, String error, QuarkusMainLauncher launcher) {
        LaunchResult result = launch(launcher, platformStatus, cloudConf == null ? "" : cloudConf);

        assertThat(result.exitCode()).isEqualTo(1);
        assertThat(result.getOutput()).isEmpty();
        assertThat(result.getErrorOutput().lines())
                .singleElement()
                .asString()
                .startsWith("error: " + folder + "/" + error);
    }

    @Test
    void transformsVSphereWithNetwork(QuarkusMainLauncher launcher) {
        Path network = inputs.write("network.yaml", """
                apiVersion: config.openshift.io/v1
                kind: Network
                metadata: {name: cluster}
                spec: {serviceNetwork: ['172.30.0.0/16']}
                """);

        LaunchResult result = launch(
                launcher,
                "{type: VSphere}",
                "[VirtualCenter \"vc\"]\ndatacenters = dc\n",
                "--cluster-network-file=" + network);

        assertThat(result.getErrorOutput()).isEmpty();
        assertThat(result.exitCode()).isZero();
        assertThat(result.getOutput()).contains("vcenter:", "vc:", "server: vc");
    }

    @Test
    void namesMissingFiles(QuarkusMainLauncher launcher) {
        Path nowhere = folder.resolve("nowhere");

        LaunchResult noConf = launcher.launch(
                "cloud-config",
                "--cluster-infrastructure-file=" + inputs.infrastructure("{type: AWS}"),
                "--cloud-conf=" + nowhere);
        LaunchResult noInfrastructure = launcher.launch(
                "cloud-config",
                "--cluster-infrastructure-file=" + nowhere,
                "--cloud-conf=" + inputs.write("cloud.conf", ""));

        assertThat(noConf.exitCode()).isEqualTo(1);
        assertThat(noConf.getErrorOutput())
                .isEqualTo("error: " + nowhere + ": does not exist; name a file with a cloud.conf");
        assertThat(noInfrastructure.exitCode()).isEqualTo(1);
        assertThat(noInfrastructure.getErrorOutput()).startsWith("error: " + nowhere + ": does not exist");
    }

    @Test
    void requiresInfrastructure(QuarkusMainLauncher launcher) {
        LaunchResult result = launcher.launch("cloud-config");

        assertThat(result.exitCode()).isEqualTo(2);
        assertThat(result.getOutput()).isEmpty();
        assertThat(result.getErrorOutput()).contains("--cluster-infrastructure-file", "cloud-config --help");
    }

    @Test
    void rejectsUnknownFlagAsWrongUsage(QuarkusMainLauncher launcher) {
        LaunchResult result = launch(launcher, "{type: AWS}", "", "--transform");

        assertThat(result.exitCode()).isEqualTo(2);
        assertThat(result.getErrorOutput()).contains("'--transform'");
    }
}
