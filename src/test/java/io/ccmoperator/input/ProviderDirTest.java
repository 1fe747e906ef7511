// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.input;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import io.ccmoperator.SamplePack;
import io.ccmoperator.SourceProviders;
import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.assets.Provider;
import io.ccmoperator.assets.ProviderIndex;
import io.ccmoperator.assets.validation.BuildFacts;
import java.io.IOException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Providers in a folder beside those that are built in: what is taken, and what is refused with which lines. */
class ProviderDirTest {
    private static final BuildFacts FACTS = SamplePack.facts();

    @TempDir
    Path folder;

    private SourceProviders sources;
    private ProviderIndex index;

    @BeforeEach
    void open() {
        sources = SourceProviders.open();
        index = ProviderIndex.load();
    }

    @AfterEach
    void close() {
        sources.close();
    }

    private ProviderDir.Judged judge() {
        return new ProviderDir(folder).judge(index, FACTS);
    }

    private List<String> findings(SamplePack pack) {
        pack.write(folder);
        return judge().findings();
    }

    private List<String> names() {
        return index.entries().stream().map(ProviderIndex.Entry::name).toList();
    }

    @Test
    void addsProvidersToThoseThatAreBuiltIn() {
        List<String> builtIn = names();
        SamplePack.example().and(SamplePack.named("zebra")).write(folder);

        ProviderDir.Judged judged = judge();
        judged.extend(index);

        assertThat(judged.findings()).isEmpty();
        assertThat(names()).containsAll(builtIn).contains("example", "zebra").isSorted();
        Provider provider = index.find("External", "example").orElseThrow();
        assertThat(provider.descriptor().credentialsSecret()).contains("example");
        assertThat(provider.images()).containsKey("cloudControllerManagerExample");
        assertThat(provider.programFlags()).containsKey("cloud-controller-manager");
        assertThat(provider.assets()).extracting(KubernetesObject::name).contains("example-cloud-controller-manager");
        assertThat(index.find("AWS", "").orElseThrow().descriptor().name()).isEqualTo("aws");
    }

    @Test
    void takesWhatTheFolderHasNowInPlaceOfWhatItHadBefore() throws IOException {
        SamplePack.example().mount(folder);
        judge().extend(index);

        SamplePack.example()
                .replace(SamplePack.DEPLOYMENT, "cpu: 100m", "cpu: 50m")
                .and(SamplePack.named("zebra"))
                .mount(folder);
        ProviderDir.Judged judged = judge();
        judged.extend(index);

        assertThat(judged.findings()).isEmpty();
        assertThat(names()).containsOnlyOnce("example").contains("zebra");
        assertThat(index.find("External", "example").orElseThrow().assets().toString())
                .contains("cpu=50m");
        assertThat(folder)
                .isDirectoryContaining(path -> path.getFileName().toString().startsWith("..2026"));
    }

    @Test
    void takesFolderThatIsOneProvider() {
        folder = SamplePack.example().write(folder).resolve("example");

        ProviderDir.Judged judged = judge();

        assertThat(judged.findings()).isEmpty();
        assertThat(judged.providers())
                .extracting(provider -> provider.folder().name())
                .containsExactly("example");
    }

    @Test
    void keepsWhatIsInUseWhenFolderIsRefused() {
        SamplePack.example().write(folder);
        judge().extend(index);

        index.refuse("providers of x refused: y");

        assertThat(names()).contains("example");
        assertThat(index.refused()).contains("providers of x refused: y");
        judge().extend(index);
        assertThat(index.refused()).isEmpty();
    }

