// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.facts;

import static java.util.stream.Collectors.joining;

import io.ccmoperator.assets.tree.FieldReader;
import io.ccmoperator.assets.tree.YamlReader;
import io.ccmoperator.assets.tree.YamlWriter;
import io.ccmoperator.cluster.TlsGroup;
import io.ccmoperator.cluster.TlsVersion;
import io.ccmoperator.payload.PayloadFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;

/** Checkouts of the sources of facts, with as much as the script reads, made of the facts of the project: nothing has aged. */
record Sources(Path folder) {
    static final String NAMES = "provider-assets/runtime/src/main/resources/io/ccmoperator/assets/openshift-api.yaml";
    static final String PROGRAM = "src/main/resources/providers/aws/programs/cloud-controller-manager.yaml";

    private static final Map<String, String> KINDS = Map.of(
            "infrastructure", "infrastructures",
            "proxy", "proxies",
            "network", "networks",
            "featuregate", "featuregates",
            "apiserver", "apiservers");

    static Sources in(Path folder) throws IOException {
        Sources sources = new Sources(folder);
        sources.api();
        sources.program();
        sources.write("library-go/go.mod", "module github.com/openshift/library-go\n");
        sources.write("library-go/pkg/crypto/crypto.go", """
                var openSSLToIANACiphers = map[string]string{
                \t"AES128-SHA": "TLS_RSA_WITH_AES_128_CBC_SHA", // 0x00,0x2F
                }
                var ciphersUnsupportedByGo = map[string]string{
                \t"AES256-SHA256": "TLS_RSA_WITH_AES_256_CBC_SHA256",
                }
                """);
        sources.write("enhancements/dev-guide/host-port-registry.md", """
                | 9200-9219 | various CSI drivers                       | | |
                | 9257      | cluster-cloud-controller-manager-operator | | |
                ## Previously allocated
                | 9261      | an old component                          | | |
                """);
        sources.write("installer/go.mod", "module github.com/openshift/installer\n");
        sources.write(
                "installer/pkg/asset/manifests/aws/securitygroup.go",
                "\t\t\tFromPort:    9000,\n\t\t\tToPort:      9999,\n");
        sources.write(
                "installer/pkg/infrastructure/gcp/clusterapi/firewallrules.go",
                "\t\t\t\t\"9000-9999\", // host-level services\n");
        sources.write(
                "installer/pkg/infrastructure/openstack/preprovision/securitygroups.go",
                "\t\tserviceInternal      = service{tcp | udp, 9000, 9999}\n");
        sources.write(
                "cloud-provider-azure/go.mod",
                "module sigs.k8s.io/cloud-provider-azure\nk8s.io/component-base v0.35.0\n");
        sources.write(
                "cloud-provider-azure/pkg/provider/config/azure.go",
                "\tVMType string `json:\"vmType,omitempty\" yaml:\"vmType,omitempty\"`\n");
        sources.readers();
        return sources;
    }

    /** The files of which the tables of words were made. */
    private void readers() throws IOException {
        try (Stream<Path> tables = Files.list(PayloadFolder.project().resolve("src/main/resources/configurations"))) {
            for (Path table : tables.sorted().toList()) {
                FieldReader facts = facts("src/main/resources/configurations/" + table.getFileName());
                String repository = facts.string("source").replaceFirst(".*/", "");
                for (String file : facts.strings("files")) {
                    String path = repository + "/" + file;
                    if (Files.exists(folder.resolve(repository)) && !Files.exists(folder.resolve(path))) {
                        write(path, "package reader\n");
                    }
                }
            }
        }
    }

    Sources without(String file) throws IOException {
        Files.delete(folder.resolve(file));
        return this;
    }

    private void api() throws IOException {
        write("api/go.mod", "module github.com/openshift/api\n");
        for (Map.Entry<String, String> kind : KINDS.entrySet()) {
            Object schema = Map.of(
                    "properties",
                    properties(facts("src/main/resources/schemas/" + kind.getKey() + ".yaml")
                            .value()));
            write(
                    "api/config/v1/zz_generated.crd-manifests/0000_10_config-operator_01_" + kind.getValue()
                            + ".crd.yaml",
                    YamlWriter.write(Map.of(
                            "spec",
                            Map.of(
                                    "versions",
                                    List.of(Map.of("name", "v1", "schema", Map.of("openAPIV3Schema", schema)))))));
        }
        FieldReader names = facts(NAMES);
        write(
                "api/config/v1/types_infrastructure.go",
                constants(
                                "PlatformType",
                                Stream.of("withProvider", "withoutProvider")
                                        .flatMap(list -> names.strings(list).stream()))
                        + constants("AzureCloudEnvironment", names.strings("azureClouds").stream()));
        Map<String, Object> profiles =
                facts("src/main/resources/tls-profiles.yaml").map();
        write(
                "api/config/v1/types_tlssecurityprofile.go",
                constants("TLSProfileType", Stream.concat(profiles.keySet().stream(), Stream.of("Custom")))
                        + constants("TLSProtocolVersion", TlsVersion.flags().stream())
                        + constants("TLSGroup", Stream.of(TlsGroup.values()).map(TlsGroup::value))
                        + "var TLSProfiles = map[TLSProfileType]*TLSProfileSpec{\n"
                        + lines(
                                profiles.entrySet().stream(),
                                profile -> profile(profile.getKey(), FieldReader.of(profile.getValue())))
                        + "}\n");
        Map<String, Object> gates = names.map("featureGates");
        write(
                "api/payload-manifests/featuregates/featureGate-4-10-SelfManagedHA-Default.yaml",
                "\"disabled\": [\n" + listed(gates, "disabled") + "],\n\"enabled\": [\n" + listed(gates, "enabled")
                        + "]\n");
    }

