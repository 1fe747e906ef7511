// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.input;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.ccmoperator.SourceProviders;
import io.ccmoperator.YamlText;
import io.ccmoperator.apiserver.ApiServer;
import io.ccmoperator.apiserver.CustomResources;
import io.ccmoperator.apiserver.RequiresApiServer;
import io.ccmoperator.assets.KubernetesMinor;
import io.ccmoperator.assets.ProviderIndex;
import io.ccmoperator.cluster.ClusterFacts;
import io.ccmoperator.cluster.Distribution;
import io.ccmoperator.cluster.ImageReferences;
import io.ccmoperator.cluster.InvalidInputException;
import io.ccmoperator.cluster.ReleaseVersion;
import io.ccmoperator.substitution.CheckedOverrides;
import io.ccmoperator.substitution.DesiredResources;
import io.ccmoperator.substitution.ImageChoice;
import io.ccmoperator.substitution.ProviderSelection;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a server refuses of a CloudControllerManager, by its definition. The commands take it from a file, or name what they cannot use. */
@RequiresApiServer
class OwnKindIT {
    private static ApiServer server;
    private static SourceProviders sources;

    @TempDir
    static Path folder;

    @BeforeAll
    static void start(@TempDir Path data) {
        sources = SourceProviders.open();
        server = ApiServer.start(data);
        CustomResources.loadOwn(server.admin());
    }