    /** A breach of rules of each topic, and all that only a folder can have. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            example/assets/50-deployment.yaml | hostNetwork: true | hostNetwrok: true | /example/assets/50-deployment.yaml, document 1 (Deployment openshift-cloud-controller-manager/example-cloud-controller-manager), spec.template.spec.hostNetwrok (line 33): there is no such field; is hostNetwork meant? [schema]
            example/assets/50-deployment.yaml | kind: Deployment | kind: Deploymnt | is Deployment meant? [asset-kind]
            example/assets/50-deployment.yaml | metadata: | metadata | [yaml]
            example/assets/50-deployment.yaml | readOnlyRootFilesystem: true | readOnlyRootFilesystem: false | takes the privilege 'writable root file system', which a cloud controller manager does not need; write true, or add {what: writable root file system, reason: ...} to privileges of
            example/provider.yaml | payload: false | payload: true | /example/provider.yaml, document 1, payload (line 3): has to be false: the payload has the providers with which the operator was built; write payload: false [descriptor]
            example/provider.yaml | platform: External\\nvariant: example | platform: AWS | for platform AWS, which a folder cannot replace; write platform External and a variant of its own [unique-platform]
            example/provider.yaml | platform: External\\nvariant: example | platform: Azure\\nvariant: AzurePublicCloud | the operator was built with provider azure for platform Azure and variant AzurePublicCloud, which a folder cannot replace
            example/provider.yaml | variant: example | variant: hetzner | the operator was built with provider hetzner for platform External and variant hetzner, which a folder cannot replace
            example/provider.yaml | variant: example | variant: [1] | [descriptor]
            example/provider.yaml | images: | cloudConfig: {source: user, transformer: mist}\\nimages: | there is no transformer mist; registered are fog [transformer]
            example/images.yaml | tags: {"1.33": v0.1.68, "1.34": v0.1.68, "1.35": v0.1.68, "1.36": v0.1.68} | tags: {"1.33": latest} | [images-file]
            example/assets/20-shared-informers-rbac.yaml | name: example-cloud-controller-manager | name: hetzner-cloud-controller-manager | has to begin with the name of the provider or its platform in lower case
            example/assets/20-shared-informers-rbac.yaml | kind: ClusterRoleBinding | kind: Secret | the administrator makes the Secret
            """)
    void refusesBreachOfRule(String file, String old, String replacement, String line) {
        List<String> findings = findings(
                SamplePack.example().replace(file, old.replace("\\n", "\n"), replacement.replace("\\n", "\n")));

        assertThat(findings).anySatisfy(finding -> assertThat(finding).contains(line));
        assertThat(findings).allSatisfy(finding -> assertThat(finding).startsWith(folder.toString()));
    }

    @Test
    void takesTransformerThatIsBuiltIn() {
        assertThat(findings(SamplePack.example()
                        .replace(
                                "example/provider.yaml",
                                "images:",
                                "cloudConfig: {source: user, transformer: fog}\nimages:")))
                .noneMatch(finding -> finding.contains("transformer"));
    }

    @Test
    void refusesNameAndObjectsOfProviderThatIsBuiltIn() {
        assertThat(findings(SamplePack.named("digitalocean")))
                .anySatisfy(finding -> assertThat(finding)
                        .startsWith(
                                folder + "/digitalocean/provider.yaml: the operator was built with a provider of that"
                                        + " name, which a folder cannot replace; rename the folder [unique-folder]"))
                .anySatisfy(finding -> assertThat(finding)
                        .contains(
                                "(Deployment openshift-cloud-controller-manager/digitalocean-cloud-controller-manager)")
                        .endsWith("provider digitalocean, with which the operator was built, has this object; rename it"
                                + " [unique-object]"));
    }

    @Test
    void refusesTwoProvidersForOnePlatform() {
        SamplePack zebra =
                SamplePack.named("zebra").replace("zebra/provider.yaml", "variant: zebra", "variant: example");

        assertThat(findings(SamplePack.example().and(zebra)))
                .singleElement()
                .asString()
                .contains("provider example is for platform External and variant example already");
    }

    @Test
    void namesAllFindingsOfAllProviders() {
        assertThat(findings(SamplePack.example()
                        .replace(SamplePack.DEPLOYMENT, "hostNetwork: true", "hostNetwrok: true")
                        .replace(SamplePack.DEPLOYMENT, "replicas: 2", "replicas: two")
                        .and(SamplePack.named("zebra")
                                .replace("zebra/provider.yaml", "payload: false", "payload: true"))))
                .hasSizeGreaterThanOrEqualTo(3)
                .anyMatch(finding -> finding.contains("hostNetwrok"))
                .anyMatch(finding -> finding.contains("replicas"))
                .anyMatch(finding -> finding.startsWith(folder + "/zebra/"));
    }

    @Test
    void refusesFolderThatIsMissingOrEmpty() {
        assertThat(judge().findings())
                .singleElement()
                .asString()
                .startsWith(folder
                        + ": has no provider; a provider has a folder of its own, such as example/provider.yaml");
        folder = folder.resolve("missing");
        assertThat(judge().findings())
                .containsExactly(folder + ": cannot be read: No such file or directory; mount a volume there that has"
                        + " providers, or leave --provider-dir out [folder]");
    }

    /** The root of a container may be where an image has its provider. */
    @Test
    void refusesRootAsFolderOfProvider() throws IOException {
        try (FileSystem image = FileSystems.newFileSystem(folder.resolve("image.zip"), Map.of("create", "true"))) {
            Path root = image.getPath("/");
            Files.writeString(root.resolve("provider.yaml"), "platform: Example");

            assertThat(new ProviderDir(root).judge(index, FACTS).findings())
                    .containsExactly(
                            "/: the name of the folder is the provider's, and the root has none; put the provider"
                                    + " into a folder [folder]");
        }
    }

