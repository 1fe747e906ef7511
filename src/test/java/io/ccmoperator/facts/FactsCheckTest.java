// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.facts;

import static org.assertj.core.api.Assertions.assertThat;

import io.ccmoperator.SourceProviders;
import io.ccmoperator.assets.FlagSource;
import io.ccmoperator.assets.Provider;
import io.ccmoperator.assets.ProviderDescriptor;
import io.ccmoperator.assets.ProviderIndex;
import io.ccmoperator.assets.tree.YamlReader;
import io.ccmoperator.cloudconfig.transform.Transformers;
import io.ccmoperator.payload.PayloadFolder;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** The script docs/facts/check, and the file of names that it compares. */
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "the script is one of bash")
class FactsCheckTest {
    private static final String API = "openshift/api without a commit, ";
    private static final String TYPES = API + "config/v1/types_infrastructure.go";
    private static final String TLS = API + "config/v1/types_tlssecurityprofile.go";
    private static final String AWS = "k8s.io/cloud-provider-aws without a commit";
    private static final String DEFINITION =
            "manifests/0000_26_cloud-controller-manager-operator_00_cloudcontrollermanager.crd.yaml";

    @TempDir
    Path folder;

    @Test
    void endsWithZeroWhenNothingHasAged() throws IOException, InterruptedException {
        Sources.in(folder);

        Result result = check(checkouts());

        assertThat(result.lines()).last().isEqualTo("nothing has aged");
        assertThat(result.exitCode()).isZero();
        assertThat(result.lines())
                .contains(
                        "not compared: src/main/resources/providers/gcp/programs/cloud-controller-manager.yaml, of openshift/cloud-provider-gcp"
                                + " 30cc0479 of 2026-07-20: no checkout is given")
                .anyMatch(line -> line.startsWith(
                        "not compared: src/main/resources/configurations/aws.yaml, what has changed in its files: "
                                + AWS + " does not have commit "));
    }