    private static String listed(Map<String, Object> gates, String state) {
        return lines(
                gates.entrySet().stream().filter(gate -> gate.getValue().equals(state)),
                gate -> "    {\n        \"name\": \"" + gate.getKey() + "\"\n    }\n");
    }

    private static String profile(String name, FieldReader profile) {
        return "\tTLSProfile" + name + "Type: {\n\t\tCiphers: []string{\n"
                + lines(profile.strings("ciphers").stream(), suite -> "\t\t\t\"" + suite + "\",\n")
                + "\t\t},\n\t\tMinTLSVersion: " + profile.string("minVersion") + ",\n\t},\n";
    }

    /** The schema of a field in the notation of schemas/, as a definition of a kind has it. */
    private static Map<String, Object> properties(Object notation) {
        Map<String, Object> properties = new LinkedHashMap<>();
        FieldReader.of(notation).map().forEach((name, field) -> properties.put(name, schema(field)));
        return properties;
    }

    private static Map<String, Object> schema(Object notation) {
        if (notation instanceof List<?> list) {
            return Map.of("type", "array", "items", schema(list.get(0)));
        }
        if (!(notation instanceof Map<?, ?> fields)) {
            return Map.of("description", "in: words\n  of several: lines\n", "type", notation);
        }
        return fields.containsKey("*")
                ? Map.of("type", "object", "additionalProperties", schema(fields.get("*")))
                : Map.of("type", "object", "properties", properties(fields), "required", List.copyOf(fields.keySet()));
    }

    /** A program with its own flags and gates, and those of libraries. */
    private void program() throws IOException {
        FieldReader program = facts(PROGRAM);
        write(
                "cloud-provider-aws/go.mod",
                "module k8s.io/cloud-provider-aws\n\nrequire (\n\tk8s.io/component-base v"
                        + program.string("kubernetes") + "\n)\n");
        write("cloud-provider-aws/pkg/controllers/options/tagging_controller.go", flags(program, true));
        write("cloud-provider-aws/vendor/k8s.io/cloud-provider/options/options.go", flags(program, false));
        write(
                "cloud-provider-aws/vendor/k8s.io/apiserver/pkg/features/kube_features.go",
                lines(
                        program.field("featureGates").members().stream(),
                        gate -> "\t" + gate.path().name() + ": {\n"
                                + "\t\t{Version: version.MustParse(\"1.1\"), Default: false, PreRelease: featuregate.Alpha},\n"
                                + "\t\t{Version: version.MustParse(\"1.2\"), Default: " + gate.at("default")
                                + ", PreRelease: featuregate." + gate.string("stage") + "},\n\t},\n"));
    }

    private static String flags(FieldReader program, boolean own) {
        return "import \"github.com/spf13/pflag\"\n"
                + lines(
                        program.map("flags").keySet().stream().filter(flag -> flag.startsWith("tagging-") == own),
                        flag -> "\tfs.StringVar(&o.Value, \"" + flag + "\", o.Value, \"\")\n");
    }

    /** Replaces a string in a file. */
    Sources with(String file, String before, String after) throws IOException {
        String text = Files.readString(folder.resolve(file));
        if (!text.contains(before)) {
            throw new IllegalArgumentException(file + " has no " + before);
        }
        return write(file, text.replace(before, after));
    }

    private Sources write(String file, String text) throws IOException {
        Path path = folder.resolve(file);
        Files.createDirectories(path.getParent());
        Files.writeString(path, text);
        return this;
    }

    private static String constants(String type, Stream<String> values) {
        return lines(values, value -> "\tName " + type + " = \"" + value + "\"\n");
    }

    private static <T> String lines(Stream<T> items, Function<T, String> line) {
        return items.map(line).collect(joining());
    }

    private static FieldReader facts(String file) throws IOException {
        return FieldReader.of(
                YamlReader.read(Files.readAllBytes(PayloadFolder.project().resolve(file)))
                        .get(0)
                        .value());
    }
}