    @Test
    void refusesFilesThatNoComponentReads() {
        assertThat(findings(SamplePack.example()
                        .with("50-deployment.yaml.txt", "a")
                        .with("example/assets/deep/50.yaml", "a: b")
                        .with("Upper/provider.yaml", "platform: External")))
                .anyMatch(finding ->
                        finding.startsWith(folder + "/50-deployment.yaml.txt: no component reads this file here;"))
                .anyMatch(finding ->
                        finding.startsWith(folder + "/example/assets/deep/50.yaml: no component reads this file;"))
                .anyMatch(finding -> finding.startsWith(folder + "/Upper: the name of the folder is the provider's"));
    }

    /** As image volumes have them. */
    @Test
    void passesOverDocumentation() {
        assertThat(findings(SamplePack.example()
                        .with("README.md", "a")
                        .with(".gitkeep", "")
                        .with("licenses/LICENSE", "a")
                        .with("Docs/notes.txt", "a")
                        .with("example/LICENSE", "a")))
                .isEmpty();
        assertThat(judge().remarks())
                .containsExactlyInAnyOrder(
                        folder + "/.gitkeep: no component reads this file",
                        folder + "/Docs: the folder has no provider.yaml, and no component reads it",
                        folder + "/README.md: no component reads this file",
                        folder + "/licenses: the folder has no provider.yaml, and no component reads it",
                        folder + "/example/LICENSE: no component reads this file");
        assertThat(judge().providers())
                .extracting(provider -> provider.folder().name())
                .containsExactly("example");
    }

    @Test
    void followsNoLinkIntoItself() throws IOException {
        SamplePack.example().write(folder);
        for (int link = 0; link < 8; link++) {
            Files.createSymbolicLink(folder.resolve("example/assets/" + link), Path.of("."));
        }
        Files.createSymbolicLink(folder.resolve("self"), Path.of("."));

        assertThat(assertTimeoutPreemptively(Duration.ofMinutes(2), this::judge).findings())
                .hasSize(9)
                .contains(
                        folder + "/self: is a link to a folder that has another name, too; leave the link out [folder]",
                        folder
                                + "/example/assets/7: is a link to a folder that has another name, too; leave the link out"
                                + " [folder]");
    }