    @AfterAll
    static void stop() {
        sources.close();
        server.close();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
        true  | cluster | {}
        false | other   | {}
        true  | cluster | {logLevel: Debug}
        false | cluster | {logLevel: All}
        true  | cluster | {credentials: {secretName: a.b, tokenAudience: 'api://a'}}
        true  | cluster | {credentials: {tokenAudience: a}}
        true  | cluster | {credentials: {none: true}}
        false | cluster | {credentials: {}}
        false | cluster | {credentials: {none: false}}
        false | cluster | {credentials: {none: true, secretName: a}}
        false | cluster | {credentials: {none: true, tokenAudience: a}}
        false | cluster | {credentials: {secretName: A}}
        true  | cluster | {controllerManager: {serviceAccount: {annotations: {example.com/Role_a: r, b: ''}}}}
        false | cluster | {controllerManager: {serviceAccount: {annotations: {-a: r}}}}
        false | cluster | {nodeManager: {serviceAccount: {annotations: {A/b: r}}}}
        true  | cluster | {controllerManager: {args: [{name: a-b, value: '1'}, {name: a, value: ''}]}}
        false | cluster | {controllerManager: {args: [{name: a_b, value: '1'}]}}
        false | cluster | {controllerManager: {args: [{name: --a, value: '1'}]}}
        false | cluster | {nodeManager: {args: [{name: "a\\n", value: '1'}]}}
        false | cluster | {controllerManager: {args: [{name: a}]}}
        false | cluster | {controllerManager: {args: [{value: a}]}}
        false | cluster | {controllerManager: {args: [{name: a, value: b}, {name: a, value: c}]}}
        false | cluster | {controllerManager: {replicas: 0}}
        false | cluster | {controllerManager: {replicas: 4}}
        false | cluster | {controllerManager: {replicas: 99999999999999999999}}
        true  | cluster | {controllerManager: {env: [{name: A}, {name: B, value: ''}]}}
        false | cluster | {controllerManager: {env: [{name: A}, {name: A, value: b}]}}
        false | cluster | {controllerManager: {env: [{value: b}]}}
        false | cluster | {controllerManager: {env: [{name: 1A, value: b}]}}
        false | cluster | {controllerManager: {env: [{name: "A\\n", value: b}]}}
        false | cluster | {controllerManager: {env: [{name: A, value: b, valueFrom: {secretKeyRef: {name: a, key: b}}}]}}
        false | cluster | {controllerManager: {env: [{name: A, valueFrom: {}}]}}
        false | cluster | {controllerManager: {env: [{name: A, valueFrom: {secretKeyRef: {name: a}}}]}}
        true  | cluster | {controllerManager: {env: [{name: A, valueFrom: {configMapKeyRef: {name: a, key: b, optional: true}}}]}}
        true  | cluster | {controllerManager: {env: [{name: A, valueFrom: {fieldRef: {fieldPath: spec.nodeName}}}, {name: B, valueFrom: {fieldRef: {apiVersion: v1, fieldPath: "metadata.labels['a/b']"}}}]}}
        false | cluster | {controllerManager: {env: [{name: A, valueFrom: {fieldRef: {fieldPath: spec.nodename}}}]}}
        false | cluster | {controllerManager: {env: [{name: A, valueFrom: {fieldRef: {fieldPath: spec.nodeName}, secretKeyRef: {name: a, key: b}}}]}}
        true  | cluster | {controllerManager: {image: "[::1]:5000/a/b@sha256:aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", imagePullPolicy: Never, priorityClassName: a.b}}
        false | cluster | {controllerManager: {image: ''}}
        false | cluster | {controllerManager: {image: 'a b'}}
        false | cluster | {controllerManager: {image: " a:1"}}
        false | cluster | {controllerManager: {imagePullPolicy: always}}
        false | cluster | {controllerManager: {priorityClassName: A}}
        true  | cluster | {controllerManager: {podMetadata: {labels: {a: '', b.c/d_e: f.g}, annotations: {a: "b c"}}}}
        false | cluster | {controllerManager: {podMetadata: {labels: {a: "b c"}}}}
        false | cluster | {controllerManager: {podMetadata: {labels: {a: b-}}}}
        false | cluster | {controllerManager: {podMetadata: {labels: {"a b": c}}}}
        false | cluster | {controllerManager: {podMetadata: {labels: {/a: b}}}}
        false | cluster | {controllerManager: {podMetadata: {annotations: {a/b/c: d}}}}
        false | cluster | {controllerManager: {podMetadata: {annotations: {a..b/c: d}}}}
        true  | cluster | {nodeManager: {hostAliases: [{ip: 10.0.0.1, hostnames: [a.b, c]}, {ip: '::1', hostnames: [d]}]}}
        false | cluster | {nodeManager: {hostAliases: [{hostnames: [a]}]}}
        false | cluster | {nodeManager: {hostAliases: [{ip: host, hostnames: [a]}]}}
        false | cluster | {nodeManager: {hostAliases: [{ip: 10.0.0.1, hostnames: [a]}, {ip: 10.0.0.1, hostnames: [b]}]}}
        false | cluster | {nodeManager: {hostAliases: [{ip: 10.0.0.1, hostnames: [A_b]}]}}
        true  | cluster | {nodeManager: {affinity: {nodeAffinity: {requiredDuringSchedulingIgnoredDuringExecution: {nodeSelectorTerms: [{matchExpressions: [{key: a, operator: In, values: [b]}, {key: c/d, operator: Exists}, {key: e, operator: Gt, values: ['1']}]}]}}}}}
        false | cluster | {nodeManager: {affinity: {nodeAffinity: {requiredDuringSchedulingIgnoredDuringExecution: {nodeSelectorTerms: []}}}}}
        false | cluster | {nodeManager: {affinity: {nodeAffinity: {requiredDuringSchedulingIgnoredDuringExecution: {nodeSelectorTerms: [{}]}}}}}
        false | cluster | {nodeManager: {affinity: {nodeAffinity: {requiredDuringSchedulingIgnoredDuringExecution: {nodeSelectorTerms: [{matchExpressions: [{key: a, operator: In}]}]}}}}}
        false | cluster | {nodeManager: {affinity: {nodeAffinity: {requiredDuringSchedulingIgnoredDuringExecution: {nodeSelectorTerms: [{matchExpressions: [{key: a, operator: Exists, values: [b]}]}]}}}}}
        false | cluster | {nodeManager: {affinity: {nodeAffinity: {requiredDuringSchedulingIgnoredDuringExecution: {nodeSelectorTerms: [{matchExpressions: [{key: a, operator: Lt, values: [b]}]}]}}}}}
        false | cluster | {nodeManager: {affinity: {nodeAffinity: {preferredDuringSchedulingIgnoredDuringExecution: [{weight: 0, preference: {matchExpressions: [{key: a, operator: Exists}]}}]}}}}
        true  | cluster | {controllerManager: {affinity: {podAntiAffinity: {requiredDuringSchedulingIgnoredDuringExecution: [{topologyKey: zone, namespaces: [a], labelSelector: {matchLabels: {a: b}, matchExpressions: [{key: a, operator: DoesNotExist}]}}]}, podAffinity: {preferredDuringSchedulingIgnoredDuringExecution: [{weight: 100, podAffinityTerm: {topologyKey: zone}}]}}}}
        false | cluster | {controllerManager: {affinity: {podAffinity: {requiredDuringSchedulingIgnoredDuringExecution: [{labelSelector: {}}]}}}}
        false | cluster | {controllerManager: {affinity: {podAffinity: {requiredDuringSchedulingIgnoredDuringExecution: [{topologyKey: a, labelSelector: {matchExpressions: [{key: a, operator: Gt, values: ['1']}]}}]}}}}
        true  | cluster | {cluster: {provider: aws, name: a, tls: {groups: [X25519MLKEM768, secp256r1]}}}
        false | cluster | {cluster: {provider: aws, name: a, tls: {groups: [x25519]}}}
        true  | cluster | {controllerManager: {resources: {requests: {cpu: 13m, memory: 1}}}}
        false | cluster | {controllerManager: {resources: {requests: {cpu: much}}}}
        true  | cluster | {nodeManager: {nodePlacement: {tolerations: [{operator: Exists}, {key: a, value: b, effect: NoExecute, tolerationSeconds: 1}]}}}
        false | cluster | {nodeManager: {nodePlacement: {tolerations: [{value: a}]}}}
        false | cluster | {nodeManager: {nodePlacement: {tolerations: [{key: a, operator: Exists, value: a}]}}}
        false | cluster | {nodeManager: {nodePlacement: {tolerations: [{key: a, effect: NoSchedule, tolerationSeconds: 1}]}}}
        false | cluster | {nodeManager: {nodePlacement: {tolerations: [{key: a, effect: Never}]}}}
        true  | cluster | {cluster: {provider: aws, name: a}}
        true  | cluster | {cluster: {provider: moon, name: a}}
        false | cluster | {cluster: {provider: AWS, name: a}}
        false | cluster | {cluster: {provider: "aws\\n", name: a}}
        false | cluster | {cluster: {provider: aws}}
        false | cluster | {cluster: {provider: aws, name: ''}}
        false | cluster | {cluster: {name: a}}
        true  | cluster | {cluster: {provider: azure, name: a, azure: {}}}
        false | cluster | {cluster: {provider: azurestack, name: a, azure: {}}}
        false | cluster | {cluster: {provider: azure, name: a, azure: {cloudName: AzureStackCloud}}}
        false | cluster | {cluster: {provider: azure, name: a, vsphere: {}}}
        false | cluster | {cluster: {provider: aws, name: a, cloudConfig: {}}}
        false | cluster | {cluster: {provider: aws, name: a, cloudConfig: {configMap: {name: a, key: b}, secret: {name: a, key: b}}}}
        true  | cluster | {cluster: {provider: aws, name: a, cloudConfig: {secret: {name: a, key: b}}}}
        false | cluster | {cluster: {provider: aws, name: a, trustedCA: {}}}
        false | cluster | {cluster: {provider: aws, name: a, network: {pods: [here]}}}
        false | cluster | {cluster: {provider: aws, name: a, network: {pods: [10.0.0.0/8, 10.0.0.0/8]}}}
        false | cluster | {cluster: {provider: aws, name: a, apiServer: {host: a, port: 65536}}}
        false | cluster | {cluster: {provider: aws, name: a, apiServer: {port: 6443}}}
        true  | cluster | {cluster: {provider: aws, name: a, apiServer: {host: api.example.com}}}
        true  | cluster | {cluster: {provider: aws, name: a, apiServer: {host: 'fd00::1'}}}
        false | cluster | {cluster: {provider: aws, name: a, apiServer: {host: 'https://api.example.com'}}}
        false | cluster | {cluster: {provider: aws, name: a, apiServer: {host: 'api.example.com:6443'}}}
        false | cluster | {cluster: {provider: aws, name: a, apiServer: {host: api.example.com/path}}}
        false | cluster | {cluster: {provider: aws, name: a, apiServer: {host: api example}}}
        false | cluster | {cluster: {provider: aws, name: a, apiServer: {host: "api\\n"}}}
        false | cluster | {cluster: {provider: aws, name: a b}}
        true  | cluster | {cluster: {provider: aws, name: a, network: {pods: [10.0.0.0/8, 'fd00:10:244::/56']}}}
        false | cluster | {cluster: {provider: aws, name: a, network: {pods: [10.0.0.0/33]}}}
        false | cluster | {cluster: {provider: aws, name: a, network: {pods: [300.0.0.0/8]}}}
        false | cluster | {cluster: {provider: aws, name: a, network: {services: ['fd00::1::/64']}}}
        true  | cluster | {cluster: {provider: aws, name: a, proxy: {httpProxy: 'http://u:p%20@proxy:3128'}}}
        false | cluster | {cluster: {provider: aws, name: a, proxy: {httpProxy: 'http://u:p#@proxy:3128'}}}
        false | cluster | {cluster: {provider: aws, name: a, proxy: {httpsProxy: 'http://'}}}
        true  | cluster | {cluster: {provider: aws, name: a, proxy: {httpProxy: 'https://[fd00::1]:65535/', httpsProxy: 'http://u:a!$&(b@proxy:0080'}}}
        false | cluster | {cluster: {provider: aws, name: a, proxy: {httpProxy: 'http://proxy:65536'}}}
        false | cluster | {cluster: {provider: aws, name: a, proxy: {httpProxy: 'http://u:p@ss@proxy'}}}
        false | cluster | {cluster: {provider: aws, name: a, proxy: {httpProxy: ''}}}
        false | cluster | {cluster: {provider: aws, name: a, proxy: {httpsProxy: "http://proxy:3128\\n"}}}
        true  | cluster | {cluster: {provider: aws, name: a, proxy: {noProxy: ''}}}
        true  | cluster | {cluster: {provider: aws, name: a, proxy: {noProxy: '*, .svc ,10.0.0.0/8,fd00::/8,[fd00::1]:443,a_b:80,,bücher.example'}}}
        false | cluster | {cluster: {provider: aws, name: a, proxy: {noProxy: 'a b'}}}
        false | cluster | {cluster: {provider: aws, name: a, proxy: {noProxy: 'a;b'}}}
        false | cluster | {cluster: {provider: aws, name: a, proxy: {noProxy: '10.0.0.*'}}}
        false | cluster | {cluster: {provider: aws, name: a, proxy: {noProxy: 'a,[fd00::1]'}}}
        false | cluster | {cluster: {provider: aws, name: a, proxy: {noProxy: '10.0.0.0/33'}}}
        false | cluster | {cluster: {provider: aws, name: a, proxy: {noProxy: 'http://a'}}}
        false | cluster | {cluster: {provider: aws, name: a, trustedCA: {configMap: {name: a b, key: c}}}}
        false | cluster | {cluster: {provider: aws, name: a, trustedCA: {configMap: {name: a, key: c/d}}}}
        false | cluster | {nodeManager: {nodePlacement: {nodeSelector: {a: b c}}}}
        false | cluster | {nodeManager: {nodePlacement: {tolerations: [{key: a b}]}}}
        false | cluster | {cluster: {provider: vsphere, name: a, vsphere: {ingressIPs: [10.0.0]}}}
        true  | cluster | {managementState: Unmanaged}
        false | cluster | {managementState: Removed}
        false | cluster | {cluster: {provider: aws, name: a, proxy: {httpProxy: proxy}}}
        false | cluster | {cluster: {provider: aws, name: a, tls: {cipherSuites: [RC4]}}}
        false | cluster | {cluster: {provider: vsphere, name: a, vsphere: {vcenters: [{server: a, datacenters: []}]}}}
        false | cluster | {controllerManager: {image: 'a@sha256:abc'}}
        false | cluster | {controllerManager: {image: 'a@sha256:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA'}}
        false | cluster | {controllerManager: {image: 'https://registry.example.com/a:v1'}}
        false | cluster | {controllerManager: {image: registry.example.com/A}}
        false | cluster | {controllerManager: {image: 'a:aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa'}}
        true  | cluster | {controllerManager: {image: 'registry.example.com:5000/a.b/c__d/e--f:V1_2.3-x@sha256:aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa'}}
        false | cluster | {controllerManager: {resources: {requests: {cpu: 2}, limits: {cpu: 1999m}}}}
        false | cluster | {nodeManager: {resources: {requests: {memory: 1Gi}, limits: {memory: 1G}}}}
        true  | cluster | {controllerManager: {resources: {requests: {cpu: 1, memory: 1000Ki}, limits: {cpu: 1000m, memory: 1Mi}}}}
        true  | cluster | {controllerManager: {resources: {limits: {cpu: 1}}}}
        false | cluster | {controllerManager: {resources: {requests: {cpu: -1m}}}}
        false | cluster | {controllerManager: {resources: {limits: {cpu: -1}}}}
        false | cluster | {controllerManager: {resources: {requests: {cpus: 1}}}}
        false | cluster | {controllerManager: {resources: {limits: {a b: 1}}}}
        false | cluster | {controllerManager: {resources: {requests: {example.com/a: 1}}}}
        true  | cluster | {controllerManager: {resources: {requests: {smarter-devices/fuse: 1}, limits: {smarter-devices/fuse: 1}}}}
        false | cluster | {controllerManager: {resources: {requests: {example.com/a: 1}, limits: {example.com/a: 2}}}}
        true  | cluster | {controllerManager: {resources: {requests: {example.com/a: 1}, limits: {example.com/a: 1}}}}
        true  | cluster | {controllerManager: {resources: {requests: {hugepages-2Mi: 4Mi}, limits: {hugepages-2Mi: 4096Ki}}}}
        false | cluster | {controllerManager: {env: [{name: ..}]}}
        false | cluster | {controllerManager: {env: [{name: A, valueFrom: {secretKeyRef: {name: a..b, key: b}}}]}}
        false | cluster | {controllerManager: {env: [{name: A, valueFrom: {secretKeyRef: {name: a, key: ..}}}]}}
        true  | cluster | {controllerManager: {env: [{name: A, valueFrom: {secretKeyRef: {name: a.b, key: .b}}}]}}
        false | cluster | {controllerManager: {env: [{name: A, valueFrom: {fieldRef: {fieldPath: "metadata.labels['a b']"}}}]}}
        false | cluster | {controllerManager: {priorityClassName: a..b}}
        false | cluster | {controllerManager: {hostAliases: [{ip: 256.0.0.1, hostnames: [a]}]}}
        false | cluster | {controllerManager: {hostAliases: [{ip: 10.0.0.1}]}}
        false | cluster | {controllerManager: {nodePlacement: {nodeSelector: {a b: c}}}}
        false | cluster | {controllerManager: {nodePlacement: {tolerations: [{key: a..b/c}]}}}
        false | cluster | {controllerManager: {nodePlacement: {tolerations: [{key: a, effect: NoExecute, tolerationSeconds: -1}]}}}
        false | cluster | {controllerManager: {affinity: {podAffinity: {requiredDuringSchedulingIgnoredDuringExecution: [{topologyKey: a, labelSelector: {matchLabels: {a b: c}}}]}}}}
        false | cluster | {controllerManager: {affinity: {podAffinity: {requiredDuringSchedulingIgnoredDuringExecution: [{topologyKey: a, namespaces: [A b]}]}}}}
        false | cluster | {nodeManager: {affinity: {nodeAffinity: {requiredDuringSchedulingIgnoredDuringExecution: {nodeSelectorTerms: [{matchExpressions: [{key: a, operator: In, values: [b c]}]}]}}}}}
        false | cluster | {credentials: {tokenAudience: a b}}
        false | cluster | {cluster: {provider: aws, name: a, apiServer: {host: 256.1.1.1}}}
        false | cluster | {cluster: {provider: aws, name: a, apiServer: {host: 10.0.0}}}
        false | cluster | {cluster: {provider: aws, name: a, apiServer: {host: 010.0.0.1}}}
        true  | cluster | {cluster: {provider: aws, name: a, apiServer: {host: 1master}}}
        false | cluster | {cluster: {provider: aws, name: a, proxy: {httpProxy: 'http://256.1.1.1:80'}}}
        false | cluster | {cluster: {provider: aws, name: a, proxy: {noProxy: '10.0.0/8'}}}
        false | cluster | {cluster: {provider: aws, name: a, proxy: {noProxy: 'a:65536'}}}
        false | cluster | {cluster: {provider: aws, name: a, tls: {groups: [X25519, X25519]}}}
        false | cluster | {cluster: {provider: aws, name: a, cloudConfig: {secret: {name: a, key: ..}}}}
        false | cluster | {cluster: {provider: vsphere, name: a, vsphere: {vcenters: [{server: a, datacenters: ['b,c']}]}}}
        false | cluster | {cluster: {provider: vsphere, name: a, vsphere: {failureDomains: [{name: a}]}}}
        false | cluster | {cluster: {provider: vsphere, name: a, vsphere: {failureDomains: [{server: 'https://a', topology: {datacenter: b}}]}}}
        true  | cluster | {cluster: {provider: vsphere, name: a, vsphere: {failureDomains: [{server: a, topology: {datacenter: b}}]}}}
        false | cluster | {cluster: {provider: vsphere, name: a, vsphere: {ingressIPs: [10.0.0.1, 10.0.0.1]}}}
        """)
    void isJudgedByServerAndBreaksNoCommand(boolean taken, String name, String spec) throws IOException {
        String manifest = "{apiVersion: ccmoperator.io/v1beta1, kind: CloudControllerManager, metadata: {name: " + name
                + "}, spec: " + spec + "}";
        Path file = Files.writeString(folder.resolve("cluster.yaml"), manifest);

        assertThat(server.admin().dryRun().create(YamlText.manifest(manifest)).accepted())
                .isEqualTo(taken);
        Throwable refusal = catchThrowable(() -> desired(file));
        if (refusal != null) {
            assertThat(refusal).isInstanceOf(InvalidInputException.class);
        }
    }

    /** As the command {@code manifests} makes them. */
    private static void desired(Path file) {
        ProviderIndex providers = ProviderIndex.load();
        DescribingFile description = new DescribingFile(file, ManifestKind.CLOUD_CONTROLLER_MANAGER, providers);
        ClusterFacts facts = new ClusterFiles(
                        description,
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.of(file))
                .read(Distribution.KUBERNETES, "ccm", ReleaseVersion.of(null), Optional.empty(), UnknownFields.reject())
                .value();
        ProviderSelection.of(facts.infrastructure(), providers).ifPresent(provider -> {
            CheckedOverrides.of(provider, facts, CheckedOverrides.Live.NONE);
            ImageReferences none = new ImageReferences(Map.of());
            DesiredResources.of(
                    provider,
                    facts,
                    ImageChoice.of(provider, facts, none, KubernetesMinor.of("1.36"))
                            .images());
        });
    }
}