    @Test
    void printsFileLineAndSourceOfEachAgedFact() throws IOException, InterruptedException {
        String features = "cloud-provider-aws/vendor/k8s.io/apiserver/pkg/features/kube_features.go";
        String options = "cloud-provider-aws/vendor/k8s.io/cloud-provider/options/options.go";
        String own = "cloud-provider-aws/pkg/controllers/options/tagging_controller.go";
        String infrastructures =
                "api/config/v1/zz_generated.crd-manifests/0000_10_config-operator_01_infrastructures.crd.yaml";
        String clouds = "api/config/v1/types_infrastructure.go";
        String profiles = "api/config/v1/types_tlssecurityprofile.go";
        String gates = "api/payload-manifests/featuregates/featureGate-4-10-SelfManagedHA-Default.yaml";
        Sources.in(folder)
                .without("cloud-provider-aws/pkg/services/aws_sts.go")
                .with(infrastructures, "etcdDiscoveryDomain:", "etcdFutureDomain:")
                .with(clouds, "AzureGermanCloud", "AzureBlueCloud")
                .with(clouds, "\"Libvirt\"", "\"Fog\"")
                .with(gates, "\"VSphereMixedNodeEnv\"", "\"AWSServiceLBNetworkSecurityGroup\"")
                .with(profiles, "\"DES-CBC3-SHA\"", "\"FOG-SHA\"")
                .with(profiles, "MinTLSVersion: VersionTLS10", "MinTLSVersion: VersionTLS12")
                .with(profiles, "TLSGroup = \"X25519\"", "TLSGroup = \"X448\"")
                .with(profiles, "TLSProtocolVersion = \"VersionTLS13\"", "TLSProtocolVersion = \"VersionTLS14\"")
                .with(
                        "library-go/pkg/crypto/crypto.go",
                        "}\nvar",
                        "\t\"AES256-SHA256\": \"TLS_RSA_WITH_AES_256_CBC_SHA256\",\n}\nvar")
                .with("enhancements/dev-guide/host-port-registry.md", "| 9200-9219 |", "| 9260-9262 |")
                .with("installer/pkg/infrastructure/gcp/clusterapi/firewallrules.go", "9000-9999", "9000-9260")
                .with("cloud-provider-azure/pkg/provider/config/azure.go", "vmType,", "fogType,")
                .with("cloud-provider-aws/go.mod", "v0.", "v1.")
                .with(options, "\"kube-api-burst\"", "\"kube-api-fog\"")
                .with(own, "burst-limit", "fog-limit")
                .with(features, "\tAPIServerIdentity:", "\tFogIdentity:")
                .with(
                        features,
                        "\tAPIResponseCompression: {\n",
                        "\tAPIResponseCompression: {\n\t\t{Default: true, PreRelease: featuregate.GA},\n\t},\n\tFog: {\n");

        Result result = check(checkouts());

        String program = Sources.PROGRAM;
        String version = YamlReader.read(Files.readString(project().resolve(program)))
                .get(0)
                .map()
                .orElseThrow()
                .get("kubernetes")
                .toString();
        assertThat(aged(result))
                .containsExactlyInAnyOrder(
                        "src/main/resources/schemas/infrastructure.yaml: field status.etcdFutureDomain of openshift/api without a commit is missing",
                        "src/main/resources/schemas/infrastructure.yaml: field status.etcdDiscoveryDomain is not in openshift/api without a commit",
                        Sources.NAMES + ": cloud of Azure AzureGermanCloud is not in " + TYPES,
                        Sources.NAMES + ": cloud of Azure AzureBlueCloud of " + TYPES + " is missing",
                        DEFINITION + ": cloud of Azure AzureBlueCloud of " + TYPES + " is missing",
                        Sources.NAMES + ": platform type Libvirt is not in " + TYPES,
                        Sources.NAMES + ": platform type Fog of " + TYPES + " is missing",
                        Sources.NAMES + ": feature gate VSphereMixedNodeEnv is enabled here, unlisted in " + API
                                + gates.substring("api/".length()),
                        Sources.NAMES + ": feature gate AWSServiceLBNetworkSecurityGroup is unlisted here, enabled in "
                                + API + gates.substring("api/".length()),
                        "src/main/resources/tls-profiles.yaml: profile Old, ciphers DES-CBC3-SHA is not in " + TLS,
                        "src/main/resources/tls-profiles.yaml: profile Old, ciphers FOG-SHA of " + TLS + " is missing",
                        "src/main/resources/tls-profiles.yaml: profile Old, minVersion VersionTLS10 is not in " + TLS,
                        "src/main/resources/tls-profiles.yaml: profile Old, minVersion VersionTLS12 of " + TLS
                                + " is missing",
                        "src/main/java/io/ccmoperator/cluster/TlsGroup.java: group of TLS X25519 is not in " + TLS,
                        "src/main/java/io/ccmoperator/cluster/TlsGroup.java: group of TLS X448 of " + TLS
                                + " is missing",
                        "src/main/java/io/ccmoperator/cluster/TlsVersion.java: version of TLS VersionTLS13 is not in "
                                + TLS,
                        "src/main/java/io/ccmoperator/cluster/TlsVersion.java: version of TLS VersionTLS14 of " + TLS
                                + " is missing",
                        "src/main/java/io/ccmoperator/cluster/CipherSuite.java: cipher suite AES256-SHA256 is TLS_RSA_WITH_AES_256_CBC_SHA256 in"
                                + " openshift/library-go without a commit, pkg/crypto/crypto.go, known to Go",
                        "src/main/resources/ports.yaml: port 9261 of cloud-node-manager is registered for various CSI drivers in"
                                + " openshift/enhancements without a commit, dev-guide/host-port-registry.md",
                        "src/main/resources/ports.yaml: port 9261 of cloud-node-manager is not open between nodes by openshift/installer without a"
                                + " commit, pkg/infrastructure/gcp/clusterapi/firewallrules.go",
                        "src/main/resources/configurations/azure.yaml: member fogType of sigs.k8s.io/cloud-provider-azure without a commit,"
                                + " pkg/provider/config/azure.go is missing",
                        "src/main/resources/configurations/aws.yaml: file pkg/services/aws_sts.go is not in " + AWS,
                        program + ": the libraries of Kubernetes have version " + version + " here, "
                                + version.replaceFirst("0", "1") + " in " + AWS,
                        program + ": flag kube-api-burst is not in " + AWS,
                        program + ": flag tagging-controller-burst-limit is not in " + AWS,
                        program + ": flag tagging-controller-fog-limit of " + AWS
                                + ", pkg/controllers/options/tagging_controller.go is missing",
                        program + ": feature gate APIServerIdentity is not in " + AWS,
                        program + ": feature gate FogIdentity of " + AWS
                                + ", vendor/k8s.io/apiserver/pkg/features/kube_features.go is missing",
                        program + ": feature gate Fog of " + AWS
                                + ", vendor/k8s.io/apiserver/pkg/features/kube_features.go is missing",
                        program
                                + ": feature gate APIResponseCompression is BETA, default true here, GA, default true in "
                                + AWS);
        assertThat(result.lines()).last().isEqualTo("aged: 30");
        assertThat(result.exitCode()).isEqualTo(1);
    }