    @Test
    void refusesTooManyDocumentsAndSaysNoMoreThanOneReadsOfFindings() {
        assertThat(findings(SamplePack.example().with("example/assets/60-more.yaml", "---\na: b\n".repeat(100_000))))
                .containsExactly(folder + ": has more than 500 documents; leave out what no provider needs [folder]");
        List<String> many =
                findings(SamplePack.example().with("example/assets/60-more.yaml", "---\na: b\n".repeat(400)));
        assertThat(many).hasSize(101);
        assertThat(many.get(100)).matches("and \\d+ more findings; correct the ones above first");
    }

    /** Once, although a binding grants what its role has. */
    @Test
    void namesVerbsThatOperatorDoesNotHold() {
        assertThat(findings(SamplePack.example().with("example/assets/20-rbac.yaml", """
                apiVersion: rbac.authorization.k8s.io/v1
                kind: ClusterRoleBinding
                metadata: {name: example-more}
                roleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: example-more}
                subjects: [{kind: ServiceAccount, name: cloud-controller-manager, namespace: openshift-cloud-controller-manager}]
                ---
                apiVersion: rbac.authorization.k8s.io/v1
                kind: ClusterRole
                metadata: {name: example-more}
                rules:
                - {apiGroups: [""], resources: [nodes], verbs: [get, list, watch, update, patch, delete]}
                - {apiGroups: [""], resources: [services], verbs: [get, list, patch, update, watch, create, deletecollection]}
                """)))
                .satisfiesExactly(
                        nodes -> assertThat(nodes)
                                .contains(
                                        "rules",
                                        ": the operator does not hold delete on nodes, and so cannot grant it; leave"),
                        services -> assertThat(services)
                                .contains(
                                        ": the operator does not hold create, deletecollection on services, and so cannot"
                                                + " grant them; leave it out, or add {what: rbac services, reason: ...}"));
    }

    /** Lists in a rule multiply, and no author has written each permission. */
    @Test
    void refusesRoleWithTooManyPermissionsBeforeAnyOfThemIsJudged() {
        String names = IntStream.range(0, 3000).mapToObj(number -> "n" + number).collect(Collectors.joining(", "));
        String role = """
                apiVersion: rbac.authorization.k8s.io/v1
                kind: ClusterRole
                metadata: {name: example-more}
                rules:
                - {apiGroups: [%s], resources: [%s], resourceNames: [%s], verbs: [get, patch]}
                """;

        assertThat(findings(
                        SamplePack.example().with("example/assets/20-rbac.yaml", role.formatted("''", "nodes", names))))
                .singleElement()
                .asString()
                .startsWith(folder + "/example/provider.yaml: the roles of the provider have 60")
                .endsWith("permissions, each a verb on a resource; name those that it needs, at most 2000"
                        + " [grant-of-operator]");
        assertThat(assertTimeoutPreemptively(
                        Duration.ofMinutes(2),
                        () -> findings(SamplePack.example()
                                .with("example/assets/20-rbac.yaml", role.formatted(names, names, names)))))
                .hasSize(101);
    }

    /** The operator itself may read them, and the account of the pack needs the one that it mounts. */
    @Test
    void refusesRoleForSecretsOfOthers() {
        String role = """
                apiVersion: rbac.authorization.k8s.io/v1
                kind: Role
                metadata: {name: example-more, namespace: openshift-cloud-controller-manager}
                rules:
                - {apiGroups: [""], resources: [secrets], verbs: [get, list, watch]}
                """;

        assertThat(findings(SamplePack.example().with("example/assets/20-rbac.yaml", role)))
                .singleElement()
                .asString()
                .contains("rules (line 4): gives Secrets of other accounts, too; write resourceNames with the"
                        + " credentialsSecret of the descriptor, or add {what: rbac secrets, reason: ...}");
        assertThat(findings(SamplePack.example()
                        .with("example/assets/20-rbac.yaml", role.replace("verbs", "resourceNames: [example], verbs"))))
                .isEmpty();
    }

    /** What clouds publish for their users, who have no operator: each object has one line of what to do with it. */
    @Test
    void saysOnceWhatBecomesOfEachObjectOfManifestOfUpstream() {
        List<String> findings = findings(SamplePack.example().with("example/assets/10-upstream.yaml", """
                apiVersion: v1
                kind: ServiceAccount
                metadata: {name: cloud-controller-manager, namespace: kube-system}
                ---
                apiVersion: rbac.authorization.k8s.io/v1
                kind: ClusterRole
                metadata: {name: "system:cloud-controller-manager"}
                rules:
                - {apiGroups: [""], resources: [nodes], verbs: ["*"]}
                - {apiGroups: [""], resources: [persistentvolumes], verbs: [list, watch]}
                ---
                apiVersion: rbac.authorization.k8s.io/v1
                kind: ClusterRoleBinding
                metadata: {name: "system:cloud-controller-manager"}
                roleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: "system:cloud-controller-manager"}
                subjects: [{kind: ServiceAccount, name: cloud-controller-manager, namespace: kube-system}]
                ---
                apiVersion: rbac.authorization.k8s.io/v1
                kind: RoleBinding
                metadata: {name: "cloud-controller-manager:apiserver-authentication-reader", namespace: kube-system}
                roleRef: {apiGroup: rbac.authorization.k8s.io, kind: Role, name: extension-apiserver-authentication-reader}
                subjects: [{kind: ServiceAccount, name: cloud-controller-manager, namespace: kube-system}]
                """));

        assertThat(findings)
                .satisfiesExactlyInAnyOrder(
                        account -> assertThat(account)
                                .contains("document 1 (ServiceAccount kube-system/cloud-controller-manager)")
                                .contains("leave this one out"),
                        role -> assertThat(role)
                                .contains("document 2 (ClusterRole system:cloud-controller-manager)")
                                .contains("leave it out, since the account cloud-controller-manager has the usual"),
                        binding -> assertThat(binding)
                                .contains("document 3 (ClusterRoleBinding system:cloud-controller-manager)")
                                .contains("leave it out"),
                        reader -> assertThat(reader)
                                .contains("document 4 (RoleBinding kube-system/cloud-controller-manager:apiserver")
                                .contains("is there when the operator is installed; leave it out"));
    }

    /** The Deployment of a manifest has its namespace, and what follows from that is not another fault. */
    @Test
    void saysOnceThatDeploymentIsInAnotherNamespace() {
        assertThat(findings(SamplePack.example()
                        .replace(
                                SamplePack.DEPLOYMENT,
                                "  name: example-cloud-controller-manager\n  namespace: openshift-cloud-controller-manager",
                                "  name: cloud-controller-manager\n  namespace: kube-system")))
                .singleElement()
                .asString()
                .contains("metadata.namespace")
                .endsWith("has to be openshift-cloud-controller-manager [object-namespace]");
    }

    /** Of upstream's manifests of almost every cloud. */
    @Test
    void saysThatAccountHasRoleOfEveryCluster() {
        assertThat(findings(SamplePack.example().with("example/assets/21-rolebinding.yaml", """
                apiVersion: rbac.authorization.k8s.io/v1
                kind: RoleBinding
                metadata: {name: example-cloud-controller-manager:apiserver-authentication-reader, namespace: kube-system}
                roleRef: {apiGroup: rbac.authorization.k8s.io, kind: Role, name: extension-apiserver-authentication-reader}
                subjects:
                - {kind: ServiceAccount, name: cloud-controller-manager, namespace: openshift-cloud-controller-manager}
                """)))
                .singleElement()
                .asString()
                .contains("roleRef.name")
                .endsWith(
                        "the account cloud-controller-manager has these permissions already; leave the binding out [role-exists]");
    }

    @Test
    void refusesLinkThatLeadsOutOfFolder(@TempDir Path elsewhere) throws IOException {
        Path secret = Files.writeString(elsewhere.resolve("token"), "planted");
        SamplePack.example().write(folder);
        Files.createSymbolicLink(folder.resolve("example/assets/60-more.yaml"), secret);

        assertThat(judge().findings())
                .containsExactly(folder + "/example/assets/60-more.yaml: is a link that leads out of " + folder
                        + "; put the file itself there [folder]");
    }