    /** Which of them fits, only the project says: they are shown, and count as nothing that has aged. */
    @Test
    void printsReleasesThatAreNewerThanImages() throws IOException, InterruptedException {
        Sources.in(folder);
        Path aws = folder.resolve("cloud-provider-aws");
        git(aws, "init", "-q");
        git(aws, "-c", "user.name=a", "-c", "user.email=a@example.com", "commit", "-q", "--allow-empty", "-m", "a");
        for (String tag : List.of("v1.2.3", "v99.0.0-rc.0", "v99.0.0", "v99.10.1", "v99.9.1", "chart-100.0.0")) {
            git(aws, "tag", tag);
        }

        Result result = check("cloud-provider-aws");

        assertThat(result.lines())
                .filteredOn(line -> line.startsWith("newer: "))
                .singleElement()
                .asString()
                .matches(
                        "newer: src/main/resources/providers/aws/images[.]yaml: 3 releases after v1[.][0-9.]+, the last is v99[.]10[.]1 of"
                                + " k8s[.]io/cloud-provider-aws .*");
        assertThat(result.lines()).last().asString().doesNotContain("newer");
    }

    private static void git(Path folder, String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of("git", "-C", folder.toString()));
        command.addAll(List.of(arguments));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(printed).isZero();
    }

    @Test
    void namesLineOfFact() throws IOException, InterruptedException {
        Sources.in(folder).with("api/config/v1/types_infrastructure.go", "AzureChinaCloud", "AzureBlueCloud");

        List<String> lines = check("api").lines();

        List<String> definition = Files.readAllLines(project().resolve(DEFINITION));
        int known = definition.indexOf(definition.stream()
                        .filter(line -> line.contains("- AzureChinaCloud"))
                        .findFirst()
                        .orElseThrow())
                + 1;
        assertThat(lines).contains(DEFINITION + ":" + known + ": cloud of Azure AzureChinaCloud is not in " + TYPES);
    }

    @Test
    void rejectsFolderThatIsNoSource() throws IOException, InterruptedException {
        Sources.in(folder);
        Path other = Files.createDirectory(folder.resolve("other"));

        Result result = check("api", "other");

        assertThat(result.exitCode()).isEqualTo(2);
        assertThat(result.lines())
                .singleElement()
                .asString()
                .startsWith("docs/facts/check: " + other.toRealPath() + ": not a checkout of a source of facts: ");
    }

    @Test
    void printsUsageWithoutFolder() throws IOException, InterruptedException {
        Result result = check();

        assertThat(result.exitCode()).isEqualTo(2);
        assertThat(result.lines()).contains("    docs/facts/check DIR...");
    }

    @Test
    @SuppressWarnings("try")
    void hasStateOfEachFeatureGateThatProgramNames() throws IOException {
        Set<String> named = new TreeSet<>(Provider.CLOUD_FEATURE_GATES);
        try (SourceProviders providers = SourceProviders.open()) {
            for (ProviderIndex.Entry entry : ProviderIndex.load().entries()) {
                ProviderDescriptor descriptor = ProviderIndex.provider(entry).descriptor();
                named.addAll(descriptor.graduatedFeatureGates().keySet());
                descriptor.cloudConfig().map(Transformers::of).ifPresent(each -> named.addAll(each.featureGates()));
                descriptor.flags().values().stream()
                        .flatMap(flags -> flags.values().stream())
                        .filter(FlagSource.Gated.class::isInstance)
                        .forEach(gated -> named.add(((FlagSource.Gated) gated).featureGate()));
            }
        }

        Map<String, Object> names = YamlReader.read(Files.readString(project().resolve(Sources.NAMES)))
                .get(0)
                .map()
                .orElseThrow();

        assertThat(((Map<?, ?>) names.get("featureGates")).keySet().stream().map(String.class::cast))
                .containsExactlyInAnyOrderElementsOf(named);
    }

    /** The aged facts, without the number of the line. */
    private static List<String> aged(Result result) {
        return result.lines().stream()
                .filter(line -> line.matches("[^ ]+:\\d+: .*"))
                .map(line -> line.replaceFirst(":\\d+:", ":"))
                .toList();
    }

    private record Result(int exitCode, List<String> lines) {}

    private String[] checkouts() throws IOException {
        try (Stream<Path> paths = Files.list(folder)) {
            return paths.map(path -> path.getFileName().toString()).sorted().toArray(String[]::new);
        }
    }

    private Result check(String... names) throws IOException, InterruptedException {
        List<String> command =
                new ArrayList<>(List.of(project().resolve("docs/facts/check").toString()));
        Stream.of(names).map(folder::resolve).map(Path::toString).forEach(command::add);
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return new Result(process.waitFor(), printed.lines().toList());
    }

    private static Path project() {
        return PayloadFolder.project();
    }
}