    @Test
    void refusesLinkOfKubeletThatLeadsOutOfFolder(@TempDir Path elsewhere) throws IOException {
        SamplePack.example().write(elsewhere);
        Files.createSymbolicLink(folder.resolve("..data"), elsewhere);

        assertThat(judge().findings())
                .containsExactly(folder + "/..data: cannot be read: it is a link that leads out of " + folder
                        + "; mount a volume there that has providers, or leave --provider-dir out [folder]");
    }

    /** The kubelet deletes the files of the version before one by one. Some of them are no version. */
    @Test
    void readsFilesOfOneVersion() {
        SamplePack.example().mount(folder);
        int assets = judge().providers().get(0).assets().size();

        CompletableFuture<Void> kubelet = CompletableFuture.runAsync(() ->
                IntStream.range(0, 300).forEach(version -> SamplePack.example().mount(folder)));
        while (!kubelet.isDone()) {
            ProviderDir.Judged judged = judge();
            if (judged.findings().isEmpty()) {
                assertThat(judged.providers())
                        .singleElement()
                        .satisfies(provider -> assertThat(provider.assets()).hasSize(assets));
            } else {
                assertThat(judged.findings()).anyMatch(finding -> finding.contains(": cannot be read: "));
            }
        }
        kubelet.join();
        assertThat(judge().findings()).isEmpty();
    }

    @Test
    void refusesTooManyFilesAndJudgesNoneOfThem() {
        Map<String, String> many = IntStream.range(0, 250)
                .boxed()
                .collect(Collectors.toMap(number -> "example/assets/%03d.yaml".formatted(number), number -> "a: b"));

        assertThat(findings(new SamplePack(many)))
                .containsExactly(
                        folder + ": has more than 200 files and folders; leave out what no provider needs [folder]");
    }

    @Test
    void refusesTooManyFoldersWithoutVisitingAllOfThem() throws IOException {
        SamplePack.example().write(folder);
        for (int number = 0; number < 250; number++) {
            Files.createDirectories(folder.resolve("example/assets/a" + number + "/b/c"));
        }

        assertThat(judge().findings())
                .containsExactly(
                        folder + ": has more than 200 files and folders; leave out what no provider needs [folder]");
    }

    /** Each of eighty thousand mistakes has a remedy that takes time to find. */
    @Test
    void stopsAtSoManyFindings() {
        String resources =
                IntStream.range(0, 400).mapToObj(number -> "node" + number).collect(Collectors.joining(", "));
        String role = """
                ---
                apiVersion: rbac.authorization.k8s.io/v1
                kind: ClusterRole
                metadata: {name: example-more}
                rules: [{apiGroups: [""], resources: [%s], verbs: [get]}]
                """.formatted(resources);

        List<String> findings = findings(SamplePack.example().with("example/assets/20-rbac.yaml", role.repeat(200)));

        assertThat(findings).hasSize(101).last().isEqualTo("and 900 more findings; correct the ones above first");
    }

    @Test
    void refusesTooLargeFile() {
        assertThat(findings(SamplePack.example().with("example/assets/10.yaml", "#".repeat((1 << 20) + 1))))
                .containsExactly(folder
                        + "/example/assets/10.yaml: is larger than 1 MiB; no file of a provider needs that [folder]");
    }

    /** What the build prints without failing is said as well. */
    @Test
    void remarksOnProgramThatIsNotKnown() {
        Map<String, String> files = SamplePack.example().files().entrySet().stream()
                .filter(file -> !file.getKey().contains("/programs/"))
                .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
        new SamplePack(files).write(folder);

        assertThat(judge().findings()).isEmpty();
        assertThat(judge().remarks())
                .singleElement()
                .asString()
                .contains("only the flags that all cloud controller managers have were checked")
                .contains("example/programs/cloud-controller-manager.yaml");
    }
}
